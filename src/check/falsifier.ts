// The part of the schedule that finds counterexamples and proves nothing: random walks for all open questions at once.
// Between the rounds of searches they get a small part of the time, since three quarters of the questions that people ask are violated.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { type EngineAnswer, orLimit } from './answer.ts';
import type { Ground, Inquiry, Searches } from './inquiry.ts';
import { type CompleteAuto, completeExplicit } from './options.ts';
import type { FormulaQuestion } from './question.ts';
import { NOTHING_EXPLORED } from './result.ts';

/** Of the time that is left, what they take between two rounds; at most so many seconds, twice as many after each round. */
const SHARE = 0.05;
const FIRST_SECONDS = 0.5;

interface FalsifierOptions<S extends Searches> {
  readonly engine: CompleteAuto;
  readonly stopwatch: Stopwatch;
  /** Whether nothing else searches, so that all the time is theirs. */
  readonly isLast: boolean;
  /** 0 is the first. */
  readonly round: number;
  /** By number; those that are settled leave it. */
  readonly open: ReadonlyMap<number, Inquiry<S>>;
  /** Called now and then: others may have answers. */
  readonly listen: () => void;
  readonly settle: (index: number, answer: EngineAnswer, ground: Ground<S>) => void;
}

export class Falsifier<S extends Searches> {
  private readonly options: FalsifierOptions<S>;

  constructor(options: FalsifierOptions<S>) {
    this.options = options;
  }

  /** Random walks, on the model that the questions share, or else on that of each. */
  walk(scope: 'one' | 'all'): void {
    const { engine, round, open } = this.options;
    if (!engine.strategies.includes('walk')) return;
    const groups = new Map<S, Map<number, Ground<S>>>();
    for (const index of open.keys()) {
      const ground = this.ground(index, scope);
      if (ground === null) continue;
      groups.set(ground.searches, (groups.get(ground.searches) ?? new Map()).set(index, ground));
    }
    const seconds = this.seconds / groups.size;
    for (const [searches, grounds] of groups) {
      const questions = new Map<number, FormulaQuestion>();
      for (const [index, { question }] of grounds) questions.set(index, question);
      const stopwatch = this.watch((index) => questions.has(index));
      const onFound = (index: number, lasso: StateLasso): void => this.take(index, lasso, grounds.get(index)!);
      this.attempt(() => searches.walk(questions, { seconds, seed: engine.seed + round + 1, stopwatch, onFound }));
    }
  }

  private get seconds(): number {
    const { isLast, round, stopwatch } = this.options;
    return Math.min(FIRST_SECONDS * 2 ** round, stopwatch.secondsLeft * (isLast ? 1 : SHARE));
  }

  /** The model of a question; null where a limit comes first, which the next search meets too. */
  private ground(index: number, scope: 'one' | 'all'): Ground<S> | null {
    const { open, stopwatch } = this.options;
    return orLimit(
      () => open.get(index)!.ground(scope, stopwatch.secondsLeft / open.size),
      () => null,
    );
  }

  /** A watch over a search for those questions: it ends when none of them is open. */
  private watch(isFor: (index: number) => boolean): Stopwatch {
    const { open, stopwatch, listen } = this.options;
    return stopwatch.part({
      isCancelled: () => {
        listen();
        return ![...open.keys()].some(isFor);
      },
    });
  }

  private attempt(search: () => void): void {
    orLimit(search, () => undefined); // the next search meets the limit too
  }

  private take(index: number, lasso: StateLasso, ground: Ground<S>): void {
    const { engine, open, settle } = this.options;
    if (!open.has(index)) return; // others were faster
    const explicit = completeExplicit({ automaton: engine.automaton });
    const answer = { found: { outcome: 'violated', lasso }, engine: explicit, emptiness: null } as const;
    settle(index, { ...answer, statistics: NOTHING_EXPLORED, strategy: 'walk' }, ground);
  }
}
