// Completion: a sink that rejects takes the letters for which a state has no edge.
import { popCount } from '../../base/bit-set.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import {
  type Acceptance,
  type AcceptanceFormula,
  acceptAnd,
  inf,
  MAX_SETS,
  type Marks,
  negateAcceptance,
} from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { lettersRead } from '../properties.ts';
import { disjunctiveClauses } from './acceptance-forms.ts';

/** An automaton for the same language in which every state has an edge for every letter. Determinism is kept. */
export function complete(automaton: Automaton): Automaton {
  const missing: { state: number; label: number }[] = [];
  for (let state = 0; state < automaton.stateCount; state++) {
    const label = automaton.bdd.not(lettersRead(automaton, state));
    if (label !== automaton.bdd.false) missing.push({ state, label });
  }
  if (missing.length === 0 && automaton.initial.length > 0) {
    return automaton.with({ properties: { complete: 'yes' } });
  }
  const { acceptance, sink, kept } = rejecting(automaton.acceptance);
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  builder.addStates(automaton.stateCount);
  copyEdges(automaton, builder, kept);
  for (const state of automaton.initial) builder.setInitial(state);
  const dead = builder.addState();
  if (automaton.initial.length === 0) builder.setInitial(dead);
  for (const { state, label } of missing) builder.addEdge(state, label, sink, dead);
  builder.addEdge(dead, automaton.bdd.true, sink, dead);
  const properties = {
    ...languageProperties(automaton.properties),
    ...keptProperties(automaton),
    complete: 'yes',
  } as const;
  return builder.build(acceptance, { properties, name: automaton.name });
}

function copyEdges(automaton: Automaton, builder: AutomatonBuilder, more: Marks): void {
  const { edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  for (let state = 0; state < automaton.stateCount; state++) {
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      builder.addEdge(state, edgeLabel[e], edgeMarks[e] | more, edgeTarget[e]);
    }
  }
}

/** Determinism and the like survive; with no initial state there was no run to speak of. */
function keptProperties(automaton: Automaton): Pick<Automaton['properties'], 'deterministic' | 'weak' | 'unambiguous'> {
  const { deterministic, weak, unambiguous } = automaton.properties;
  return automaton.initial.length > 0
    ? { deterministic, weak, unambiguous }
    : { deterministic: 'maybe', weak: 'maybe', unambiguous: 'maybe' };
}

/** A condition for the same runs, the marks with which a sink rejects under it, and marks to add to all other edges. */
function rejecting(acceptance: Acceptance): { acceptance: Acceptance; sink: Marks; kept: Marks } {
  const sink = rejectedMarks(acceptance.formula);
  if (sink !== null) return { acceptance, sink, kept: 0 };
  const set = acceptance.setCount;
  if (set === MAX_SETS) throw new LimitExceeded('memory', `completion needs more than ${MAX_SETS} acceptance sets`);
  const formula = acceptAnd([inf(set), acceptance.formula]);
  return { acceptance: { setCount: set + 1, formula }, sink: 0, kept: 1 << set };
}

/** Marks that, seen for ever, do not satisfy the condition, as few as may be; null when all do. */
function rejectedMarks(formula: AcceptanceFormula): Marks | null {
  let best: Marks | null = null;
  for (const clause of disjunctiveClauses(negateAcceptance(formula))) {
    if (best === null || popCount(clause.inf) < popCount(best)) best = clause.inf;
  }
  return best;
}
