// Which variable order? None is best everywhere, and a bad one costs a thousandfold, so orders race: each gets the same budget of
// nodes, cheap and promising ones first, then all of them eight times as much. Nothing is raced when the first one finishes.
//
// On programs the first order of the list is rarely far from the best one, and programs take long: the first order leads with four times the budget
// of the second, two more enter in each round, and all have four times as much in the next. Nobody is given up, and what the leader loses to all the
// others is less than a run of its own.
//
// Where tables of a program are open, all states are also explored one by one, while that is no more work than the race was so far. If that comes to an end, it has
// shown all rows (`surveyed-rows.ts`), and the race begins anew with tables that are complete, as those of an ETF file are.
import { BudgetExceeded, type Clusters, Mdd, type Room, type Strategy } from '../dd/mdd/index.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import type { OpenSurvey, StepSurvey } from '../models/step-survey.ts';
import { OrderMaker, type OrderName, orderNames, type VariableOrder } from './order/orders.ts';
import { type PropertyLevel, SymbolicSpace } from './space.ts';
import { ModelTransitions, type Programs } from './transitions.ts';

/** What a run may use, and whom it tells how far it is. */
export interface RunOptions {
  readonly limits?: Limits | Stopwatch;
  readonly onProgress?: (progress: SymbolicProgress) => void;
}

export interface ExploreOptions extends RunOptions {
  /** An order by name or as a list; the orders race unless given. `race-beside`: every second one first, for a thread beside one that races. */
  readonly order?: 'race' | 'race-beside' | Exclude<OrderName, 'user'> | VariableOrder;
  /** Saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
  /** How groups with guard and effects become relations; `apart` fills no tables, and `surveyed` by the survey alone, for comparisons. `tables` unless given. */
  readonly programs?: Programs;
  /** Explores states one by one for the tables of programs, where the race takes long; nobody does unless given (`openStepSurvey` of the explicit engine). */
  readonly survey?: OpenSurvey;
  /** One more level for the states of an automaton, and where; none unless given. */
  readonly property?: PropertyLevel;
}

export interface SymbolicProgress {
  readonly order: OrderName;
  readonly nodes: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** A state space, and how many orders were tried for it. */
export interface SymbolicExploration {
  readonly space: SymbolicSpace;
  readonly attempts: number;
}

/** Operations that take as long as a step of building a relation. */
const OPERATIONS_PER_STEP = 8;
/** States that are explored one by one for each operation on diagrams: two take about as long, 0.3 to 0.9 µs. And the most of them. */
const STATES_PER_OPERATION = 2;
const MOST_SURVEYED = 20_000_000;
/** Nodes in the first round, of nets and of programs: this many, or twenty a variable. */
const FIRST_BUDGET = 20_000;
const FIRST_PROGRAM_BUDGET = 40_000;
/** Operations that a node may cost on average before an attempt counts as lost. */
const OPERATIONS_PER_NODE = 100;
const GROWTH = 8;
/** On programs: what the budgets grow by, what the first order has more than the others, and how many orders enter in each round. */
const PROGRAM_GROWTH = 4;
const LEAD = 4;
const LANE = 2;
const DIAGRAM_SHARE = 0.85;
const LEAST_BYTES = 1 << 22;
/** An attempt with a larger budget of nodes needs a whole manager, unless it ends soon. */
const LARGE_NODES = 50_000;
/** The nodes and operations on them that such an attempt has in a small manager before a whole one is reserved, which costs some milliseconds. */
const SMALL_NODES = 5000;
const SMALL_OPERATIONS = 100_000;
/** Beyond this many variables, or groups, a small manager has no room for the events, or not for long. */
const SMALL_MODEL = 1000;
/** Beyond this many variables the search for invariants is not worth its time in the first attempt. */
const LARGE = 300;

/** Finds the reachable states of the model. Throws `LimitExceeded`, and the faults of the model as they are. */
export function exploreSymbolically(model: Model, options: ExploreOptions = {}): SymbolicExploration {
  return exploreIn('whole', model, options);
}

/** The same in a manager with little room, if that is enough for the states: later work in it may be cramped. */
export function exploreIn(room: Room, model: Model, options: ExploreOptions): SymbolicExploration {
  return new Race(model, options, room).find();
}

/** Levels and relations under one order, the first of the race where none is given; nothing is explored. */
export function openSpace(room: Room, model: Model, options: ExploreOptions): SymbolicSpace {
  return new Race(model, options, room).open();
}

/** Whether the error may come from the little room of the manager, and what was done in it may succeed in a whole one. */
export function isCramped({ room }: Mdd, error: unknown): boolean {
  const isMemory = error instanceof LimitExceeded && error.limit === 'memory' && !(error instanceof BudgetExceeded);
  return isMemory && room === 'small';
}

/** The candidates of a net in the order in which they run. */
function netCandidates(model: Model): NamedOrder[] {
  if (model.variables.length <= LARGE) return [...NAMED];
  const first = NAMED.filter((name) => name.startsWith('greedy-transitions'));
  return [...first, ...NAMED.filter((name) => !first.includes(name))];
}

/**
 * The candidates of a program. The reversed orders created fewer nodes more often than not, up to seven times fewer (on BEEM); of the two
 * greedy ones the one whose steps fire lower leads.
 */
function programCandidates(orders: OrderMaker): NamedOrder[] {
  const tops = (name: NamedOrder): number => orders.sumOfTops(orders.order(name));
  const leaders: NamedOrder[] = ['greedy-reverse', 'greedy-transitions-reverse'];
  if (tops(leaders[1]) < tops(leaders[0])) leaders.reverse();
  const rest = NAMED.filter((name) => !leaders.includes(name));
  return [...leaders, ...rest.filter(isReversed), ...rest.filter((name) => !isReversed(name))];
}

/** Those at every second place, then the others. */
function secondsFirst<T>(list: readonly T[]): T[] {
  return [...list.filter((_, i) => i % 2 === 1), ...list.filter((_, i) => i % 2 === 0)];
}

type NamedOrder = Exclude<OrderName, 'user'>;
const NAMED: readonly NamedOrder[] = orderNames.filter((name): name is NamedOrder => name !== 'user');

function isReversed(name: OrderName): boolean {
  return name.endsWith('-reverse');
}

/** An order of the race, and how many nodes it may create the next time. */
interface Runner {
  readonly name: NamedOrder;
  readonly budget: number;
}

/**
 * The memory that diagrams may use: what the model and the process have left, but for a share for relations and counts beside them. A run that
 * comes near the limit then collects nodes, where the process would otherwise be ended for what it holds.
 */
function diagramBytes({ memoryLeft }: Stopwatch): number | undefined {
  return memoryLeft === undefined ? undefined : Math.max(LEAST_BYTES, memoryLeft * DIAGRAM_SHARE);
}

/** What an attempt may spend. */
interface Budget {
  readonly nodes: number;
  readonly operations: number;
}

function budgetOf(nodes: number | undefined): Budget | null {
  return nodes === undefined ? null : { nodes, operations: nodes * OPERATIONS_PER_NODE };
}

class Race {
  private readonly model: Model;
  private readonly options: ExploreOptions;
  private readonly isNet: boolean;
  private readonly transitions: ModelTransitions;
  private orders: OrderMaker;
  private mdd: Mdd;
  /** Operations of all attempts that have ended. */
  private operations = 0;
  private survey: StepSurvey | 'none' | 'later' = 'later';
  private readonly stopwatch: Stopwatch;
  private attempts = 0;
  /** The first name of each order. */
  private names = new Map<string, OrderName>();
  private current: OrderName = 'user';

  constructor(model: Model, options: ExploreOptions, room: Room) {
    this.model = model;
    this.options = options;
    this.isNet = isNetModel(model);
    this.stopwatch = Stopwatch.over(options.limits);
    this.transitions = new ModelTransitions(model, this.stopwatch, options.programs);
    const isLarge = model.variables.length > SMALL_MODEL || model.groups.length > SMALL_MODEL;
    this.mdd = this.manager(isLarge ? 'whole' : room);
    if (options.programs === 'surveyed') this.surveyed(Number.POSITIVE_INFINITY);
    this.orders = new OrderMaker(model, this.stopwatch, this.transitions.supports());
  }

  open(): SymbolicSpace {
    const { order = 'race', property } = this.options;
    const first = (): NamedOrder => (this.isNet ? netCandidates(this.model) : programCandidates(this.orders))[0];
    const name = order === 'race' || order === 'race-beside' ? first() : order;
    const chosen = typeof name === 'string' ? this.orders.order(name) : name;
    return new SymbolicSpace(this.mdd, this.transitions, chosen, property);
  }

  find(): SymbolicExploration {
    const { order = 'race' } = this.options;
    if (order !== 'race' && order !== 'race-beside') {
      const space = this.attempt(typeof order === 'string' ? this.orders.order(order) : order);
      return { space, attempts: this.attempts };
    }
    let fresh = this.freshRunners();
    const growth = this.isNet ? GROWTH : PROGRAM_GROWTH;
    let running: Runner[] = [];
    for (let failure: LimitExceeded | null = null; ; ) {
      const still: Runner[] = [];
      for (const { name, budget } of this.round(fresh, running)) {
        try {
          const space = this.attempt(this.orders.order(name), budget);
          return { space, attempts: this.attempts };
        } catch (error) {
          if (error instanceof BudgetExceeded) still.push({ name, budget: budget * growth });
          else if (error instanceof LimitExceeded && error.limit === 'memory') failure = error;
          else throw error;
        }
      }
      // All need more memory than there is.
      if (still.length === 0 && failure !== null) throw failure;
      running = still;
      if (!this.surveyed(Math.min(this.operations * STATES_PER_OPERATION, MOST_SURVEYED))) continue;
      this.orders = new OrderMaker(this.model, this.stopwatch, this.transitions.supports());
      this.names = new Map();
      fresh = this.freshRunners();
      running = [];
      failure = null;
    }
  }

  /** Goes on with the survey, up to so many states; whether it has just been completed: all tables are new then. */
  private surveyed(states: number): boolean {
    const { model, stopwatch, transitions, options } = this;
    if (this.survey === 'later') this.survey = (transitions.isOpen && options.survey?.(model, stopwatch)) || 'none';
    if (this.survey === 'none') return false;
    const found = this.survey.explore(states);
    if (found === 'open' && states < MOST_SURVEYED) return false;
    if (found === 'complete') transitions.fillFrom(this.survey, stopwatch);
    this.survey = 'none';
    // What the survey had of the memory is free now.
    this.mdd = this.manager('whole');
    return found === 'complete';
  }

  /** Who runs in a round; the orders of those that are new are made when their turn comes. */
  private *round(fresh: Iterator<Runner>, running: readonly Runner[]): Generator<Runner> {
    yield* running;
    const lane = this.isNet ? Number.POSITIVE_INFINITY : LANE;
    for (let i = 0; i < lane; i++) {
      const next = fresh.next();
      if (next.done) break;
      yield next.value;
    }
  }

  /** All orders with what they may spend at first; one that has two names runs once. */
  private *freshRunners(): Generator<Runner> {
    const least = this.isNet ? FIRST_BUDGET : FIRST_PROGRAM_BUDGET;
    const budget = Math.max(least, 20 * this.model.variables.length);
    let lead = this.isNet ? 1 : LEAD;
    const names = this.isNet ? netCandidates(this.model) : programCandidates(this.orders);
    for (const name of this.options.order === 'race-beside' ? secondsFirst(names) : names) {
      if (this.isRepeated(this.orders.order(name))) continue;
      yield { name, budget: lead * budget };
      lead = 1;
    }
  }

  /** Whether another name of the race stands for the same order. */
  private isRepeated({ name, variables }: VariableOrder): boolean {
    const key = variables.join();
    const first = this.names.get(key) ?? name;
    this.names.set(key, first);
    return first !== name;
  }

  private manager(room: Room): Mdd {
    const levels = this.model.variables.length + (this.options.property === undefined ? 0 : 1);
    return new Mdd({ levels, room, memoryBytes: diagramBytes(this.stopwatch) });
  }

  private attempt(order: VariableOrder, nodes?: number): SymbolicSpace {
    this.current = order.name;
    if (this.attempts > 0) this.mdd.reset();
    this.attempts++;
    if (this.mdd.room === 'small') {
      const few =
        nodes === undefined || nodes <= LARGE_NODES ? null : { nodes: SMALL_NODES, operations: SMALL_OPERATIONS };
      try {
        return this.explore(order, few ?? budgetOf(nodes));
      } catch (error) {
        if (!isCramped(this.mdd, error) && !(few !== null && error instanceof BudgetExceeded)) throw error;
      }
      this.mdd = this.manager('whole');
    }
    return this.explore(order, budgetOf(nodes));
  }

  private explore(order: VariableOrder, budget: Budget | null): SymbolicSpace {
    const { mdd, options, stopwatch } = this;
    const space = new SymbolicSpace(mdd, this.transitions, order, options.property);
    if (budget !== null) {
      mdd.setBudget(budget);
      space.mostRelationSteps = budget.nodes;
    }
    try {
      duringRun(
        mdd,
        () => this.current,
        { limits: stopwatch, onProgress: options.onProgress },
        () => space.explore(options),
      );
    } finally {
      this.operations += mdd.statistics().operations + OPERATIONS_PER_STEP * space.relationSteps;
    }
    mdd.setBudget({});
    space.mostRelationSteps = Number.POSITIVE_INFINITY;
    return space;
  }
}

/** Does work of the manager under the limits of the run, and tells how far it is. */
export function duringRun<T>(mdd: Mdd, order: () => OrderName, { limits, onProgress }: RunOptions, work: () => T): T {
  const stopwatch = Stopwatch.over(limits);
  const tell = (): void => {
    const { nodes, bytes } = mdd.statistics();
    onProgress?.({ order: order(), nodes, bytes, seconds: stopwatch.seconds });
  };
  return mdd.during({ stopwatch, ...(onProgress && { onProgress: tell }) }, work);
}
