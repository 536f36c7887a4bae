// The tables of random programs keep what they promise in every state that is reached.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { programParts } from '../../../src/explicit/partial-order/program-tables.ts';
import type { Rows, StubbornTables } from '../../../src/explicit/partial-order/stubborn-tables.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { readDve } from '../../../src/models/formats/dve/model.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import type { Model } from '../../../src/models/model.ts';
import { randomDve } from '../../helpers/random-dve.ts';
import { randomPromela } from '../../helpers/random-promela.ts';
import { programsOf } from '../../helpers/same-steps.ts';
import { roundsOf, seedFrom } from '../../helpers/shared.ts';
import { brokenPromise } from './broken-promise.ts';

const ROUNDS = roundsOf({ usual: 300, long: 6000 });

describe('the tables of programs', () => {
  it('keep their promises on random DVE systems', () => {
    const random = new Random(seedFrom(95));
    const checked = { pairs: 0, helped: 0, faults: 0, places: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { text, proposition } = randomDve(random, { faults: random.chance(0.2) });
      const read = unwrap(readDve({ name: 'random', text }));
      const model = random.chance(0.8) ? analyse(read) : read;
      const predicates = Array.from({ length: 4 }, () => unwrap(model.predicate(proposition(random))));
      expect(brokenPromise(model, predicates, { mostStates: 200, checked }), text).toBe(null);
    }
    expect(checked.pairs).toBeGreaterThan(10 * ROUNDS);
    expect(checked.helped).toBeGreaterThan(10 * ROUNDS);
    expect(checked.faults).toBeGreaterThan(0);
    expect(checked.places).toBeGreaterThan(ROUNDS / 2);
  });

  it('have the same rows, whether some were asked for before or none', () => {
    const random = new Random(seedFrom(97));
    const rowsOf = ({ lists, harms, conditions, groups }: StubbornTables): unknown => {
      const row = ({ starts, members }: Rows, number: number): number[] => [
        ...members.subarray(starts[number], starts[number + 1]),
      ];
      return Array.from({ length: groups }, (_, group) => ({
        harms: row(harms, group).map((list) => row(lists, list)),
        conditions: row(conditions, group).map((word, i) => (i % 3 === 0 ? row(lists, word) : word)),
      }));
    };
    for (let round = 0; round < 50; round++) {
      const model = unwrap(readDve({ name: 'random', text: randomDve(random).text }));
      const [fresh, used] = [programParts(model)!.exact, programParts(model)!.exact];
      const asked = model.groups.flatMap((_, group) => (random.chance(0.4) ? [group] : []));
      for (const group of asked) {
        used.rows.harms(group);
        used.rows.conditions(group);
      }
      expect(rowsOf(used.tables())).toEqual(rowsOf(fresh.tables()));
    }
  });

  it('keep their promises on random Promela models', () => {
    const checked = { pairs: 0, helped: 0, faults: 0, places: 0 };
    let models = 0;
    for (let round = 0; round < ROUNDS / 3; round++) {
      const text = randomPromela(seedFrom(96_000) + round, { use: 'claims' });
      const { value } = loadModel('model.pml', [text]);
      const programs: Model | null = value && programsOf(value);
      if (programs === null) continue;
      models++;
      const predicates = ['x >= 1', 'y == 2', 'a[0] == 1', 'x < y'].map((name) => unwrap(programs.predicate(name)));
      expect(brokenPromise(analyse(programs), predicates, { mostStates: 100, checked }), text).toBe(null);
    }
    expect(models).toBeGreaterThan(ROUNDS / 6);
    expect(checked.pairs).toBeGreaterThan(models);
    expect(checked.places).toBeGreaterThan(models);
  });
});
