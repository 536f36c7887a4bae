// Mutual exclusion, first version: Peterson's algorithm (1981), for two processes that share three variables.
//
// Each process raises its flag, gives the turn away, and waits until the other one's flag is down or the turn has come back.
// Every action is one atomic step; compare `mutex-turns`, where two of them are in the wrong order.
import { defineProcess, defineSystem } from 'tegata/modelling';

interface Shared {
  readonly flag0: boolean;
  readonly flag1: boolean;
  readonly turn: number;
}
type Place = 'idle' | 'asking' | 'waiting' | 'critical';

const peterson = (me: 0 | 1) => {
  const mine = me === 0 ? 'flag0' : 'flag1';
  const theirs = me === 0 ? 'flag1' : 'flag0';
  return defineProcess<Place, Shared>({
    initial: 'idle',
    actions: {
      raiseFlag: (self) => self === 'idle' && { self: 'asking', shared: { [mine]: true } },
      giveTurn: (self) => self === 'asking' && { self: 'waiting', shared: { turn: 1 - me } },
      enter: (self, shared) => self === 'waiting' && (!shared[theirs] || shared.turn === me) && { self: 'critical' },
      leave: (self) => self === 'critical' && { self: 'idle', shared: { [mine]: false } },
      // A process need not want anything.
      rest: (self) => self === 'idle' && { self: 'idle' },
    },
  });
};

export default defineSystem({
  name: 'Peterson',
  shared: { flag0: false, flag1: false, turn: 0 } as Shared,
  processes: { p0: peterson(0), p1: peterson(1) },
  propositions: {
    waiting0: ({ p0 }) => p0 === 'asking' || p0 === 'waiting',
    critical0: ({ p0 }) => p0 === 'critical',
    critical1: ({ p1 }) => p1 === 'critical',
  },
});
