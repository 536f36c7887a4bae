// The transition groups of a model as the engine uses them, independent of any variable order, so that what was learned for one
// order serves the next.
//
// A Petri net transition stays what it is: thresholds and constant changes. An ETF section gives rows over its columns, apart for each
// pattern of untouched columns. A DVE group is a table over the variables that it reads or writes: filled at once
// where their ranges are known and few, and otherwise learned, for the values that reachable states show. A model whose successors
// only a function knows is explored state by state, and its rows are whole states: it works, but nothing is gained.
import { VectorTable } from '../base/intern.ts';
import { LimitExceeded, type Limits, watchLimits } from '../diagnostics/limit.ts';
import { compileEffects, compileExpression } from '../models/closure.ts';
import { EvaluationFault } from '../models/expression.ts';
import { ANY, type Behaviour, type Group, type Model, type TokenChange, type TokenCondition } from '../models/model.ts';
import { codingsOf, type ValueCoding } from './coding.ts';

/** Rows over some variables: codes of all values before, then of all values after. */
export interface RowPart {
  /** Ascending. */
  readonly variables: readonly number[];
  readonly rows: readonly Int32Array[];
}

export type GroupTransitions =
  | {
      readonly kind: 'tokens';
      readonly conditions: readonly TokenCondition[];
      readonly changes: readonly TokenChange[];
    }
  | { readonly kind: 'rows'; readonly parts: readonly RowPart[] }
  | LearnedRows;

/** Tables with at most this many combinations of values before are filled at once. */
const STATIC_ROWS = 4096;
/** States between two looks at the limits. */
const LOOK_EVERY = 256;

/** The groups of one model, with the codings of its variables. */
export class ModelTransitions {
  readonly model: Model;
  readonly codings: readonly ValueCoding[];
  readonly groups: readonly GroupTransitions[];

  constructor(model: Model, limits: Limits = {}) {
    this.model = model;
    this.codings = codingsOf(model);
    const opaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
    this.groups = opaque ? exploredRows(model, this.codings, limits) : model.groups.map((group) => this.group(group));
  }

  /** The vector of codes of a state. */
  encode(state: ArrayLike<number>): Int32Array {
    return Int32Array.from(this.codings, (coding, i) => coding.encode(state[i]));
  }

  private group(group: Group): GroupTransitions {
    const { behaviour } = group;
    switch (behaviour.kind) {
      case 'tokens':
        return behaviour;
      case 'table':
        return { kind: 'rows', parts: tableParts(behaviour, this.codings) };
      default:
        return new LearnedRows(this.model, group, this.codings);
    }
  }
}

/** The table of a group with guard and effects, over the variables that it reads or writes. */
export class LearnedRows {
  readonly kind = 'learned';
  readonly variables: readonly number[];
  readonly rows: Int32Array[] = [];
  /** Values before for which the group has a fault: no rows, but no reachable state may show them. */
  readonly faults: Int32Array[] = [];
  /** Whether the table has all rows that it can ever have. */
  readonly isComplete: boolean;
  private readonly codings: readonly ValueCoding[];
  private readonly seen: VectorTable;
  private readonly state: Int32Array;
  private readonly step: (state: Int32Array) => boolean;

  constructor(model: Model, group: Group, codings: readonly ValueCoding[]) {
    this.variables = [...new Set([...group.reads, ...group.writes])].sort((a, b) => a - b);
    this.codings = codings;
    this.seen = new VectorTable(this.variables.length);
    this.state = new Int32Array(model.variables.length);
    this.step = stepOf(group.behaviour);
    this.isComplete = this.fill(model);
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

  /** Enters all combinations of values where they are few. */
  private fill(model: Model): boolean {
    let combinations = 1;
    for (const variable of this.variables) {
      const { lower, upper } = model.variables[variable];
      combinations *= lower === null || upper === null ? Number.POSITIVE_INFINITY : upper - lower + 1;
    }
    if (combinations > STATIC_ROWS) return false;
    const lowers = this.variables.map((variable) => model.variables[variable].lower!);
    const values = [...lowers];
    for (let n = 0; n < combinations; n++) {
      this.learn(values.map((value, i) => this.codings[this.variables[i]].encode(value)));
      for (let i = 0; i < values.length; i++) {
        if (++values[i] <= model.variables[this.variables[i]].upper!) break;
        values[i] = lowers[i];
      }
    }
    return true;
  }
}

/** Changes the state in place and tells whether there was a step. */
function stepOf(behaviour: Behaviour): (state: Int32Array) => boolean {
  if (behaviour.kind !== 'program') return () => false;
  const guard = compileExpression(behaviour.guard);
  const run = compileEffects(behaviour.effects);
  return (state) => {
    if (guard(state) === 0) return false;
    run(state);
    return true;
  };
}

/** The rows of a table, apart for each set of columns that they constrain. */
function tableParts(
  { columns, rows }: Extract<Behaviour, { kind: 'table' }>,
  codings: readonly ValueCoding[],
): RowPart[] {
  const parts = new Map<string, { readonly variables: number[]; readonly rows: Int32Array[] }>();
  const width = columns.length;
  for (let at = 0; at < rows.length; at += 2 * width) {
    const used = columns.map((_, i) => i).filter((i) => rows[at + i] !== ANY);
    const key = used.join();
    let part = parts.get(key);
    if (part === undefined) {
      part = { variables: used.map((i) => columns[i]), rows: [] };
      parts.set(key, part);
    }
    const row = new Int32Array(2 * used.length);
    for (const [k, i] of used.entries()) {
      row[k] = codings[columns[i]].encode(rows[at + i]);
      row[used.length + k] = codings[columns[i]].encode(rows[at + width + i]);
    }
    part.rows.push(row);
  }
  return [...parts.values()];
}

/** Explores the model state by state; each group gets a row per step. */
function exploredRows(model: Model, codings: readonly ValueCoding[], limits: Limits): GroupTransitions[] {
  const width = model.variables.length;
  const variables = model.variables.map((_, i) => i);
  const rows: Int32Array[][] = model.groups.map(() => []);
  const table = new VectorTable(width);
  for (const state of model.initialStates()) table.intern(state);
  const started = performance.now();
  for (let id = 0; id < table.size; id++) {
    if (limits.states !== undefined && table.size > limits.states) {
      throw new LimitExceeded('states', `more than ${limits.states} states`);
    }
    if (id % LOOK_EVERY === 0) watchLimits(limits, (performance.now() - started) / 1000);
    const state = table.get(id);
    model.successors(state, (target, group) => {
      table.intern(target);
      const row = new Int32Array(2 * width);
      for (let i = 0; i < width; i++) {
        row[i] = codings[i].encode(state[i]);
        row[width + i] = codings[i].encode(target[i]);
      }
      rows[group].push(row);
    });
  }
  return rows.map((list): GroupTransitions => ({ kind: 'rows', parts: [{ variables, rows: list }] }));
}
