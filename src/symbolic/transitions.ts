// The transition groups of a model as the engine uses them, independent of any variable order, so that what was learned for one
// order serves the next.
//
// A Petri net transition stays what it is: thresholds and constant changes. An ETF section gives rows over its columns, apart for each
// pattern of untouched columns. A DVE group is a table over the variables that it reads or writes, filled at once, where the
// combinations of values that they can have are few; otherwise it is taken apart into tests and assignments (`factored-program.ts`), for the values that reachable
// states show, until a survey of all states tells its rows (`surveyed-rows.ts`). A model whose successors only a function knows is explored state by state, and its rows are whole states: it works, but nothing is gained.
import { VectorTable } from '../base/intern.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import { ANY, type Behaviour, type Group, type Model, type TokenChange, type TokenCondition } from '../models/model.ts';
import type { StepSurvey } from '../models/step-survey.ts';
import { codingsOf, type ValueCoding } from './coding.ts';
import { FactoredProgram } from './factored-program.ts';
import { LearnedRows } from './learned-rows.ts';
import { type Domains, narrowed } from './narrow-rows.ts';
import { ResidualStore } from './residual.ts';
import { Scouting } from './scouting.ts';
import { ShownValues, TooWide } from './shown-values.ts';
import { SurveyedRows } from './surveyed-rows.ts';
import { fillByValues } from './value-closure.ts';

/** Steps by which the values of groups that are taken apart are ahead of the first states: on elevator.4 of BEEM one closure is then enough, without them it takes three. */
const STEPS_AHEAD = 2;

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
  | SurveyedRows
  | LearnedRows
  | FactoredProgram;

/** Tables that are filled beforehand where they are small, or none, or by a survey alone. */
export type Programs = 'tables' | 'apart' | 'surveyed';

/** The groups of one model, with the codings of its variables. */
export class ModelTransitions {
  readonly model: Model;
  private readonly programs: Programs;
  readonly codings: readonly ValueCoding[];
  groups: readonly GroupTransitions[];
  /** For each group its table, cut down to what it depends on; null where it has none, or not all of its rows are known yet. */
  parts: readonly (readonly RowPart[] | null)[];

  /** The groups that are taken apart, and the values that they are built for, whatever the order. */
  factored: readonly FactoredProgram[];
  readonly residuals = new ResidualStore();
  readonly shown: ShownValues;
  /** Single states that are explored for the tables of the other open groups; made when the first is asked for. */
  private madeScouting: Scouting | null = null;

  constructor(model: Model, stopwatch: Stopwatch = new Stopwatch(), programs: Programs = 'tables') {
    this.model = model;
    this.programs = programs;
    this.codings = codingsOf(model);
    const opaque = model.groups.some(({ behaviour }) => behaviour.kind === 'opaque');
    this.groups = opaque ? exploredRows(model, this.codings, stopwatch) : this.filledGroups(stopwatch);
    this.factored = this.groups.filter((group) => group.kind === 'factored');
    this.shown = new ShownValues(
      this.codings,
      this.factored.flatMap(({ variables }) => variables),
    );
    if (this.factored.length > 0) this.findValues(stopwatch);
    this.parts = this.narrowedParts(stopwatch);
  }

  /** The tables cut down. */
  private narrowedParts(stopwatch: Stopwatch): (RowPart[] | null)[] {
    const domains = domainsOf(this.model, this.groups, this.codings);
    return this.groups.map((group) => {
      const parts = completeParts(group);
      return parts?.flatMap((part) => narrowed(part, domains, stopwatch)) ?? null;
    });
  }

  /** Whether some tables do not have all their rows. */
  get isOpen(): boolean {
    return this.groups.some((group) => completeParts(group) === null && group.kind !== 'tokens');
  }

  /** Takes the tables that are open from a survey that is complete. */
  fillFrom(survey: StepSurvey, stopwatch: Stopwatch): void {
    const { model, codings, shown } = this;
    const rows = this.groups.map((group, number) => {
      const isOpen = group.kind === 'factored' || (group.kind === 'learned' && !group.isComplete);
      return isOpen ? new SurveyedRows({ model, codings, shown }, number, group) : null;
    });
    survey.forEachSource(
      rows.filter((one) => one !== null),
      ({ group }, values) => rows[group]!.take(values),
    );
    this.groups = this.groups.map((group, number) => rows[number] ?? group);
    this.factored = [];
    this.madeScouting = null;
    this.parts = this.narrowedParts(stopwatch);
  }

  get scouting(): Scouting {
    this.madeScouting ??= new Scouting(this);
    return this.madeScouting;
  }

  /** Leaves the groups that are taken apart to learning. */
  learnTables(): void {
    const { model, codings } = this;
    this.groups = this.groups.map((group, i) =>
      group.kind === 'factored' ? new LearnedRows(model, model.groups[i], codings) : group,
    );
    this.factored = [];
    this.madeScouting = null;
  }

  private findValues(stopwatch: Stopwatch): void {
    try {
      this.shown.scout(this.model, stopwatch);
      for (let step = 0; step < STEPS_AHEAD; step++) this.goAhead(stopwatch);
    } catch (error) {
      if (!(error instanceof TooWide)) throw error;
      this.learnTables();
    }
  }

  /** Adds the values that the groups that are taken apart can write for those that are known by now. */
  goAhead(stopwatch: Pick<Stopwatch, 'tick'>): void {
    this.shown.goAhead(this.residuals, this.factored, stopwatch);
  }

  /** The variables that a step looks at or changes, ascending: of each part of a table, or of a whole group. */
  supports(): readonly (readonly number[])[] {
    return this.parts.flatMap((parts, group) => {
      if (parts !== null) return parts.map(({ variables }) => variables);
      const transitions = this.groups[group];
      if (transitions.kind === 'factored') return transitions.parts(this.shown).map(({ variables }) => variables);
      const { reads, writes } = this.model.groups[group];
      return [[...new Set([...reads, ...writes])].sort((a, b) => a - b)];
    });
  }

  /** The vector of codes of a state. */
  encode(state: ArrayLike<number>): Int32Array {
    return Int32Array.from(this.codings, (coding, i) => coding.encode(state[i]));
  }

  /** The groups, with tables as far as these can be filled. */
  private filledGroups(stopwatch: Stopwatch): GroupTransitions[] {
    const { model, codings } = this;
    const groups = model.groups.map((group) => this.group(group, stopwatch));
    const learned = groups.filter((group) => group.kind === 'learned');
    const isFilled = this.programs === 'tables';
    if (isFilled && learned.length > 0 && learned.length === groups.length)
      fillByValues(model, learned, codings, stopwatch);
    return groups.map((group, i) => {
      const { behaviour } = model.groups[i];
      if (group.kind !== 'learned' || behaviour.kind !== 'program') return group;
      if (isFilled && !group.isComplete) group.fillRanges(model, stopwatch);
      return group.isComplete ? group : new FactoredProgram(this.residuals, model.groups[i], behaviour);
    });
  }

  private group(group: Group, stopwatch: Stopwatch): GroupTransitions {
    const { behaviour } = group;
    switch (behaviour.kind) {
      case 'tokens':
        return behaviour;
      case 'table':
        return { kind: 'rows', parts: tableParts(behaviour, this.codings, stopwatch) };
      default:
        return new LearnedRows(this.model, group, this.codings);
    }
  }
}

/** The whole table of a group; null where it has none, or not all of its rows are known yet. */
function completeParts(group: GroupTransitions): readonly RowPart[] | null {
  if (group.kind === 'rows') return group.parts;
  return group.kind === 'learned' && group.isComplete ? [group] : null;
}

/** The codes that each variable has at the beginning or by a step that changes it. */
function domainsOf(model: Model, groups: readonly GroupTransitions[], codings: readonly ValueCoding[]): Domains {
  const domains: (Set<number> | null)[] = codings.map(() => new Set());
  for (const state of model.initialStates()) {
    for (const [variable, coding] of codings.entries()) domains[variable]!.add(coding.encode(state[variable]));
  }
  for (const [number, group] of groups.entries()) {
    const parts = completeParts(group);
    if (parts === null) for (const variable of model.groups[number].writes) domains[variable] = null;
    for (const { variables, rows } of parts ?? []) {
      for (const [i, variable] of variables.entries()) {
        const domain = domains[variable];
        for (const row of domain === null ? [] : rows) {
          if (row[i] !== row[variables.length + i]) domain!.add(row[variables.length + i]);
        }
      }
    }
  }
  return domains;
}

/** The rows of a table, apart for each set of columns that they constrain. */
function tableParts(
  { columns, rows }: Extract<Behaviour, { kind: 'table' }>,
  codings: readonly ValueCoding[],
  stopwatch: Stopwatch,
): RowPart[] {
  const parts = new Map<string, { readonly variables: number[]; readonly rows: Int32Array[] }>();
  const width = columns.length;
  for (let at = 0; at < rows.length; at += 2 * width) {
    stopwatch.tick();
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
function exploredRows(model: Model, codings: readonly ValueCoding[], stopwatch: Stopwatch): GroupTransitions[] {
  const width = model.variables.length;
  const variables = model.variables.map((_, i) => i);
  const rows: Int32Array[][] = model.groups.map(() => []);
  const table = new VectorTable(width);
  for (const state of model.initialStates()) table.intern(state);
  const { states } = stopwatch.limits;
  for (let id = 0; id < table.size; id++) {
    if (states !== undefined && table.size > states) throw new LimitExceeded('states', undefined, { value: states });
    stopwatch.tick();
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
