// Tables of programs from a survey of all states: the same states, transitions, deadlocks, faults and verdicts as without one.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { Stopwatch } from '../../src/diagnostics/stopwatch.ts';
import { openStepSurvey } from '../../src/explicit/search/step-survey.ts';
import { explore } from '../../src/models/explore.ts';
import type { Model } from '../../src/models/model.ts';
import type { OpenSurvey } from '../../src/models/step-survey.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { randomDve } from '../helpers/random-dve.ts';
import { roundsOf } from '../helpers/shared.ts';
import { counts, modelOf, orFault } from './dve-counts.ts';
import { SMALL_MODELS } from './small-models.ts';

const ROUNDS = roundsOf({ usual: 100, long: 5000 });
/** Models with more are left out. */
const MOST_STATES = 1000;
const orders = orderNames.filter((name) => name !== 'user');
const surveyed = { programs: 'surveyed', survey: openStepSurvey } as const;

/** All steps of all groups, as the rows of a survey say. */
function sourcesOf(model: Model): string[] {
  const survey = openStepSurvey(model, new Stopwatch())!;
  expect(survey.explore(Number.POSITIVE_INFINITY)).toBe('complete');
  const groups = model.groups.map(({ reads, writes }, group) => ({
    group,
    variables: [...new Set([...reads, ...writes])],
  }));
  const found: string[] = [];
  survey.forEachSource(groups, ({ group }, values) => found.push(`${group}: ${values.join(' ')}`));
  return found.sort();
}

/** The same by the model's own function. */
function expectedSources(model: Model): string[] {
  const found = new Set<string>();
  const known = new Map<string, Int32Array>();
  for (const state of model.initialStates()) known.set(state.join(), Int32Array.from(state));
  for (const state of known.values()) {
    model.successors(state, (target, group) => {
      if (!known.has(target.join())) known.set(target.join(), target.slice());
      const { reads, writes } = model.groups[group];
      found.add(`${group}: ${Array.from(new Set([...reads, ...writes]), (variable) => state[variable]).join(' ')}`);
    });
  }
  return [...found].sort();
}

describe('a survey of steps', () => {
  it('has each combination of values with which a group has a step, once', () => {
    const programs = Object.entries(SMALL_MODELS).filter(([name]) => name.endsWith('.dve'));
    expect(programs.length).toBeGreaterThan(2);
    for (const [name, text] of programs) expect(sourcesOf(modelOf(text)), name).toEqual(expectedSources(modelOf(text)));
  });

  it('has values below zero, wide ones, and those of states that need several words', () => {
    const model = modelOf(`int a = -70000; int b = 2147483000; int c[5]; byte d = 255;
      process P { int e = -1; state s, t; init s; trans
        s -> t { guard d > 250; effect a = a + 40000, c[d % 5] = a, d = d - 1; },
        t -> s { guard b > 2147482990; effect b = b - c[0] % 7 - 3, e = e - b % 3; }; }
      system async;`);
    expect(sourcesOf(model)).toEqual(expectedSources(model));
  });

  it('can be continued', () => {
    const model = modelOf(`byte x; byte y; process P { state s; init s; trans
      s -> s { guard x < 200; effect x = x + 1; }, s -> s { guard y < 200; effect y = y + 1; }; } system async;`);
    const survey = openStepSurvey(model, new Stopwatch())!;
    expect(survey.explore(100)).toBe('open');
    expect(survey.explore(Number.POSITIVE_INFINITY)).toBe('complete');
  });

  it('ends where the memory is full, and is none where there is none at all', () => {
    const model = modelOf(`int x; int y; process P { state s; init s; trans
      s -> s { guard x < 5000; effect x = x + 1; }, s -> s { guard y < 5000; effect y = y + 1; }; } system async;`);
    const survey = openStepSurvey(model, new Stopwatch({ memoryBytes: 2 ** 24 }))!;
    expect(survey.explore(Number.POSITIVE_INFINITY)).toBe('ended');
    expect(openStepSurvey(model, new Stopwatch({ memoryBytes: 4096 }))).toBeNull();
  });
});

describe('programs whose tables come from a survey', () => {
  it('have the states of the plain explorer under every order', () => {
    const programs = Object.entries(SMALL_MODELS).filter(([name]) => name.endsWith('.dve'));
    for (const [name, text] of programs) {
      const model = modelOf(text);
      for (const order of orders) {
        expect(countStates(model, { order, ...surveyed }), `${name} ${order}`).toMatchObject(counts(explore(model)));
      }
    }
  });

  it(`have them, and the faults, on ${ROUNDS} random programs`, () => {
    const random = new Random(2611);
    const seen = { fault: 0, none: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { text } = randomDve(random, { faults: round % 3 === 0 });
      const model = modelOf(text);
      const order = random.pick(orders);
      const reached = orFault(() => explore(model, { limits: { states: MOST_STATES } }));
      if (reached !== 'fault' && reached.states > MOST_STATES) continue;
      const expected = reached === 'fault' ? reached : counts(reached);
      const found = orFault(() => countStates(model, { order, ...surveyed }));
      if (expected === 'fault') expect(found, `${round} ${order}\n${text}`).toBe('fault');
      else expect(found, `${round} ${order}\n${text}`).toMatchObject(expected);
      seen[expected === 'fault' ? 'fault' : 'none']++;
    }
    expect(Math.min(seen.fault, seen.none)).toBeGreaterThan(ROUNDS / 40);
  });

  it('have rows over what a step depends on alone', () => {
    const model = modelOf(`byte a[4]; byte i;
      process P { state s; init s; trans s -> s { guard a[i] < 2; effect a[i] = a[i] + 1, i = (i + 1) % 4; }; }
      system async;`);
    const { space } = exploreSymbolically(model, surveyed);
    expect(space.transitions.groups.map(({ kind }) => kind)).toEqual(['rows']);
    expect(space.transitions.supports().map((support) => support.length)).toEqual([2, 2, 2, 2]);
  });

  it('are tables in the middle of a race that takes long, and the states are the same', () => {
    // An array that is shifted and mixed: no table beforehand, and more steps to build a relation than the first round of a race has.
    const model = modelOf(`byte q[5]; byte x; byte y; byte z;
      process P { state s; init s; trans
        s -> s { guard x < 7; effect q[4] = (q[0] * q[1] + q[2] * q[3] + x * y + z) % 17, x = x + 1; },
        s -> s { guard y < 7; effect q[0] = q[1], q[1] = q[2], q[2] = q[3], q[3] = q[4], y = y + 1, z = (q[0] * x + q[4] * y) % 13; }; }
      system async;`);
    const calls: number[] = [];
    const survey: OpenSurvey = (...of) => {
      const opened = openStepSurvey(...of)!;
      return {
        explore: (states) => {
          calls.push(states);
          return opened.explore(states);
        },
        forEachSource: (...to) => opened.forEachSource(...to),
      };
    };
    const expected = explore(model, { limits: { states: 100_000 } });
    expect(expected.limit).toBeNull();
    const { states, deadlocks } = counts(expected);
    expect(countStates(model, { survey })).toMatchObject({ states, deadlocks });
    expect(calls.length).toBeGreaterThan(0);
  });
});
