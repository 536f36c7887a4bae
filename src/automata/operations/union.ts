// The union of two languages as a disjoint sum of automata: a run stays in the part in which it begins.
import { LimitExceeded } from '../../diagnostics/limit.ts';
import {
  type Acceptance,
  acceptAnd,
  acceptOr,
  allMarks,
  fin,
  generalizedBuchi,
  inf,
  isGeneralizedBuchi,
  MAX_SETS,
  type Marks,
  renameSets,
} from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { align } from './align.ts';

/** The automaton of the union: both side by side, with the initial states of both. */
export function union(first: Automaton, second: Automaton): Automaton {
  const [left, right] = align(first, second);
  const sum = sumAcceptance(left.acceptance, right.acceptance);
  const builder = new AutomatonBuilder(left.propositions, left.bdd);
  copyInto(builder, left, sum.left);
  copyInto(builder, right, sum.right);
  const both = left.properties.stutterInvariant === 'yes' && right.properties.stutterInvariant === 'yes';
  return builder.build(sum.acceptance, { properties: { stutterInvariant: both ? 'yes' : 'maybe' } });
}

function copyInto(builder: AutomatonBuilder, automaton: Automaton, rename: (marks: Marks) => Marks): void {
  const { edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const first = builder.addStates(automaton.stateCount);
  for (const state of automaton.initial) builder.setInitial(first + state);
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      builder.addEdge(first + state, edgeLabel[e], rename(edgeMarks[e]), first + edgeTarget[e]);
    }
  }
}

interface Sum {
  readonly acceptance: Acceptance;
  readonly left: (marks: Marks) => Marks;
  readonly right: (marks: Marks) => Marks;
}

/**
 * One condition for both parts. Two generalized Büchi conditions share their sets, the shorter one seeing the surplus
 * everywhere; otherwise a set of its own tells the right part from the left.
 */
function sumAcceptance(left: Acceptance, right: Acceptance): Sum {
  if (isGeneralizedBuchi(left) && isGeneralizedBuchi(right)) {
    const setCount = Math.max(left.setCount, right.setCount);
    const surplus = (part: Acceptance): Marks => allMarks(setCount) & ~allMarks(part.setCount);
    const [more, other] = [surplus(left), surplus(right)];
    return { acceptance: generalizedBuchi(setCount), left: (marks) => marks | more, right: (marks) => marks | other };
  }
  const setCount = left.setCount + right.setCount + 1;
  if (setCount > MAX_SETS) {
    throw new LimitExceeded('memory', `the union needs ${setCount} acceptance sets; ${MAX_SETS} are supported`);
  }
  const shift = left.setCount;
  const side = setCount - 1;
  const sets = Array.from({ length: right.setCount }, (_, i) => i + shift);
  const formula = acceptOr([
    acceptAnd([fin(side), left.formula]),
    acceptAnd([inf(side), renameSets(right.formula, sets)]),
  ]);
  return {
    acceptance: { setCount, formula },
    left: (marks) => marks,
    right: (marks) => (marks << shift) | (1 << side),
  };
}
