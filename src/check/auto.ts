// Choosing by itself (the rules are in docs/choosing.md): what needs no search; then short explicit searches, in the order of the model and
// in a random one, which find most counterexamples and decide small models; then both engines, side by side where there is a rival
// thread, in turns with growing slices of time where there is none.
import { LimitExceeded, memoryReason } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import type { Model } from '../models/model.ts';
import { observe } from '../models/observation.ts';
import { symbolicAutomatonKinds } from '../symbolic/check.ts';
import {
  type AutomatonKind,
  type CheckOptions,
  type CompleteCheckOptions,
  completeCheckOptions,
  type Engine,
  type EngineOptions,
} from './options.ts';
import { isSmall, nextStep } from './plan.ts';
import type { CheckResult } from './result.ts';
import { type Rival, resultOfRival } from './rival.ts';
import { stateBound } from './state-bound.ts';

/** Seconds of each of the first searches, and of the first turn of each engine. */
const QUICK = 0.4;
const FIRST_TURN = 1;
const GROWTH = 4;
const symbolicKinds: readonly AutomatonKind[] = symbolicAutomatonKinds;

/** Of the memory that may be used, the part that the explicit search takes while the rival needs some too. */
const OWN_SHARE = 0.6;

/** Options of a check that chooses by itself. */
export interface AutoOptions extends Omit<CheckOptions, 'engine' | 'fairness'> {
  readonly rival?: Rival;
  /** Seconds of each of the short searches at the beginning; 0.4 unless given, 0 for none. */
  readonly quick?: number;
}

/** Whether the symbolic engine can read the model: it must know how each group moves the state. */
export function canBeSymbolic(model: Model): boolean {
  return model.variables.length > 0 && model.groups.every(({ behaviour }) => behaviour.kind !== 'opaque');
}

/** A check by a given engine. */
export type EngineCheck = (model: Model, formula: Formula, options: EngineOptions) => CheckResult;

/** Checks by the rules; the result says which engine answered. */
export function checkByItself(
  model: Model,
  formula: Formula,
  options: AutoOptions,
  engineCheck: EngineCheck,
): CheckResult {
  return new AutoCheck(model, formula, options, engineCheck).run();
}

/**
 * A formula that simplifies to true holds on every model, whatever it does; null for all others. Its propositions must exist all
 * the same: throws `InputError`.
 */
export function resultWithoutSearch(model: Model, formula: Formula, options: CompleteCheckOptions): CheckResult | null {
  observe(model, formula);
  if (!simplifiesToTrue(formula, options.limits)) return null;
  const statistics = {
    automatonStates: 0,
    automatonEdges: 0,
    automatonTransitions: null,
    modelStates: 0,
    productStates: 0,
    productTransitions: 0,
    fullProduct: null,
    passes: 0,
    components: null,
    maximalDepth: null,
    bytesPerState: null,
    phases: null,
    seconds: 0,
  };
  return { model, formula, verdict: { outcome: 'holds' }, options, emptiness: null, statistics };
}

/** A formula that takes too long to simplify is left to the search, which meets the same limit. */
function simplifiesToTrue(formula: Formula, limits: Stopwatch): boolean {
  try {
    return simplify(formula, { limits }).kind === 'true';
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
}

class AutoCheck {
  private readonly model: Model;
  private readonly formula: Formula;
  private readonly options: AutoOptions;
  private readonly started = performance.now();
  private readonly stopwatch: Stopwatch;
  private readonly complete: CompleteCheckOptions;
  private readonly check: EngineCheck;
  private readonly seed: number;
  /** What the rival found, if that is an answer. */
  private answer: CheckResult | null = null;

  constructor(model: Model, formula: Formula, options: AutoOptions, engineCheck: EngineCheck) {
    this.check = engineCheck;
    this.model = model;
    this.formula = formula;
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    const { rival: _rival, quick: _quick, ...rest } = options;
    this.seed = options.seed ?? 1;
    this.complete = completeCheckOptions({ ...rest, seed: this.seed, engine: 'explicit' });
  }

  run(): CheckResult {
    const known = resultWithoutSearch(this.model, this.formula, this.complete);
    if (known !== null) return this.timed(known);
    const size = { states: stateBound(this.model), memoryBytes: this.stopwatch.memoryBytes };
    if (this.isExplicitOnly() || isSmall(size)) return this.explicit(this.left(), 'model');
    const { quick = QUICK, rival } = this.options;
    const first = quick === 0 ? null : this.explicit(quick, 'model');
    if (first !== null && this.isSettled(first)) return first;
    const step = first === null ? 'both' : nextStep(size, { ...first.statistics, seconds: quick });
    if (step === 'explicit') return this.explicit(this.left(), 'model');
    if (rival !== undefined && this.hasSymbolic()) return this.sideBySide(rival, step);
    const second = quick === 0 ? null : this.explicit(quick, { seed: this.seed });
    if (second !== null && this.isSettled(second)) return second;
    return this.hasSymbolic() ? this.inTurns() : this.explicit(this.left(), 'model');
  }

  /** Whether something was asked for that only explicit searches have. */
  private isExplicitOnly(): boolean {
    const { order, emptiness, counterexample, fullProduct } = this.options;
    return order !== undefined || emptiness !== undefined || counterexample === 'shortest' || fullProduct !== undefined;
  }

  /** Whether the symbolic engine can do what is asked. */
  private hasSymbolic(): boolean {
    const { automaton } = this.options;
    return canBeSymbolic(this.model) && (automaton === undefined || symbolicKinds.includes(automaton));
  }

  /** Explicit and symbolic by turns, each turn longer, until one answers or both have met a limit other than time. */
  private inTurns(): CheckResult {
    const engines = new Set<Engine>(['symbolic', 'explicit']);
    for (let turn = FIRST_TURN; ; turn *= GROWTH) {
      for (const engine of [...engines]) {
        const seconds = engines.size === 1 ? this.left() : Math.min(turn, this.left());
        const last = engine === 'explicit' ? this.explicit(seconds, 'model') : this.symbolic(seconds);
        if (this.isSettled(last)) return last;
        if (last.verdict.outcome === 'unknown' && last.verdict.limit !== 'time') engines.delete(engine);
        if (engines.size === 0) return last;
      }
    }
  }

  /** The rival begins before or after the search in a random order; then both go on until one answers. */
  private sideBySide(rival: Rival, step: 'symbolic first' | 'both'): CheckResult {
    const { quick = QUICK } = this.options;
    const isAnswered = (): boolean => this.hears(rival) || this.isCancelled();
    try {
      if (step === 'symbolic first') rival.ask(0, this.formula, this.left());
      if (quick > 0) {
        const random = this.explicit(quick, { seed: this.seed }, isAnswered);
        if (this.answer !== null || this.isSettled(random)) return this.answer ?? random;
      }
      if (step === 'both') rival.ask(0, this.formula, this.left());
      const own = this.explicit(this.left(), 'model', isAnswered, OWN_SHARE);
      if (this.answer !== null || own.verdict.outcome !== 'unknown') return this.answer ?? own;
      if (own.verdict.limit === 'cancelled' || own.verdict.limit === 'states') return own;
      this.patience(rival);
      if (this.answer !== null || own.verdict.limit !== 'memory' || this.isSettled(own)) return this.answer ?? own;
    } finally {
      rival.cancel();
    }
    return this.explicit(this.left(), 'model'); // alone, with all the memory
  }

  /** Whether the rival has answered. */
  private hears(rival: Rival): boolean {
    const heard = this.answer === null ? rival.poll() : null;
    if (heard !== null && heard.found.outcome !== 'unknown') this.answer = this.resultOf(heard);
    return this.answer !== null;
  }

  /** Our own search is at its end: the rival may still answer. */
  private patience(rival: Rival): void {
    while (rival.busy && this.left() > 0 && !this.isCancelled()) {
      const heard = rival.wait(Math.min(100, this.left() * 1000));
      if (heard === null || heard.found.outcome === 'unknown') continue;
      this.answer = this.resultOf(heard);
      return;
    }
  }

  private resultOf(heard: Parameters<typeof resultOfRival>[2]): CheckResult {
    return this.timed(resultOfRival(this.model, this.formula, heard, this.complete));
  }

  private explicit(
    seconds: number,
    order: CompleteCheckOptions['order'],
    isCancelled?: () => boolean,
    share = 1,
  ): CheckResult {
    const { memoryBytes } = this.stopwatch;
    const memory = memoryBytes === undefined ? {} : { memoryBytes: memoryBytes * share };
    const limits = this.stopwatch.part({ states: this.stopwatch.limits.states, seconds, ...memory, isCancelled });
    return this.timed(
      this.check(this.model, this.formula, { ...this.complete, order: this.options.order ?? order, limits }),
    );
  }

  private symbolic(seconds: number): CheckResult {
    const { automaton, symbolic, deadlock } = this.options;
    return this.timed(
      this.check(this.model, this.formula, {
        engine: 'symbolic',
        automaton,
        deadlock,
        // the explicit turns look at the first states
        symbolic: { ...symbolic, look: 'none' },
        seed: this.seed,
        limits: this.stopwatch.part({ states: this.stopwatch.limits.states, seconds }),
      }),
    );
  }

  /** Whether nothing more can be done: an answer, no time, or a limit that binds all searches. */
  private isSettled({ verdict }: CheckResult): boolean {
    if (verdict.outcome !== 'unknown' || verdict.limit === 'cancelled' || verdict.limit === 'states') return true;
    return this.left() <= 0;
  }

  private isCancelled(): boolean {
    return this.stopwatch.isCancelled;
  }

  private left(): number {
    return Math.max(0, this.stopwatch.secondsLeft);
  }

  /** The time since the beginning, whoever answered; and the user's limit in the reason, not that of a slice. */
  private timed(result: CheckResult): CheckResult {
    const statistics = { ...result.statistics, seconds: (performance.now() - this.started) / 1000 };
    const { verdict } = result;
    if (verdict.outcome !== 'unknown') return { ...result, statistics };
    const { seconds, memoryBytes } = this.stopwatch.limits;
    let { reason } = verdict;
    if (verdict.limit === 'time' && seconds !== undefined) reason = `no answer in ${seconds} s`;
    else if (verdict.limit === 'memory' && memoryBytes !== undefined) reason = memoryReason(memoryBytes);
    return { ...result, statistics, verdict: { ...verdict, reason } };
  }
}
