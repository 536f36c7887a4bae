// A search inside the compiled kernel, in slices: between them limits are looked at, and what a slice could not do is done. Which search
// it is says a `KernelRun`: the functions of the core, and how their place in it survives a move to another kernel.
//
// It begins with a probe: a plain depth-first search over some thousand states, because it often meets a violation soon. If it does not,
// everything starts again, and hopeless states (those that cannot accept) are from then on only visited. Stubborn sets, where they are left to
// us, begin then too, unless some states say that they promise nothing (`stubborn-look.ts`), or that nothing is left to search; after some
// states it is looked at what they saved (`stubborn-trial.ts`), and where that is little everything starts once more without.
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
  type StubbornChoice,
} from '../emptiness/result.ts';
import type { Core } from '../kernel/core.ts';
import { ProductSpace } from '../kernel/product/product-space.ts';
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
import { StubbornLook } from './stubborn-look.ts';
import { StubbornTrial } from './stubborn-trial.ts';

const READINGS = { stutter: REPEAT_DEADLOCKS, drop: DROP_DEADLOCKS } as const;
/** States of the probe, unless something else is asked for. */
const PROBE_STATES = 1 << 15;
/** So many times as many are searched before facts are looked for that take long to find: where that is in vain, it is little beside them. */
const LATER = 4;

/** A function of the core that searches, and what it keeps there. */
export interface KernelRun {
  /** Runs until so many states were visited; a status. */
  slice(core: Core, budget: number): number;
  /** Notes the place of the search; the function returned restores it in the kernel where the product is then. */
  park(): () => void;
}

/**
 * Why a search ends without an answer of its own: the probe is over, or stubborn sets save little, and it is to start again; stubborn sets leave
 * out all that follows the initial states; or the kernel cannot search this product.
 */
export type Interruption = 'probe ended' | 'little saved' | 'nothing follows' | 'misfit';

/** How a run ends: whether what is looked for was found, or an interruption. */
type RunEnd = 'found' | 'not found' | Interruption;

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
  /** Whether what is searched now is to start again then in any case, because hopeless states are from then on only visited. */
  private isProbe = false;
  /** What the probe had seen when it ended. */
  private probed = { states: 0, edges: 0 };
  /** Whether only the initial states of the model were known before: the others can be forgotten. */
  private readonly isFirst: boolean;
  /** Which states are only visited, and how; null when none are. */
  private visitedOnly: VisitedOnly | null = null;
  private readonly stubborn: StubbornChoice | undefined;
  /** Given while it is open if stubborn sets save enough; and whether it is known that they do not. */
  private trial: StubbornTrial | null = null;
  private isGivenUp = false;
  /** Given where the stubborn sets of all initial states are empty: then there is nothing to search. */
  private emptySets: PartialOrderCounts | null = null;
  /** States of the search without stubborn sets after which it is given up. */
  private giveUpAfter: number;
  private readonly givesUp: NonNullable<SearchOptions['givesUp']>;

  constructor(product: SynchronisedProduct, space: StateSpace, options: SearchOptions, marks: 'coded' | 'wide') {
    this.product = product;
    this.space = space;
    this.goal = options.goal ?? 'cycle';
    this.watch = new ProgressReporter(options);
    this.pace = new Pace(space.model.groups.length);
    this.probeStates = options.probeStates ?? PROBE_STATES;
    this.giveUpAfter = options.giveUpAfter ?? Number.POSITIVE_INFINITY;
    this.givesUp = options.givesUp ?? (() => true);
    this.stubborn = options.stubborn;
    if (this.stubborn?.use === 'auto') this.probeEnd = this.probeStates;
    const { kripke, property } = product;
    this.isFirst = space.states === kripke.graph.initialStates().length;
    const { deadlock, maxStates = Number.POSITIVE_INFINITY } = kripke.graph.options;
    const stopwatch = Stopwatch.over(options.limits);
    space.watch = stopwatch;
    this.place = new ProductSpace(
      space,
      { property, letters: kripke.letters, predicates: kripke.expressions, deadlocks: READINGS[deadlock], maxStates },
      marks,
      { look: () => stopwatch.look(), plans: this.stubborn?.use === 'always' ? this.stubborn.plans() : undefined },
    );
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
      this.isProbe = true;
    }
  }

  /**
   * Forgets everything that was found, also the states of the model unless earlier searches knew some: they are numbered in the
   * order of a depth-first search, which is slow to visit.
   */
  startAgain(why: 'probe ended' | 'little saved'): void {
    const { stubborn } = this;
    if (stubborn === undefined) {
      const { states, edges } = this.progress();
      this.probed = { states, edges };
    }
    // What a trial has visited counts, so that it does not make it later.
    if (stubborn?.use === 'auto') this.giveUpAfter -= this.visited;
    this.probeStates = 0;
    this.probeEnd = Number.POSITIVE_INFINITY;
    this.isProbe = false;
    this.isGivenUp ||= why === 'little saved';
    this.trial = stubborn?.use === 'auto' && !this.isGivenUp ? new StubbornTrial() : null;
    const isReduced = this.trial !== null || stubborn?.use === 'always';
    this.place.startAgain(this.isFirst ? 'with-model' : 'product-only', isReduced ? stubborn?.plans() : undefined);
  }

  /** The result where stubborn sets leave out all that follows the initial states: these are the reduced product. */
  nothingFollows(): EmptinessResult {
    const expanded = this.emptySets?.expanded ?? 0;
    this.place.startAgain(this.isFirst ? 'with-model' : 'product-only');
    this.core.setProductCounts(BigInt(expanded), 0n, 0, 0);
    return { accepting: null, statistics: this.statistics(0) };
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
      else if (this.visited >= this.probeEnd && this.isOver())
        return this.emptySets ? 'nothing follows' : 'probe ended';
      else if (this.isTrialLost()) return 'little saved';
      else if (this.visited >= this.giveUpAfter && !this.place.isReduced) this.giveUpOrNot();
      this.pace.adapt(performance.now() - before);
      this.watch.look(this.progress());
    }
    return 'misfit';
  }

  /** Whether the probe is over: where neither stubborn sets promise anything nor states are to be visited only, the search just goes on. */
  private isOver(): boolean {
    const { stubborn, product, place, space } = this;
    if (stubborn?.use !== 'auto') return true;
    const look = new StubbornLook(product, place, space, stubborn.plans());
    const guess = look.guess();
    const later = LATER * this.probeStates;
    if (guess === 'perhaps' && !this.isProbe && this.visited < later) {
      this.probeEnd = later;
      return false;
    }
    this.isGivenUp = guess === 'no' || (guess === 'perhaps' && !look.isPromising());
    if (!this.isGivenUp) this.emptySets = look.emptyAtStart();
    if (!this.isGivenUp || this.isProbe) return true;
    this.probeStates = 0;
    this.probeEnd = Number.POSITIVE_INFINITY;
    return false;
  }

  private giveUpOrNot(): void {
    const components = Number(this.core.components.value);
    if (this.givesUp({ states: this.visited, components })) throw new GivenUp();
    this.giveUpAfter = Number.POSITIVE_INFINITY;
  }

  /** States until the probe or the trial is over, or it gives up. */
  private untilLook(): number {
    const toProbe = Math.min(this.probeEnd, Math.max(this.giveUpAfter, this.visited + 1)) - this.visited;
    if (this.trial === null) return toProbe;
    return Math.min(toProbe, this.trial.statesLeft(Number(this.core.stubbornExpanded.value)));
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
      ...(this.emptySets && { partialOrder: this.emptySets }),
      ...(this.isGivenUp && { partialOrder: 'little saved' as const }),
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
