// Any acceptance as Muller acceptance: the sets of marks that the condition accepts, one by one. Only sets of marks that occur together in a
// component can be what a run sees infinitely often, so no others are listed.
import { popCount } from '../../base/bit-set.ts';
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { isAccepted, type Marks, muller } from '../acceptance.ts';
import type { Automaton } from '../automaton.ts';
import { setsIn } from './acceptance-forms.ts';
import { reachableStates, Subgraphs } from './subgraph.ts';

/** More marks in one component than this and the conversion is refused: there is a case for each of their sets. */
const MOST_MARKS = 12;

/**
 * The same automaton with its condition in Muller's form: states, edges and marks stay. Throws `LimitExceeded` where a component has more
 * than twelve marks.
 */
export function toMuller(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const { acceptance, edgeMarks } = automaton;
  const subgraphs = new Subgraphs(automaton, Stopwatch.over(limits));
  const accepted = new Set<Marks>();
  for (const states of subgraphs.components(subgraphs.of(reachableStates(automaton), 0))) {
    const present = subgraphs.of(states, 0).edges.reduce((mask, edge) => mask | edgeMarks[edge], 0);
    if (popCount(present) > MOST_MARKS) {
      throw new LimitExceeded('memory', `Muller acceptance of more than ${MOST_MARKS} marks has too many cases`);
    }
    for (const seen of subsetsOf(present)) if (isAccepted(acceptance.formula, seen)) accepted.add(seen);
  }
  const sorted = [...accepted].sort((a, b) => popCount(a) - popCount(b) || (a >>> 0) - (b >>> 0));
  return automaton.with({ acceptance: muller(acceptance.setCount, sorted.map(setsIn)) });
}

function* subsetsOf(marks: Marks): Generator<Marks> {
  for (let part = marks; ; part = (part - 1) & marks) {
    yield part;
    if (part === 0) return;
  }
}
