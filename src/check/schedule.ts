// The one scheduler (the rules are in docs/choosing.md): rounds over the open questions, each with its slice of the time, and a rival thread
// beside them where there is one. Rounds give longer and longer slices, so that easy questions are answered first and hard ones share what
// is left; the last open question gets all the time. Short searches in the order of the model and in a random one come first: they find
// most counterexamples and decide small models.
import { LimitExceeded, type LimitKind, type LimitReached } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from '../formula/formula.ts';
import { simplify } from '../formula/simplify/simplify.ts';
import { type EngineAnswer, orLimit, unknownBy, unknownFor } from './answer.ts';
import { Falsifier } from './falsifier.ts';
import type { Ground, Inquiry, Searches } from './inquiry.ts';
import {
  type CompleteAuto,
  type CompleteEngine,
  type CompleteSymbolic,
  completeExplicit,
  completeSymbolic,
  type SearchStrategy,
  type SingleEngine,
  searchStrategies,
} from './options.ts';
import { isSmall, nextStep, type Size } from './plan.ts';
import { NOTHING_EXPLORED } from './result.ts';
import type { Rival, RivalAnswer } from './rival.ts';
import { symbolicPart } from './symbolic-engine.ts';

/** Seconds of the first slice; each further round gives four times as much. */
const FIRST_SLICE = 0.4;
const GROWTH = 4;
/** Seconds of each search on the model that all formulas share, which come before. */
const SHARED_SLICE = 0.2;
/** The round of these. */
const SHARED_ROUND = -1;
/** Seconds of the first turn of each engine, where they take turns. */
const FIRST_TURN = 1;
/** The round from which searches are long. */
const LONG_ROUND = 2;
/** Of the memory that may be used, the part that a long explicit search takes while the rival needs some too. */
const OWN_SHARE = 0.6;
/** Milliseconds between two looks at a rival that is waited for. */
const WAIT = 100;
/** Rounds where nothing searches that could prove something: walks never end by themselves. */
const FALSIFYING_ROUNDS = 8;
const NOTHING_WALKED = 'random walks found no counterexample, which proves nothing';
const NOTHING_SUITS = 'no strategy that is allowed can search this model';

/** Where an answer comes from: a search, whose lassos are of that model; the rival, whose are of the given one; or no search at all. */
type Origin<S extends Searches = Searches> = Ground<S> | 'rival' | 'nowhere';

/** Told of each inquiry by its number, once. */
type OnAnswer<S extends Searches> = (index: number, answer: EngineAnswer, from: Origin<S>) => void;

interface ScheduleOptions {
  readonly engine: CompleteEngine;
  readonly stopwatch: Stopwatch;
  /** Whether the symbolic engine can read the model that was given. */
  readonly isSymbolic: boolean;
  /** Whether a search sees all states anyway, because the model must have no deadlock: then it is not spared. */
  readonly seesAllStates: boolean;
  /** `all` where it costs more to make a model ready for each formula than for all together: then the shortest searches come first, on that. */
  readonly first: 'one' | 'all';
  readonly rival?: Rival;
}

/** Answers all inquiries, decided ones as soon as they are, the rest at the end. */
export function answerAll<S extends Searches>(
  inquiries: readonly Inquiry<S>[],
  options: ScheduleOptions,
  onAnswer: OnAnswer<S>,
): void {
  new Schedule(inquiries, options, onAnswer).run();
}

/** An inquiry without an answer, and what is known of it. */
interface Open<S extends Searches> extends Inquiry<S> {
  readonly index: number;
  /** Where the last answer comes from. */
  from: Origin<S>;
  /** The last answer, which was `unknown`. */
  last: EngineAnswer | null;
  /** The first search, for guesses of how long others take. */
  first: EngineAnswer | null;
  /** Engines that have met a limit which more time does not lift. */
  readonly exhausted: Set<SingleEngine['kind']>;
  /** Of the model that is searched last; null until it is asked for. */
  size: (Size & { readonly of: S | undefined }) | null;
}

interface Attempt {
  readonly engine: SingleEngine;
  readonly scope: 'one' | 'all';
  readonly seconds: number;
  /** Of the memory. */
  readonly share: number;
}

class Schedule<S extends Searches> {
  private readonly engine: CompleteEngine;
  private readonly stopwatch: Stopwatch;
  /** Where the engine is chosen: the symbolic one, if it can do what is asked. */
  private readonly symbolic: CompleteSymbolic | null;
  private readonly rival: Rival | undefined;
  private readonly onAnswer: OnAnswer<S>;
  private readonly open = new Map<number, Open<S>>();
  private readonly seesAllStates: boolean;
  private readonly first: 'one' | 'all';
  /** What the rival still has to try in its present round, and for how long. */
  private rivalQueue: number[] = [];
  private rivalSlice = FIRST_SLICE;
  /** Whether the rival may be asked the only question that is left; it is asked that once. */
  private asksLast: boolean;
  private readonly askedLast = new Set<number>();

  constructor(inquiries: readonly Inquiry<S>[], options: ScheduleOptions, onAnswer: OnAnswer<S>) {
    this.engine = options.engine;
    this.stopwatch = options.stopwatch;
    const { engine, isSymbolic } = options;
    this.seesAllStates = options.seesAllStates;
    this.first = engine.kind === 'auto' ? options.first : 'one';
    const part = engine.kind === 'auto' && isSymbolic && this.uses('diagrams') ? symbolicPart(engine) : null;
    this.symbolic = part && completeSymbolic(part);
    const inDiagrams = engine.kind === 'symbolic' && isSymbolic;
    const hasRival = inDiagrams || (this.symbolic !== null && this.searchesExplicitly);
    this.rival = hasRival ? options.rival : undefined;
    this.onAnswer = onAnswer;
    this.asksLast = inquiries.length > 1 || inDiagrams;
    for (const [index, inquiry] of inquiries.entries()) {
      const item = { from: 'nowhere', last: null, first: null, exhausted: new Set<SingleEngine['kind']>() } as const;
      this.open.set(index, { ...inquiry, ...item, index, size: null });
    }
  }

  run(): void {
    if (this.engine.kind === 'auto') this.answerWithoutSearch();
    try {
      const skipsShort = this.engine.kind === 'auto' && this.engine.quick === 0;
      const isShared = this.first === 'all' && !skipsShort;
      if (isShared) this.falsify(SHARED_ROUND);
      if (isShared) this.round(SHARED_ROUND);
      for (let round = skipsShort ? LONG_ROUND : 0; this.isGoing(); round++) {
        const before = this.open.size;
        const isUseful = this.round(round);
        if (!skipsShort) this.falsify(round);
        if (this.comesLater(round)) continue;
        if (!isUseful && this.open.size === before) break;
      }
      if (this.rival !== undefined) this.waitForRival(this.rival);
    } finally {
      this.rival?.cancel();
    }
    if (this.rival !== undefined) this.retryWithAllMemory();
    for (const item of [...this.open.values()]) this.settle(item, item.last ?? this.nothing(), item.from);
  }

  /** Whether what is allowed to search has not had its turn, because it comes in later rounds. */
  private comesLater(round: number): boolean {
    const { engine } = this;
    if (engine.kind !== 'auto' || searchStrategies.every((strategy) => this.uses(strategy))) return false;
    return round < (this.falsifiesOnly ? FALSIFYING_ROUNDS : LONG_ROUND);
  }

  private uses(strategy: SearchStrategy): boolean {
    return this.engine.kind !== 'auto' || this.engine.strategies.includes(strategy);
  }

  private get searchesExplicitly(): boolean {
    return this.uses('search') || this.uses('random');
  }

  private get falsifiesOnly(): boolean {
    return this.engine.kind === 'auto' && !this.searchesExplicitly && this.symbolic === null;
  }

  /** A formula that simplifies to true holds on every model, whatever it does. */
  private answerWithoutSearch(): void {
    for (const item of [...this.open.values()]) {
      if (this.seesAllStates || !this.isValid(item.formula)) continue;
      const engine = completeExplicit();
      const found = { outcome: 'holds' } as const;
      const answer = { found, engine, emptiness: null, statistics: NOTHING_EXPLORED, strategy: 'facts' } as const;
      this.settle(item, answer, 'nowhere');
    }
  }

  /** A formula that takes too long to simplify is left to the search, which meets the same limit. */
  private isValid(formula: Formula): boolean {
    try {
      return simplify(formula, { limits: this.stopwatch }).kind === 'true';
    } catch (error) {
      if (error instanceof LimitExceeded) return false;
      throw error;
    }
  }

  /** Each open question once; whether another round may find more. */
  private round(round: number): boolean {
    let isUseful = false;
    const items = [...this.open.values()];
    for (const [position, item] of items.entries()) {
      for (const attempt of this.attempts(item, round)) {
        if (!this.open.has(item.index)) break; // answered meanwhile
        if (!this.isGoing()) return isUseful;
        const fair = this.stopwatch.secondsLeft / (items.length - position);
        const seconds = Math.min(attempt.seconds, Math.max(fair, 0.001));
        const limit = this.take(item, this.search(item, { ...attempt, seconds }, fair));
        isUseful ||= limit === 'time';
      }
    }
    return isUseful;
  }

  /** What finds counterexamples and proves nothing: random walks. */
  private falsify(round: number): void {
    const { engine, stopwatch } = this;
    if (engine.kind !== 'auto' || this.seesAllStates || !this.isGoing()) return;
    const falsifier = new Falsifier<S>({
      engine,
      stopwatch,
      isLast: this.falsifiesOnly,
      round: round - SHARED_ROUND,
      open: this.open,
      listen: () => this.listen(),
      settle: (index, answer, ground) => this.settle(this.open.get(index)!, answer, ground),
    });
    falsifier.walk(this.first);
  }

  /** What is tried for a question in this round. */
  private attempts(item: Open<S>, round: number): readonly Attempt[] {
    const { engine } = this;
    const isLast = this.open.size === 1;
    const slice = isLast ? Number.POSITIVE_INFINITY : FIRST_SLICE * GROWTH ** round;
    const attempts =
      engine.kind === 'auto'
        ? this.chosenAttempts(engine, item, round, slice)
        : [{ engine, scope: 'one', seconds: slice, share: 1 } satisfies Attempt];
    return attempts.filter((attempt) => !item.exhausted.has(attempt.engine.kind));
  }

  private chosenAttempts(auto: CompleteAuto, item: Open<S>, round: number, slice: number): readonly Attempt[] {
    const isLast = this.open.size === 1;
    const inOrder = completeExplicit({ automaton: auto.automaton });
    const random = { ...inOrder, successors: { seed: auto.seed + item.index } };
    const explicit = this.uses('search') ? inOrder : random;
    if (!this.searchesExplicitly) return this.inDiagramsOnly(round, slice);
    if (round === SHARED_ROUND) return [{ engine: explicit, scope: 'all', seconds: SHARED_SLICE, share: 1 }];
    const toTheEnd: Attempt = { engine: explicit, scope: 'one', seconds: slice, share: 1 };
    if (isLast && round < LONG_ROUND) {
      if (isSmall(this.sizeOf(item))) return [toTheEnd];
      const step =
        item.first === null ? null : nextStep(this.sizeOf(item), { ...item.first.statistics, seconds: auto.quick });
      if (step === 'explicit') return [toTheEnd];
      if (step === 'symbolic first') this.asksLast = true;
    }
    if (round < LONG_ROUND) {
      const engine = round === 0 ? explicit : this.uses('random') ? random : null;
      return engine === null ? [] : [{ engine, scope: 'one', seconds: isLast ? auto.quick : slice, share: 1 }];
    }
    this.asksLast = true;
    if (this.symbolic === null || this.isSymbolic(item) === false) return [toTheEnd];
    if (this.rival !== undefined) return [{ ...toTheEnd, share: isLast ? OWN_SHARE : 1 }];
    const isAlone = item.exhausted.size > 0; // the other engine has given up
    const seconds = isLast && isAlone ? slice : Math.min(slice, FIRST_TURN * GROWTH ** (round - LONG_ROUND));
    return [
      { engine: this.symbolic, scope: 'one', seconds, share: 1 },
      { engine: explicit, scope: 'one', seconds, share: 1 },
    ];
  }

  private inDiagramsOnly(round: number, slice: number): readonly Attempt[] {
    if (this.symbolic === null || round < LONG_ROUND) return [];
    return [{ engine: this.symbolic, scope: 'one', seconds: slice, share: 1 }];
  }

  /** A search within its limits; its model is made ready before, in a part of the time that is fair. */
  private search(item: Open<S>, attempt: Attempt, fair: number): EngineAnswer {
    const { engine, scope } = attempt;
    return orLimit(
      () => {
        const ground = item.ground(scope, fair);
        item.from = ground;
        return this.searchOn(ground, item.index, attempt);
      },
      ({ reached }) => unknownBy(engine, reached),
    );
  }

  private searchOn({ question, searches }: Ground<S>, index: number, attempt: Attempt): EngineAnswer {
    const { engine, seconds, share } = attempt;
    const { memoryBytes, memoryUsed, states } = this.stopwatch.limits;
    this.listen();
    const stopwatch = this.stopwatch.part({
      states,
      ...(Number.isFinite(seconds) && { seconds }),
      ...(memoryBytes !== undefined && { memoryBytes: memoryBytes * share, memoryUsed }),
      isCancelled: () => {
        this.listen();
        return !this.open.has(index);
      },
    });
    if (engine.kind === 'explicit') return searches.explicit(question, engine, stopwatch);
    const seen = engine.look === 'first-states' ? searches.look(question, engine, stopwatch) : null;
    return seen ?? searches.symbolic(question, engine, stopwatch);
  }

  /** Notes an answer; gives the limit that was met. */
  private take(item: Open<S>, answer: EngineAnswer): LimitKind | null {
    if (!this.open.has(item.index)) return null; // the rival was faster
    const { found, engine } = answer;
    item.first ??= answer;
    item.last = answer;
    if (found.outcome !== 'unknown') this.settle(item, answer, item.from);
    else if (found.limit === 'cancelled' || found.limit === 'states') this.settle(item, answer, item.from);
    else if (found.limit === 'memory') item.exhausted.add(engine.kind);
    return found.outcome === 'unknown' ? found.limit : null;
  }

  private settle(item: Open<S>, answer: EngineAnswer, from: Origin<S>): void {
    this.open.delete(item.index);
    this.onAnswer(item.index, this.withOwnLimits(answer), from);
  }

  /** The time since the beginning, whoever answered; and the user's limit in the reason, not that of a slice. */
  private withOwnLimits(answer: EngineAnswer): EngineAnswer {
    const { found } = answer;
    const statistics = { ...answer.statistics, seconds: this.stopwatch.seconds };
    if (found.outcome !== 'unknown') return { ...answer, statistics };
    if (found.value === undefined) return { ...answer, statistics };
    const { limit, what, consequence } = found;
    const value = this.stopwatch.bound(limit) ?? found.value;
    return { ...answer, statistics, found: unknownFor({ limit, value, what, consequence }) };
  }

  /** Takes what the rival has found, and gives it the next question. */
  private listen(): void {
    if (this.rival === undefined) return;
    for (let heard = this.rival.poll(); heard !== null; heard = this.rival.poll()) this.hear(heard);
    if (!this.rival.busy) this.feed(this.rival);
  }

  private hear(heard: RivalAnswer): void {
    const item = this.open.get(heard.question);
    if (item !== undefined && heard.found.outcome !== 'unknown') this.settle(item, heard, 'rival');
  }

  private feed(rival: Rival): void {
    const [first] = this.open.values();
    if (first === undefined) return;
    if (this.open.size === 1) {
      if (!this.asksLast || this.askedLast.has(first.index)) return;
      this.askedLast.add(first.index);
      rival.ask(first.index, first.formula, this.stopwatch.secondsLeft);
      return;
    }
    this.rivalQueue = this.rivalQueue.filter((index) => this.open.has(index));
    if (this.rivalQueue.length === 0) {
      this.rivalQueue = [...this.open.keys()]; // from the other end
      this.rivalSlice *= GROWTH;
    }
    const index = this.rivalQueue.pop()!;
    rival.ask(index, this.open.get(index)!.formula, Math.min(this.rivalSlice, this.stopwatch.secondsLeft));
  }

  /** Our own searches are at their end: the rival may still answer. */
  private waitForRival(rival: Rival): void {
    while (this.isGoing()) {
      this.listen();
      if (!rival.busy) return; // it takes no more questions
      const heard = rival.wait(Math.min(WAIT, this.stopwatch.secondsLeft * 1000));
      if (heard === null) continue;
      this.hear(heard);
      if (heard.found.outcome === 'unknown' && heard.found.limit !== 'time') return; // it cannot go on either
    }
  }

  /** The rival is gone, and so is what it needed. */
  private retryWithAllMemory(): void {
    for (const item of [...this.open.values()]) {
      if (!item.exhausted.has('explicit') || !this.isGoing()) continue;
      const { automaton } = this.engine;
      const seconds = this.stopwatch.secondsLeft / this.open.size;
      const engine = completeExplicit({ automaton });
      this.take(item, this.search(item, { engine, scope: 'one', seconds, share: 1 }, seconds));
    }
  }

  private nothing(): EngineAnswer {
    const { engine } = this;
    const found = unknownFor(this.whyNothing());
    const single = engine.kind === 'auto' ? completeExplicit({ automaton: engine.automaton }) : engine;
    return { found, engine: single, emptiness: null, statistics: NOTHING_EXPLORED };
  }

  private whyNothing(): LimitReached {
    const { stopwatch } = this;
    if (stopwatch.isCancelled) return { limit: 'cancelled' };
    if (this.falsifiesOnly && stopwatch.secondsLeft > 0)
      return {
        limit: 'time',
        what: this.uses('walk') ? NOTHING_WALKED : NOTHING_SUITS,
      };
    return { limit: 'time', value: stopwatch.bound('time') };
  }

  private isGoing(): boolean {
    return this.open.size > 0 && this.stopwatch.secondsLeft > 0 && !this.stopwatch.isCancelled;
  }

  private sizeOf(item: Open<S>): Size {
    const { memoryBytes } = this.stopwatch.limits;
    const own = this.own(item);
    if (item.size === null || item.size.of !== own?.searches) {
      item.size = { of: own?.searches, states: own?.searches.stateBound() ?? Number.POSITIVE_INFINITY, memoryBytes };
    }
    return item.size;
  }

  /** Whether diagrams can be made for the formula; a limit that comes before that is known is met again by the search. */
  private isSymbolic(item: Open<S>): boolean | null {
    return this.own(item)?.searches.isSymbolic ?? null;
  }

  /** The model made ready for the formula alone; null where a limit comes first, which the search meets too. */
  private own(item: Open<S>): Ground<S> | null {
    return orLimit(
      () => item.ground('one', this.stopwatch.secondsLeft / this.open.size),
      () => null,
    );
  }
}
