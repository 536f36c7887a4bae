// Random models of every kind that the kernel has code for.
import type { Random } from '../../src/base/random.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { openNet } from './kernel.ts';
import { randomProcesses, randomProgram, randomTables } from './naive-model.ts';
import { randomConservativeNet, randomNet } from './random-net.ts';

/** By what they are called in tests. */
export const KERNEL_MODELS: Record<string, (random: Random) => Model> = {
  nets: (random) => netModel(randomNet(random)),
  'nets whose fields begin narrow': openNet,
  'nets with invariants': (random) => analyse(netModel(randomConservativeNet(random))),
  'guarded assignments': randomProgram,
  processes: randomProcesses,
  tables: randomTables,
};
