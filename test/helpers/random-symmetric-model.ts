// Small random models in code with a set whose members can change places: members with a location, a flag and a friend, a lock that one of them holds, a
// queue of them, a matrix with an entry for each two. What a member may do is drawn once and is the same for all of them. The same rules as a
// model of whole states, with arrays or with records, and as a system of processes.
import type { Random } from '../../src/base/random.ts';
import { defineSystem, replicate } from '../../src/modelling/system.ts';
import type { Model } from '../../src/models/model.ts';
import { defineModel } from '../../src/models/typescript/define.ts';

interface Member {
  readonly at: number;
  readonly flag: boolean;
  readonly friend: number | null;
}

interface State {
  readonly members: readonly Member[];
  readonly lock: number | null;
  readonly queue: readonly number[];
  readonly knows: readonly (readonly boolean[])[];
  readonly count: number;
}

/** What a member does in one step, where its condition holds. */
interface Command {
  readonly at: number;
  readonly condition: 'none' | 'free' | 'holder' | 'first' | 'flag' | 'friend waits' | 'known' | 'low';
  readonly effect: 'none' | 'take' | 'give' | 'join' | 'leave' | 'flag' | 'befriend' | 'learn' | 'count' | 'lose';
  readonly to: number;
}

export interface RandomSymmetricModel {
  readonly model: Model;
  readonly propositions: readonly string[];
}

const LOCATIONS = 3;

export function randomSymmetricModel(random: Random): RandomSymmetricModel {
  const size = random.between(2, 4);
  const commands = Array.from({ length: random.between(2, 5) }, (): Command => {
    const condition = random.pick([
      'none',
      'none',
      'free',
      'holder',
      'first',
      'flag',
      'friend waits',
      'known',
      'low',
    ] as const);
    const effect = random.pick([
      'none',
      'take',
      'give',
      'join',
      'leave',
      'flag',
      'befriend',
      'learn',
      'count',
      'lose',
    ] as const);
    return { at: random.below(LOCATIONS), condition, effect, to: random.below(LOCATIONS) };
  });
  const members = Array.from({ length: size }, (): Member => ({ at: 0, flag: false, friend: null }));
  const isEven = random.chance(0.8);
  const initial: State = {
    members: members.map((member, i) => (isEven || i > 0 ? member : { ...member, at: 1 })),
    lock: random.chance(0.2) ? random.below(size) : null,
    queue: [],
    knows: members.map(() => members.map(() => false)),
    count: 0,
  };
  // A command that only one member has: the declaration would be wrong.
  const propositions = {
    'some at 1': ({ members: all }: State) => all.some(({ at }) => at === 1),
    'two at 2': ({ members: all }: State) => all.filter(({ at }) => at === 2).length >= 2,
    taken: ({ lock }: State) => lock !== null,
    'holder flagged': ({ lock, members: all }: State) => lock !== null && all[lock].flag,
    'first has friend': ({ queue, members: all }: State) => queue.length > 0 && all[queue[0]].friend === queue[0],
    'first at 1': ({ members: all }: State) => all[0].at === 1,
    'last holds': ({ lock }: State) => lock === size - 1,
    odd: ({ count }: State) => count === 1,
  };
  const names = Object.keys(propositions);
  const kind = random.pick(['arrays', 'arrays', 'records', 'system'] as const);
  if (kind === 'system') return { model: asSystem(initial, commands, propositions), propositions: names };
  if (kind === 'records') return { model: asRecords(initial, commands, propositions), propositions: names };
  const model = defineModel<State>({
    initial,
    next: (state) => commands.flatMap((command) => steps(state, command)),
    propositions,
    symmetric: [
      {
        fields: ['members', 'knows', 'knows[]'],
        references: ['lock', 'queue[]', 'members[].friend'],
      },
    ],
  });
  return { model, propositions: names };
}

/** All that one command allows, to any member. */
function steps(state: State, command: Command): State[] {
  return state.members.flatMap((_, i) => stepsOf(state, command, i));
}

function stepsOf(state: State, { at, condition, effect, to }: Command, i: number): State[] {
  const { members, lock, queue, knows, count } = state;
  const self = members[i];
  if (self.at !== at) return [];
  const holds = {
    none: true,
    free: lock === null,
    holder: lock === i,
    first: queue[0] === i,
    flag: self.flag,
    'friend waits': self.friend !== null && members[self.friend].at === 2,
    known: knows.some((row) => row[i]),
    low: count < 1,
  }[condition];
  if (!holds) return [];
  const moved = (change: Partial<Member> = {}): readonly Member[] =>
    members.map((member, k) => (k === i ? { ...member, at: to, ...change } : member));
  const others = members.map((_, j) => j).filter((j) => j !== i);
  switch (effect) {
    case 'none':
      return [{ ...state, members: moved() }];
    case 'take':
      return [{ ...state, members: moved(), lock: i }];
    case 'give':
      return [{ ...state, members: moved(), lock: lock === i ? null : lock }];
    case 'join':
      return [{ ...state, members: moved(), queue: queue.includes(i) ? queue : [...queue, i] }];
    case 'leave':
      return [{ ...state, members: moved(), queue: queue.filter((j) => j !== i) }];
    case 'flag':
      return [{ ...state, members: moved({ flag: !self.flag }) }];
    case 'befriend':
      return others.map((j) => ({ ...state, members: moved({ friend: j }) }));
    case 'learn':
      return others.map((j) => ({
        ...state,
        members: moved(),
        knows: knows.map((row, a) => row.map((known, b) => known || (a === i && b === j))),
      }));
    case 'count':
      return [{ ...state, members: moved(), count: (count + 1) % 2 }];
    case 'lose':
      return [{ ...state, members: moved({ friend: null, flag: false }) }];
  }
}

/** The same with members by name. */
interface Records {
  readonly members: Readonly<Record<string, Omit<Member, 'friend'> & { readonly friend: string | null }>>;
  readonly lock: string | null;
  readonly queue: readonly string[];
  readonly knows: ReadonlyMap<string, Readonly<Record<string, boolean>>>;
  readonly count: number;
}

type Propositions = Readonly<Record<string, (state: State) => boolean>>;

function asRecords(initial: State, commands: readonly Command[], propositions: Propositions): Model {
  const size = initial.members.length;
  const names = Array.from({ length: size }, (_, i) => `m${i}`);
  const nameOf = (i: number | null): string | null => (i === null ? null : names[i]);
  const numberOf = (name: string | null): number | null => (name === null ? null : names.indexOf(name));
  const written = ({ members, lock, queue, knows, count }: State): Records => ({
    members: Object.fromEntries(
      members.map((member, i) => [names[i], { ...member, friend: nameOf(member.friend) }] as const),
    ),
    lock: nameOf(lock),
    queue: queue.map((i) => names[i]),
    knows: new Map(knows.map((row, i) => [names[i], Object.fromEntries(row.map((known, j) => [names[j], known]))])),
    count,
  });
  const read = ({ members, lock, queue, knows, count }: Records): State => ({
    members: names.map((name) => ({ ...members[name], friend: numberOf(members[name].friend) })),
    lock: numberOf(lock),
    queue: queue.map((name) => names.indexOf(name)),
    knows: names.map((name) => names.map((other) => knows.get(name)![other])),
    count,
  });
  return defineModel<Records>({
    initial: written(initial),
    next: (state) => commands.flatMap((command) => steps(read(state), command).map(written)),
    propositions: Object.fromEntries(
      Object.entries(propositions).map(([name, holds]) => [name, (state: Records) => holds(read(state))]),
    ),
    symmetric: [
      {
        fields: ['members', 'knows', 'knows[]'],
        references: ['lock', 'queue[]', 'members[].friend'],
      },
    ],
  });
}

/** The same as processes, which know each other by name; what is between two of them is shared. */
function asSystem(initial: State, commands: readonly Command[], propositions: Propositions): Model {
  type Shared = { board: Omit<State, 'members'> & { readonly friends: readonly (number | null)[] } } & {
    readonly places: readonly Omit<Member, 'friend'>[];
  };
  const names = initial.members.map((_, i) => `p${i}`);
  const { members, ...rest } = initial;
  const whole = ({ board, places }: Shared): State => {
    const { friends, ...others } = board;
    return { ...others, members: places.map((place, i) => ({ ...place, friend: friends[i] })) };
  };
  const shared: Shared = {
    board: { ...rest, friends: members.map(({ friend }) => friend) },
    places: members.map(({ at, flag }) => ({ at, flag })),
  };
  return defineSystem({
    shared,
    processes: replicate(names, (i) => ({
      initial: { moved: false },
      actions: {
        move: (self: { moved: boolean }, seen: Shared) =>
          commands
            .flatMap((command) => stepsOf(whole(seen), command, i))
            .map(({ members: now, ...board }) => ({
              self: { moved: !self.moved },
              shared: {
                board: { ...board, friends: now.map(({ friend }) => friend) },
                places: now.map(({ at, flag }) => ({ at, flag })),
              },
            })),
      },
    })),
    propositions: Object.fromEntries(
      Object.entries(propositions).map(([name, holds]) => [name, (state: Shared) => holds(whole(state))]),
    ),
    symmetric: [
      {
        members: names,
        fields: ['places', 'board.friends', 'board.knows', 'board.knows[]'],
        references: ['board.lock', 'board.queue[]', 'board.friends[]'],
      },
    ],
  });
}
