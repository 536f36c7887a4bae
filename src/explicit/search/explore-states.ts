// Counting a state space: slices of the kernels under limits, with progress and cancellation between them. Models that number their
// states themselves need no kernel. Where there is no WebAssembly the plain explorer does the work, and the result says so.
import { MemoryRefused, wasmHost } from '../../base/wasm-host.ts';
import { LimitExceeded, type LimitKind, type Limits } from '../../diagnostics/limit.ts';
import { limitOf } from '../../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { explore } from '../../models/explore.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { Order } from '../kernel/kernel.ts';
import type { Measures } from '../kernel/packing/measure.ts';
import { NotSelected, type SelectedStates, type Selection } from '../kernel/store/select-states.ts';
import type { StateSpaceOptions } from '../kernel/store/space-options.ts';
import { StateSpace } from '../kernel/store/state-space.ts';
import type { JointRequest, JointResult } from '../kernel/threads/joint-search.ts';
import type { ThreadHost } from '../kernel/threads/thread-host.ts';
import { NO_KERNEL, NO_WEBASSEMBLY } from '../product/state-source.ts';
import { NumberedStates } from './explore-numbered.ts';
import { Pace } from './pace.ts';

export interface ExploreStatesOptions {
  /** Compiled kernels (the default), or the small explorer that they are tested against. */
  readonly engine?: 'explicit' | 'plain';
  /** Depth-first by default: it needs the least memory for small states. */
  readonly order?: Order;
  readonly limits?: Limits | Stopwatch;
  /** Tree compression; by default when memory runs short. */
  readonly fold?: StateSpaceOptions['fold'];
  /** Also the largest number of tokens in a place and in a marking, by a second pass over the states. */
  readonly tokens?: 'measured';
  /** Ends the run at a state that satisfies this; the plain explorer looks at all states. Never about `dead`. */
  readonly watched?: Expression;
  /** Where further threads come from, which help where states are many; one thread does it alone unless given. */
  readonly threads?: ThreadHost;
  /** When they are called; for tests. */
  readonly helpers?: StateSpaceOptions['helpers'];
  /** Keeps states with ids, and room for products, so that these can be searched afterwards. */
  readonly keep?: 'for-products';
  /** The largest single memory; for tests. */
  readonly largestMemory?: number;
  readonly onProgress?: (progress: StatesProgress) => void;
}

export interface StatesProgress {
  readonly states: number;
  readonly transitions: number;
  /** Breadth-first: the level reached. Depth-first: the states that wait. */
  readonly depth: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface StatesResult extends StatesProgress {
  readonly engine: 'explicit' | 'plain';
  /** Whether all states were found; counts are otherwise those of the explored part. */
  readonly complete: boolean;
  /** The limit that ended an incomplete run. */
  readonly limit: LimitKind | null;
  /** Whether it ended at a state that was watched for. */
  readonly seen: boolean;
  readonly deadlocks: number;
  readonly maxTokensInPlace: number | null;
  readonly maxTokensPerMarking: number | null;
  /** Null where no kernel was needed. */
  readonly kernel: KernelFacts | null;
  /** What the user should know: an engine that could not be used. */
  readonly notice: string | null;
}

/** What is known of kernels when a search has ended. */
export interface KernelFacts {
  /** Words of a packed state. */
  readonly words: number;
  /** How often states were packed anew. */
  readonly repackings: number;
  readonly memories: number;
  /** Threads that have worked together, at most. */
  readonly threads: number;
}

/** Milliseconds between two looks at the event loop. */
const BREATH = 50;

/** Explores all states of the model. Faults of the model are thrown as its `EvaluationFault`. */
export async function exploreStates(model: Model, options: ExploreStatesOptions = {}): Promise<StatesResult> {
  if (isForPlainExplorer(model, options)) return explorePlainly(model, options, null);
  const run = startRun(model, options);
  if (!(run instanceof StatesRun)) return run;
  try {
    for (let breath = performance.now(); ; ) {
      const ended = run.step();
      if (ended) return run.result();
      if (performance.now() - breath < BREATH) continue;
      await new Promise((resolve) => setTimeout(resolve));
      breath = performance.now();
    }
  } finally {
    run.close();
  }
}

/** The same without ever yielding: a signal is only seen if something else raises it. */
export function exploreStatesSync(model: Model, options: ExploreStatesOptions = {}): StatesResult {
  if (isForPlainExplorer(model, options)) return explorePlainly(model, options, null);
  const run = startRun(model, options);
  if (!(run instanceof StatesRun)) return run;
  try {
    while (!run.step());
    return run.result();
  } finally {
    run.close();
  }
}

/** The same, and then the states that satisfy a condition; null where not all states were found, or these are not to be had. */
export function exploreAndSelect(
  model: Model,
  options: ExploreStatesOptions,
  selection: Selection,
): { readonly result: StatesResult; readonly selected: SelectedStates | null } {
  const run = startRun(model, options);
  if (!(run instanceof StatesRun)) return { result: run, selected: null };
  try {
    while (!run.step());
    const result = run.result();
    return { result, selected: result.complete ? run.select(selection) : null };
  } finally {
    run.close();
  }
}

/** The same, and then a search over all states, with the threads that have found them; `found` is null where not all were, or it cannot be done. */
export function exploreAndSearch(
  model: Model,
  options: ExploreStatesOptions,
  request: JointRequest,
): { readonly result: StatesResult; readonly found: JointResult | null } {
  const run = startRun(model, { ...options, keep: 'for-products' });
  if (!(run instanceof StatesRun)) return { result: run, found: null };
  try {
    while (!run.step());
    const found = run.isComplete ? run.search(request) : null;
    return { result: run.result(), found };
  } finally {
    run.close();
  }
}

/**
 * A run of kernels; or its result at once, where a limit comes before the first state, there is no WebAssembly, or the system grants no
 * memory for a kernel.
 */
function startRun(model: Model, options: ExploreStatesOptions): StatesRun | StatesResult {
  if (wasmHost() === null && !isNumbered(model, options)) return explorePlainly(model, options, NO_WEBASSEMBLY);
  try {
    return new StatesRun(model, options);
  } catch (error) {
    if (error instanceof MemoryRefused) return explorePlainly(model, options, NO_KERNEL);
    if (error instanceof LimitExceeded) return { ...NOTHING_FOUND, limit: error.limit };
    throw error;
  }
}

const NOTHING_FOUND: Omit<StatesResult, 'limit'> = {
  states: 0,
  transitions: 0,
  depth: 0,
  bytes: 0,
  seconds: 0,
  engine: 'explicit',
  complete: false,
  seen: false,
  deadlocks: 0,
  maxTokensInPlace: null,
  maxTokensPerMarking: null,
  kernel: null,
  notice: null,
};

/** Whether no kernel can do it: code watches, so a model without code that does not number its states is watched by the plain explorer. */
function isForPlainExplorer(model: Model, options: ExploreStatesOptions): boolean {
  if (options.engine === 'plain') return true;
  const isOpaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
  return options.watched !== undefined && isOpaque && !isNumbered(model, options);
}

/** Whether the numbers of the model are enough: nothing is asked for that only a kernel has. */
function isNumbered({ numbering }: Model, { fold, tokens, largestMemory }: ExploreStatesOptions): boolean {
  const forKernel = fold !== undefined || tokens === 'measured' || largestMemory !== undefined;
  return numbering !== undefined && !forKernel;
}

class StatesRun {
  private readonly space: StateSpace | NumberedStates;
  private readonly options: ExploreStatesOptions;
  private readonly stopwatch: Stopwatch;
  private readonly started = performance.now();
  private limit: LimitKind | null = null;
  private seen = false;
  private readonly pace: Pace;

  constructor(model: Model, options: ExploreStatesOptions) {
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    this.pace = new Pace(model.groups.length);
    const { order = 'breadth-first' } = options;
    if (model.numbering !== undefined && isNumbered(model, options)) {
      const { watched } = options;
      this.space = new NumberedStates(model, model.numbering, { order, stopwatch: this.stopwatch, watched });
      return;
    }
    this.space = new StateSpace(model, {
      order,
      states: 'counted',
      memoryBytes: this.stopwatch.memoryBytes,
      largestMemory: options.largestMemory,
      fold: options.fold,
      threads: options.threads,
      helpers: options.helpers,
      watch: this.stopwatch,
      watched: options.watched,
      ...(options.keep && { leaves: 'never', product: 'reserved' }),
    });
  }

  /** Whether all states were found. */
  get isComplete(): boolean {
    return this.limit === null && !this.seen;
  }

  /** Null where it cannot be done. */
  search(request: JointRequest): JointResult | null {
    return this.space instanceof StateSpace ? this.space.searchJointly(request) : null;
  }

  /** Ends the threads that help. */
  close(): void {
    if (this.space instanceof StateSpace) this.space.close();
  }

  /** One slice; true when the run has ended. */
  step(): boolean {
    try {
      return this.slice();
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      this.limit = limit.limit;
      return true;
    }
  }

  private slice(): boolean {
    const { stopwatch, space } = this;
    const before = performance.now();
    const { states } = stopwatch.limits;
    const left = states === undefined ? this.pace.states : Math.max(1, states - space.states);
    const { slice = this.pace.states } = this.options.helpers ?? {};
    const result = space.slice(Math.min(this.pace.states, slice, left));
    this.pace.adapt(performance.now() - before);
    this.options.onProgress?.(this.progress());
    this.seen = result === 'seen';
    if (result === 'done' || this.seen) return true;
    if (result === 'full') throw new LimitExceeded('memory', 'no memory is left for states');
    stopwatch.countStates(space.states, 'the model');
    stopwatch.look();
    return false;
  }

  result(): StatesResult {
    const { space } = this;
    this.close();
    const measures = this.options.tokens === 'measured' ? this.measure() : null;
    const { limit, seen } = this;
    const isKernel = space instanceof StateSpace;
    return {
      ...this.progress(),
      engine: 'explicit',
      complete: limit === null && !seen,
      limit,
      seen,
      deadlocks: space.deadlocks,
      maxTokensInPlace: measures?.upper.reduce((most, tokens) => Math.max(most, tokens), 0) ?? null,
      maxTokensPerMarking: measures?.sum ?? null,
      kernel: isKernel ? kernelOf(space) : null,
      notice: null,
    };
  }

  /** The states that satisfy the condition; null where they cannot be found out. */
  select(selection: Selection): SelectedStates | null {
    if (!(this.space instanceof StateSpace)) return null;
    try {
      return this.space.select(selection);
    } catch (error) {
      if (error instanceof NotSelected) return null;
      throw error;
    }
  }

  /** Null where a limit comes first. */
  private measure(): Measures | null {
    if (!(this.space instanceof StateSpace)) return null;
    try {
      return this.space.measure(this.stopwatch);
    } catch (error) {
      if (!(error instanceof LimitExceeded)) throw error;
      this.limit ??= error.limit;
      return null;
    }
  }

  private progress(): StatesProgress {
    const { states, transitions, depth, bytes } = this.space;
    return { states, transitions, depth, bytes, seconds: (performance.now() - this.started) / 1000 };
  }
}

function kernelOf({ kernel, repackings, memories, threads }: StateSpace): KernelFacts {
  return { words: kernel.packing.words, repackings, memories, threads };
}

function explorePlainly(model: Model, options: ExploreStatesOptions, notice: string | null): StatesResult {
  const { order = 'breadth-first', limits, onProgress, watched } = options;
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const width = model.variables.length * 4 + 16;
  const found = explore(model, {
    order,
    limits,
    ...(watched && { predicates: [watched] }),
    onProgress: ({ states, transitions, expanded }) =>
      onProgress?.({ states, transitions, depth: states - expanded, bytes: states * width, seconds: seconds() }),
  });
  const measured = options.tokens === 'measured';
  return {
    states: found.states,
    transitions: found.transitions,
    depth: 0,
    bytes: found.states * width,
    seconds: seconds(),
    engine: 'plain',
    complete: found.limit === null,
    limit: found.limit,
    seen: watched !== undefined && found.labels.includes(1),
    deadlocks: found.deadlocks,
    maxTokensInPlace: measured ? found.maxima.reduce((most, tokens) => Math.max(most, tokens), 0) : null,
    maxTokensPerMarking: measured ? found.maxSum : null,
    kernel: null,
    notice,
  };
}
