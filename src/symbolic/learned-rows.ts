// The table of a group with guard and effects, row by row: what it does for the values that it was asked for.
import { VectorTable } from '../base/intern.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { compileEffects, compileExpression } from '../models/expression/closures.ts';
import { EvaluationFault } from '../models/expression/expression.ts';
import type { Behaviour, Group, Model } from '../models/model.ts';
import type { ValueCoding } from './coding.ts';

/** Tables with at most this many combinations of values before are filled at once. */
const STATIC_ROWS = 4096;

/** The table of a group with guard and effects, over the variables that it reads or writes. */
export class LearnedRows {
  readonly kind = 'learned';
  readonly variables: readonly number[];
  rows: Int32Array[] = [];
  /** Values before for which the group has a fault: no rows, but no reachable state may show them. */
  faults: Int32Array[] = [];
  private complete = false;
  private readonly codings: readonly ValueCoding[];
  private seen: VectorTable;
  private readonly state: Int32Array;
  private readonly step: (state: Int32Array) => boolean;

  constructor(model: Model, group: Group, codings: readonly ValueCoding[]) {
    this.variables = [...new Set([...group.reads, ...group.writes])].sort((a, b) => a - b);
    this.codings = codings;
    this.seen = new VectorTable(this.variables.length);
    this.state = new Int32Array(model.variables.length);
    this.step = stepOf(group.behaviour);
  }

  /** Whether the table has all rows that reachable states can ask for. */
  get isComplete(): boolean {
    return this.complete;
  }

  /** How many combinations of values it was asked for. */
  get askedCount(): number {
    return this.seen.size;
  }

  markComplete(): void {
    this.complete = true;
  }

  /** Forgets what was learned for values that reachable states need not show. */
  forget(): void {
    this.rows = [];
    this.faults = [];
    this.seen = new VectorTable(this.variables.length);
  }

  /** Takes in the step from these codes unless it is known; whether there is a new row. */
  learn(codes: ArrayLike<number>): boolean {
    const { variables, codings, state, seen } = this;
    const known = seen.size;
    if (seen.intern(codes) < known) return false;
    for (let i = 0; i < variables.length; i++) state[variables[i]] = codings[variables[i]].decode(codes[i]);
    try {
      if (!this.step(state)) return false;
    } catch (error) {
      if (!(error instanceof EvaluationFault)) throw error;
      this.faults.push(Int32Array.from(codes));
      return false;
    }
    const row = new Int32Array(2 * variables.length);
    for (let i = 0; i < variables.length; i++) {
      row[i] = codes[i];
      row[variables.length + i] = codings[variables[i]].encode(state[variables[i]]);
    }
    this.rows.push(row);
    return true;
  }

  /** Enters all combinations of the values that the variables are declared for, where they are few. */
  fillRanges(model: Model, stopwatch: Stopwatch): void {
    let combinations = 1;
    for (const variable of this.variables) {
      const { lower, upper } = model.variables[variable];
      combinations *= lower === null || upper === null ? Number.POSITIVE_INFINITY : upper - lower + 1;
    }
    if (combinations > STATIC_ROWS) return;
    const lowers = this.variables.map((variable) => model.variables[variable].lower!);
    const values = [...lowers];
    for (let n = 0; n < combinations; n++) {
      stopwatch.tick();
      this.learn(values.map((value, i) => this.codings[this.variables[i]].encode(value)));
      for (let i = 0; i < values.length; i++) {
        if (++values[i] <= model.variables[this.variables[i]].upper!) break;
        values[i] = lowers[i];
      }
    }
    this.complete = true;
  }
}

/** Changes the state in place and tells whether there was a step. */
export function stepOf(behaviour: Behaviour): (state: Int32Array) => boolean {
  if (behaviour.kind !== 'program') return () => false;
  const guard = compileExpression(behaviour.guard);
  const run = compileEffects(behaviour.effects);
  return (state) => guard(state) !== 0 && run(state);
}
