// The header of an automaton in the Hanoi format: everything up to `--BODY--`. Items may come in any order, so aliases are
// read last, when the propositions are known. Unknown items that begin with a capital letter may change the meaning
// of the automaton and are refused; others are stepped over, as the format asks.
import type { Span } from '../../diagnostics/source.ts';
import { type ReadAcceptance, readAcceptance } from './acceptance.ts';
import type { HoaCursor } from './cursor.ts';
import { type AliasDefinition, HoaLabels } from './labels.ts';

/** A number in the file and its place. */
interface Placed {
  readonly value: number;
  readonly span: Span;
}

export interface HoaHeader {
  readonly stateCount: Placed | null;
  readonly initial: readonly Placed[];
  readonly propositions: readonly string[];
  readonly labels: HoaLabels;
  readonly acceptance: ReadAcceptance;
  readonly name: string;
  /** The properties that are claimed, with their places. */
  readonly claims: ReadonlyMap<string, Span>;
}

/** More states than this are refused; no automaton in a file has as many. */
const MOST_STATES = 1 << 24;

/** More propositions than this are refused: decision diagrams recurse over them. */
const MOST_PROPOSITIONS = 2000;

const UNIVERSAL_HINT = 'alternating automata are not supported; ask the tool that wrote it for a nondeterministic one';

/** Reads the header, `--BODY--` included. */
export function readHeader(cursor: HoaCursor): HoaHeader {
  return new HeaderReader(cursor).read();
}

/** Stops at the `&` of a conjunction of states. */
export function refuseUniversal(cursor: HoaCursor, what: string): void {
  if (cursor.is('&')) cursor.fail('AUT128', cursor.span, `${what} is a conjunction of states`, UNIVERSAL_HINT);
}

class HeaderReader {
  private readonly cursor: HoaCursor;
  private readonly seen = new Map<string, Span>();
  private stateCount: Placed | null = null;
  private readonly initial: Placed[] = [];
  private propositions: string[] = [];
  private readonly aliases: AliasDefinition[] = [];
  private acceptance: ReadAcceptance | null = null;
  private name = '';
  private readonly claims = new Map<string, Span>();

  constructor(cursor: HoaCursor) {
    this.cursor = cursor;
  }

  read(): HoaHeader {
    const { cursor } = this;
    this.version();
    while (cursor.kind === 'header') this.item();
    if (!cursor.is('--BODY--')) cursor.unexpected('a header item or `--BODY--`');
    const acceptance = this.acceptance ?? this.noAcceptance();
    const labels = new HoaLabels(cursor, this.propositions.length);
    labels.define(this.aliases);
    cursor.advance();
    this.checkInitial();
    const { stateCount, initial, propositions, name, claims } = this;
    return { stateCount, initial, propositions, labels, acceptance, name, claims };
  }

  private noAcceptance(): never {
    const hint = 'every automaton needs one, such as `Acceptance: 1 Inf(0)`';
    return this.cursor.fail('AUT123', this.cursor.span, 'the header has no `Acceptance:`', hint);
  }

  private version(): void {
    const { cursor } = this;
    if (!cursor.is('HOA:')) {
      if (cursor.kind === 'end') cursor.fail('AUT122', cursor.span, 'there is no automaton here: the text is empty');
      cursor.fail('AUT122', cursor.span, 'expected `HOA: v1` at the beginning of an automaton');
    }
    cursor.advance();
    if (cursor.kind !== 'identifier') cursor.unexpected('the version of the format, `v1`');
    if (!cursor.is('v1') && !cursor.is('v1.1')) {
      cursor.fail('AUT122', cursor.span, `version \`${cursor.lexer.lexeme}\` is not supported`, 'write `HOA: v1`');
    }
    cursor.advance();
  }

  private item(): void {
    const { cursor } = this;
    const header = cursor.lexer.lexeme;
    const { span } = cursor;
    if (header === 'HOA:' || header === 'State:') cursor.unexpected('a header item or `--BODY--`');
    if (ONCE.has(header)) {
      if (this.seen.has(header)) cursor.fail('AUT123', span, `\`${header}\` is given twice`);
      this.seen.set(header, span);
    }
    cursor.advance();
    switch (header) {
      case 'States:':
        this.stateCount = this.states();
        return;
      case 'Start:':
        this.initial.push({ span: cursor.span, value: cursor.takeNumber('the number of a state') });
        refuseUniversal(cursor, 'the initial state');
        return;
      case 'AP:':
        this.propositions = this.names();
        return;
      case 'Alias:':
        this.alias();
        return;
      case 'Acceptance:':
        this.acceptance = readAcceptance(cursor);
        return;
      case 'name:':
        this.name = cursor.takeString('the name of the automaton, in quotes');
        return;
      case 'tool:':
        cursor.takeString('the name of the tool, in quotes');
        if (cursor.kind === 'string') cursor.advance();
        return;
      case 'acc-name:':
        if (cursor.kind !== 'identifier') cursor.unexpected('the name of an acceptance condition');
        this.skipValues();
        return;
      case 'properties:':
        this.properties();
        return;
      default:
        this.unknown(header, span);
    }
  }

  private states(): Placed {
    const { span } = this.cursor;
    const value = this.cursor.takeNumber('the number of states');
    if (value > MOST_STATES) {
      this.cursor.fail('AUT129', span, `${value} states are more than the ${MOST_STATES} that are supported`);
    }
    return { value, span };
  }

  private names(): string[] {
    const { cursor } = this;
    const { span } = cursor;
    const count = cursor.takeNumber('the number of propositions');
    const names = new Set<string>();
    let given = 0;
    for (; cursor.kind === 'string'; given++) {
      const name = cursor.lexer.string;
      if (name === '') cursor.problems.add('AUT125', cursor.span, 'a proposition needs a name');
      if (names.has(name)) cursor.problems.add('AUT125', cursor.span, `proposition \`${name}\` is named twice`);
      names.add(name);
      cursor.advance();
    }
    if (given !== count) {
      const message = `${count} propositions are announced, but ${given} ${given === 1 ? 'is' : 'are'} named`;
      cursor.fail('AUT125', span, message, 'each name stands in double quotes');
    }
    if (given > MOST_PROPOSITIONS) {
      cursor.fail('AUT129', span, `${given} propositions are more than the ${MOST_PROPOSITIONS} that are supported`);
    }
    return [...names];
  }

  /** Notes where the alias is and steps over its expression; it is read at the end of the header. */
  private alias(): void {
    const { cursor } = this;
    const name = cursor.lexer.lexeme;
    const { span } = cursor;
    if (cursor.kind !== 'alias') cursor.unexpected('the name of an alias, such as `@a`');
    cursor.advance();
    this.aliases.push({ name, span, body: cursor.lexer.start });
    while (['symbol', 'number', 'identifier', 'alias'].includes(cursor.kind)) cursor.advance();
  }

  private properties(): void {
    const { cursor } = this;
    for (;;) {
      const negated = cursor.skip('!') ? '!' : '';
      if (cursor.kind !== 'identifier') {
        if (negated !== '') cursor.unexpected('the name of a property');
        return;
      }
      this.claims.set(negated + cursor.lexer.lexeme, cursor.span);
      cursor.advance();
    }
  }

  private unknown(header: string, span: Span): void {
    const first = header[0];
    if (first !== first.toLowerCase()) {
      const hint = 'items that begin with a capital letter may change the meaning of the automaton';
      this.cursor.fail('AUT123', span, `the header item \`${header}\` is not known`, hint);
    }
    this.skipValues();
  }

  private skipValues(): void {
    while (['symbol', 'number', 'identifier', 'string', 'alias'].includes(this.cursor.kind)) this.cursor.advance();
  }

  private checkInitial(): void {
    const { stateCount, cursor } = this;
    for (const { value, span } of this.initial) {
      if (stateCount !== null && value >= stateCount.value) {
        cursor.problems.add('AUT126', span, `there is no state ${value}`, statesHint(stateCount.value));
      }
    }
  }
}

/** Which numbers states may have. */
export function statesHint(count: number): string {
  return count === 0 ? 'the header announces no state' : `they are numbered 0 to ${count - 1}`;
}

/** The largest number that a state may have. */
export function largestState(header: HoaHeader): number {
  return (header.stateCount?.value ?? MOST_STATES) - 1;
}

/** The items that may occur once only. */
const ONCE: ReadonlySet<string> = new Set(['States:', 'AP:', 'Acceptance:', 'acc-name:', 'tool:', 'name:']);
