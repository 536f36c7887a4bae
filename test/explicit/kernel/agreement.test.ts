import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import type { StateSpaceOptions } from '../../../src/explicit/kernel/store/space-options.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import type { Model } from '../../../src/models/model.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { expectAgreement, openNet } from '../../helpers/kernel.ts';
import {
  randomPredicates,
  randomProcesses,
  randomProgram,
  randomShifts,
  randomTables,
} from '../../helpers/naive-model.ts';
import { randomConservativeNet, randomNet } from '../../helpers/random-net.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';

const RUNS = longMode ? 2000 : 25;
const MEMORY = 1 << 24;

const kinds: Record<string, (random: Random) => Model> = {
  'nets with bounds': (random) => netModel(randomNet(random)),
  'nets without bounds': openNet,
  'nets with invariants': (random) => analyse(netModel(randomConservativeNet(random))),
  'guarded assignments': randomProgram,
  processes: randomProcesses,
  'queues that shift': randomShifts,
  tables: randomTables,
};

const variants: Record<string, StateSpaceOptions> = {
  'breadth-first': { order: 'breadth-first' },
  'depth-first': { order: 'depth-first' },
  'depth-first without ids': { order: 'depth-first', states: 'counted' },
  'many states to an entry': { states: 'counted', leaves: 'always' },
  'many states to an entry, spread over parts of the table': {
    states: 'counted',
    leaves: 'always',
    parts: { bits: 1, room: 3, from: 1 },
  },
  folded: { order: 'breadth-first', fold: 'always' },
  'without implied variables': { order: 'breadth-first', implied: 'always' },
  'without implied variables and ids': { states: 'counted', implied: 'always', leaves: 'never' },
  'without implied variables, in the model': { order: 'breadth-first', implied: 'always', expansion: 'model' },
  'through the model’s own successors': { order: 'breadth-first', expansion: 'model' },
};

describe.each(Object.entries(kinds))('kernels of %s', (_, make) => {
  it.each(Object.entries(variants))('find what the plain explorer finds, in its order: %s', (_name, options) => {
    let compared = 0;
    for (let seed = 1; seed <= RUNS; seed++) {
      const random = new Random(seedFrom(seed));
      const model = make(random);
      const predicates = options.states === 'counted' ? [] : randomPredicates(random, model, random.between(0, 31));
      if (expectAgreement(model, { ...options, predicates, memoryBytes: MEMORY })) compared++;
    }
    expect(compared).toBeGreaterThan(RUNS / 2);
  });
});
