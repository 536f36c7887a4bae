// Every verdict of every engine, kind of automaton and reduction has a certificate that the verifier, which shares no code with them, accepts.
// The long mode verifies more than 5,000 that hold.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { type AutomatonKind, automatonKinds, type Engine, reductionNames } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { explore } from '../../src/models/explore.ts';
import { reductionRuleNames } from '../../src/reductions/rules.ts';
import { symbolicAutomatonKinds } from '../../src/symbolic/check.ts';
import { hybridAutomatonKinds } from '../../src/symbolic/hybrid/check.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';
import { certified, loaded, type ModelFile, verdictOn } from './certified.ts';
import { modelKinds, randomCase } from './random-case.ts';

/** How many that hold are verified, for each kind of model. */
const PROOFS = roundsOf({ usual: 12, long: 900 });
/** A sixth of the rounds or more ends with such a one. */
const MOST_ROUNDS = 20 * PROOFS;
const MOST_STATES = 800;

const ENGINES: readonly Engine[] = [
  ...automatonKinds.map((automaton) => ({ kind: 'explicit', automaton }) as const),
  ...symbolicAutomatonKinds.map((automaton) => ({ kind: 'symbolic', automaton }) as const),
  ...hybridAutomatonKinds.map((automaton) => ({ kind: 'hybrid', automaton }) as const),
  { kind: 'auto' },
];
const KNOWS_NEXT: readonly AutomatonKind[] = ['ba', 'tgba', 'tgta', 'lazy-tgta'];

/** What was verified, by engine and automaton, by what made the check smaller, and by what is in the certificate. */
type Tally = Map<string, number>;
const engineName = ({ kind, automaton }: Engine): string => (automaton === undefined ? kind : `${kind} ${automaton}`);

/** What must be among it in the long mode: how often, at least. Each is expected several times as often; the rarest is pre-agglomeration. */
const LEAST: ReadonlyMap<string, number> = new Map([
  ...ENGINES.map((engine) => [engineName(engine), 25] as const),
  ...['facts', 'stubborn sets', 'permutations', 'listed states', 'a diagram'].map((what) => [what, 25] as const),
  ...reductionRuleNames.map((rule) => [rule, 1] as const),
  ...['implicit', 'dead', 'like', 'post', 'pre'].map((rule) => [`rule ${rule}`, 5] as const),
]);

const all: Tally = new Map();

describe('the certificates of random checks', () => {
  it.each(modelKinds)('are verified: %s', (kind) => {
    const random = new Random(seedFrom(41));
    const tally: Tally = new Map();
    const counts = { holds: 0, violated: 0, none: 0, rounds: 0 };
    for (; counts.holds < PROOFS && counts.rounds < MOST_ROUNDS; counts.rounds++) {
      const { file, propositions } = randomCase(random, kind);
      const operators = random.chance(0.5) ? 'ltl' : 'next-free';
      const size = { min: 1, max: 12 };
      const seed = random.below(1e9);
      const [formula] = randomFormulas(new FormulaStore(), { propositions, seed, size, operators });
      const engine = randomEngine(random, file, formula);
      const deadlock = random.chance(0.7) ? 'stutter' : 'drop';
      const source = random.chance(0.2) ? 'compiled' : undefined; // small models are usually searched outside of the kernel
      const states = random.pick([undefined, undefined, 'diagram', 'listed'] as const); // usually by the engine
      const reductions = random.pick(['none', 'auto', reductionNames, [random.pick(reductionRuleNames)]] as const);
      const options = { engine, deadlock, reductions, limits: { states: MOST_STATES } } as const;
      const { result, bytes } = certified(file, formula, options, { source, states });
      const { outcome } = result.verdict;
      if (bytes === null || outcome === 'unknown') {
        counts.none++;
        continue;
      }
      const text = printFormula(formula);
      const context = JSON.stringify({ text, ...options, source, states, file });
      expect(verdictOn(file, text, bytes), context).toMatchObject({ verdict: outcome, deadlock });
      counts[outcome]++;
      if (outcome === 'violated') continue;
      for (const what of new Set([engineName(engine), ...aspects(result), ...written(bytes)])) {
        for (const one of [tally, all]) one.set(what, (one.get(what) ?? 0) + 1);
      }
    }
    expect(counts.holds).toBe(PROOFS);
    expect(counts.violated).toBeGreaterThan(PROOFS / 4);
    expect(counts.none).toBeLessThan(counts.rounds / 2); // cycles that do not close, and too many states
    expect(tally.get('a diagram') ?? 0).toBeGreaterThan(PROOFS / 20);
    expect(tally.get('listed states') ?? 0).toBeGreaterThan(PROOFS / 20);
  });

  it('are of every engine with every automaton, and in the long mode of every reduction, at least 5,000', () => {
    const engines = ENGINES.map((engine) => all.get(engineName(engine)) ?? 0);
    const proofs = engines.reduce((sum, count) => sum + count, 0);
    expect(proofs).toBe(PROOFS * modelKinds.length);
    if (!longMode) return;
    console.log(proofs, Object.fromEntries(all));
    expect(proofs).toBeGreaterThanOrEqual(5000);
    for (const [what, least] of LEAST) expect(all.get(what) ?? 0, what).toBeGreaterThanOrEqual(least);
  });
});

/** An engine that fits: not all automata know X, and diagrams of an unbounded net need all the memory that there is. */
function randomEngine(random: Random, file: ModelFile, formula: Formula): Engine {
  const fitting = formula.has(NEXT_FREE)
    ? ENGINES
    : ENGINES.filter(({ automaton = 'tgba' }) => KNOWS_NEXT.includes(automaton));
  const isSmall = explore(loaded(file), { limits: { states: MOST_STATES } }).limit === null;
  const engine = random.pick(isSmall ? fitting : fitting.filter(({ kind }) => kind === 'explicit'));
  if (engine.kind !== 'explicit') return engine;
  const choice = random.pick(['neither', 'stubborn sets', 'permutations'] as const);
  const [partialOrder, symmetry] = (['stubborn sets', 'permutations'] as const).map((name) =>
    name === choice ? ('always' as const) : ('none' as const),
  );
  return { ...engine, partialOrder, symmetry };
}

/** What made the check smaller. */
function aspects({ layers, statistics, simplified }: CheckResult): string[] {
  const { partialOrder, symmetry } = statistics;
  return [
    ...layers.flatMap(({ rules = [] }) => rules.map(({ rule }) => rule)),
    ...(partialOrder === undefined || 'unused' in partialOrder ? [] : ['stubborn sets']),
    ...(symmetry === undefined || 'unused' in symmetry ? [] : ['permutations']),
    ...(simplified === undefined || simplified.same + simplified.decided === 0 ? [] : ['facts']),
  ];
}

/** What a proof has: how it says which states there are, and the rules of its log. */
function written(bytes: Uint8Array): string[] {
  const { order, rules = [] } = JSON.parse(new TextDecoder().decode(bytes).split('\n')[1]);
  return [
    order === undefined ? 'listed states' : 'a diagram',
    ...rules.map(([rule]: readonly string[]) => `rule ${rule}`),
  ];
}
