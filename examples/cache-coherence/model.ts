// Cache coherence: the MSI protocol for two caches and one line of memory, on a bus that serves one request at a time.
//
// A line is Modified (the only copy, and newer than memory), Shared (a clean copy) or Invalid. Data are 0 or 1: what was
// written last is remembered in `latest`, so that a stale read can be seen.
import { defineModel, step } from 'tegata';

type Line = { readonly mode: 'M' | 'S' | 'I'; readonly data: number };
interface State {
  readonly memory: number;
  readonly latest: number;
  readonly a: Line;
  readonly b: Line;
}

const INVALID: Line = { mode: 'I', data: 0 };

/** The other cache answers a read: a modified line is written back and kept as a shared one. */
function shareOther(memory: number, other: Line): { memory: number; other: Line } {
  return other.mode === 'M' ? { memory: other.data, other: { mode: 'S', data: other.data } } : { memory, other };
}

export default defineModel({
  name: 'MSI',
  initial: { memory: 0, latest: 0, a: INVALID, b: INVALID } as State,
  *next(state) {
    for (const [me, you] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const mine = state[me];
      if (mine.mode === 'I') {
        const { memory, other } = shareOther(state.memory, state[you]);
        yield step(`${me} reads`, { ...state, memory, [you]: other, [me]: { mode: 'S', data: memory } });
      }
      // A write takes the line for itself: the other copy is invalidated, whatever it was.
      for (const data of [0, 1]) {
        yield step(`${me} writes ${data}`, { ...state, latest: data, [me]: { mode: 'M', data }, [you]: INVALID });
      }
      if (mine.mode === 'M') yield step(`${me} evicts`, { ...state, memory: mine.data, [me]: INVALID });
      if (mine.mode === 'S') yield step(`${me} evicts`, { ...state, [me]: INVALID });
    }
  },
  propositions: {
    aOwns: ({ a }) => a.mode === 'M',
    aValid: ({ a }) => a.mode !== 'I',
    bValid: ({ b }) => b.mode !== 'I',
    stale: ({ a, b, latest }) => [a, b].some(({ mode, data }) => mode !== 'I' && data !== latest),
    memoryCurrent: ({ memory, latest }) => memory === latest,
  },
});
