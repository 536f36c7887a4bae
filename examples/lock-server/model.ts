// A lock with a queue: six clients ask for it, and get it one after another, first come, first served.
//
// The clients are alike: whoever changes places with another, in the queue too, changes nothing that matters. The model says so, so that a search
// needs 13 states for formulas that name nobody, instead of 3913.
import { defineSystem, replicate } from 'tegata/modelling';

const CLIENTS = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const;
type Place = 'idle' | 'waiting' | 'working';
type Shared = { readonly queue: readonly string[] };

export default defineSystem({
  name: 'lock server',
  shared: { queue: [] } as Shared,
  processes: replicate(CLIENTS, (_, name) => ({
    initial: 'idle' as Place,
    actions: {
      ask: (at: Place, { queue }: Shared) =>
        at === 'idle' && { self: 'waiting' as Place, shared: { queue: [...queue, name] } },
      enter: (at: Place, { queue }: Shared) => at === 'waiting' && queue[0] === name && { self: 'working' as Place },
      leave: (at: Place, { queue }: Shared) =>
        at === 'working' && { self: 'idle' as Place, shared: { queue: queue.slice(1) } },
    },
  })),
  propositions: {
    crowded: (state) => CLIENTS.filter((client) => state[client] === 'working').length > 1,
    working: (state) => CLIENTS.some((client) => state[client] === 'working'),
    asked: ({ queue }) => queue.length > 0,
    annWaits: ({ ann }) => ann === 'waiting',
    annWorks: ({ ann }) => ann === 'working',
  },
  symmetric: [{ members: CLIENTS, references: ['queue[]'] }],
});
