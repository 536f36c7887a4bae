// Labels of the Hanoi format: expressions over the numbers of propositions and over aliases, read as functions. The same
// label usually stands on many edges, so its function is remembered under its text.

import { Bdd, type BddRef } from '../../dd/bdd.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import type { Span } from '../../diagnostics/source.ts';
import type { HoaCursor } from './cursor.ts';
import { type Algebra, readExpression } from './expression.ts';

/** Labels whose functions need more nodes than this together are refused. */
const MOST_NODES = 1 << 21;

/** Where an alias is defined; its expression begins at `body`. */
export interface AliasDefinition {
  readonly name: string;
  readonly span: Span;
  readonly body: number;
}

/** Reads labels over the propositions of one automaton. */
export class HoaLabels {
  readonly bdd: Bdd;
  private readonly cursor: HoaCursor;
  private readonly propositionCount: number;
  private readonly aliases = new Map<string, BddRef>();
  private definitions: readonly AliasDefinition[] = [];
  private readonly known = new Map<string, BddRef>();
  private readonly algebra: Algebra<BddRef>;

  constructor(cursor: HoaCursor, propositionCount: number) {
    this.cursor = cursor;
    this.propositionCount = propositionCount;
    this.bdd = new Bdd(propositionCount);
    const { bdd } = this;
    this.algebra = {
      leaf: () => this.leaf(),
      not: (operand) => bdd.not(operand),
      and: (left, right) => this.limited(bdd.and(left, right)),
      or: (left, right) => this.limited(bdd.or(left, right)),
      operand: 'a proposition or an alias',
    };
  }

  /** Reads the aliases, each of which may use those before it; the cursor ends where it was. */
  define(definitions: readonly AliasDefinition[]): void {
    const back = this.cursor.lexer.start;
    this.definitions = definitions;
    for (const { name, span, body } of definitions) {
      if (this.aliases.has(name)) this.cursor.problems.add('AUT127', span, `alias \`${name}\` is defined twice`);
      this.cursor.lexer.seek(body);
      this.aliases.set(name, readExpression(this.cursor, this.algebra));
      if (this.cursor.kind !== 'header' && this.cursor.kind !== 'marker') {
        this.cursor.unexpected('`&`, `|` or the next header item');
      }
    }
    this.cursor.lexer.seek(back);
  }

  /** Reads `[label]`; the cursor stands at the bracket. */
  read(): BddRef {
    const { cursor } = this;
    const { text, start } = cursor.lexer;
    const close = text.indexOf(']', start);
    const key = close === -1 ? '' : text.slice(start, close + 1);
    const known = this.known.get(key);
    if (known !== undefined) {
      cursor.lexer.seek(close + 1);
      return known;
    }
    cursor.advance();
    const label = readExpression(cursor, this.algebra);
    if (!cursor.is(']')) cursor.unexpected('`&`, `|` or `]`');
    // A bracket inside a comment is not the end of the label: such a text is not remembered.
    if (cursor.lexer.start === close) this.known.set(key, label);
    cursor.advance();
    return label;
  }

  private leaf(): BddRef {
    const { cursor, bdd } = this;
    const { span } = cursor;
    if (cursor.skip('t')) return bdd.true;
    if (cursor.skip('f')) return bdd.false;
    if (cursor.kind === 'alias') return this.alias();
    const proposition = cursor.takeNumber('the number of a proposition, an alias, `t` or `f`');
    if (proposition < this.propositionCount) return bdd.variable(proposition);
    const count = this.propositionCount;
    const hint = count === 0 ? 'the header declares none; add an `AP:` line' : `they are numbered 0 to ${count - 1}`;
    cursor.problems.add('AUT126', span, `there is no proposition ${proposition}`, hint);
    return bdd.true;
  }

  private alias(): BddRef {
    const { cursor } = this;
    const name = cursor.lexer.lexeme;
    const function_ = this.aliases.get(name);
    if (function_ === undefined) {
      const later = this.definitions.some((definition) => definition.name === name);
      const message = later ? `alias \`${name}\` is used before its definition ends` : `there is no alias \`${name}\``;
      const names = this.definitions.map((definition) => definition.name);
      const hint = later ? 'an alias may use only those that are defined above it' : didYouMean(name, names);
      cursor.problems.add('AUT127', cursor.span, message, hint);
    }
    cursor.advance();
    return function_ ?? this.bdd.true;
  }

  private limited(label: BddRef): BddRef {
    if (this.bdd.nodeCount > MOST_NODES) {
      this.cursor.fail('AUT129', this.cursor.span, 'the labels are too complicated: their decision diagrams explode');
    }
    return label;
  }
}
