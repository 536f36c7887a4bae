// Synchronised products of automata: pairs of states that the initial pairs reach, edges where both read the same letters.

import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { type Acceptance, acceptAnd, acceptOr, MAX_SETS, renameSets } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, type Known } from '../automaton.ts';
import { align } from './align.ts';
import { complete } from './complete.ts';
import { IntegerPairs } from './integer-pairs.ts';

/** The automaton of the intersection: a run accepts when both its projections do. */
export function product(left: Automaton, right: Automaton, limits?: Limits | Stopwatch): Automaton {
  return synchronise(left, right, acceptAnd, Stopwatch.over(limits));
}

/** The automaton of the union as a product of the completed automata; deterministic when both are. */
export function disjunctiveProduct(left: Automaton, right: Automaton, limits?: Limits | Stopwatch): Automaton {
  return synchronise(complete(left), complete(right), acceptOr, Stopwatch.over(limits));
}

type Join = typeof acceptAnd;

function synchronise(first: Automaton, second: Automaton, join: Join, stopwatch: Stopwatch): Automaton {
  return first.bdd.during(stopwatch, () => {
    const [left, right] = align(first, second);
    return pairUp(left, right, joinAcceptance(left.acceptance, right.acceptance, join), stopwatch);
  });
}

function pairUp(left: Automaton, right: Automaton, acceptance: Acceptance, stopwatch: Stopwatch): Automaton {
  const shift = left.acceptance.setCount;
  const builder = new AutomatonBuilder(left.propositions, left.bdd);
  const pairs = new IntegerPairs(left.stateCount, right.stateCount);
  for (const s of left.initial) for (const t of right.initial) builder.setInitial(pairs.intern(s, t));
  for (let at = 0; at < pairs.size; at++) {
    stopwatch.countStates(pairs.size);
    const [s, t] = [pairs.first(at), pairs.second(at)];
    for (let e = left.edgeStart[s]; e < left.edgeStart[s + 1]; e++) {
      for (let f = right.edgeStart[t]; f < right.edgeStart[t + 1]; f++) {
        const label = left.bdd.and(left.edgeLabel[e], right.edgeLabel[f]);
        if (label === left.bdd.false) continue;
        const marks = shift < 32 ? left.edgeMarks[e] | (right.edgeMarks[f] << shift) : left.edgeMarks[e];
        builder.addEdge(at, label, marks, pairs.intern(left.edgeTarget[e], right.edgeTarget[f]));
      }
    }
  }
  builder.addStates(pairs.size);
  return builder.build(acceptance, { properties: jointProperties(left, right) });
}

function joinAcceptance(left: Acceptance, right: Acceptance, join: Join): Acceptance {
  const setCount = left.setCount + right.setCount;
  if (setCount > MAX_SETS) {
    throw new LimitExceeded('memory', `the product needs ${setCount} acceptance sets; ${MAX_SETS} are supported`);
  }
  const sets = Array.from({ length: right.setCount }, (_, i) => i + left.setCount);
  return { setCount, formula: join([left.formula, renameSets(right.formula, sets)]) };
}

/** What the product of two automata has because both have it. */
function jointProperties(left: Automaton, right: Automaton): Record<string, Known> {
  const both = (key: 'deterministic' | 'complete' | 'stateAcceptance'): Known =>
    left.properties[key] === 'yes' && right.properties[key] === 'yes' ? 'yes' : 'maybe';
  return { deterministic: both('deterministic'), complete: both('complete'), stateAcceptance: both('stateAcceptance') };
}
