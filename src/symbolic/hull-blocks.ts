// Why a product accepts nothing, as data for certificates: blocks of its pairs, such that no step leads from a block to a later one, and none inside a
// block bears the block's mark. They are what the steps of the hull take away. The hull shrinks forwards, P ← Reach(PostImage(P, f)), and stays
// closed under steps: so from what goes in a step, steps lead to what goes in it or later, and inside they do not bear f, since whatever a step
// with f leads to stays. What goes last is the first block.
import type { Automaton } from '../automata/automaton.ts';
import type { ClassLayer, MddSet } from '../dd/mdd/index.ts';
import { EMPTY } from '../dd/mdd/index.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import type { Observation } from '../models/observation.ts';
import { observedBy } from './check.ts';
import { fairHull } from './emptiness/hull.ts';
import type { ExploredModel, ExploredStates } from './explored-model.ts';
import { SymbolicProduct } from './product.ts';
import { duringRun } from './race.ts';
import type { SymbolicSpace } from './space.ts';
import { tgbaProduct } from './tgba-product.ts';

/** A part of the automaton; no edge leads from a part to a later one. */
export interface AutomatonPart {
  readonly states: readonly number[];
  /** The mark that no edge inside bears, -1 where there is no edge inside; `hull` where the edges inside bear all marks together. */
  readonly mark: number | 'hull';
}

/** A diagram of the states that are in some block: what it tells apart is the class of a state. */
interface BlockDiagram {
  /** From the top, where one node is; edges bear values of the variable. */
  readonly levels: readonly (Omit<ClassLayer, 'level'> & { readonly variable: number })[];
  /** For each class pairs (block, automaton state), flat. */
  readonly classes: readonly (readonly number[])[];
}

export interface HullBlocks extends BlockDiagram {
  /** For each block the mark that no step inside bears; -1 where there is no step inside. */
  readonly marks: readonly number[];
  readonly pairs: bigint;
}

interface HullBlocksRequest {
  readonly automaton: Automaton;
  /** All states of the automaton. */
  readonly parts: readonly AutomatonPart[];
  readonly observation: Observation;
  readonly deadlock: DeadlockReading;
  /** The variables that tell states apart. */
  readonly variables: readonly number[];
  readonly limits: Stopwatch;
}

/** The blocks of the product of the model with a TGBA; null where it accepts something. Throws `LimitExceeded`. */
export function hullBlocks(explored: ExploredModel, request: HullBlocksRequest): HullBlocks | null {
  const { limits } = request;
  const states = explored.states({ limits });
  const { mdd, order } = states.space;
  let found: HullBlocks | null = null;
  duringRun(
    mdd,
    () => order.name,
    { limits },
    () =>
      mdd.scope(() => {
        found = blocksIn(states, request);
        return EMPTY;
      }),
  );
  return found;
}

interface Removed {
  readonly pairs: MddSet;
  readonly mark: number;
}

function blocksIn({ space, dead, labellings }: ExploredStates, request: HullBlocksRequest): HullBlocks | null {
  const { automaton, observation, deadlock } = request;
  const { mdd } = space;
  const labelling = labellings.of(observedBy(automaton, observation));
  const productParts = tgbaProduct(labelling, automaton, deadlock === 'drop' ? EMPTY : dead);
  const product = new SymbolicProduct(productParts);
  const core = new SymbolicProduct(productParts, {}, 'core');
  const reachable = product.reach(product.parts.initial);
  const removed: Removed[] = [];
  try {
    const hull = fairHull({ product, core, reachable }, 'emerson-lei', (before, after, mark = -1) => {
      const pairs = mdd.minus(before, after);
      // It outlives the scope of the step.
      if (pairs !== EMPTY) removed.push({ pairs: mdd.protect(pairs), mark });
    });
    if (hull.pairs !== EMPTY) return null;
    const blocks = request.parts.flatMap(({ states, mark }): Removed[] => {
      const whole = mark === 'hull' ? [...removed].reverse() : [{ pairs: reachable, mark }];
      return whole.map((one) => ({ ...one, pairs: product.select(one.pairs, states) }));
    });
    const full = blocks.filter(({ pairs }) => pairs !== EMPTY);
    const marks = full.map(({ mark }) => mark);
    return { ...diagramOf(space, full, request.variables), marks, pairs: mdd.count(reachable) };
  } finally {
    for (const { pairs } of removed) mdd.release(pairs);
  }
}

function diagramOf(space: SymbolicSpace, blocks: readonly Removed[], variables: readonly number[]): BlockDiagram {
  const { mdd, levelOf, propertyLevel, variableAt, transitions } = space;
  if (blocks.length === 0) return { levels: [], classes: [] };
  const kept = [...variables.map((variable) => levelOf[variable]), propertyLevel].sort((a, b) => a - b);
  const sets = blocks.map(({ pairs }) => mdd.project(pairs, kept));
  const { layers, classes } = mdd.classify(sets, kept.indexOf(propertyLevel));
  const levels = layers.map(({ level, ...layer }) => {
    const variable = variableAt[kept[level]];
    const coding = transitions.codings[variable];
    return { ...layer, variable, values: layer.values.map((code) => coding.decode(code)) };
  });
  return { levels, classes };
}
