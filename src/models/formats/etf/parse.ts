// ETF text to tables. Sections may come in any order after the state section, which says how many columns there are.
import { append } from '../../../base/append.ts';
import { Int32List } from '../../../base/growable.ts';
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { ANY } from '../../model.ts';
import { EtfScanner, type Item, LineStop } from './scanner.ts';
import { type Declaration, decodeValue, parseDeclaration } from './words.ts';

/** A trans section: flat rows of all variables' from-values and then to-values, and the edge label items of each row. */
export interface TransTable {
  readonly rows: Int32List;
  readonly labels: Item[][];
  readonly start: number;
}

/** A map section: flat rows of all variables' values, and the value of the label. */
export interface MapTable {
  readonly declaration: Declaration;
  readonly rows: Int32List;
  readonly values: Item[];
}

export interface EtfFile {
  readonly variables: readonly Declaration[];
  readonly edges: readonly Declaration[];
  readonly initial: readonly number[];
  /** Where each initial value stands. */
  readonly initialItems: readonly Item[];
  readonly transitions: readonly TransTable[];
  readonly maps: readonly MapTable[];
  readonly sorts: ReadonlyMap<string, readonly string[]>;
}

const KINDS = ['state', 'edge', 'init', 'trans', 'map', 'sort'] as const;
type Kind = (typeof KINDS)[number];

const STAR = 42;
const SLASH = 47;
const MAX_DIAGNOSTICS = 20;

/** Parses a whole file. */
export function parseEtf(source: Source, stopwatch: Stopwatch): Parsed<EtfFile> {
  const parser = new EtfParser(source, stopwatch);
  return parser.parse();
}

class EtfParser {
  private readonly scanner: EtfScanner;
  private variables: Declaration[] | null = null;
  private edges: Declaration[] | null = null;
  private initialItems: Item[] | null = null;
  private readonly initial: number[] = [];
  private readonly transitions: TransTable[] = [];
  private readonly maps: MapTable[] = [];
  private readonly sorts = new Map<string, string[]>();

  constructor(source: Source, stopwatch: Stopwatch) {
    this.scanner = new EtfScanner(source, stopwatch);
  }

  parse(): Parsed<EtfFile> {
    const { scanner } = this;
    while (scanner.nextLine() && scanner.diagnostics.length < MAX_DIAGNOSTICS) {
      this.guarded(() => this.section());
    }
    if (scanner.diagnostics.length === 0) this.checkComplete();
    const { diagnostics } = scanner;
    if (diagnostics.length > 0) return { value: null, diagnostics: diagnostics.slice(0, MAX_DIAGNOSTICS) };
    return {
      value: {
        variables: this.variables ?? [],
        edges: this.edges ?? [],
        initial: this.initial,
        initialItems: this.initialItems ?? [],
        transitions: this.transitions,
        maps: this.maps,
        sorts: this.sorts,
      },
      diagnostics,
    };
  }

  private guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof LineStop)) throw error;
    }
  }

  private checkComplete(): void {
    const end = this.scanner.source.text.length;
    if (this.variables === null) this.scanner.report('ETF404', 'the file has no `begin state` section', end);
    else if (this.variables.length === 0) this.scanner.report('ETF404', 'the state section declares no variable', end);
    if (this.initialItems === null) this.scanner.report('ETF404', 'the file has no `begin init` section', end);
  }

  private section(): void {
    const scanner: EtfScanner = this.scanner;
    const [begin, kindItem] = [scanner.item(), scanner.item()];
    const kind = KINDS.find((candidate) => candidate === kindItem?.text);
    if (begin?.text !== 'begin' || kindItem === null || kind === undefined) {
      scanner.failLine('ETF401', `expected \`begin\` and one of ${KINDS.join(', ')}`);
    }
    const rest = scanner.items();
    const expectsName = kind === 'map' || kind === 'sort';
    if (rest.length !== (expectsName ? 1 : 0)) {
      scanner.failLine(
        'ETF401',
        expectsName ? `\`begin ${kind}\` needs one name` : 'expected nothing after the kind of section',
      );
    }
    this.open(kind, kindItem, rest[0]);
  }

  private open(kind: Kind, item: Item, name: Item): void {
    switch (kind) {
      case 'state': {
        const declared = this.declarations(kind, item);
        if (this.variables !== null) this.twice(kind, item);
        this.variables = declared;
        break;
      }
      case 'edge': {
        const declared = this.declarations(kind, item);
        if (this.edges !== null) this.twice(kind, item);
        this.edges = declared;
        break;
      }
      case 'init':
        this.readInitial(item);
        break;
      case 'trans':
        this.readTransitions(item);
        break;
      case 'map':
        this.readMap(item, name);
        break;
      case 'sort':
        this.readSort(item, name);
        break;
    }
  }

  private twice(kind: Kind, item: Item): void {
    this.scanner.report('ETF404', `there is more than one ${kind} section`, item.start, item.end);
  }

  /** Calls `line` for every line up to the end of the section; complaints end a line, not the section. */
  private lines(kind: Kind, item: Item, line: () => void): void {
    const { scanner } = this;
    while (scanner.nextLine()) {
      const first = scanner.item();
      if (first?.text === 'end') {
        const second = scanner.item();
        if (second?.text !== kind || !scanner.lineDone()) scanner.failLine('ETF401', `expected \`end ${kind}\``);
        return;
      }
      if (first?.text === 'begin')
        scanner.failLine('ETF401', `the ${kind} section before is not closed by \`end ${kind}\``);
      if (scanner.diagnostics.length >= MAX_DIAGNOSTICS) return;
      scanner.rewind();
      this.guarded(line);
    }
    scanner.fail('ETF401', `this section is never closed by \`end ${kind}\``, item.start, item.end);
  }

  private declarations(kind: Kind, item: Item): Declaration[] {
    const found: Declaration[] = [];
    const names = new Set<string>();
    this.lines(kind, item, () => {
      for (const word of this.scanner.items()) {
        const declaration = parseDeclaration(word, this.scanner);
        const { name } = declaration;
        if (names.has(name) && name !== '_') {
          this.scanner.report('ETF405', `\`${name}\` is declared twice`, word.start, word.end);
        }
        names.add(name);
        found.push(declaration);
      }
    });
    return found;
  }

  private columns(item: Item): number {
    if (this.variables !== null) return this.variables.length;
    return this.scanner.fail('ETF404', 'the state section must come before this one', item.start, item.end);
  }

  private readInitial(item: Item): void {
    const { scanner } = this;
    const width = this.columns(item);
    const items: Item[] = [];
    this.lines('init', item, () => append(items, scanner.items()));
    if (this.initialItems !== null) {
      this.twice('init', item);
      return;
    }
    this.initialItems = items;
    if (items.length !== width) {
      const message = `${width} initial values are needed, one per variable, not ${items.length}`;
      scanner.report('ETF402', message, item.start, item.end);
    }
    for (const { text, start, end } of items) {
      const value = Number(text);
      if (!/^-?\d+$/.test(text) || Math.abs(value) > 0x7fff_ffff) {
        scanner.report('ETF403', `expected a 32-bit number, not \`${text}\``, start, end);
      }
      this.initial.push(value | 0);
    }
  }

  private readTransitions(item: Item): void {
    const width = this.columns(item);
    const table: TransTable = { rows: new Int32List(), labels: [], start: item.start };
    const targets = new Int32Array(width);
    this.lines('trans', item, () => this.transitionLine(table, targets));
    this.transitions.push(table);
  }

  private transitionLine({ rows, labels }: TransTable, targets: Int32Array): void {
    const { scanner } = this;
    const before = rows.length;
    const width = targets.length;
    try {
      for (let column = 0; column < width; column++) {
        if (scanner.lineDone()) scanner.failLine('ETF402', `expected ${width} columns, found ${column}`);
        if (scanner.acceptCode(STAR)) {
          rows.push(ANY);
          targets[column] = ANY;
        } else {
          rows.push(this.number());
          if (!scanner.acceptCode(SLASH)) this.malformed('`*` or `before/after`');
          targets[column] = this.number();
        }
        this.separated('`*` or `before/after`');
      }
      const rest = scanner.items();
      const edges = this.edges?.length ?? 0;
      if (rest.length !== edges) {
        scanner.failLine('ETF402', `expected ${edges} edge labels after the columns, found ${rest.length}`);
      }
      for (const target of targets) rows.push(target);
      labels.push(rest);
    } catch (error) {
      rows.length = before;
      throw error;
    }
  }

  private readMap(item: Item, name: Item): void {
    const { scanner } = this;
    const width = this.columns(item);
    const declaration = parseDeclaration(name, scanner);
    if (this.maps.some((map) => map.declaration.name === declaration.name)) {
      scanner.report('ETF405', `\`${declaration.name}\` is declared twice`, name.start, name.end);
    }
    const table: MapTable = { declaration, rows: new Int32List(), values: [] };
    this.lines('map', item, () => {
      const before = table.rows.length;
      for (let column = 0; column < width; column++) {
        if (scanner.lineDone()) {
          table.rows.length = before;
          scanner.failLine('ETF402', `expected ${width} columns, found ${column}`);
        }
        table.rows.push(scanner.acceptCode(STAR) ? ANY : this.number());
        this.separated('`*` or a number');
      }
      const rest = scanner.items();
      if (rest.length !== 1) scanner.failLine('ETF402', `expected one value of the label, found ${rest.length}`);
      table.values.push(rest[0]);
    });
    this.maps.push(table);
  }

  private readSort(item: Item, name: Item): void {
    if (this.sorts.has(name.text)) {
      this.scanner.report('ETF405', `sort \`${name.text}\` is declared twice`, name.start, name.end);
    }
    const values: string[] = [];
    this.lines('sort', item, () => {
      const [value, ...rest] = this.scanner.items();
      if (rest.length > 0) this.scanner.failLine('ETF401', 'expected one value per line');
      values.push(decodeValue(value, this.scanner));
    });
    this.sorts.set(name.text, values);
  }

  private number(): number {
    return this.scanner.integer() ?? this.malformed('a number');
  }

  private separated(wanted: string): void {
    const { scanner } = this;
    const before = scanner.position();
    if (!scanner.lineDone() && scanner.position() === before) this.malformed(wanted);
  }

  private malformed(wanted: string): never {
    const start = this.scanner.position();
    const item = this.scanner.item();
    const end = item?.end ?? start + 1;
    return this.scanner.fail('ETF401', `expected ${wanted}${item ? `, not \`${item.text}\`` : ''}`, start, end);
  }
}
