// A search by hashing inside the kernel, in slices; and the way back from its stack to a lasso of the model, by short cuts along the path.
import { InternalError, invariant } from '../../base/assert.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { evaluate } from '../../models/expression/expression.ts';
import type { StateLasso } from '../../models/state-lasso.ts';
import { type Progress, ProgressReporter } from '../emptiness/result.ts';
import { ACCEPTING, DONE, RUNNING, WIDEN } from '../kernel/protocol.ts';
import type { Property } from '../product/product.ts';
import { Pace } from '../search/pace.ts';
import { type HashedRequest, HashedSpace } from './hashed-space.ts';
import type { HashingStatistics } from './hashing.ts';

interface HashedSearchOptions {
  readonly stopwatch: Stopwatch;
  readonly onProgress?: (progress: Progress) => void;
  /** `decision`: a path to a state of the property from which everything is accepted; only where every state has an infinite run. */
  readonly goal: 'cycle' | 'decision';
  /** The seed of the order in which successors are tried; that of the model unless given. */
  readonly order?: number;
}

/** Why a product cannot be searched by hashing, in words; null where it can. */
export function hashingObstacle(property: Property): string | null {
  if (property.reads === 'change') return 'the automaton reads changes';
  if (property.modes.length !== 1 || property.modes[0].forbidden !== 0)
    return 'its acceptance is not that of a generalized Büchi automaton';
  return null;
}

export class HashedSearch {
  private readonly request: HashedRequest;
  private readonly options: HashedSearchOptions;
  private readonly place: HashedSpace;
  private readonly marks: readonly number[];
  private readonly watch: ProgressReporter;

  /** For a product without obstacle. Throws `LimitExceeded`. */
  constructor(request: HashedRequest, options: HashedSearchOptions) {
    this.request = request;
    this.options = options;
    this.watch = new ProgressReporter({ limits: options.stopwatch, onProgress: options.onProgress });
    const { required } = request.property.modes[0];
    this.marks = Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((mark) => (required & mark) !== 0);
    this.place = new HashedSpace(request);
  }

  /** A lasso, or a path where a decision was the goal; null where none was found. Throws `LimitExceeded`. */
  run(): StateLasso | null {
    const pace = new Pace(this.request.model.groups.length);
    let first = this.begin();
    while (first === null) {
      const before = performance.now();
      const status = this.core.hashedSearch(pace.states);
      this.requireRoom();
      if (status === DONE) return null;
      if (status === ACCEPTING) return this.options.goal === 'decision' ? this.pathFound() : this.lassoFound();
      if (status !== RUNNING) {
        this.recover(status);
        first = this.begin();
      }
      pace.adapt(performance.now() - before);
      this.watch.look(this.progress());
    }
    return first;
  }

  private get core(): HashedSpace['kernel']['core'] {
    return this.place.kernel.core;
  }

  progress(): Progress {
    const { hashedVisited, hashedEdges, hashedDepth } = this.core;
    return {
      states: Number(hashedVisited.value),
      edges: Number(hashedEdges.value),
      depth: hashedDepth.value >>> 0,
      passes: 1,
    };
  }

  get maximalDepth(): number {
    return this.core.hashedMaxDepth.value >>> 0;
  }

  statistics(): HashingStatistics {
    const { hashing } = this.request;
    const { core, place } = this;
    const stored = Number(core.hashedStored.value);
    const visited = Number(core.hashedVisited.value);
    const omitted = core.hashedOmitted.value;
    const cut = core.cutForGood();
    const waiting = place.entries - (core.hashedDepth.value >>> 0);
    const met = visited + Math.max(0, waiting) + omitted + cut;
    const perLine = hashing.kind === 'bits' ? 512 : 16;
    return {
      ...hashing,
      stored,
      hashFactor: stored === 0 ? Number.POSITIVE_INFINITY : (place.lines * perLine) / stored,
      omitted: Math.round(omitted),
      cut: Math.round(cut),
      waiting: Math.max(0, waiting),
      coverage: met === 0 ? 0 : visited / met,
    };
  }

  /** Puts the initial states on the stack, the first one on top. A path where one of them decides. */
  private begin(): StateLasso | null {
    const { place, request, options } = this;
    const { property } = request;
    const { tables } = place;
    const count = property.stateCount ?? 0;
    for (let q = 0; q < count; q++) tables.admit(q);
    const accepting = property.weakness?.accepting ?? new Uint8Array(count);
    const deciding = options.goal === 'decision' ? tables.takeFlags(accepting) : 0;
    const hopeless = tables.takeFlags(property.hopeless ?? new Uint8Array(count));
    const marks = tables.takeWords(this.marks);
    this.requireRoom();
    this.core.openHashedSeeds(BigInt(request.hashing.seed), orderSeed(options.order));
    this.core.openHashedGoal(marks, this.marks.length, deciding, hopeless);
    for (const address of place.initial().reverse()) {
      const vector = place.vectorAt(address);
      const letter = request.letters.intern(
        (i) => evaluate(request.predicates[i], vector, () => this.isDead(vector)) !== 0,
      );
      for (const q of [...property.initialStates(letter)].reverse()) {
        if (deciding !== 0 && accepting[q] === 1) return { prefix: [vector], cycle: [] };
        invariant(this.core.pushHashed(address, q) !== 0, 'the stack has no room for the initial states');
      }
    }
    return null;
  }

  private isDead(vector: Int32Array): boolean {
    let isDead = true;
    this.request.model.successors(vector, () => (isDead = false));
    return isDead;
  }

  private requireRoom(): void {
    if (this.place.tables.misfit !== null) throw new LimitExceeded('memory', 'the automaton has too many states');
  }

  /** Fields were too narrow, or the model has a fault. Everything begins again with wider ones: states have other traces then. */
  private recover(status: number): void {
    const { place, request } = this;
    const vector = place.stopped();
    for (const predicate of request.predicates) evaluate(predicate, vector, () => this.isDead(vector));
    request.model.successors(vector, () => undefined);
    if (status !== WIDEN) throw new InternalError(`a search by hashing ended with status ${status}`);
    invariant(place.space.recover(0, status), 'states could not be packed anew');
    place.reopen();
  }

  private pathFound(): StateLasso {
    const entries = this.place.path().map(({ number }) => number);
    this.core.placePath();
    return { prefix: this.vectors(this.shortCut(entries, entries[entries.length - 1])), cycle: [] };
  }

  /** The cycle passes through an accepting state: the one where it closes, the last of the first search, or both. */
  private lassoFound(): StateLasso {
    const { place, core } = this;
    const closing = core.hashedFound.value >>> 0;
    const origin = place.redOrigin;
    const entries = place.path().map(({ number }) => number);
    const last = origin ?? entries[entries.length - 1];
    core.placePath();
    const from = (number: number): number[] => entries.filter((entry) => entry >= number);
    const prefix = this.shortCut(entries, closing).slice(0, -1);
    const cycle = this.shortCut(from(closing), last);
    if (origin !== null) cycle.push(...this.shortCut(from(last), entries[entries.length - 1], closing).slice(1));
    return { prefix: this.vectors(prefix), cycle: this.vectors(cycle) };
  }

  private vectors(entries: readonly number[]): Int32Array[] {
    return entries.map((number) => this.place.vectorOf(number));
  }

  /** From the first entry to the last one, or to one that has an edge to the goal; each step goes as far along the path as an edge leads. */
  private shortCut(entries: readonly number[], last: number, goal?: number): number[] {
    const { core } = this;
    const positions = new Map(entries.map((entry, i) => [entry, i]));
    const chosen = [entries[0]];
    for (let at = entries[0]; at !== last; ) {
      this.options.stopwatch.tick();
      const next = (core.furthest(at, last, goal ?? 0xffff_ffff) >>> 0) - 1;
      if (goal !== undefined && core.reachesGoal.value !== 0) break;
      at = next > at ? next : entries[positions.get(at)! + 1];
      chosen.push(at);
    }
    return chosen;
  }
}

/** A state of the generator that is not 0. */
function orderSeed(seed: number | undefined): bigint {
  return seed === undefined ? 0n : BigInt.asUintN(64, (BigInt(seed) + 0x1_0000_0001n) * 0x9e3779b97f4a7c15n) | 1n;
}
