// Which variable order? None is best everywhere, and a bad one costs a thousandfold, so orders race: each gets the same budget of
// nodes, cheap and promising ones first, then all of them eight times as much. Nothing is raced when the first one finishes.
import { BudgetExceeded, type Clusters, Mdd, type Strategy } from '../dd/mdd/index.ts';
import { LimitExceeded, type Limits } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import { OrderMaker, type OrderName, orderNames, type VariableOrder } from './order/orders.ts';
import { type PropertyLevel, SymbolicSpace } from './space.ts';
import { ModelTransitions } from './transitions.ts';

/** What a run may use, and whom it tells how far it is. */
export interface RunOptions {
  readonly limits?: Limits | Stopwatch;
  readonly onProgress?: (progress: SymbolicProgress) => void;
}

export interface ExploreOptions extends RunOptions {
  /** An order by name or as a list; the orders race unless given. */
  readonly order?: 'race' | Exclude<OrderName, 'user'> | VariableOrder;
  /** Saturation unless given. */
  readonly strategy?: Strategy;
  /** Which events act as one; each by itself unless given. */
  readonly clusters?: Clusters;
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

/** Nodes in the first round: this many, or twenty a variable. */
const FIRST_BUDGET = 20_000;
/** Operations that a node may cost on average before an attempt counts as lost. */
const OPERATIONS_PER_NODE = 100;
const GROWTH = 8;
/** Beyond this many variables the search for invariants is not worth its time in the first attempt. */
const LARGE = 300;

/** Finds the reachable states of the model. Throws `LimitExceeded`, and the faults of the model as they are. */
export function exploreSymbolically(model: Model, options: ExploreOptions = {}): SymbolicExploration {
  return new Race(model, options).run();
}

/** The candidates in the order in which they run. */
function candidates(model: Model): Exclude<OrderName, 'user'>[] {
  const names = orderNames.filter((name): name is Exclude<OrderName, 'user'> => name !== 'user');
  // On programs (of BEEM) the reversed orders created fewer nodes more often than not, up to seven times fewer.
  if (!isNetModel(model)) names.sort((a, b) => rankOf(a) - rankOf(b));
  if (model.variables.length <= LARGE) return names;
  const first = names.filter((name) => name.startsWith('greedy-transitions'));
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** Heuristics keep their places, but the reversed order comes first. */
function rankOf(name: OrderName): number {
  const place = orderNames.indexOf(name);
  return name.endsWith('-reverse') ? place - 1.5 : place;
}

class Race {
  private readonly model: Model;
  private readonly options: ExploreOptions;
  private readonly transitions: ModelTransitions;
  private readonly orders: OrderMaker;
  private readonly mdd: Mdd;
  private readonly stopwatch: Stopwatch;
  private attempts = 0;
  /** The first name of each order. */
  private readonly names = new Map<string, OrderName>();
  private current: OrderName = 'user';

  constructor(model: Model, options: ExploreOptions) {
    this.model = model;
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    const levels = model.variables.length + (options.property === undefined ? 0 : 1);
    this.mdd = new Mdd({ levels, memoryBytes: this.stopwatch.memoryBytes });
    this.transitions = new ModelTransitions(model, this.stopwatch);
    this.orders = new OrderMaker(model, this.stopwatch, this.transitions.supports());
  }

  run(): SymbolicExploration {
    const { stopwatch, options } = this;
    const run = { limits: stopwatch, onProgress: options.onProgress };
    return duringRun(
      this.mdd,
      () => this.current,
      run,
      () => this.find(),
    );
  }

  private find(): SymbolicExploration {
    const { order = 'race' } = this.options;
    if (order !== 'race') {
      const space = this.attempt(typeof order === 'string' ? this.orders.order(order) : order);
      return { space, attempts: this.attempts };
    }
    let running = candidates(this.model);
    const first = Math.max(FIRST_BUDGET, 20 * this.model.variables.length);
    for (let nodes = first; ; nodes *= GROWTH) {
      const still: typeof running = [];
      let failure: LimitExceeded | null = null;
      for (const name of running) {
        try {
          const order = this.orders.order(name);
          if (this.isRepeated(order)) continue;
          const space = this.attempt(order, nodes);
          return { space, attempts: this.attempts };
        } catch (error) {
          if (error instanceof BudgetExceeded) still.push(name);
          else if (error instanceof LimitExceeded && error.limit === 'memory') failure = error;
          else throw error;
        }
      }
      // All that are left need more memory than there is.
      if (still.length === 0) throw failure ?? new LimitExceeded('memory', 'no variable order fits the memory');
      running = still;
    }
  }

  /** Whether another name of the race stands for the same order. */
  private isRepeated({ name, variables }: VariableOrder): boolean {
    const key = variables.join();
    const first = this.names.get(key) ?? name;
    this.names.set(key, first);
    return first !== name;
  }

  private attempt(order: VariableOrder, nodes?: number): SymbolicSpace {
    if (this.attempts > 0) this.mdd.reset();
    this.attempts++;
    this.current = order.name;
    if (nodes !== undefined) this.mdd.setBudget({ nodes, operations: nodes * OPERATIONS_PER_NODE });
    const space = new SymbolicSpace(this.mdd, this.transitions, order, this.options.property);
    space.explore(this.options);
    this.mdd.setBudget({});
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
