// Random models as files that the verifier reads, with propositions about them.
import type { Random } from '../../src/base/random.ts';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { explore } from '../../src/models/explore.ts';
import { randomGraph } from '../helpers/graph-model.ts';
import { distinctOddNames } from '../helpers/odd-names.ts';
import { randomConcurrentNet } from '../helpers/random-concurrent-net.ts';
import { randomDve } from '../helpers/random-dve.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { randomReducibleNet } from '../helpers/random-reducible-net.ts';
import { randomSymmetricCondition, randomSymmetricNet } from '../helpers/random-symmetric-net.ts';
import { randomProposition } from '../reductions/agreement.ts';
import { kripkeFile, loaded, type ModelFile, netFile } from './certified.ts';

/** Nets by what they are good for: anything, the rules of reductions, stubborn sets, permutations of their parts. */
export const modelKinds = ['kripke', 'dve', 'net', 'reducible', 'concurrent', 'symmetric'] as const;
export type ModelKind = (typeof modelKinds)[number];

export interface RandomCase {
  readonly file: ModelFile;
  readonly propositions: readonly string[];
}

export function randomCase(random: Random, kind: ModelKind): RandomCase {
  const { file, propositions } = DRAWN[kind](random);
  return { file, propositions: [...new Set(propositions)] };
}

const DRAWN: Readonly<Record<ModelKind, (random: Random) => RandomCase>> = {
  kripke: (random) => {
    // A label that is called as deadlocks are is refused by the verifier: it could be read in two ways.
    const isClear = (name: string): boolean => !/^dead(\(\))?$|\n/.test(name);
    const propositions = distinctOddNames(random, 3, isClear);
    const states = random.between(1, 7);
    const graph = randomGraph(random, { states, propositions, degree: 1.7, deadlocks: true });
    return { file: kripkeFile(graph, propositions), propositions };
  },
  dve: (random) => {
    for (;;) {
      const { text, proposition } = randomDve(random);
      const file = { name: 'random.dve', text };
      if (isWithoutFaults(file)) return { file, propositions: some(random, () => proposition(random)) };
    }
  },
  net: (random) => {
    const file = netFile(random.chance(0.5) ? randomNet(random) : randomConservativeNet(random));
    const named = loaded(file).variables.map(({ name: id }) => `'${id.replaceAll("'", "''")}'`);
    // Places may be called so, even by both names.
    const dead = ['dead', 'dead()'].filter((name) => !named.includes(`'${name}'`)).slice(0, 1);
    const propositions = [0, 1, 2].map((i) => {
      const [a, b] = [random.pick(named), random.pick(named)];
      return random.pick([...dead, `${a} >= ${i + 1}`, `${a} < ${b} + ${i}`, `!(${a} = ${i} && ${b} != 0)`]);
    });
    return { file, propositions };
  },
  reducible: (random) => {
    const net = randomReducibleNet(random);
    // Few propositions leave many places to the rules.
    return { file: netFile(net), propositions: some(random, () => randomProposition(random, net, 4)) };
  },
  concurrent: (random) => {
    const net = randomConcurrentNet(random);
    return { file: netFile(net), propositions: some(random, () => randomProposition(random, net, 2)) };
  },
  symmetric: (random) => {
    const net = randomSymmetricNet(random);
    return { file: netFile(net), propositions: some(random, () => randomSymmetricCondition(random, net)) };
  },
};

/** Now and then an index is out of range; then there is no verdict. */
function isWithoutFaults(file: ModelFile): boolean {
  try {
    return explore(loaded(file), { limits: { states: 2000 } }).limit === null;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

function some(random: Random, drawn: () => string): string[] {
  return Array.from({ length: random.between(1, 3) }, drawn);
}
