// Random formulas: a stream that depends on its seed and options only.
//
// A tree of a drawn size is grown top-down, operators by their priorities, sizes of operands split evenly at random, and put
// together bottom-up. The store folds trivial identities (F F p, p & p, …), which would make the tree smaller than
// drawn; where that happens another operator is drawn, and in small subtrees the whole subtree. What still misses the
// wanted range of sizes is thrown away: every formula that comes out has a size in the range.
import { Random } from '../base/random.ts';
import type { Formula, FormulaStore } from './formula.ts';
import { completeRandomOptions, type RandomFormulaOptions, type RandomPlan } from './random-options.ts';

/** This many trees in a row that miss the size, or repeat an earlier formula, end the stream. */
const MAX_MISSES = 1000;
/** Operators drawn for given operands before the fold is taken as it is. */
const OPERATOR_TRIES = 8;
/** Subtrees up to this size are grown anew when they fold, at most `SUBTREE_TRIES` times. */
const SMALL_SUBTREE = 8;
const SUBTREE_TRIES = 16;

/**
 * Random formulas, each with a size in the range of the options, distinct ones unless `repetition` allows others.
 * The stream has no end of its own; it stops when 1000 attempts in a row gave nothing (new) in the range, for instance
 * because there are no more formulas of that size.
 */
export function* randomFormulas(store: FormulaStore, options: RandomFormulaOptions): Generator<Formula, void> {
  const plan = completeRandomOptions(options);
  const random = new Random(plan.seed);
  const seen = new Set<Formula>();
  for (let misses = 0; misses < MAX_MISSES; misses++) {
    const formula = attempt(store, random, plan);
    if (formula === null || (plan.repetition === 'unique' && seen.has(formula))) continue;
    if (plan.repetition === 'unique') seen.add(formula);
    misses = -1;
    yield formula;
  }
}

/** One formula, or null when what was drawn misses the range of sizes. */
function attempt(store: FormulaStore, random: Random, plan: RandomPlan): Formula | null {
  const formula = growTree(store, random, plan);
  if (formula.size < plan.size.min || formula.size > plan.size.max) return null;
  return plan.weakFairness === null ? formula : underWeakFairness(formula, random, plan);
}

/**
 * (⋀ GF pᵢ) → φ, with a drawn number of distinct propositions pᵢ: the WFair formulas of [BDK11, §3.2; BDK12, §4.2].
 * Null when the implication is trivial (φ is the hypothesis or a constant).
 */
function underWeakFairness(formula: Formula, random: Random, plan: RandomPlan): Formula | null {
  const { store } = formula;
  const { min, max } = plan.weakFairness!;
  const names = random.shuffle([...plan.propositions]).slice(0, random.between(min, max));
  const recurrent = names.map((name) => store.globally(store.finally(store.proposition(name))));
  const result = store.implies(store.nary('and', recurrent), formula);
  return result.kind === 'implies' ? result : null;
}

/** A node whose operands are being grown. */
interface Frame {
  readonly size: number;
  /** Sizes that the operands shall have. */
  operandSizes: readonly number[];
  operands: Formula[];
  tries: number;
}

/** A formula of a drawn size, or a smaller one where folding could not be avoided. */
function growTree(store: FormulaStore, random: Random, plan: RandomPlan): Formula {
  const stack = [newFrame(random.pick(plan.sizes), random, plan)];
  for (;;) {
    const frame = stack[stack.length - 1];
    if (frame.operands.length < frame.operandSizes.length) {
      stack.push(newFrame(frame.operandSizes[frame.operands.length], random, plan));
      continue;
    }
    const { formula, folded } = combine(store, frame.operands, random, plan);
    if (folded && frame.size <= SMALL_SUBTREE && frame.tries < SUBTREE_TRIES) {
      frame.tries++;
      frame.operands = [];
      frame.operandSizes = drawOperandSizes(frame.size, random, plan);
      continue;
    }
    stack.pop();
    if (stack.length === 0) return formula;
    stack[stack.length - 1].operands.push(formula);
  }
}

function newFrame(size: number, random: Random, plan: RandomPlan): Frame {
  return { size, operandSizes: drawOperandSizes(size, random, plan), operands: [], tries: 0 };
}

/** How a node of the given size is divided: no operand, one, or two. */
function drawOperandSizes(size: number, random: Random, plan: RandomPlan): readonly number[] {
  if (size === 1) return [];
  const { unaryWeight, binaryWeight } = plan;
  const binaryPossible = size >= 3 && binaryWeight > 0;
  if (unaryWeight > 0 && !(binaryPossible && random.chance(binaryWeight / (unaryWeight + binaryWeight)))) {
    return [size - 1];
  }
  // Without unary operators every size is odd, also those of the operands.
  const left = unaryWeight > 0 ? random.between(1, size - 2) : 2 * random.below((size - 1) / 2) + 1;
  return [left, size - 1 - left];
}

/** An operator over the operands, by priority; `folded` when the store made it smaller than a new node. */
function combine(
  store: FormulaStore,
  operands: readonly Formula[],
  random: Random,
  plan: RandomPlan,
): { formula: Formula; folded: boolean } {
  const [left, right] = operands;
  const expected = operands.reduce((sum, operand) => sum + operand.size, 1);
  let formula = left;
  for (let i = 0; i < OPERATOR_TRIES; i++) {
    if (operands.length === 0) formula = drawLeaf(store, random, plan);
    else if (operands.length === 1) formula = store.unary(plan.unary[random.weighted(plan.unaryWeights)], left);
    else {
      const kind = plan.binary[random.weighted(plan.binaryWeights)];
      formula = kind === 'and' || kind === 'or' ? store.nary(kind, operands) : store.binary(kind, left, right);
    }
    if (formula.size === expected) return { formula, folded: false };
  }
  return { formula, folded: true };
}

function drawLeaf(store: FormulaStore, random: Random, plan: RandomPlan): Formula {
  const { propositions, leafWeights } = plan;
  const leaf = random.weighted(leafWeights);
  if (leaf === 0) return store.proposition(random.pick(propositions));
  return store.constant(leaf === 1);
}
