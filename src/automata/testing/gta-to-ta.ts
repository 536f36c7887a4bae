// GTA → TA: a state remembers how many of the acceptance sets, in their order, it has seen since it last had seen them all, as in
// the degeneralization of a TGBA [GL02]. Livelocks do not depend on that number.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { mergeBisimilar } from './bisimulation.ts';
import { EdgeList, sortedBySource } from './edge-list.ts';
import { pruneTesting } from './prune.ts';
import { TestingAutomaton } from './testing-automaton.ts';

/** A TA for the language of a GTA. */
export function gtaToTa(gta: TestingAutomaton, stopwatch: Stopwatch): TestingAutomaton {
  const { bdd, stateCount, setCount, edgeStart, edgeChange, edgeMarks, edgeTarget } = gta;
  const width = setCount + 1;
  const edges = new EdgeList();
  for (let state = 0; state < stateCount; state++) {
    for (let level = 0; level < width; level++) {
      const accepting = level === setCount;
      for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
        let next = accepting ? 0 : level;
        while (next < setCount && (edgeMarks[e] >>> next) & 1) next++;
        edges.push(state * width + level, edgeChange[e], accepting ? 1 : 0, edgeTarget[e] * width + next);
      }
    }
  }
  const count = stateCount * width;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const ta = new TestingAutomaton({
    ...gta,
    kind: 'ta',
    setCount: 1,
    stateCount: count,
    initial: gta.initial.map(({ state, letters }) => ({ state: state * width, letters })),
    ...sortedBySource(bdd, count, edges),
    accepting: Uint8Array.from(numbers, (number) => (number % width === setCount ? 1 : 0)),
    livelock: Uint8Array.from(numbers, (number) => gta.livelock![Math.floor(number / width)]),
    stateNames: numbers.map((number) => `${gta.stateNames[Math.floor(number / width)]}; ${number % width}`),
  });
  return bdd.during(stopwatch, () => mergeBisimilar(pruneTesting(ta), stopwatch));
}
