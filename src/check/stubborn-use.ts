// How stubborn sets are used in a check: as they were asked for, or not where something is against it; and the second product in which they are
// tried while a plain search waits.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { type LaterAttempt, type ProductAgain, Settled } from '../explicit/emptiness/result.ts';
import { stubbornObstacle } from '../explicit/partial-order/stubborn-product.ts';
import type { WaitingPlans } from '../explicit/partial-order/waiting-plans.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import { CompiledSource } from '../explicit/product/state-source.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { FairModel } from '../models/fair-model.ts';
import { FairPrograms } from '../models/fair-programs.ts';
import type { CompleteExplicit, PartialOrder } from './options.ts';
import type { Question } from './question.ts';

/** Code for stubborn sets is made beside that of the model: with more transitions than these it is not made for a try. */
const MANY_GROUPS = 5000;

interface StubbornTask {
  readonly deadlock: DeadlockReading;
  readonly engine: CompleteExplicit;
  readonly question: Question;
  readonly stopwatch: Stopwatch;
}

/** How the sets are used, and why not where they were asked for in vain. */
export function stubbornUse(
  product: SynchronisedProduct,
  task: StubbornTask,
): { readonly use: PartialOrder; readonly unused?: string } {
  const { partialOrder: asked } = task.engine;
  const { model } = product.kripke.graph;
  if (asked === 'none' || (asked === 'auto' && model.groups.length > MANY_GROUPS)) return { use: 'none' };
  const unused = obstacle(product, task);
  if (unused === null) return { use: asked };
  return asked === 'always' ? { use: 'none', unused } : { use: 'none' };
}

/** Why all transitions are followed, in words; null where they need not be. */
function obstacle(product: SynchronisedProduct, { engine, deadlock }: StubbornTask): string | null {
  const { model } = product.kripke.graph;
  if (model instanceof FairModel || model instanceof FairPrograms) return 'fairness speaks of single transitions';
  if (deadlock === 'error') return 'every deadlock of the model counts';
  if (engine.counterexample === 'shortest') return 'the shortest lasso of the model is asked for';
  if (engine.fullProduct === 'counted') return 'states of the product are counted';
  return stubbornObstacle(product);
}

/** The product over a graph of its own, in what memory is left beside the one that is searched. */
export function productAgain(
  { kripke: { graph, expressions } }: SynchronisedProduct,
  { question, engine, stopwatch }: StubbornTask,
  plans: WaitingPlans,
): ProductAgain {
  const { memoryBytes } = stopwatch;
  const left = memoryBytes !== undefined && { memoryBytes: Math.max(0, memoryBytes - graph.bytes) };
  const limits = stopwatch.part({ ...left });
  const source = new CompiledSource(graph.model, { watch: limits, plan: graph.states.space?.fieldPlan });
  const again = new ModelGraph(graph.model, { ...graph.options, source, watch: limits });
  const kripke = new Kripke(again, expressions);
  const product = new SynchronisedProduct(kripke, question.property(engine.automaton, kripke.letters, limits));
  return { product, plans: () => plans.over(product), limits };
}

/** What a search that gave up after so many states left to be tried, tried once enough were counted. Throws `Settled`. */
export function lookWhileCounting(attempt: LaterAttempt | null, before: number): (counted: number) => void {
  return (counted) => {
    const result = attempt?.after(before + counted) ?? null;
    if (result !== null) throw new Settled(result);
  };
}
