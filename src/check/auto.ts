// Choosing by itself (the rules are in docs/choosing.md): what needs no search; then short explicit searches, in the order of the model and
// in a random one, which find most counterexamples and decide small models; then both engines, side by side where there is a rival
// thread, in turns with growing slices of time where there is none.
import type { Formula } from '../formula/formula.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import type { Model } from '../models/model.ts';
import { observe } from './observe.ts';
import {
  type CheckOptions,
  type CompleteCheckOptions,
  completeCheckOptions,
  type Engine,
  type EngineOptions,
} from './options.ts';
import type { CheckResult } from './result.ts';
import { type Rival, resultOfRival } from './rival.ts';

/** Seconds of each of the first searches, and of the first turn of each engine. */
const QUICK = 0.4;
const FIRST_TURN = 1;
const GROWTH = 4;

/** Options of a check that chooses by itself. */
export interface AutoOptions extends Omit<CheckOptions, 'engine' | 'fairness'> {
  readonly rival?: Rival;
  /** Seed of the random searches; 1 unless given. */
  readonly seed?: number;
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
  if (simplify(formula).kind !== 'true') return null;
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

class AutoCheck {
  private readonly model: Model;
  private readonly formula: Formula;
  private readonly options: AutoOptions;
  private readonly started = performance.now();
  private readonly complete: CompleteCheckOptions;
  private readonly check: EngineCheck;

  constructor(model: Model, formula: Formula, options: AutoOptions, engineCheck: EngineCheck) {
    this.check = engineCheck;
    this.model = model;
    this.formula = formula;
    this.options = options;
    const { rival: _rival, seed: _seed, quick: _quick, ...rest } = options;
    this.complete = completeCheckOptions({ ...rest, engine: 'explicit' });
  }

  run(): CheckResult {
    const known = resultWithoutSearch(this.model, this.formula, this.complete);
    if (known !== null) return this.timed(known);
    if (this.isExplicitOnly()) return this.explicit(this.left(), 'model');
    const quick = this.quickly();
    if (quick !== null && this.isSettled(quick)) return quick;
    if (!canBeSymbolic(this.model)) return this.explicit(this.left(), 'model');
    const { rival } = this.options;
    return rival === undefined ? this.inTurns() : this.sideBySide(rival);
  }

  /** Whether something was asked for that only explicit searches have. */
  private isExplicitOnly(): boolean {
    const { order, emptiness, counterexample, fullProduct } = this.options;
    return order !== undefined || emptiness !== undefined || counterexample === 'shortest' || fullProduct !== undefined;
  }

  /** Short explicit searches in the order of the model, then in a random one. */
  private quickly(): CheckResult | null {
    const { quick = QUICK, seed = 1 } = this.options;
    if (quick === 0) return null;
    const result = this.explicit(quick, 'model');
    return this.isSettled(result) ? result : this.explicit(quick, { seed });
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

  private sideBySide(rival: Rival): CheckResult {
    let answer: CheckResult | null = null;
    const listen = (): boolean => {
      const heard = rival.poll();
      if (heard !== null && heard.found.outcome !== 'unknown') answer = this.resultOf(heard);
      return answer !== null || this.options.limits?.isCancelled?.() === true;
    };
    rival.ask(0, this.formula, this.left());
    const own = this.explicit(this.left(), 'model', listen);
    if (own.verdict.outcome !== 'unknown') {
      rival.cancel();
      return own;
    }
    if (answer === null && rival.busy && own.verdict.limit !== 'cancelled' && own.verdict.limit !== 'states') {
      answer = this.patience(rival);
    }
    rival.cancel();
    return answer ?? own;
  }

  /** Our own search is at its end: the rival may still answer. */
  private patience(rival: Rival): CheckResult | null {
    const { limits } = this.options;
    while (rival.busy && this.left() > 0 && !limits?.isCancelled?.()) {
      const heard = rival.wait(Math.min(100, this.left() * 1000));
      if (heard !== null && heard.found.outcome !== 'unknown') return this.resultOf(heard);
    }
    return null;
  }

  private resultOf(heard: Parameters<typeof resultOfRival>[2]): CheckResult {
    return this.timed(resultOfRival(this.model, this.formula, heard, this.complete));
  }

  private explicit(seconds: number, order: CompleteCheckOptions['order'], isCancelled?: () => boolean): CheckResult {
    const limits = { ...this.options.limits, seconds, ...(isCancelled && { isCancelled }) };
    return this.timed(
      this.check(this.model, this.formula, { ...this.complete, order: this.options.order ?? order, limits }),
    );
  }

  private symbolic(seconds: number): CheckResult {
    const { automaton, limits, symbolic, deadlock } = this.options;
    const kind = automaton === 'ba' || automaton === 'tgba' || automaton === 'tgta' ? automaton : undefined;
    return this.timed(
      this.check(this.model, this.formula, {
        engine: 'symbolic',
        automaton: kind,
        deadlock,
        // the explicit turns look at the first states
        symbolic: { ...symbolic, look: 'none' },
        limits: { ...limits, seconds },
      }),
    );
  }

  /** Whether nothing more can be done: an answer, no time, or a limit that binds all searches. */
  private isSettled({ verdict }: CheckResult): boolean {
    if (verdict.outcome !== 'unknown' || verdict.limit === 'cancelled' || verdict.limit === 'states') return true;
    return this.left() <= 0;
  }

  private left(): number {
    const { seconds = Number.POSITIVE_INFINITY } = this.options.limits ?? {};
    return Math.max(0, seconds - (performance.now() - this.started) / 1000);
  }

  /** The time since the beginning, whoever answered; and the user's limit in the reason, not that of a slice. */
  private timed(result: CheckResult): CheckResult {
    const statistics = { ...result.statistics, seconds: (performance.now() - this.started) / 1000 };
    const { verdict } = result;
    if (verdict.outcome !== 'unknown' || verdict.limit !== 'time') return { ...result, statistics };
    const reason = `no answer in ${this.options.limits?.seconds} s`;
    return { ...result, statistics, verdict: { ...verdict, reason } };
  }
}
