// The selection of the formulas of a set for a model: candidate after candidate, those that are trivial to check left out.
//
// Nothing is measured here, so all candidates share what was found of the model, and the trivial ones, most of them, are found out by a search
// that ends at the threshold.
import type { Automaton } from '../automata/automaton.ts';
import { translate } from '../automata/translate/translate.ts';
import type { Int32List } from '../base/growable.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { couvreur } from '../explicit/emptiness/couvreur.ts';
import { ModelGraph } from '../explicit/product/model-graph.ts';
import type { AcceptanceMode, Product } from '../explicit/product/product.ts';
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { stutteringShare } from '../symbolic/stuttering-share.ts';
import { symbolicApproaches } from './approaches.ts';
import { candidate, deadlockReading, dedicatedFormulas, propositionsFor, type SetName } from './formula-sets.ts';
import { automatonFor, productOf, search } from './measure.ts';
import { measureSymbolic } from './measure-symbolic.ts';
import type { FormulaRecord, SelectedRecord } from './records.ts';

export interface SelectTask {
  readonly kind: 'select';
  readonly model: string;
  readonly set: SetName;
  readonly seed: number;
  /** The first candidate to look at, and how many formulas of each outcome are still wanted. */
  readonly from: number;
  readonly wanted: Readonly<Record<'holds' | 'violated', number>>;
  readonly threshold: number;
  readonly maxCandidates: number;
}

/** So many candidates without an answer within the limits since the last one that was taken, and the model is too large for this set. */
const MOST_UNKNOWN = 5;

/** What the selecting check says of a formula that is not trivial. */
interface Judged {
  readonly outcome: 'holds' | 'violated';
  readonly exploredStates: number;
}

/**
 * Looks at one candidate after the other until enough are found, or the model proves too large for the limits. A candidate is taken when the TGBA check explores more product states
 * than the threshold (RND of [BDK11, §3.2]); without X, when those of TA and TGTA, with the letters of the papers, do as well
 * ([BDK12, §4.2]). The verdict is that of the TGBA check; for the symbolic set, whose models may be too large for
 * it, that of the symbolic TGTA.
 *
 * Differs from the papers: [BDK11] and [BDK12] select RND only, [BS15] by time; here all random sets are selected in this one way.
 */
export function* select(
  model: Model,
  task: SelectTask,
  limits: Limits,
): Generator<FormulaRecord | SelectedRecord, void> {
  const { set, seed } = task;
  const judge = new Judge(model, task, limits);
  const missing = { ...task.wanted };
  let next = task.from;
  let unknown = 0;
  let givenUpAt: number | undefined;
  for (const [formula, number] of candidates(model, task)) {
    if (missing.holds <= 0 && missing.violated <= 0) break;
    next = number + 1;
    const judged = formula && judge.judge(formula);
    if (judge.isHopeless || (judged === 'unknown' && ++unknown === MOST_UNKNOWN)) {
      next = task.maxCandidates;
      givenUpAt = limits.seconds;
      break;
    }
    if (formula === null || judged === null || judged === 'unknown') continue;
    if (set !== 'dedicated' && missing[judged.outcome]-- <= 0) continue;
    unknown = 0;
    yield {
      kind: 'formula',
      model: task.model,
      set,
      seed,
      candidate: number,
      formula: printFormula(formula),
      ...judged,
      ...judge.describeModel(formula),
    };
  }
  yield { kind: 'selected', model: task.model, set, candidates: next, ...(givenUpAt !== undefined && { givenUpAt }) };
}

function* candidates(model: Model, task: SelectTask): Generator<readonly [Formula | null, number]> {
  if (task.set === 'dedicated') {
    yield* dedicatedFormulas(task.model, propositionsFor(model)).flatMap((formula, i) =>
      i < task.from ? [] : [[formula, i] as const],
    );
    return;
  }
  const propositions = propositionsFor(model);
  for (let i = task.from; i < task.maxCandidates; i++) yield [candidate(task.set, task.seed, i, propositions), i];
}

class Judge {
  private readonly model: Model;
  private readonly task: SelectTask;
  private readonly limits: Limits;
  /** For the short searches, and for those that go on. */
  private readonly nearby: ModelGraph;
  private graph: ModelGraph | null = null;
  private explored: ExploredModel | null = null;
  /** Whether the states of the model were not found within the limits. */
  isHopeless = false;

  constructor(model: Model, task: SelectTask, limits: Limits) {
    this.model = model;
    this.task = task;
    this.limits = limits;
    this.nearby = new ModelGraph(model, { deadlock: deadlockReading(task.model), source: 'plain' });
  }

  /** Null when the formula is trivial, `unknown` when no answer is found within the limits. */
  judge(formula: Formula): Judged | 'unknown' | null {
    try {
      const automaton = translate(formula.store.not(formula), { limits: { ...this.limits, states: undefined } });
      if (!this.isHard(formula, automaton)) return null;
      return this.task.set === 'symbolic' ? this.judgeSymbolically(formula) : this.judgeExplicitly(formula, automaton);
    } catch (error) {
      if (error instanceof LimitExceeded) return 'unknown';
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  /** Whether all approaches that select explore more states than the threshold. */
  private isHard(formula: Formula, tgba: Automaton): boolean {
    const { threshold, set } = this.task;
    if (set === 'dedicated') return true;
    const explores = (automaton: Parameters<typeof productOf>[2]): boolean =>
      exploresMoreThan(threshold, productOf(this.nearby, formula, automaton));
    if (!explores(tgba)) return false;
    if (set !== 'rnd' && set !== 'wfair') return true;
    const negation = formula.store.not(formula);
    const stopwatch = new Stopwatch({ ...this.limits, states: undefined });
    return (['ta', 'tgta'] as const).every((automaton) =>
      explores(automatonFor(negation, { automaton, way: 'next' }, stopwatch)),
    );
  }

  private judgeExplicitly(formula: Formula, automaton: Automaton): Judged {
    this.graph ??= new ModelGraph(this.model, { deadlock: deadlockReading(this.task.model) });
    const { accepting, statistics } = search(productOf(this.graph, formula, automaton), 'couvreur', this.limits);
    return { outcome: accepting === null ? 'holds' : 'violated', exploredStates: statistics.exploredStates };
  }

  /** How large the model of the symbolic part is, and how much of it stutters for this formula [BDKT14, Table 1]. */
  describeModel(formula: Formula): Pick<FormulaRecord, 'modelStates' | 'stutteringRatio'> {
    const { explored, limits, model } = this;
    if (explored === null) return {};
    const { space } = explored.states();
    const modelStates = Number(space.mdd.count(space.states));
    try {
      const share = stutteringShare(explored, observe(model, formula), { limits });
      return share === null ? { modelStates } : { modelStates, stutteringRatio: share };
    } catch (error) {
      if (error instanceof LimitExceeded) return { modelStates };
      throw error;
    }
  }

  private judgeSymbolically(formula: Formula): Judged | 'unknown' {
    const { model, limits } = this;
    if (this.explored === null) {
      const explored = new ExploredModel(model, { property: 'top' });
      this.isHopeless = true;
      explored.states({ limits });
      this.isHopeless = false;
      this.explored = explored;
    }
    const approach = symbolicApproaches.find(({ id }) => id === 'symbolic-tgta-sat')!;
    const { outcome, exploredStates } = measureSymbolic(model, formula, approach, { limits, explored: this.explored });
    return outcome === 'holds' || outcome === 'violated' ? { outcome, exploredStates: exploredStates ?? 0 } : 'unknown';
  }
}

/** Whether Couvreur's check of the product explores more states; looks at no more than it must. */
function exploresMoreThan(threshold: number, product: Product): boolean {
  try {
    couvreur(new CappedProduct(product, threshold));
    return false;
  } catch (error) {
    if (error instanceof TooMany) return true;
    throw error;
  }
}

class TooMany extends Error {
  override name = 'TooMany';
}

/** A product that refuses to show the successors of more states. */
class CappedProduct implements Product {
  readonly modes: readonly AcceptanceMode[];
  private readonly product: Product;
  private left: number;

  constructor(product: Product, most: number) {
    this.product = product;
    this.modes = product.modes;
    this.left = most;
  }

  get size(): number {
    return this.product.size;
  }

  initialStates(): readonly number[] {
    return this.product.initialStates();
  }

  expand(state: number, edges: Int32List): void {
    if (this.left-- <= 0) throw new TooMany();
    this.product.expand(state, edges);
  }
}
