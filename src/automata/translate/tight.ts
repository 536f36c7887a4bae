// Tight automata: an accepted word with n letters in prefix and cycle together has an accepting run with n states in its lasso
// (Kupferman and Sheinvald-Faragy, "Finding shortest witnesses to the nonemptiness of automata on infinite words", CONCUR'06).
// The closure construction is tight once a state stands for the position whose letter is read next, because which subformulas
// hold at a position of a lasso depends on the position only (Schuppan and Biere, TACAS'05, say the same of the symbolic tableau).
import { invariant } from '../../base/assert.ts';
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { subformulas } from '../../formula/traverse.ts';
import { unabbreviate } from '../../formula/unabbreviate.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { closureAutomaton } from './closure.ts';

/** Beyond this many propositions, X and U formulas together the pairs of consistent sets are too many. */
const MAX_BASIS = 9;

/** A tight automaton of the formula; throws `LimitExceeded` where it would be too large. */
export function tightAutomaton(formula: Formula, limits?: Limits | Stopwatch): Automaton {
  const kinds = new Set(['proposition', 'next', 'until']);
  if (subformulas(unabbreviate(formula)).filter(({ kind }) => kinds.has(kind)).length > MAX_BASIS) {
    throw new LimitExceeded('states', `shortest counterexamples are for formulas with a basis of up to ${MAX_BASIS}`);
  }
  return shifted(closureAutomaton(formula, limits));
}

/** From "the letter is the one of the state that is entered" to "the letter is the one of the state that is left". */
function shifted(closure: Automaton): Automaton {
  const { bdd, propositions, stateCount, edgeStart, edgeLabel, edgeMarks, edgeTarget, initial } = closure;
  invariant(initial.length === 1 && initial[0] === 0, 'the closure automaton begins in its state 0');
  const letterOf = new Int32Array(stateCount).fill(bdd.false);
  for (let e = 0; e < edgeTarget.length; e++) letterOf[edgeTarget[e]] = edgeLabel[e];
  const builder = new AutomatonBuilder(propositions, bdd);
  builder.addStates(stateCount);
  for (let e = edgeStart[0]; e < edgeStart[1]; e++) builder.setInitial(edgeTarget[e]);
  for (let state = 1; state < stateCount; state++) {
    if (letterOf[state] === bdd.false) continue; // no set leads to it, so no run does
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      builder.addEdge(state, letterOf[state], edgeMarks[e], edgeTarget[e]);
    }
  }
  return builder.build(closure.acceptance);
}
