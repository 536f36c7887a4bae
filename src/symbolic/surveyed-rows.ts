// The table of a group with guard and effects from a survey of all states: a row for each combination of values with which a reachable state has the step. Which variables a row has
// is told by the tests and assignments of the program: that of `a[i] = 0` with i = 2 has i and a[2] alone, whatever else the group may look at.
import { invariant } from '../base/assert.ts';
import { VectorTable } from '../base/intern.ts';
import type { Model } from '../models/model.ts';
import type { SurveyedGroup } from '../models/step-survey.ts';
import type { ValueCoding } from './coding.ts';
import { FactoredProgram } from './factored-program.ts';
import { type LearnedRows, stepOf } from './learned-rows.ts';
import type { ShownValues } from './shown-values.ts';
import type { RowPart } from './transitions.ts';

interface SurveyContext {
  readonly model: Model;
  readonly codings: readonly ValueCoding[];
  readonly shown: ShownValues;
}

/** Rows over the same variables. */
class GrowingPart {
  readonly variables: readonly number[];
  readonly rows: Int32Array[] = [];
  private readonly known: VectorTable;
  private readonly codes: Int32Array;

  constructor(variables: readonly number[]) {
    this.variables = variables;
    this.known = new VectorTable(variables.length);
    this.codes = new Int32Array(variables.length);
  }

  /** Takes in the step from the state, which is in it afterwards, unless it is known. */
  take(state: Int32Array, codings: readonly ValueCoding[], step: (state: Int32Array) => boolean): void {
    const { variables, codes, known } = this;
    for (let i = 0; i < codes.length; i++) codes[i] = codings[variables[i]].encode(state[variables[i]]);
    const { size } = known;
    if (known.intern(codes) < size) return;
    invariant(step(state), 'a survey finds steps');
    const row = new Int32Array(2 * codes.length);
    row.set(codes);
    for (let i = 0; i < codes.length; i++) row[codes.length + i] = codings[variables[i]].encode(state[variables[i]]);
    this.rows.push(row);
  }
}

export class SurveyedRows implements SurveyedGroup {
  readonly kind = 'rows';
  readonly group: number;
  readonly variables: readonly number[];
  private readonly context: SurveyContext;
  private readonly state: Int32Array;
  private readonly step: (state: Int32Array) => boolean;
  private readonly partAt: () => { readonly variables: readonly number[] };
  /** By their variables, and by the part of the group that they are of: a step of one part is none of another. */
  private readonly made = new Map<string, GrowingPart>();
  private readonly ofPart = new Map<unknown, GrowingPart>();

  constructor(context: SurveyContext, group: number, open: FactoredProgram | LearnedRows) {
    const { model, shown } = context;
    this.context = context;
    this.group = group;
    this.variables = open.variables;
    this.state = new Int32Array(model.variables.length);
    this.step = stepOf(model.groups[group].behaviour);
    if (open instanceof FactoredProgram) {
      const chosen = open.chosenIndices(shown);
      this.partAt = () => {
        const part = open.partOf(chosen, (variable) => this.state[variable]);
        invariant(part !== null, 'a step is in a part of its group');
        return part;
      };
    } else this.partAt = () => open;
  }

  get parts(): readonly RowPart[] {
    return [...this.made.values()];
  }

  /** Takes in the step from these values of the variables. */
  take(values: ArrayLike<number>): void {
    const { variables, state, context } = this;
    for (let i = 0; i < variables.length; i++) state[variables[i]] = values[i];
    const part = this.partAt();
    let rows = this.ofPart.get(part);
    if (rows === undefined) {
      rows = this.rowsOver(part.variables);
      this.ofPart.set(part, rows);
    }
    rows.take(state, context.codings, this.step);
  }

  private rowsOver(variables: readonly number[]): GrowingPart {
    const key = variables.join();
    const rows = this.made.get(key) ?? new GrowingPart(variables);
    this.made.set(key, rows);
    return rows;
  }
}
