// ETF models: each trans section is one `table` group; maps are labels, that is propositions.
import type { Diagnostic, Parsed } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Source } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { describeVariables } from '../../describe.ts';
import { equals } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import { NameTable } from '../../expression/name-table.ts';
import { parsePredicate } from '../../expression/predicate.ts';
import {
  ANY,
  type Group,
  type Model,
  type Names,
  type StateEntry,
  type Variable,
  type VisitSuccessor,
} from '../../model.ts';
import { type Label, labelTruth, labelValue } from './labels.ts';
import { RowLookup } from './lookup.ts';
import { type EtfFile, type MapTable, parseEtf, type TransTable } from './parse.ts';
import type { Item } from './scanner.ts';

/** Reads an ETF file. */
export function readEtf(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<Model> {
  const parsed = parseEtf(source, stopwatch);
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  return new EtfBuilder(parsed.value, source, stopwatch).build();
}

type TableGroup = Group & { readonly behaviour: Extract<Group['behaviour'], { kind: 'table' }> };

/** A group with the text of the edge labels of each row; empty without edge labels. */
interface NamedTable {
  readonly group: TableGroup;
  readonly labels: readonly string[];
}

class EtfBuilder {
  private readonly file: EtfFile;
  private readonly source: Source;
  private readonly stopwatch: Stopwatch;
  private readonly diagnostics: Diagnostic[] = [];
  /** Smallest and largest value of each variable that a state can hold. */
  private readonly lower: number[];
  private readonly upper: number[];

  constructor(file: EtfFile, source: Source, stopwatch: Stopwatch) {
    this.file = file;
    this.source = source;
    this.stopwatch = stopwatch;
    this.lower = [...file.initial];
    this.upper = [...file.initial];
  }

  build(): Parsed<Model> {
    const { file, source } = this;
    const sorts = file.variables.map(({ sort }) => this.valuesOf(sort));
    for (const [i, values] of sorts.entries()) {
      if (values && (file.initial[i] < 0 || file.initial[i] >= values.length)) this.outside(i, file.initialItems[i]);
    }
    const tables = file.transitions.map((table, number) => this.table(table, number));
    for (const [i, values] of sorts.entries()) {
      if (values && this.diagnostics.length === 0 && (this.lower[i] < 0 || this.upper[i] >= values.length)) {
        this.outside(i, file.variables[i]);
      }
    }
    const labels = file.maps.map((map) => this.label(map));
    if (this.diagnostics.length > 0) return { value: null, diagnostics: this.diagnostics.slice(0, 20) };
    const variables = file.variables.map(({ name }, i): Variable => {
      const bounds = { name: name === '_' ? `v${i}` : name, lower: this.lower[i], upper: this.upper[i] };
      return sorts[i] ? { ...bounds, values: sorts[i] } : bounds;
    });
    const initial = Int32Array.from(file.initial);
    return { value: new EtfModel(source.name, { variables, initial, tables, labels }), diagnostics: [] };
  }

  /** The values of a sort, or undefined where numbers stand for themselves. */
  private valuesOf(sort: string): readonly string[] | undefined {
    const values = this.file.sorts.get(sort);
    return values && values.length > 0 ? values : undefined;
  }

  private outside(variable: number, { start, end }: { start: number; end: number }): void {
    const { name, sort } = this.file.variables[variable];
    const last = (this.file.sorts.get(sort)?.length ?? 0) - 1;
    const message = `\`${name}\` gets a value that is not an index into its sort \`${sort}\` (0 … ${last})`;
    this.diagnostics.push({ code: 'ETF403', message, source: this.source, span: { start, end } });
  }

  private table({ rows: all, labels }: TransTable, number: number): NamedTable {
    const width = this.file.variables.length;
    const used = new Set<number>();
    const written = new Set<number>();
    for (let row = 0; row < all.length; row += 2 * width) {
      this.stopwatch.tick();
      for (let i = 0; i < width; i++) {
        if (all.get(row + i) === ANY) continue;
        const to = all.get(row + width + i);
        used.add(i);
        if (to !== all.get(row + i)) written.add(i);
        this.lower[i] = Math.min(this.lower[i], to);
        this.upper[i] = Math.max(this.upper[i], to);
      }
    }
    // A row that constrains nothing needs a column to be a row at all.
    if (used.size === 0 && all.length > 0) used.add(0);
    const columns = [...used].sort((a, b) => a - b);
    const rows = new Int32Array((all.length / (2 * width)) * 2 * columns.length);
    let at = 0;
    for (let row = 0; row < all.length; row += width) for (const column of columns) rows[at++] = all.get(row + column);
    const group: TableGroup = {
      name: `t${number}`,
      reads: columns,
      writes: [...written].sort((a, b) => a - b),
      behaviour: { kind: 'table', columns, rows },
    };
    return { group, labels: labels.map((items) => this.edgeText(items)) };
  }

  private edgeText(items: readonly Item[]): string {
    const { edges } = this.file;
    return items
      .map((item, i) => {
        const { name, sort } = edges[i];
        const value = this.indexOf(item, sort, name);
        const shown = this.valuesOf(sort)?.[value] ?? String(value);
        return name === '_' ? shown : `${name} = ${shown}`;
      })
      .join(', ');
  }

  /** The number of a value written as index or literal. */
  private indexOf(item: Item, sort: string, name: string): number {
    const values = this.valuesOf(sort);
    const isNumber = /^-?\d+$/.test(item.text);
    const index = isNumber ? Number(item.text) : (values?.indexOf(literal(item.text)) ?? -1);
    const known =
      values === undefined ? isNumber && Math.abs(index) <= 0x7fff_ffff : index >= 0 && index < values.length;
    if (!known) {
      const message = `\`${item.text}\` is not a value of \`${name}\`, whose sort is \`${sort}\``;
      const hint = values && didYouMean(literal(item.text), values);
      const span = { start: item.start, end: item.end };
      this.diagnostics.push({ code: 'ETF405', message, source: this.source, span, hint });
    }
    return index;
  }

  private label({ declaration, rows, values }: MapTable): Label {
    const { name, sort } = declaration;
    return {
      name,
      width: this.file.variables.length,
      rows: rows.toArray(),
      values: values.map((item) => this.indexOf(item, sort, name)),
      sort: this.valuesOf(sort),
    };
  }
}

function literal(text: string): string {
  return text.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1');
}

interface Parts {
  readonly variables: readonly Variable[];
  readonly initial: Int32Array;
  readonly tables: readonly NamedTable[];
  readonly labels: readonly Label[];
}

class EtfModel implements Model {
  readonly name: string;
  readonly format = 'etf';
  readonly variables: readonly Variable[];
  readonly groups: readonly TableGroup[];
  readonly names: Names;
  private readonly parts: Parts;
  private readonly lookups: readonly RowLookup[];
  private readonly target: Int32Array;

  constructor(name: string, parts: Parts) {
    this.name = name;
    this.parts = parts;
    this.variables = parts.variables;
    this.groups = parts.tables.map(({ group }) => group);
    this.lookups = this.groups.map(({ behaviour }) => new RowLookup(behaviour));
    this.names = nameEverything(parts);
    this.target = new Int32Array(parts.variables.length);
  }

  initialStates(): readonly Int32Array[] {
    return [this.parts.initial.slice()];
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { target, groups, lookups } = this;
    for (let group = 0; group < groups.length; group++) {
      const { columns, rows } = groups[group].behaviour;
      lookups[group].forEach(state, (row) => {
        target.set(state);
        for (let i = 0; i < columns.length; i++) {
          const to = rows[row + columns.length + i];
          if (to !== ANY) target[columns[i]] = to;
        }
        visit(target, group);
      });
    }
  }

  predicate(proposition: string): Parsed<Expression> {
    return parsePredicate(proposition, this.names);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return describeVariables(this.variables, state);
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    const { group: table, labels } = this.parts.tables[group];
    const { columns, rows } = table.behaviour;
    const names = new Set<string>();
    this.lookups[group].forEach(from, (row) => {
      const leadsThere = columns.every((column, i) => {
        const value = rows[row + columns.length + i];
        return (value === ANY ? from[column] : value) === to[column];
      });
      if (leadsThere) names.add(labels[row / (2 * columns.length)]);
    });
    names.delete('');
    return names.size === 0 ? table.name : `${table.name}: ${[...names].join(' or ')}`;
  }
}

function nameEverything({ variables, tables, labels }: Parts): NameTable {
  const names = new NameTable();
  names.addVariables(variables);
  for (const [number, { name, values = [] }] of variables.entries()) {
    for (const [index, value] of values.entries()) names.addTruth(`${name}.${value}`, equals(number, index));
  }
  for (const label of labels) {
    if (names.value(label.name) === null) names.addValue(label.name, labelValue(label), label.sort);
    names.addTruth(label.name, labelTruth(label));
  }
  for (const { group } of tables) names.addTransition(group.name, group);
  return names;
}
