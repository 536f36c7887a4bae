// The formula sets of the papers. A set is a stream of candidates, each of which depends on the seed of the set and its own number only:
// any candidate can be made without those before it, so that a selection goes on where it was cut off.
//
// Differs from the papers: they do not say over which propositions their random formulas range. Here each candidate draws four places (or
// other conditions) of the model and is made over these.
import { Random } from '../base/random.ts';
import { type Formula, FormulaStore } from '../formula/formula.ts';
import { parseLtl } from '../formula/parse.ts';
import { randomFormulas } from '../formula/random-formula.ts';
import type { RandomFormulaOptions } from '../formula/random-options.ts';
import { NEXT_FREE } from '../formula/traits.ts';
import { propositionsOf } from '../formula/traverse.ts';
import type { Model } from '../models/model.ts';

export type SetName = 'rnd' | 'wfair' | 'next' | 'wfair-next' | 'dedicated' | 'symbolic';

interface FormulaSet {
  readonly name: SetName;
  readonly title: string;
  readonly summary: string;
}

export const formulaSets: readonly FormulaSet[] = [
  {
    name: 'rnd',
    title: 'RND',
    summary: 'random formulas of size up to 15 without X [BDK11, §3.2; BDK12, §4.2]',
  },
  {
    name: 'wfair',
    title: 'WFair',
    summary: 'random formulas without X under two to four hypotheses GF p [BDK11, §3.2; BDK12, §4.2]',
  },
  { name: 'next', title: 'LTL with X', summary: 'random formulas of size up to 15 in which X occurs [BS15, §5]' },
  {
    name: 'wfair-next',
    title: 'WFair with X',
    summary: 'random formulas in which X occurs, under two to four hypotheses GF p [BS15, §5]',
  },
  { name: 'dedicated', title: 'Φ', summary: 'the properties that belong to a case study' },
  { name: 'symbolic', title: 'Symbolic', summary: 'random formulas without X for the symbolic engine [BDKT14, §4.3]' },
];

const PROPOSITIONS = 4;
const SIZE = { min: 5, max: 15 };

const random: Partial<Record<SetName, Omit<RandomFormulaOptions, 'propositions' | 'seed'>>> = {
  rnd: { size: SIZE, operators: 'next-free' },
  wfair: { size: SIZE, operators: 'next-free', weakFairness: { min: 2, max: PROPOSITIONS } },
  next: { size: SIZE, operators: 'ltl', priorities: { next: 3 } },
  'wfair-next': {
    size: SIZE,
    operators: 'ltl',
    priorities: { next: 3 },
    weakFairness: { min: 2, max: PROPOSITIONS },
  },
  symbolic: { size: SIZE, operators: 'next-free' },
};

/**
 * MAPK's property: ERKPP is reached only through RafP, MEKP, MEKPP and ERKP. As Φ₁ of [BDK11] prints it, and as Φ₂ of [BDK12] does, with
 * ERKPP for the ERKP of the third conjunct.
 */
const MAPK = ['ERKP', 'ERKPP'].map(
  (third) => `!(!RafP U MEKP) & !(!MEKP U MEKPP) & !(!MEKPP U ${third}) & !(!ERKP U ERKPP)`,
);

/** PolyORB's: data on a source is processed [BDK11, §3.2; BDK12, §4.2]; by the names of the papers, and of the contest's nets. */
const POLYORB = [
  ['MSrc', 'DOSrc'],
  ['ModifiedSrc', 'DataOnSrc'],
] as const;

/** The dedicated formulas of a model such as `mapk:8`, by its name or its places; few models have one. */
export function dedicatedFormulas(modelName: string, propositions: readonly string[] = []): readonly Formula[] {
  if (modelName.startsWith('mapk:')) return MAPK.map((text) => parseLtl(text));
  return POLYORB.flatMap(([modified, data]) => {
    const sources = propositions.flatMap((name) => new RegExp(`^${modified}_(\\d+)$`).exec(name)?.[1] ?? []);
    const complete = sources.length > 0 && sources.every((source) => propositions.includes(`${data}_${source}`));
    const conjuncts = [...sources]
      .sort((a, b) => Number(a) - Number(b))
      .map((source) => `G(${modified}_${source} -> F ${data}_${source})`);
    return complete ? [parseLtl(conjuncts.join(' & '))] : [];
  });
}

/**
 * How the deadlocks of a model are read. Those of PolyORB end executions that do not count: the papers verify its Φ, which a deadlock that
 * repeats for ever violates. In all other models they repeat.
 */
export function deadlockReading(modelName: string): 'stutter' | 'drop' {
  return modelName.startsWith('polyorb:') ? 'drop' : 'stutter';
}

/** The seed of a set for a model, from the seed of the run. */
export function setSeed(seed: number, modelName: string, set: SetName): number {
  return hash(`${seed}/${modelName}/${set}`);
}

/** What random formulas on this model may speak of: its places, locations, or labels. */
export function propositionsFor(model: Model): readonly string[] {
  const { names } = model;
  return [...names.references()].filter((reference) => names.truth(reference) !== null);
}

/** Candidate `index` of a set, or null where the draw gives no formula that belongs to the set. */
export function candidate(set: SetName, seed: number, index: number, propositions: readonly string[]): Formula | null {
  const options = random[set];
  if (options === undefined || propositions.length < PROPOSITIONS) return null;
  const own = hash(`${seed}/${index}`);
  const drawn = new Random(own).shuffle([...propositions]).slice(0, PROPOSITIONS);
  const formulas = randomFormulas(new FormulaStore(), { ...options, propositions: drawn, seed: own });
  const formula = formulas.next().value ?? null;
  if (formula === null || propositionsOf(formula).length === 0) return null;
  return (set === 'next' || set === 'wfair-next') && formula.has(NEXT_FREE) ? null : formula;
}

/** FNV-1a over the UTF-16 units, as a signed 32-bit number. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value | 0;
}
