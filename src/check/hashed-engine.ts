// The explicit engine with states that leave only traces behind: bit-state hashing and hash compaction. It finds violations, which are
// replayed and judged like all others; where it finds none, the answer is `unknown`, with an estimate of how much was seen.
import type { Automaton } from '../automata/automaton.ts';
import type { TestingAutomaton } from '../automata/testing/testing-automaton.ts';
import { InputError } from '../diagnostics/diagnostic.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import { HashedSearch, hashingObstacle } from '../explicit/hashing/hashed-search.ts';
import type { Hashing, HashingStatistics } from '../explicit/hashing/hashing.ts';
import { DROP_DEADLOCKS, REPEAT_DEADLOCKS } from '../explicit/kernel/protocol.ts';
import { LetterTable } from '../explicit/product/letters.ts';
import type { Property } from '../explicit/product/product.ts';
import { chooseSource } from '../explicit/product/state-source.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { FairModel } from '../models/fair-model.ts';
import type { Model } from '../models/model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { type EngineAnswer, type Found, unknownFor } from './answer.ts';
import { automatonSizes } from './automaton-sizes.ts';
import type { CompleteExplicit } from './options.ts';
import type { Question } from './question.ts';
import { type CheckPhases, type CheckStatistics, NOTHING_EXPLORED } from './result.ts';

interface HashedTask {
  readonly model: Model;
  readonly deadlock: DeadlockReading;
  readonly question: Question;
  readonly engine: CompleteExplicit;
  readonly hashing: Hashing;
  readonly stopwatch: Stopwatch;
  readonly onProgress?: (progress: Progress) => void;
  /** Given where every state has an execution that counts: whether what happens on a path is a violation whatever follows. */
  readonly isEnough?: (path: StateLasso) => boolean;
}

/** Searches; limits become the outcome `unknown`. Throws `InputError` where this question cannot be answered so. */
export function searchByHashing(task: HashedTask): EngineAnswer {
  return new HashedEngine(task).run();
}

class HashedEngine {
  private readonly task: HashedTask;
  private readonly started = performance.now();
  private readonly phases: { -readonly [P in keyof CheckPhases]: number } = {
    translation: 0,
    search: 0,
    counterexample: 0,
  };
  private automaton: Automaton | TestingAutomaton | null = null;
  private search: HashedSearch | null = null;
  private hashing: HashingStatistics | null = null;

  constructor(task: HashedTask) {
    this.task = task;
  }

  run(): EngineAnswer {
    const found = this.found();
    return { found, engine: this.task.engine, emptiness: null, statistics: this.statistics() };
  }

  private found(): Found {
    const { model, deadlock, stopwatch, question, engine } = this.task;
    if (deadlock === 'error') throw refused('every deadlock counts with --deadlock error, so all states must be seen');
    if (model instanceof FairModel) throw refused('fairness is assumed');
    if (chooseSource(model) === 'plain') throw refused('the states of the model are not made by compiled code');
    try {
      const begun = performance.now();
      this.automaton = question.automaton(engine.automaton, stopwatch);
      const { predicates } = question.observationFor(engine.automaton);
      const letters = new LetterTable(predicates.length);
      const property = question.property(engine.automaton, letters, stopwatch);
      this.phases.translation += (performance.now() - begun) / 1000;
      const obstacle = hashingObstacle(property);
      if (obstacle !== null) throw refused(obstacle);
      return this.searchWith({ property, letters, predicates });
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      this.note();
      return unknownFor(limit.reached);
    }
  }

  private searchWith(seen: Pick<Seen, 'property' | 'letters' | 'predicates'>): Found {
    const { isEnough } = this.task;
    if (isEnough !== undefined && seen.property.weakness?.terminal) {
      const path = this.searchFor('decision', seen);
      if (path === null) return this.nothingFound();
      if (isEnough(path)) return { outcome: 'violated', lasso: path };
    }
    const lasso = this.searchFor('cycle', seen);
    return lasso === null ? this.nothingFound() : { outcome: 'violated', lasso };
  }

  private searchFor(
    goal: 'cycle' | 'decision',
    seen: Pick<Seen, 'property' | 'letters' | 'predicates'>,
  ): StateLasso | null {
    const { model, deadlock, hashing, engine, stopwatch, onProgress } = this.task;
    const begun = performance.now();
    const deadlocks = deadlock === 'drop' ? DROP_DEADLOCKS : REPEAT_DEADLOCKS;
    const order = engine.successors === 'model' ? {} : { order: engine.successors.seed };
    this.search = new HashedSearch(
      { model, ...seen, hashing, deadlocks, watch: stopwatch },
      { goal, stopwatch, onProgress, ...order },
    );
    const found = this.search.run();
    this.phases.search += (performance.now() - begun) / 1000;
    this.note();
    return found;
  }

  private nothingFound(): Found {
    const { kind } = this.task.hashing;
    const name = kind === 'bits' ? 'bit-state hashing' : 'hash compaction';
    return unknownFor({ limit: 'hashing', what: `no violation was found, and ${name} proves nothing: ${this.seen()}` });
  }

  private seen(): string {
    const { coverage } = this.hashing!;
    return `${percent(coverage)} of the states that were met were visited`;
  }

  private note(): void {
    this.hashing = this.search?.statistics() ?? null;
  }

  private statistics(): CheckStatistics {
    const { search, hashing, automaton } = this;
    const progress = search?.progress();
    return {
      ...NOTHING_EXPLORED,
      ...(automaton && automatonSizes(automaton)),
      productStates: progress?.states ?? 0,
      productTransitions: progress?.edges ?? 0,
      passes: progress === undefined ? 0 : 1,
      maximalDepth: search?.maximalDepth ?? null,
      phases: this.phases,
      seconds: (performance.now() - this.started) / 1000,
      ...(hashing && { hashing }),
    };
  }
}

interface Seen {
  readonly property: Property;
  readonly letters: LetterTable;
  readonly predicates: ReturnType<Question['observationFor']>['predicates'];
}

/** Never 100 % where something is missing. */
function percent(share: number): string {
  return share === 1 ? 'about 100 %' : `about ${(Math.min(share, 0.9999) * 100).toFixed(2)} %`;
}

function refused(reason: string): InputError {
  return new InputError({
    code: 'CHK730',
    message: `states cannot be hashed here: ${reason}`,
    hint: 'leave --bitstate or --compaction out; or, for testing automata, use --automaton tgba or ba',
  });
}
