// A bench: one prepared model with what is kept of it between questions (its graph, its diagrams), and the searches on it.
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { type EngineAnswer, unknownFor } from './answer.ts';
import { canBeSymbolic } from './can-be-symbolic.ts';
import { variableOrder } from './count-in-diagrams.ts';
import { searchExplicitly } from './explicit-engine.ts';
import {
  type CheckOptions,
  type CompleteChoices,
  type CompleteExplicit,
  type CompleteSymbolic,
  completeExplicit,
  type DiagramChoices,
} from './options.ts';
import type { PreparedModel } from './prepare.ts';
import type { FormulaQuestion, Question } from './question.ts';
import { NOTHING_EXPLORED } from './result.ts';
import type { Searches } from './schedule.ts';
import { stateBound } from './state-bound.ts';
import { searchSymbolically } from './symbolic-engine.ts';

/** The bounded look before diagrams: states of the model, and looks at the stopwatch, which are hundreds or thousands of steps apart. */
const LOOK_STATES = 300;
const LOOKS = 40;
/** Variables times groups: where there are more, a few states are all that could be looked at. */
const LARGE_MODEL = 200_000;

interface BenchOptions extends Pick<CheckOptions, 'onProgress'> {
  readonly choices: CompleteChoices;
  /** Called before a search. */
  readonly onSearch: (bench: Bench) => void;
}

export class Bench implements Searches {
  readonly prepared: PreparedModel;
  readonly isSymbolic: boolean;
  readonly seesAllStates: boolean;
  /** The limits of the questions under way. */
  watch: Stopwatch | undefined;
  private readonly options: BenchOptions;
  private madeGraph: ModelGraph | null = null;
  private madeExplored: ExploredModel | null = null;

  constructor(prepared: PreparedModel, options: BenchOptions) {
    this.prepared = prepared;
    this.options = options;
    this.isSymbolic = canBeSymbolic(prepared.model);
    this.seesAllStates = options.choices.deadlock === 'error';
  }

  stateBound(): number {
    return stateBound(this.prepared.model);
  }

  explicit(question: Question, engine: CompleteExplicit, stopwatch: Stopwatch): EngineAnswer {
    const { choices, onProgress, onSearch } = this.options;
    onSearch(this);
    try {
      const graph = this.graph(stopwatch);
      return searchExplicitly({ graph, deadlock: choices.deadlock, question, engine, stopwatch, onProgress });
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      return { found: unknownFor(error.reached), engine, emptiness: null, statistics: NOTHING_EXPLORED };
    }
  }

  symbolic(question: FormulaQuestion, engine: CompleteSymbolic, stopwatch: Stopwatch): EngineAnswer {
    const { choices, onSearch } = this.options;
    onSearch(this);
    const explored = this.explored(engine);
    return searchSymbolically({ explored, deadlock: choices.deadlock, question, engine, stopwatch });
  }

  /** An explicit search over the first states, which ends after a fixed amount of work; the answer is that of the engine that asked. */
  look(question: FormulaQuestion, engine: CompleteSymbolic, stopwatch: Stopwatch): EngineAnswer | null {
    const { model } = this.prepared;
    const { deadlock } = this.options.choices;
    if (deadlock === 'error') return null; // all states have to be seen
    if (model.variables.length * model.groups.length > LARGE_MODEL) return null;
    if (!isTranslated(question, engine, stopwatch)) return null;
    const explicit = completeExplicit({ automaton: engine.automaton, search: 'interpreted' });
    const graph = new ModelGraph(model, { deadlock, source: 'plain' });
    graph.freezeAt(LOOK_STATES);
    let looks = 0;
    const bounded = stopwatch.part({ isCancelled: () => ++looks > LOOKS });
    // Where the states end that are looked at, executions end too: only cycles count, as with the reading `drop`.
    const answer = searchExplicitly({ graph, deadlock: 'drop', question, engine: explicit, stopwatch: bounded });
    if (answer.found.outcome !== 'violated') return null;
    return { ...answer, engine, emptiness: null, statistics: { ...answer.statistics, phases: null } };
  }

  /** Whether states are kept, in whatever form. */
  get isUsed(): boolean {
    return this.madeGraph !== null || this.madeExplored !== null;
  }

  /** Lets go of the states: they are found again when they are asked for. */
  clear(): void {
    this.madeGraph = null;
    this.madeExplored = null;
  }

  /** Made when it is first asked for, in as much time as all questions have: it would not be ready any sooner in the next slice. */
  private graph({ limits: { states } }: Stopwatch): ModelGraph {
    if (this.madeGraph === null || this.madeGraph.options.maxStates !== states) {
      this.madeGraph = new ModelGraph(this.prepared.model, {
        deadlock: deadlockStep(this.options.choices.deadlock),
        maxStates: states,
        watch: this.watch,
      });
    }
    return this.madeGraph;
  }

  /** The diagrams of the states; all questions of a session make the same choices about them. */
  private explored({ strategy, clusters, variables, propertyLevel }: DiagramChoices): ExploredModel {
    const { model } = this.prepared;
    this.madeExplored ??= new ExploredModel(model, {
      order: variableOrder(model, variables),
      strategy,
      clusters,
      property: propertyLevel,
    });
    return this.madeExplored;
  }
}

/** Translates, which does not count as work of the look; false where a limit came first, which the search then meets too. */
function isTranslated(question: Question, { automaton }: CompleteSymbolic, stopwatch: Stopwatch): boolean {
  try {
    question.automaton(automaton, stopwatch);
    return true;
  } catch (error) {
    if (error instanceof LimitExceeded) return false;
    throw error;
  }
}
