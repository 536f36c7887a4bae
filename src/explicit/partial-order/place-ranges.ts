// Values that variables can have while another one has a certain value: those of a local variable while its process is at a location.
//
// A variable v belongs to a place L, another variable, where every program that may write v asks for one value of L. For each value q of L the least
// intervals are computed, up to widening, that hold the initial values and are closed under all programs that write L or what belongs to
// it: each is followed from the intervals at q, as `program-facts.ts` does it. Programs that write neither leave both as they are. So in
// every reachable state with L = q, what belongs to L is within the intervals at q (docs/adr/015).
import { type Interval, joined, met } from '../../models/expression/intervals.ts';
import type { Behaviour, Model, Variable } from '../../models/model.ts';
import { boundsOf, type PlaceRanges, type ProgramFacts, rangesAfter } from './program-facts.ts';

type Program = Extract<Behaviour, { kind: 'program' }>;
/** What belongs to a place, by variable. */
type Ranges = ReadonlyMap<number, Interval>;

/** A place with more values than these is none. */
const MOST_VALUES = 1024;
/**
 * How often the intervals at a value may grow before what grows gets its bounds; and how often programs are followed in all, up to 80 µs each. When
 * half of that is used up, whatever grows gets its bounds.
 */
const MOST_GROWTH = 24;
const MOST_VISITS = 2000;

/** What is known at places, from the facts of the programs without it. */
export function findPlaceRanges(
  model: Model,
  programs: readonly Program[],
  facts: readonly ProgramFacts[],
): PlaceRanges {
  const effort = { visits: MOST_VISITS };
  const found = new Map<number, ReadonlyMap<number, Ranges>>();
  for (const [place, owned] of ownedBy(model.variables, facts)) {
    const search = new PlaceSearch({ model, programs, facts, place, owned, effort });
    const ranges = search.run();
    // What is left by then is known by the bounds of the model alone.
    if (ranges === null) break;
    found.set(place, ranges);
  }
  return {
    at: (variable, value) => {
      const ranges = found.get(variable);
      return ranges === undefined ? undefined : (ranges.get(value) ?? null);
    },
  };
}

/** Whether something that belongs to a place could tell more about a program: without following any. */
export function isAboutPlaces(
  variables: readonly Variable[],
  facts: readonly ProgramFacts[],
): (fact: ProgramFacts) => boolean {
  const owned = ownedBy(variables, facts);
  return ({ before, reads, writes, comparisons }) => {
    const isUsed = (variable: number): boolean =>
      reads.has(variable) || writes.has(variable) || comparisons.some((comparison) => comparison.variable === variable);
    for (const [place, { low, high }] of before ?? []) {
      if (low === high && owned.get(place)?.some(isUsed)) return true;
    }
    return false;
  };
}

/** For each place what belongs to it; a variable belongs to the place that most programs ask for. */
function ownedBy(variables: readonly Variable[], facts: readonly ProgramFacts[]): Map<number, number[]> {
  const asked = new Int32Array(variables.length);
  const places: (Set<number> | undefined)[] = variables.map(() => undefined);
  for (const { before, writes } of facts) {
    if (before === null) continue;
    const here = new Set<number>();
    for (const [variable, { low, high }] of before) if (low === high) here.add(variable);
    for (const variable of here) asked[variable]++;
    for (const variable of writes.keys()) {
      const known = places[variable];
      places[variable] = new Set([...(known ?? here)].filter((place) => here.has(place)));
    }
  }
  const found = new Map<number, number[]>();
  const isPlace = (variable: number): boolean => {
    const { low, high } = boundsOf(variables[variable]);
    return high > low && high - low < MOST_VALUES;
  };
  for (const [variable, candidates = new Set<number>()] of places.entries()) {
    const possible = [...candidates].filter((place) => place !== variable && isPlace(place));
    if (possible.length === 0) continue;
    const place = possible.reduce((best, next) => (asked[next] > asked[best] ? next : best));
    const owned = found.get(place) ?? [];
    owned.push(variable);
    found.set(place, owned);
  }
  return found;
}

interface PlaceTask {
  readonly model: Model;
  readonly programs: readonly Program[];
  readonly facts: readonly ProgramFacts[];
  readonly place: number;
  readonly owned: readonly number[];
  /** What may still be done; shared by all places. */
  readonly effort: { visits: number };
}

class PlaceSearch {
  private readonly task: PlaceTask;
  private readonly ranges = new Map<number, Map<number, Interval>>();
  private readonly growth = new Map<number, number>();
  private readonly waiting: number[] = [];
  /** Programs that write the place or what belongs to it. */
  private readonly movers: readonly number[];

  constructor(task: PlaceTask) {
    this.task = task;
    const { facts, place, owned } = task;
    const changed = new Set([place, ...owned]);
    this.movers = facts.flatMap(({ before, writes }, program) =>
      before !== null && [...writes.keys()].some((variable) => changed.has(variable)) ? [program] : [],
    );
  }

  /** By value of the place; what is not there is never reached. Null where it would take too long. */
  run(): ReadonlyMap<number, Ranges> | null {
    const { model, place, owned, effort, facts } = this.task;
    for (const state of model.initialStates()) {
      this.grow(
        state[place],
        new Map(owned.map((variable) => [variable, { low: state[variable], high: state[variable] }])),
      );
    }
    for (let value = this.waiting.pop(); value !== undefined; value = this.waiting.pop()) {
      for (const program of this.movers) {
        const asked = facts[program].before?.get(place);
        if (asked !== undefined && (value < asked.low || value > asked.high)) continue;
        if (--effort.visits < 0) return null;
        this.follow(program, value);
      }
    }
    return this.ranges;
  }

  private follow(program: number, value: number): void {
    const { programs, model, place, owned } = this.task;
    const here = new Map(this.ranges.get(value));
    here.set(place, { low: value, high: value });
    const after = rangesAfter(programs[program], model.variables, here);
    if (after === null) return;
    // Bounds of the model hold in every state that is reached: where nothing is left, none is.
    const within = (variable: number): Interval | null => met(after(variable), boundsOf(model.variables[variable]));
    const targets = within(place);
    const values = new Map<number, Interval>();
    for (const variable of owned) {
      const range = within(variable);
      if (range !== null) values.set(variable, range);
    }
    if (targets === null || values.size < owned.length) return;
    for (let target = targets.low; target <= targets.high; target++) this.grow(target, values);
  }

  private grow(value: number, by: Ranges): void {
    const { variables } = this.task.model;
    const known = this.ranges.get(value);
    const grown = new Map(known ?? by);
    const growth = (this.growth.get(value) ?? 0) + 1;
    const isTired = growth > MOST_GROWTH || this.task.effort.visits < MOST_VISITS / 2;
    let isChanged = known === undefined;
    for (const [variable, before] of known ?? []) {
      const added = by.get(variable)!;
      if (added.low >= before.low && added.high <= before.high) continue;
      isChanged = true;
      grown.set(variable, isTired ? boundsOf(variables[variable]) : joined(before, added));
    }
    if (!isChanged) return;
    this.ranges.set(value, grown);
    this.growth.set(value, growth);
    if (!this.waiting.includes(value)) this.waiting.push(value);
  }
}
