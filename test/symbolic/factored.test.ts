// Programs taken apart into tests and assignments, without any table: the same states, transitions, deadlocks and faults as the plain explorer finds.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { explore } from '../../src/models/explore.ts';
import { orderNames } from '../../src/symbolic/order/orders.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { randomDve } from '../helpers/random-dve.ts';
import { roundsOf } from '../helpers/shared.ts';
import { counts, modelOf, orFault } from './dve-counts.ts';
import { SMALL_MODELS } from './small-models.ts';

const ROUNDS = roundsOf({ usual: 40, long: 2000 });
/** Models with more are left out. */
const MOST_STATES = 1000;
const orders = orderNames.filter((name) => name !== 'user');

describe('programs that are taken apart', () => {
  it('have the states of the plain explorer under every order', () => {
    const programs = Object.entries(SMALL_MODELS).filter(([name]) => name.endsWith('.dve'));
    for (const [name, text] of programs) {
      const model = modelOf(text);
      for (const order of orders) {
        expect(countStates(model, { order, programs: 'apart' }), `${name} ${order}`).toMatchObject(
          counts(explore(model)),
        );
      }
    }
  });

  it(`have them, and the faults, on ${ROUNDS} random programs`, () => {
    const random = new Random(26);
    const seen = { fault: 0, none: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { text } = randomDve(random, { faults: round % 2 === 0 });
      const model = modelOf(text);
      const order = random.pick(orders);
      const reached = orFault(() => explore(model, { limits: { states: MOST_STATES } }));
      if (reached !== 'fault' && reached.states > MOST_STATES) continue;
      const expected = reached === 'fault' ? reached : counts(reached);
      const found = orFault(() => countStates(model, { order, programs: 'apart' }));
      if (expected === 'fault') expect(found, `${round} ${order}\n${text}`).toBe('fault');
      else expect(found, `${round} ${order}\n${text}`).toMatchObject(expected);
      seen[expected === 'fault' ? 'fault' : 'none']++;
    }
    expect(Math.min(seen.fault, seen.none)).toBeGreaterThan(ROUNDS / 30);
  });

  it('write what an index chooses, after what was written before', () => {
    const model = modelOf(`byte a[3]; byte i; byte j; byte x = 1;
      process P { state s; init s; trans
        s -> s { guard a[i] < 3; effect a[i] = a[i] + x, i = (i + a[j]) % 3, x = a[i] + 1; },
        s -> s { guard x > 1; effect j = i, a[j] = x % 3, x = 1; }; }
      system async;`);
    for (const order of orders) {
      expect(countStates(model, { order, programs: 'apart' }), order).toMatchObject(counts(explore(model)));
    }
  });

  it('become tables that are learned where a variable has very many values', () => {
    const model = modelOf(`int x; int y;
      process P { state s; init s; trans s -> s { guard x < 500; effect x = x + 1, y = x * x; }; }
      system async;`);
    const { space } = exploreSymbolically(model, { order: 'given', programs: 'apart' });
    expect(space.transitions.groups.map(({ kind }) => kind)).toEqual(['learned']);
    expect(countStates(model, { programs: 'apart' })).toMatchObject(counts(explore(model)));
  });
});
