// Two-phase commit (Gray, 1978): a coordinator asks two participants to vote and tells them the decision. The coordinator may
// crash once, at any moment; what it has written to its log survives.
//
// Messages are shared variables here: each is written once. The known weakness is there too: while the coordinator is down, a
// participant that has voted yes is blocked.
import { crashing, defineProcess, defineSystem } from 'tegata/modelling';

type Vote = 'none' | 'yes' | 'no';
type Decision = 'none' | 'commit' | 'abort';
interface Messages {
  readonly asked: boolean;
  readonly vote1: Vote;
  readonly vote2: Vote;
  readonly decision: Decision;
}

const coordinator = defineProcess<{ log: Decision; asking: boolean }, Messages>({
  initial: { log: 'none', asking: false },
  actions: {
    ask: ({ log, asking }) => !asking && log === 'none' && { self: { asking: true }, shared: { asked: true } },
    decide: ({ log, asking }, { vote1, vote2 }) => {
      if (log !== 'none' || !asking || vote1 === 'none' || vote2 === 'none') return null;
      return { self: { log: vote1 === 'yes' && vote2 === 'yes' ? 'commit' : 'abort' } };
    },
    // Nobody has to wait for ever: before it has decided, the coordinator may give up.
    giveUp: ({ log }) => log === 'none' && { self: { log: 'abort' } },
    tell: ({ log }, { decision }) => log !== 'none' && decision === 'none' && { shared: { decision: log } },
  },
});

const participant = (mine: 'vote1' | 'vote2') =>
  defineProcess<Decision | 'working' | 'ready', Messages>({
    initial: 'working',
    actions: {
      vote: (self, shared) =>
        self === 'working' &&
        shared.asked && [
          { self: 'ready', shared: { [mine]: 'yes' } },
          { self: 'abort', shared: { [mine]: 'no' } },
        ],
      learn: (self, { decision }) =>
        (self === 'ready' || self === 'working') && decision !== 'none' && { self: decision },
    },
  });

export default defineSystem({
  name: 'two-phase commit',
  shared: { asked: false, vote1: 'none', vote2: 'none', decision: 'none' } as Messages,
  processes: {
    // The log survives a crash, the memory of having asked does not.
    coordinator: crashing(coordinator, { limit: 1, keep: ({ log }) => ({ log, asking: false }) }),
    one: participant('vote1'),
    two: participant('vote2'),
  },
  propositions: {
    split: ({ one, two }) => (one === 'commit' && two === 'abort') || (one === 'abort' && two === 'commit'),
    decided: ({ one, two }) => [one, two].every((place) => place === 'commit' || place === 'abort'),
    undecided: ({ decision }) => decision === 'none',
    committed: ({ one }) => one === 'commit',
    bothYes: ({ vote1, vote2 }) => vote1 === 'yes' && vote2 === 'yes',
    ready: ({ one }) => one === 'ready',
    down: ({ coordinator: { up } }) => !up,
  },
});
