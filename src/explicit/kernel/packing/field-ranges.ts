// Which values the field of each variable must hold before the search begins. What a model declares may be far more than
// what occurs (a byte that is only ever 0 or 1) or nothing at all (an open place); a short look at the first states tells
// more. Nothing rests on it: a field that proves too narrow is widened.

import { invariant } from '../../../base/assert.ts';
import { VectorTable } from '../../../base/intern.ts';
import type { Behaviour, Model } from '../../../models/model.ts';
import { ANY } from '../../../models/model.ts';
import type { ArrayUse } from '../code/array-tables.ts';
import { type ImpliedVariable, makePacking, type Packing, packedSize, type Range } from './packing.ts';

/** States of the first look, and the values in them where states are very long. */
const FIRST_STATES = 200;
const FIRST_VALUES = 1_000_000;

/** The values in the first states, breadth-first, and those that tables write; equal for the elements of an array. */
export function seenRanges(model: Model, arrays: readonly ArrayUse[]): SeenRanges {
  const { ranges, complete } = rangesOfFirstStates(model);
  return { ranges: joinArrays(ranges, arrays), complete };
}

interface SeenRanges {
  readonly ranges: readonly Range[];
  /** Whether these were all states. */
  readonly complete: boolean;
}

/** What fields are made for, beside ranges. */
export interface FieldNeeds {
  readonly model: Model;
  /** Arrays with computed indices: their elements have equal fields. */
  readonly arrays: readonly ArrayUse[];
  /** Variables that are not stored. */
  readonly implied: readonly ImpliedVariable[];
  /** Variables for the lowest bits of the first word (leaves.ts), as narrow as they can be. */
  readonly leaves?: readonly number[];
}

/** The packing for the ranges; implied variables get all their declared values, which cost nothing. */
export function packingFor({ model, implied, leaves }: FieldNeeds, ranges: readonly Range[]): Packing {
  if (implied.length === 0) return makePacking(ranges, [], leaves);
  const all = [...ranges];
  for (const { variable } of implied) {
    const { lower, upper } = model.variables[variable];
    invariant(lower !== null && upper !== null, 'an implied variable has no bounds');
    all[variable] = { lower, upper };
  }
  return makePacking(all, implied, leaves);
}

/** The declared bounds where there are any, joined with the ranges. */
export function declaredRanges({ model, arrays }: FieldNeeds, found: readonly Range[]): Range[] {
  const declared = model.variables.map(({ lower, upper }, i) =>
    lower !== null && upper !== null && upper - lower < 2 ** 32 ? join({ lower, upper }, found[i]) : found[i],
  );
  return joinArrays(declared, arrays);
}

/** The ranges to begin with: the declared bounds where there are any, unless the ranges seen need fewer words. */
export function chooseRanges(needs: FieldNeeds, found: readonly Range[]): Range[] {
  const { model, arrays } = needs;
  const seen = found.map((range, i) => {
    const { promised } = model.variables[i];
    return promised === undefined ? range : join(range, { lower: range.lower, upper: promised });
  });
  const whole = declaredRanges(needs, seen);
  const needed = joinArrays(seen, arrays);
  // Declared bounds need no tests while exploring; but fewer words are worth more than that.
  return packedSize(needed, needs.implied).words < packedSize(whole, needs.implied).words ? needed : whole;
}

export function join(a: Range, b: Range): Range {
  return { lower: Math.min(a.lower, b.lower), upper: Math.max(a.upper, b.upper) };
}

/** Gives all elements of an array the same range; arrays may overlap. */
export function joinArrays(ranges: readonly Range[], arrays: readonly ArrayUse[]): Range[] {
  const joined = [...ranges];
  for (let changed = true; changed; ) {
    changed = false;
    for (const { base, length } of arrays) {
      const all = joined.slice(base, base + length).reduce(join);
      for (let i = base; i < base + length; i++) {
        changed ||= joined[i].lower !== all.lower || joined[i].upper !== all.upper;
        joined[i] = all;
      }
    }
  }
  return joined;
}

function rangesOfFirstStates(model: Model): SeenRanges {
  const ranges = new Array<Range | null>(model.variables.length).fill(null);
  const note = (variable: number, value: number): void => {
    const known = ranges[variable];
    if (known === null || value < known.lower || value > known.upper) {
      ranges[variable] = join(known ?? { lower: value, upper: value }, { lower: value, upper: value });
    }
  };
  for (const { behaviour } of model.groups) {
    noteTable(behaviour, note);
    // Tokens are only tested for being too many: every place can be empty.
    if (behaviour.kind === 'tokens') for (const { variable } of behaviour.changes) note(variable, 0);
  }
  const table = new VectorTable(model.variables.length);
  for (const state of model.initialStates()) table.intern(state);
  let expanded = 0;
  let skipped = false;
  const most = Math.min(FIRST_STATES, FIRST_VALUES / Math.max(1, model.variables.length));
  try {
    for (; expanded < table.size && table.size < most; expanded++) {
      model.successors(table.get(expanded), (target) => {
        if (table.size < most) table.intern(target);
        else skipped = true;
      });
    }
  } catch {
    // A fault of the model, of whatever kind: the search will meet it again and report it.
  }
  const state = new Int32Array(model.variables.length);
  for (let id = 0; id < table.size; id++) {
    table.read(id, state);
    for (let i = 0; i < state.length; i++) note(i, state[i]);
  }
  const found = ranges.map((range) => range ?? { lower: 0, upper: 0 });
  return { ranges: found, complete: expanded === table.size && !skipped };
}

/** The values that the rows of a table write. */
function noteTable(behaviour: Behaviour, note: (variable: number, value: number) => void): void {
  if (behaviour.kind !== 'table') return;
  const { columns, rows } = behaviour;
  for (let start = columns.length; start < rows.length; start += columns.length * 2) {
    columns.forEach((variable, i) => {
      if (rows[start + i] !== ANY) note(variable, rows[start + i]);
    });
  }
}
