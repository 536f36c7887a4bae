// Answers of `ask` against a naive oracle, which goes through all states of random small nets: each technique alone, which may leave questions open, and all
// together, which may not.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { ask } from '../../src/check/ask/ask.ts';
import { type AskTechnique, askTechniques, type ModelQuestion } from '../../src/check/ask/question.ts';
import { explore } from '../../src/models/explore.ts';
import { quotedName } from '../../src/models/expression/quoted-name.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { randomReducibleNet } from '../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const NETS = roundsOf({ usual: 60, long: 5000 });
const MAX_STATES = 300;
/** Techniques that answer everything about a net with few states. */
const COMPLETE: readonly AskTechnique[] = ['states', 'diagrams'];

/** What each technique must have answered now and then. */
const OWED: Readonly<Record<AskTechnique, readonly ModelQuestion['kind'][]>> = {
  structure: ['bound', 'stable'],
  walk: ['safe', 'quasi-live', 'live'],
  equation: ['bound'],
  states: ['bound', 'safe', 'stable', 'quasi-live', 'live'],
  diagrams: ['bound', 'safe', 'stable', 'quasi-live', 'live'],
  check: ['reachable', 'invariant', 'deadlock', 'bound', 'safe', 'stable', 'quasi-live', 'live'],
};

describe('questions about nets', () => {
  it(`have the answers of the naive oracle on ${NETS} nets`, () => {
    const random = new Random(seedFrom(2121));
    const counts = new Map<string, number>();
    for (let turn = 0, done = 0; done < NETS; turn++) {
      const net = anyNet(random, turn);
      const model = netModel(net);
      const oracle = oracleOf(model);
      if (oracle === null) continue;
      done++;
      const questions = someQuestions(net, random);
      const expected = questions.map((question) => oracle(question));
      // The slow ones take turns.
      const alone = askTechniques.filter((by) => by === 'structure' || COMPLETE.includes(by) || done % 5 === 0);
      for (const by of [askTechniques, ...alone.map((technique) => [technique])]) {
        const answers = ask(model, questions, { by, onRefusedLift: 'throw', limits: {} });
        for (const [i, { question, value }] of answers.entries()) {
          const isOwed = by.length > 1 || (COMPLETE.includes(by[0]) && isAboutNets(question));
          if (value === expected[i] || (value === null && !isOwed)) {
            const key = `${by.length > 1 ? 'all' : by[0]} ${question.kind} ${typeof value}`;
            counts.set(key, (counts.get(key) ?? 0) + 1);
            continue;
          }
          expect.fail(
            `net ${turn}, ${by.join()}: ${JSON.stringify(question)} is ${expected[i]}, not ${value}: ${JSON.stringify(net)}`,
          );
        }
      }
    }
    const silent = Object.entries(OWED).flatMap(([by, kinds]) =>
      kinds.map((kind) => `${by} ${kind} ${kind === 'bound' ? 'number' : 'boolean'}`).filter((key) => !counts.has(key)),
    );
    expect(silent).toEqual([]);
  }, 120_000);
});

function isAboutNets({ kind }: ModelQuestion): boolean {
  return kind !== 'reachable' && kind !== 'invariant' && kind !== 'deadlock';
}

function anyNet(random: Random, turn: number): Net {
  const make = [randomNet, randomConservativeNet, randomReducibleNet][turn % 3];
  return make(random);
}

function someQuestions({ places, transitions }: Net, random: Random): ModelQuestion[] {
  const place = (): string => `tokens(${quotedName(random.pick(places).id)})`;
  const conditions = [`${place()} >= ${random.between(0, 3)}`, `${place()} + ${place()} = ${random.between(0, 4)}`];
  if (transitions.length > 0) conditions.push(`fireable(${quotedName(random.pick(transitions).id)}) && ${place()} < 2`);
  return [
    ...conditions.map((condition): ModelQuestion => ({ kind: random.pick(['reachable', 'invariant']), condition })),
    { kind: 'deadlock' },
    { kind: 'safe' },
    { kind: 'stable' },
    { kind: 'quasi-live' },
    { kind: 'live' },
    { kind: 'bound', expression: place() },
    { kind: 'bound', expression: `tokens(${places.map(({ id }) => quotedName(id)).join(', ')})` },
  ];
}

/** Null where the net has too many states. */
function oracleOf(model: NetModel): ((question: ModelQuestion) => boolean | number) | null {
  const { states: count, table, limit } = explore(model, { limits: { states: MAX_STATES } });
  if (limit !== null) return null;
  const states = Array.from({ length: count }, (_, id) => {
    const state = new Int32Array(model.variables.length);
    table.read(id, state);
    return state;
  });
  const steps = states.map((state) => {
    const found: { target: number; group: number }[] = [];
    model.successors(state, (target, group) => found.push({ target: table.intern(target), group }));
    return found;
  });
  const from = (start: number): Set<number> => {
    const reached = new Set([start]);
    for (const state of reached) for (const { target } of steps[state]) reached.add(target);
    return reached;
  };
  const firedIn = (some: Iterable<number>): Set<number> =>
    new Set([...some].flatMap((state) => steps[state].map(({ group }) => group)));
  const values = (text: string): number[] => {
    // Counted by hand: what lies between the parentheses are places.
    const names = text.slice('tokens('.length, -1).split(', ');
    const numbers = names.map((name) => model.net.places.findIndex(({ id }) => quotedName(id) === name));
    return states.map((state) => numbers.reduce((sum, number) => sum + state[number], 0));
  };
  const holdsIn = (condition: string): boolean[] => {
    const { labels } = explore(model, { predicates: [model.predicate(condition).value!] });
    return Array.from(labels, (label) => label === 1);
  };
  return (question) => {
    switch (question.kind) {
      case 'reachable':
        return holdsIn(question.condition).includes(true);
      case 'invariant':
        return !holdsIn(question.condition).includes(false);
      case 'deadlock':
        return steps.some(({ length }) => length === 0);
      case 'safe':
        return states.every((state) => state.every((tokens) => tokens <= 1));
      case 'stable':
        return model.variables.some((_, place) => states.every((state) => state[place] === states[0][place]));
      case 'quasi-live':
        return firedIn(states.keys()).size === model.groups.length;
      case 'live':
        return [...states.keys()].every((state) => firedIn(from(state)).size === model.groups.length);
      case 'bound':
        return Math.max(...values(question.expression));
    }
  };
}
