// What random formulas are asked to look like, and the completion of the options into the plan that the generator follows.
import { UsageError } from '../diagnostics/diagnostic.ts';
import type { Binary, Constant, Nary, Unary } from './kinds.ts';

/** A range of whole numbers, both ends included. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What may be given a priority; `proposition` stands for all propositions together. */
export type RandomOperator = 'proposition' | Constant | Unary | Binary | Nary;

export interface RandomFormulaOptions {
  /** The propositions, or their number n for p0, …, p(n - 1). */
  readonly propositions: number | readonly string[];
  readonly seed: number;
  /** Size of the formulas (of φ under weak fairness) as `Formula.size` counts it; 1 to 15 unless given. */
  readonly size?: number | Range;
  /** Which operators may occur: all, all but X (RND of [BDK11, §3.2]), or only those without time; `ltl` unless given. */
  readonly operators?: 'ltl' | 'next-free' | 'boolean';
  /**
   * How often each operator is drawn, relative to the others that fit: 1 each, the constants 0 and `proposition` the
   * number of propositions, unless given. An operator of priority 0 does not occur.
   */
  readonly priorities?: Partial<Readonly<Record<RandomOperator, number>>>;
  /** Whether the same formula may come again; `unique` unless given. */
  readonly repetition?: 'unique' | 'allowed';
  /** The number of hypotheses GF pᵢ under which the formula is put (WFair of [BDK11, §3.2]); none unless given. */
  readonly weakFairness?: number | Range;
}

/** Complete, checked options. */
export interface RandomPlan {
  readonly propositions: readonly string[];
  readonly seed: number;
  readonly size: Range;
  /** The sizes that can be drawn: all of the range, or the odd ones where there is no unary operator. */
  readonly sizes: readonly number[];
  /** Of a proposition, true, false. */
  readonly leafWeights: readonly number[];
  readonly unary: readonly Unary[];
  readonly unaryWeights: readonly number[];
  readonly unaryWeight: number;
  readonly binary: readonly (Binary | Nary)[];
  readonly binaryWeights: readonly number[];
  readonly binaryWeight: number;
  readonly repetition: 'unique' | 'allowed';
  readonly weakFairness: Range | null;
}

const DEFAULT_SIZE: Range = { min: 1, max: 15 };
/** Formulas of the store are counted and keyed within this; a larger one is certainly a mistake. */
const MAX_SIZE = 1_000_000;
const MAX_PROPOSITIONS = 1_000_000;

const UNARY: readonly Unary[] = ['not', 'next', 'finally', 'globally'];
const BINARY: readonly (Binary | Nary)[] = [
  'and',
  'or',
  'implies',
  'equivalent',
  'xor',
  'until',
  'release',
  'weakUntil',
  'strongRelease',
];
const TIMELESS: ReadonlySet<RandomOperator> = new Set(['not', 'and', 'or', 'implies', 'equivalent', 'xor']);

/** Fills in what the options leave open; throws `UsageError` when no formula can satisfy them. */
export function completeRandomOptions(options: RandomFormulaOptions): RandomPlan {
  const propositions = completePropositions(options.propositions);
  const size = completeRange('size', options.size ?? DEFAULT_SIZE, { min: 1, max: MAX_SIZE });
  const weights = completePriorities(options, propositions.length);
  const unary = UNARY.filter((kind) => weights[kind] > 0);
  const binary = BINARY.filter((kind) => weights[kind] > 0);
  const unaryWeights = unary.map((kind) => weights[kind]);
  const binaryWeights = binary.map((kind) => weights[kind]);
  return {
    propositions,
    seed: options.seed,
    size,
    sizes: possibleSizes(size, unary.length > 0, binary.length > 0),
    leafWeights: [weights.proposition, weights.true, weights.false],
    unary,
    unaryWeights,
    unaryWeight: sum(unaryWeights),
    binary,
    binaryWeights,
    binaryWeight: sum(binaryWeights),
    repetition: options.repetition ?? 'unique',
    weakFairness:
      options.weakFairness === undefined
        ? null
        : completeRange('weakFairness', options.weakFairness, { min: 1, max: propositions.length }),
  };
}

function completePropositions(propositions: number | readonly string[]): readonly string[] {
  if (typeof propositions !== 'number') return [...new Set(propositions)];
  if (!Number.isInteger(propositions) || propositions < 0 || propositions > MAX_PROPOSITIONS) {
    throw new UsageError(`propositions: expected a number from 0 to ${MAX_PROPOSITIONS}, got ${propositions}`);
  }
  return Array.from({ length: propositions }, (_, i) => `p${i}`);
}

function completeRange(name: string, given: number | Range, bounds: Range): Range {
  const { min, max } = typeof given === 'number' ? { min: given, max: given } : given;
  if (!Number.isInteger(min) || !Number.isInteger(max) || min > max || min < bounds.min || max > bounds.max) {
    const shown = min === max ? `${min}` : `${min}..${max}`;
    throw new UsageError(`${name}: expected a number or range within ${bounds.min}..${bounds.max}, got ${shown}`);
  }
  return { min, max };
}

function completePriorities(options: RandomFormulaOptions, propositionCount: number): Record<RandomOperator, number> {
  const weights = { proposition: propositionCount, true: 0, false: 0 } as Record<RandomOperator, number>;
  for (const kind of [...UNARY, ...BINARY]) weights[kind] = 1;
  for (const [kind, weight] of Object.entries(options.priorities ?? {}) as [RandomOperator, number | undefined][]) {
    if (weight === undefined) continue;
    if (!(weight >= 0 && Number.isFinite(weight))) {
      throw new UsageError(`priorities: expected a number of at least 0 for ${kind}, got ${weight}`);
    }
    weights[kind] = weight;
  }
  if (propositionCount === 0) weights.proposition = 0;
  if (options.operators === 'next-free') weights.next = 0;
  if (options.operators === 'boolean') {
    for (const kind of [...UNARY, ...BINARY]) if (!TIMELESS.has(kind)) weights[kind] = 0;
  }
  if (weights.proposition + weights.true + weights.false === 0) {
    throw new UsageError('propositions: formulas need a proposition, or a constant of positive priority');
  }
  return weights;
}

function possibleSizes(size: Range, hasUnary: boolean, hasBinary: boolean): number[] {
  const sizes: number[] = [];
  for (let n = size.min; n <= size.max; n++) {
    if (n === 1 || hasUnary || (hasBinary && n % 2 === 1)) sizes.push(n);
  }
  if (sizes.length === 0) {
    throw new UsageError(
      hasBinary
        ? `size: formulas without unary operators have odd sizes, got ${size.min}`
        : `size: formulas without operators have size 1, got ${size.min}..${size.max}`,
    );
  }
  return sizes;
}

function sum(weights: readonly number[]): number {
  return weights.reduce((total, weight) => total + weight, 0);
}
