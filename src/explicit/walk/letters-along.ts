// The letters that formulas see along a walk. A predicate is computed again only where a place has changed that it reads.
import type { Letter } from '../../formula/word.ts';
import { compileExpression, type Evaluator } from '../../models/expression/closures.ts';
import type { Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';

/** What is seen of a state: predicates by name, without `dead`. */
export interface Observed {
  readonly names: readonly string[];
  readonly predicates: readonly Expression[];
}

interface Line {
  readonly names: readonly string[];
  readonly evaluators: readonly Evaluator[];
  now: boolean[];
  /** One for each position; the same object where nothing has changed. */
  letters: Letter[];
  isStale: boolean;
}

export class LettersAlong {
  /** Positions so far: one more than steps. */
  length = 0;
  private readonly lines = new Map<Observed, Line>();
  /** By place, what has to be computed again when it changes. */
  private readonly readers = new Map<number, { readonly line: Line; readonly predicate: number }[]>();

  /** `begin` comes before anything else. */
  constructor(observed: readonly Observed[]) {
    for (const one of observed) {
      const evaluators = one.predicates.map(compileExpression);
      const line: Line = { names: one.names, evaluators, now: [], letters: [], isStale: false };
      this.lines.set(one, line);
      for (const [predicate, expression] of one.predicates.entries()) {
        const places = new Set<number>();
        collectReads(expression, places);
        for (const place of places) {
          const list = this.readers.get(place) ?? [];
          list.push({ line, predicate });
          this.readers.set(place, list);
        }
      }
    }
  }

  /** A walk begins. */
  begin(state: Int32Array): void {
    this.length = 1;
    for (const line of this.lines.values()) {
      line.now = line.evaluators.map((evaluator) => evaluator(state) !== 0);
      line.letters = [letterOf(line.names, line.now)];
    }
  }

  /** A step: the state after it, and the places that it changed. */
  add(state: Int32Array, forEachChange: (visit: (place: number) => void) => void): void {
    forEachChange((place) => {
      for (const { line, predicate } of this.readers.get(place) ?? []) {
        const value = line.evaluators[predicate](state) !== 0;
        if (value === line.now[predicate]) continue;
        line.now[predicate] = value;
        line.isStale = true;
      }
    });
    for (const line of this.lines.values()) {
      line.letters.push(line.isStale ? letterOf(line.names, line.now) : line.letters[this.length - 1]);
      line.isStale = false;
    }
    this.length++;
  }

  at(observed: Observed, position: number): Letter {
    return this.lines.get(observed)!.letters[position];
  }

  /** Those of the first positions. */
  upTo(observed: Observed, count: number): readonly Letter[] {
    return this.between(observed, 0, count);
  }

  between(observed: Observed, from: number, to: number): readonly Letter[] {
    return this.lines.get(observed)!.letters.slice(from, to);
  }

  /** The letter of any state. */
  of(observed: Observed, state: Int32Array): Letter {
    const { names, evaluators } = this.lines.get(observed)!;
    return letterOf(
      names,
      evaluators.map((evaluator) => evaluator(state) !== 0),
    );
  }
}

function letterOf(names: readonly string[], values: readonly boolean[]): Letter {
  return new Set(names.filter((_, i) => values[i]));
}
