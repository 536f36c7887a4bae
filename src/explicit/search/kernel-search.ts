// A search inside the compiled kernel, in slices: between them limits are looked at, and what a slice could not do is done. Which search
// it is says a `KernelRun`: the functions of the core, and how their place in it survives a move to another kernel.
//
// It begins with a probe: a plain depth-first search over some thousand states, because it often meets a violation soon. If it does not,
// everything starts again, and hopeless states (those that cannot accept) are from then on only visited. Where stubborn sets are left to us, they
// are tried beside this search once it has become long (`stubborn-attempt.ts`): it ends where the search with them has the answer.
import { InternalError } from '../../base/assert.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import {
  type AcceptingComponent,
  type EmptinessResult,
  type EmptinessStatistics,
  GivenUp,
  type PartialOrderCounts,
  type Progress,
  ProgressReporter,
  type SearchOptions,
  Settled,
  type StubbornChoice,
} from '../emptiness/result.ts';
import type { Core } from '../kernel/core.ts';
import { ProductSpace } from '../kernel/product/product-space.ts';
import type { PlanSource } from '../kernel/product/stubborn-tables.ts';
import {
  ACCEPTING,
  CONTROL_LABEL_FAULT,
  DONE,
  DROP_DEADLOCKS,
  LIMIT,
  REPEAT_DEADLOCKS,
  RUNNING,
} from '../kernel/protocol.ts';
import type { StateSpace } from '../kernel/store/state-space.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { Pace } from './pace.ts';
import { StubbornAttempt } from './stubborn-attempt.ts';
import { StubbornLook } from './stubborn-look.ts';
import { StubbornTrial } from './stubborn-trial.ts';

const READINGS = { stutter: REPEAT_DEADLOCKS, drop: DROP_DEADLOCKS } as const;
/** States of the probe, unless something else is asked for. */
const PROBE_STATES = 1 << 15;

/** A function of the core that searches, and what it keeps there. */
export interface KernelRun {
  /** Runs until so many states were visited; a status. */
  slice(core: Core, budget: number): number;
  /** Notes the place of the search; the function returned restores it in the kernel where the product is then. */
  park(): () => void;
}

/**
 * Why a search ends without an answer of its own: the probe is over, and it is to start again; stubborn sets that were tried save little; or the
 * kernel cannot search this product.
 */
export type Interruption = 'probe ended' | 'little saved' | 'misfit';

/** How a run ends: whether what is looked for was found, or an interruption. */
type RunEnd = 'found' | 'not found' | Interruption;

interface KernelSearchOptions extends Omit<SearchOptions, 'stubborn'> {
  readonly stubborn?: StubbornChoice | undefined;
}

/** States of the product that are only visited. */
interface VisitedOnly {
  /** 1 for the states of the property to which they belong. */
  readonly flags: Uint8Array;
  /** What is kept about a state that was found. */
  readonly word: number;
}

export class KernelSearch {
  readonly product: SynchronisedProduct;
  readonly place: ProductSpace;
  readonly goal: 'cycle' | 'decision';
  private readonly space: StateSpace;
  private readonly watch: ProgressReporter;
  private passes = 1;
  private readonly pace: Pace;
  /** States of the probe; 0 once it is over. */
  private probeStates: number;
  /** Where the probe ends; infinite while none is under way. */
  private probeEnd = Number.POSITIVE_INFINITY;
  /** What the probe had seen when it ended. */
  private probed = { states: 0, edges: 0 };
  private readonly attempt: StubbornAttempt | null = null;
  /** Whether only the initial states of the model were known before: the others can be forgotten. */
  private readonly isFirst: boolean;
  /** Which states are only visited, and how; null when none are. */
  private visitedOnly: VisitedOnly | null = null;
  private readonly stubborn: StubbornChoice | undefined;
  /** Given where stubborn sets are only followed as long as they save enough. */
  private readonly trial: StubbornTrial | null;
  /** States of the search without stubborn sets after which it is given up. */
  private giveUpAfter: number;
  private readonly givesUp: () => boolean;

  constructor(product: SynchronisedProduct, space: StateSpace, options: KernelSearchOptions, marks: 'coded' | 'wide') {
    this.product = product;
    this.space = space;
    this.goal = options.goal ?? 'cycle';
    this.watch = new ProgressReporter(options);
    this.pace = new Pace(space.model.groups.length);
    this.probeStates = options.probeStates ?? PROBE_STATES;
    this.giveUpAfter = options.giveUpAfter ?? Number.POSITIVE_INFINITY;
    this.givesUp = options.givesUp ?? (() => true);
    this.stubborn = options.stubborn;
    this.trial = this.stubborn?.use === 'trial' ? new StubbornTrial() : null;
    const { kripke, property } = product;
    this.isFirst = space.states === kripke.graph.initialStates().length;
    const { deadlock, maxStates = Number.POSITIVE_INFINITY } = kripke.graph.options;
    const stopwatch = Stopwatch.over(options.limits);
    space.watch = stopwatch;
    this.place = new ProductSpace(
      space,
      { property, letters: kripke.letters, predicates: kripke.expressions, deadlocks: READINGS[deadlock], maxStates },
      marks,
      { look: () => stopwatch.look(), plans: this.plansToFollow() },
    );
    if (this.stubborn?.use === 'auto') this.attempt = this.attemptWith(this.stubborn);
  }

  private plansToFollow(): PlanSource | undefined {
    const { stubborn } = this;
    return stubborn === undefined || stubborn.use === 'auto' ? undefined : stubborn.plans();
  }

  private attemptWith({ plans, search, lookAfter }: Extract<StubbornChoice, { use: 'auto' }>): StubbornAttempt {
    const { product, place, space } = this;
    const look = (): StubbornLook => new StubbornLook(product, place, space, plans());
    return new StubbornAttempt(space.model.groups, { look, search, lookAfter });
  }

  get core(): Core {
    return this.place.kernel.core;
  }

  /** Puts the initial states on the path, the first one on top. */
  begin(entries: 'with-marks' | 'slots'): void {
    const { kripke, property } = this.product;
    for (const state of [...kripke.graph.initialStates()].reverse()) {
      for (const q of [...property.initialStates(this.place.letter(state))].reverse()) {
        this.place.begin(state, q, entries);
      }
    }
  }

  /**
   * From here on hopeless states are only visited, and get this word; the probe goes into them all the same. The initial states are on
   * the path.
   */
  visitHopelessOnly(word: number): void {
    const { hopeless } = this.product.property;
    if (!hopeless?.includes(1)) {
      this.searchAll();
    } else if (this.probeStates === 0) {
      this.visitOnly({ flags: hopeless, word });
    } else {
      this.searchAll();
      this.probeEnd = this.probeStates;
    }
  }

  /**
   * Forgets everything that was found, also the states of the model unless earlier searches knew some: they are numbered in the
   * order of a depth-first search, which is slow to visit.
   */
  startAgain(): void {
    const { states, edges } = this.progress();
    if (!this.place.isReduced) this.probed = { states, edges };
    this.probeStates = 0;
    this.probeEnd = Number.POSITIVE_INFINITY;
    this.place.startAgain(this.isFirst ? 'with-model' : 'product-only', this.plansToFollow());
  }

  /** From here on the given states are visited breadth-first (assembly/hopeless.ts). The initial states are on the path. */
  visitOnly(states: VisitedOnly): void {
    this.visitedOnly = states;
    this.openHopeless();
    this.core.beginQueue();
  }

  /** From here on no state is only visited; the path is empty. */
  searchEverywhere(): void {
    this.place.clearPath();
    this.probeEnd = Number.POSITIVE_INFINITY;
    this.searchAll();
  }

  private searchAll(): void {
    const { path } = this.place.layout;
    this.visitedOnly = null;
    this.openHopeless();
    this.core.placeQueue(path, path, path);
  }

  /** Slices until there is an answer. */
  run(run: KernelRun): RunEnd {
    while (this.place.misfit === null) {
      const before = performance.now();
      const status = run.slice(this.core, Math.min(this.pace.states, this.untilLook()));
      if (this.place.kernel.control(CONTROL_LABEL_FAULT) !== 0) this.reportLabelFault();
      if (this.place.misfit !== null) break;
      if (status === DONE) return 'not found';
      if (status === ACCEPTING) return 'found';
      if (status !== RUNNING) this.unblock(run, status);
      else if (this.visited >= this.probeEnd) return 'probe ended';
      else if (this.isTrialLost()) return 'little saved';
      else this.lookElsewhere();
      this.pace.adapt(performance.now() - before);
      this.watch.look(this.progress());
    }
    return 'misfit';
  }

  /** Whether there is a better way: stubborn sets, or one that somebody else knows. */
  private lookElsewhere(): void {
    const { attempt, visited } = this;
    const result = attempt?.after(this.probed.states + visited) ?? null;
    if (result !== null) throw new Settled(result);
    if (visited < this.giveUpAfter || this.place.isReduced) return;
    if (this.givesUp()) throw new GivenUp(attempt);
    this.giveUpAfter = Number.POSITIVE_INFINITY;
  }

  /** States until the probe or the trial is over, or something else is looked at. */
  private untilLook(): number {
    const { visited, attempt, trial, core } = this;
    const due = (attempt?.due ?? Number.POSITIVE_INFINITY) - this.probed.states;
    const left = Math.min(this.probeEnd, this.giveUpAfter, due) - visited;
    const ofTrial = trial?.statesLeft(Number(core.stubbornExpanded.value)) ?? Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(left, ofTrial));
  }

  private isTrialLost(): boolean {
    const { core, space, trial } = this;
    const counts = { ...this.partialOrderCounts(), work: Number(core.stubbornWork.value) };
    return trial?.isLost(counts, space) ?? false;
  }

  /** Counts one more pass over the product. */
  countPass(): void {
    this.passes++;
  }

  private get visited(): number {
    return Number(this.core.productStates.value);
  }

  progress(): Progress {
    const { productEdges, productDepth } = this.core;
    return {
      states: Math.max(this.probed.states, this.visited),
      edges: Math.max(this.probed.edges, Number(productEdges.value)),
      depth: productDepth.value >>> 0,
      passes: this.passes,
    };
  }

  private statistics(components: number): EmptinessStatistics {
    return {
      exploredStates: this.visited,
      exploredEdges: Number(this.core.productEdges.value),
      passes: this.passes,
      components,
      maximalDepth: this.core.productMaxDepth.value >>> 0,
      bytes: this.place.bytes - this.place.kernel.bytes,
      ...(this.place.isReduced && { partialOrder: this.partialOrderCounts() }),
      ...(this.attempt?.isInVain && { partialOrder: 'little saved' as const }),
    };
  }

  private partialOrderCounts(): PartialOrderCounts {
    const { stubbornExpanded, stubbornFull, stubbornEnabled, stubbornFollowed } = this.core;
    return {
      expanded: Number(stubbornExpanded.value),
      full: Number(stubbornFull.value),
      enabled: Number(stubbornEnabled.value),
      followed: Number(stubbornFollowed.value),
    };
  }

  /** The result of a run, with what it found. */
  result(end: RunEnd, components: bigint, found: () => AcceptingComponent): EmptinessResult | Interruption {
    if (end !== 'found' && end !== 'not found') return end;
    return { accepting: end === 'found' ? found() : null, statistics: this.statistics(Number(components)) };
  }

  /** The result of a run that has found a state which decides. */
  decision(): EmptinessResult {
    const { left, right } = this.product.pairs;
    const { core } = this;
    const slot = core.found.value >>> 0;
    const contains = (state: number): boolean => core.findSlot(left.get(state), right.get(state)) >>> 0 === slot;
    // It was found, and not visited yet.
    const visited = (state: number): boolean => this.wordOf(state) !== 0 || contains(state);
    return { accepting: null, deciding: { contains, visited }, statistics: this.statistics(0) };
  }

  /** The result of a run that ends with a cycle on the path. */
  cycleResult(end: RunEnd): EmptinessResult | Interruption {
    return this.result(end, 0n, () => ({
      contains: this.cycleOnPath(),
      visited: (state) => this.wordOf(state) !== 0,
      mode: this.product.modes[0],
    }));
  }

  /** Whether a state of the product is on the cycle that the path makes from `found` on. */
  cycleOnPath(): (state: number) => boolean {
    const { core, place } = this;
    const inside = new Set(place.statesOnPath(core.found.value >>> 0));
    const { left, right } = this.product.pairs;
    return (state) => inside.has(core.findSlot(left.get(state), right.get(state)) >>> 0);
  }

  /** The word that the search keeps about a state of the product, by its number there. */
  wordOf(state: number): number {
    const { left, right } = this.product.pairs;
    return this.place.wordOf(left.get(state), right.get(state));
  }

  /** Makes it possible for the next slice to go on; where that cannot be, the product does not fit. */
  private unblock(run: KernelRun, status: number): void {
    const { place, space, core } = this;
    if (status === LIMIT) throw new LimitExceeded('states', undefined, { value: place.request.maxStates });
    const restore = run.park();
    const queue = [core.queueHead, core.queueEnd, core.pathFloor].map(({ value }) => (value >>> 0) - place.layout.path);
    if (!space.recover(core.modelStateOf(place.nextSlot) >>> 0, status)) place.refuse('no room');
    place.follow();
    if (place.misfit !== null) return;
    const [head, end, floor] = queue.map((offset) => place.layout.path + offset);
    this.openHopeless();
    this.core.placeQueue(head, end, floor);
    restore();
  }

  private openHopeless(): void {
    const { core, place, visitedOnly } = this;
    const flags = visitedOnly === null ? 0 : place.tables.takeFlags(visitedOnly.flags);
    core.openHopeless(flags, visitedOnly?.word ?? 0, place.entries === 'with-marks' ? 1 : 0);
  }

  /** Lets the predicates run into the fault that one of them had. */
  private reportLabelFault(): never {
    for (let state = 0; state < this.space.states; state++) this.product.kripke.letter(state);
    throw new InternalError('the kernel met a fault that no predicate has');
  }
}
