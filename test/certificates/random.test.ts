// Every verdict of every kind of automaton and both engines has a certificate that the verifier, which shares no code with them, accepts.
// The long mode verifies 5,000 that hold.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { Engine } from '../../src/check/options.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { randomGraph } from '../helpers/graph-model.ts';
import { distinctOddNames } from '../helpers/odd-names.ts';
import { randomConservativeNet, randomNet } from '../helpers/random-net.ts';
import { randomReducibleNet } from '../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { randomProposition } from '../reductions/agreement.ts';
import { certified, kripkeFile, loaded, type ModelFile, netFile, verdictOn } from './certified.ts';

const ROUNDS = roundsOf({ usual: 50, long: 3500 });

const ENGINES: readonly Engine[] = [
  ...(['ba', 'tgba', 'tgta', 'lazy-tgta', 'ta', 'gta'] as const).map(
    (automaton) => ({ kind: 'explicit', automaton }) as const,
  ),
  ...(['ba', 'tgba', 'tgta'] as const).map((automaton) => ({ kind: 'symbolic', automaton }) as const),
  ...(['tgba', 'tgta'] as const).map((automaton) => ({ kind: 'hybrid', automaton }) as const),
  { kind: 'auto' },
];

describe('the certificates of random checks', () => {
  it.each(['kripke', 'net', 'reducible'] as const)('are verified: %s', (kind) => {
    const random = new Random(seedFrom(41));
    const counts = { holds: 0, violated: 0, none: 0, diagrams: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { file, propositions } = randomCase(random, kind);
      const operators = random.chance(0.5) ? 'ltl' : 'next-free';
      const size = { min: 1, max: 12 };
      const seed = random.below(1e9);
      const [formula] = randomFormulas(new FormulaStore(), { propositions, seed, size, operators });
      const stutters = formula.has(NEXT_FREE);
      const engine = random.pick(stutters ? ENGINES : ENGINES.filter(({ automaton = '' }) => !/^g?ta/.test(automaton)));
      const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
      const source = random.chance(0.2) ? 'compiled' : undefined; // small models are usually searched outside of the kernel
      const states = random.pick([undefined, undefined, 'diagram', 'listed'] as const); // usually by the engine
      const reductions = random.chance(0.2) ? 'none' : 'auto';
      const options = { engine, deadlock, reductions, limits: { states: 800 } } as const;
      const { result, bytes } = certified(file, formula, options, { source, states });
      const text = printFormula(formula);
      const context = JSON.stringify({ text, ...options, source, states, file });
      const { outcome } = result.verdict;
      if (bytes === null) {
        counts.none++;
        continue;
      }
      expect(verdictOn(file, text, bytes), context).toMatchObject({ verdict: outcome, deadlock });
      if (outcome !== 'unknown') counts[outcome]++;
      if (isOfDiagrams(bytes)) counts.diagrams++;
    }
    expect(Math.min(counts.holds, counts.violated)).toBeGreaterThan(ROUNDS / 20);
    expect(counts.diagrams).toBeGreaterThan(ROUNDS / 20);
    expect(counts.none).toBeLessThan(ROUNDS / 2); // cycles that do not close, and too many states
  });
});

/** Whether a diagram says which states there are. */
function isOfDiagrams(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes).split('\n')[1].includes('"order":');
}

function randomCase(
  random: Random,
  kind: 'kripke' | 'net' | 'reducible',
): { readonly file: ModelFile; readonly propositions: readonly string[] } {
  if (kind === 'kripke') {
    // A label that is called as deadlocks are is refused by the verifier: it could be read in two ways.
    const isClear = (name: string): boolean => !/^dead(\(\))?$|\n/.test(name);
    const propositions = distinctOddNames(random, 3, isClear);
    const states = random.between(1, 7);
    const graph = randomGraph(random, { states, propositions, degree: 1.7, deadlocks: true });
    return { file: kripkeFile(graph, propositions), propositions };
  }
  if (kind === 'reducible') {
    const net = randomReducibleNet(random);
    // Few propositions leave many places to the rules.
    const propositions = Array.from({ length: random.between(1, 3) }, () => randomProposition(random, net, 4));
    return { file: netFile(net), propositions };
  }
  const net = random.chance(0.5) ? randomNet(random) : randomConservativeNet(random);
  const file = netFile(net);
  const named = loaded(file).variables.map(({ name: id }) => `'${id.replaceAll("'", "''")}'`);
  // Places may be called so, even by both names.
  const dead = ['dead', 'dead()'].filter((name) => !named.includes(`'${name}'`)).slice(0, 1);
  const propositions = [0, 1, 2].map((i) => {
    const [a, b] = [random.pick(named), random.pick(named)];
    return random.pick([...dead, `${a} >= ${i + 1}`, `${a} < ${b} + ${i}`, `!(${a} = ${i} && ${b} != 0)`]);
  });
  return { file, propositions: [...new Set(propositions)] };
}
