// How a confirmed run is shown: without steps that do not matter, and cut where the formula is lost.
//
// A prefix is cut only when two know that it is bad: the automaton of the formula (loss.ts) and the judge of finite words
// (formula/prefix.ts). Whether it can be continued to an execution that counts is known from the run that was found. Where every state has an
// infinite execution that counts, any other bad prefix is as good, so that a shorter one is looked for. Where it has not (deadlocks are
// dropped, fairness is assumed), the lasso is shortened as a lasso, and then cut for show.
import { invariant } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Letter } from '../formula/word.ts';
import { assumptionsOf, isFair } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { Counterexample, ReplayedRun } from './counterexample.ts';
import { LossDetector } from './loss.ts';
import type { CompleteChoices } from './options.ts';
import { FormulaQuestion, type Question } from './question.ts';
import { type Judgement, lassoOf, shorten } from './shorten.ts';
import { shortestLoss } from './shortest-loss.ts';
import { Walker, Work } from './walk.ts';

/** What may be spent on each part: up to some tenths of a second. */
const WORK = 1_200_000;
/** What the judge spends on a letter and a subformula. */
const JUDGE = 4;
/** Longer runs are shown as they were found: to read them takes a program anyway. */
const LONGEST = 20_000;

/** What is shown, and whether it is known to be shortest, where that was asked for. */
export interface Presented {
  readonly counterexample: Counterexample;
  readonly shortest?: 'proved' | 'not proved';
}

interface PresentOptions {
  readonly question: Question;
  readonly choices: Pick<CompleteChoices, 'deadlock' | 'fairness' | 'trace'>;
  readonly shortest?: 'proved' | 'not proved';
  readonly stopwatch: Stopwatch;
  /** Ends it with `LimitExceeded`: then the run is shown as it was found. */
  readonly watch?: Pick<Stopwatch, 'look'>;
  /** Replays and judges what is to be shown. */
  readonly confirmed: (lasso: StateLasso) => Counterexample;
}

export function present(model: Model, run: ReplayedRun, options: PresentOptions): Presented {
  return new Presentation(model, options).of(run);
}

class Presentation {
  private readonly model: Model;
  private readonly options: PresentOptions;

  constructor(model: Model, options: PresentOptions) {
    this.model = model;
    this.options = options;
  }

  of(run: ReplayedRun): Presented {
    const { choices, shortest, confirmed } = this.options;
    const proof = shortest && { shortest };
    const given = lassoOf(run);
    const isPath = run.cycle.length === 0;
    const detector = isPath || choices.trace === 'cut' ? this.detector() : null;
    const goesOn = choices.deadlock !== 'drop' && choices.fairness === undefined;
    // A path that was found on a smaller net, or by walking at random, may be far longer than need be.
    const lost = isPath ? this.options.question.lostAfter(lettersOf(run), this.options.watch) : null;
    if (isPath && !goesOn) return { counterexample: confirmed(pathOf(given, lost!)), ...proof };
    if (goesOn) {
      const length = lost ?? this.lossIn(run, detector);
      if (length !== null) return this.shorterPath(run, length, detector);
    }
    // A cycle that does not close is left as it is.
    const lasso = shortest === 'proved' || run.grows !== undefined ? given : this.shorterLasso(run);
    const counterexample = confirmed(lasso);
    const length = goesOn ? null : this.lossIn(counterexample, detector);
    return { counterexample: length === null ? counterexample : confirmed(pathOf(lasso, length)), ...proof };
  }

  /** The automaton of the formula; null where it takes too long, or where there is no formula. */
  private detector(): LossDetector | null {
    const { question, stopwatch } = this.options;
    if (!(question instanceof FormulaQuestion)) return null;
    try {
      return LossDetector.of(question.formula, stopwatch);
    } catch (error) {
      if (error instanceof LimitExceeded) return null; // there is an answer: it is shown as it is
      throw error;
    }
  }

  /** How many states there are up to the step at which the formula is lost, before the cycle begins again; null where it is not. */
  private lossIn(run: Lettered, detector: LossDetector | null): number | null {
    if (detector === null) return null;
    const letters = lettersOf(run);
    const length = this.options.question.lostAfter(letters, this.options.watch);
    if (length === null) return null;
    const proved = detector.lostAfter(letters);
    invariant(proved !== null && proved <= length, 'the automaton of a formula can go on where it is lost');
    return length;
  }

  /** A bad prefix of at most this length; with `shortest` one of the shortest, as far as the limits allow. */
  private shorterPath(run: ReplayedRun, length: number, detector: LossDetector | null): Presented {
    const { shortest, confirmed, question } = this.options;
    const found = this.nearestLoss(length, detector, shortest === undefined ? 'small' : 'all');
    const proof = shortest && ({ shortest: found === 'unknown' ? 'not proved' : 'proved' } as const);
    if (found === 'none') return { counterexample: confirmed(pathOf(lassoOf(run), length)), ...proof };
    if (found !== 'unknown') return { counterexample: confirmed(found), ...proof };
    const path = { prefix: [...run.prefix, ...run.cycle].slice(0, length), cycle: [] };
    const shorter = this.withoutSteps(path, ({ letters }) => question.lostAfter(letters));
    return { counterexample: confirmed(shorter), ...proof };
  }

  /** The nearest loss that the judge of finite words agrees to. */
  private nearestLoss(
    bound: number,
    detector: LossDetector | null,
    effort: 'small' | 'all',
  ): ReturnType<typeof shortestLoss> {
    const { question, stopwatch } = this.options;
    if (detector === null) return 'unknown';
    const walker = new Walker(this.model, question.observation, new Work(effort === 'small' ? WORK : Number.MAX_VALUE));
    try {
      const found = shortestLoss(walker, detector, { bound, stopwatch });
      if (found === 'none' || found === 'unknown') return found;
      const letters = found.prefix.map((state) => walker.letter(walker.at(state))!);
      return question.lostAfter(letters, this.options.watch) === null ? 'unknown' : found;
    } catch (error) {
      if (error instanceof LimitExceeded) return 'unknown';
      throw error;
    }
  }

  private shorterLasso(run: ReplayedRun): StateLasso {
    const { question, choices } = this.options;
    const assumptions = choices.fairness === undefined ? [] : assumptionsOf(this.model, choices.fairness);
    return this.withoutSteps(run, ({ letters, cycleStart, moments }) => {
      const start = cycleStart!;
      const isBad =
        isFair(assumptions, moments.slice(start)) &&
        question.isViolation({ prefix: letters.slice(0, start), cycle: letters.slice(start) });
      return isBad ? letters.length : null;
    });
  }

  private withoutSteps(run: ReplayedRun, judge: Judgement): StateLasso {
    if (run.prefix.length + run.cycle.length > LONGEST) return lassoOf(run);
    const { question } = this.options;
    const work = new Work(WORK);
    const size = question instanceof FormulaQuestion ? question.formula.size : 100;
    const walker = new Walker(this.model, question.observation, work);
    return shorten(walker, run, {
      work,
      judge: (candidate) => (work.spend(JUDGE * candidate.letters.length * size) ? judge(candidate) : null),
    });
  }
}

/** A run, of which only the letters matter. */
interface Lettered {
  readonly prefix: readonly { readonly letter: Letter }[];
  readonly cycle: readonly { readonly letter: Letter }[];
}

function lettersOf({ prefix, cycle }: Lettered): readonly Letter[] {
  return [...prefix, ...cycle].map(({ letter }) => letter);
}

/** The first states of a lasso as a path. */
function pathOf({ prefix, cycle, groups }: StateLasso, length: number): StateLasso {
  return { prefix: [...prefix, ...cycle].slice(0, length), cycle: [], groups: groups?.slice(0, length - 1) };
}
