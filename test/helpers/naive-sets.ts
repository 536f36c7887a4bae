// Sets of vectors as plain lists, and events as plain data: what decision diagrams are compared with. Slow on purpose, and
// without any code in common with them.
import type { Mdd, MddEvent } from '../../src/dd/mdd/index.ts';

export type Vector = readonly number[];

export interface NaiveShift {
  readonly level: number;
  readonly min: number;
  readonly max: number;
  readonly delta: number;
}

/** An event as data: shifts of distinct levels; or value pairs of some levels; or a table with events below it. */
export type NaiveEvent =
  | { readonly kind: 'shifts'; readonly shifts: readonly NaiveShift[] }
  | {
      readonly kind: 'pairs';
      readonly levels: readonly number[];
      readonly pairs: readonly (readonly [Vector, Vector])[];
    }
  | {
      readonly kind: 'table';
      readonly level: number;
      readonly rows: readonly { readonly from: number; readonly to: number; readonly below: NaiveEvent | null }[];
    };

/** The vectors without repetition, sorted as texts. */
export function normal(vectors: readonly Vector[]): Vector[] {
  const byText = new Map(vectors.map((vector) => [vector.join(), vector]));
  return [...byText.keys()].sort().map((text) => byText.get(text)!);
}

export function same(a: Vector, b: Vector): boolean {
  return a.join() === b.join();
}

/** The vectors one step from `vector`. */
export function successors(vector: Vector, event: NaiveEvent): Vector[] {
  switch (event.kind) {
    case 'shifts': {
      const after = [...vector];
      for (const { level, min, max, delta } of event.shifts) {
        if (vector[level] < min || vector[level] > max || vector[level] + delta < 0) return [];
        after[level] += delta;
      }
      return [after];
    }
    case 'pairs':
      return event.pairs
        .filter(([before]) => event.levels.every((level, i) => vector[level] === before[i]))
        .map(([, values]) => {
          const after = [...vector];
          event.levels.forEach((level, i) => {
            after[level] = values[i];
          });
          return after;
        });
    case 'table':
      return event.rows
        .filter(({ from }) => from === vector[event.level])
        .flatMap(({ to, below }) =>
          (below === null ? [vector] : successors(vector, below)).map((after) => after.with(event.level, to)),
        );
  }
}

export function image(vectors: readonly Vector[], events: readonly NaiveEvent[]): Vector[] {
  return normal(vectors.flatMap((vector) => events.flatMap((event) => successors(vector, event))));
}

/** The vectors of `candidates` with a step into `vectors`. */
export function preimage(
  vectors: readonly Vector[],
  events: readonly NaiveEvent[],
  candidates: readonly Vector[],
): Vector[] {
  const targets = new Set(vectors.map((vector) => vector.join()));
  return normal(
    candidates.filter((vector) => events.some((event) => successors(vector, event).some((v) => targets.has(v.join())))),
  );
}

/** The closure of the vectors under the events; of those that `inside` accepts. */
export function closure(
  vectors: readonly Vector[],
  events: readonly NaiveEvent[],
  inside: (vector: Vector) => boolean = () => true,
): Vector[] {
  const found = new Map<string, Vector>();
  const open = vectors.filter(inside);
  for (const vector of open) found.set(vector.join(), vector);
  for (let vector = open.pop(); vector !== undefined; vector = open.pop()) {
    for (const next of events.flatMap((event) => successors(vector!, event))) {
      if (!inside(next) || found.has(next.join())) continue;
      found.set(next.join(), next);
      open.push(next);
    }
  }
  return normal([...found.values()]);
}

/** The event of the manager for an event as data. */
export function makeEvent(mdd: Mdd, event: NaiveEvent): MddEvent | null {
  switch (event.kind) {
    case 'shifts':
      return mdd.event(event.shifts);
    case 'pairs':
      return mdd.relation(event.levels, event.pairs);
    case 'table': {
      const rows: { from: number; to: number; next?: MddEvent }[] = [];
      for (const { from, to, below } of event.rows) {
        if (below === null) {
          rows.push({ from, to });
          continue;
        }
        const next = makeEvent(mdd, below);
        if (next !== null) rows.push({ from, to, next });
      }
      return mdd.table(event.level, rows);
    }
  }
}

/** The set of the manager for a list of vectors, made by unions. */
export function makeSet(mdd: Mdd, vectors: readonly Vector[]): number {
  return vectors.reduce((set, vector) => mdd.union(set, mdd.singleton(vector)), 0);
}

export function vectorsOf(mdd: Mdd, set: number): Vector[] {
  return normal(Array.from(mdd.vectors(set), (vector) => [...vector]));
}
