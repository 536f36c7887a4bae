// Mutual exclusion, second version: only the flags of Peterson's algorithm. Raise your flag, then wait until the other one is down.
//
// It is safe, but when both flags are up both wait for ever: the model has a deadlock. (A process may rest, but not once it
// has raised its flag.)
import { defineProcess, defineSystem } from 'tegata/modelling';

interface Shared {
  readonly flag0: boolean;
  readonly flag1: boolean;
}
type Place = 'idle' | 'waiting' | 'critical';

const process = (mine: keyof Shared, theirs: keyof Shared) =>
  defineProcess<Place, Shared>({
    initial: 'idle',
    actions: {
      raiseFlag: (self) => self === 'idle' && { self: 'waiting', shared: { [mine]: true } },
      enter: (self, shared) => self === 'waiting' && !shared[theirs] && { self: 'critical' },
      leave: (self) => self === 'critical' && { self: 'idle', shared: { [mine]: false } },
    },
  });

export default defineSystem({
  name: 'flags',
  shared: { flag0: false, flag1: false } as Shared,
  processes: { p0: process('flag0', 'flag1'), p1: process('flag1', 'flag0') },
  propositions: {
    critical0: ({ p0 }) => p0 === 'critical',
    critical1: ({ p1 }) => p1 === 'critical',
    waiting0: ({ p0 }) => p0 === 'waiting',
  },
});
