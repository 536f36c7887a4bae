// Mutual exclusion, third version, and wrong: Peterson's algorithm with its first two steps the other way round. A process gives
// the turn away first and raises its flag afterwards.
//
// It looks as good, and tests of it pass most of the time; the counterexample needs one process to be held up between its
// two steps.
import { defineProcess, defineSystem } from 'tegata/modelling';

interface Shared {
  readonly flag0: boolean;
  readonly flag1: boolean;
  readonly turn: number;
}
type Place = 'idle' | 'asking' | 'waiting' | 'critical';

const process = (me: 0 | 1) => {
  const mine = me === 0 ? 'flag0' : 'flag1';
  const theirs = me === 0 ? 'flag1' : 'flag0';
  return defineProcess<Place, Shared>({
    initial: 'idle',
    actions: {
      giveTurn: (self) => self === 'idle' && { self: 'asking', shared: { turn: 1 - me } },
      raiseFlag: (self) => self === 'asking' && { self: 'waiting', shared: { [mine]: true } },
      enter: (self, shared) => self === 'waiting' && (!shared[theirs] || shared.turn === me) && { self: 'critical' },
      leave: (self) => self === 'critical' && { self: 'idle', shared: { [mine]: false } },
    },
  });
};

export default defineSystem({
  name: 'Peterson, wrong way round',
  shared: { flag0: false, flag1: false, turn: 0 } as Shared,
  processes: { p0: process(0), p1: process(1) },
  propositions: { critical0: ({ p0 }) => p0 === 'critical', critical1: ({ p1 }) => p1 === 'critical' },
});
