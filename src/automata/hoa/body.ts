// The body of an automaton in the Hanoi format: states with their edges, from `--BODY--` to `--END--`. Labels stand on
// edges, on the state, or nowhere; without labels a state lists its targets for all letters in order (bit i of the
// letter's number is proposition i). The marks of a state count for all of its edges.

import type { BddRef } from '../../dd/bdd.ts';
import type { Span } from '../../diagnostics/source.ts';
import type { Marks } from '../acceptance.ts';
import { AutomatonBuilder } from '../automaton.ts';
import { setsHint } from './acceptance.ts';
import type { HoaCursor } from './cursor.ts';
import { type HoaHeader, largestState, refuseUniversal, statesHint } from './header.ts';

/** What the body defines. */
interface HoaBody {
  readonly builder: AutomatonBuilder;
  /** A name for each state, '' where it has none; null if no state has one. */
  readonly stateNames: readonly string[] | null;
}

/** Reads the body, `--END--` included. */
export function readBody(cursor: HoaCursor, header: HoaHeader): HoaBody {
  return new BodyReader(cursor, header).read();
}

/** How the edges of the state that is being read are labelled. */
type Labelling = 'unknown' | 'state' | 'explicit' | 'implicit' | 'mixed';

class BodyReader {
  private readonly cursor: HoaCursor;
  private readonly header: HoaHeader;
  private readonly builder: AutomatonBuilder;
  private readonly defined = new Set<number>();
  /** Where a state was referred to first. */
  private readonly used = new Map<number, Span>();
  private readonly names = new Map<number, string>();
  private readonly letters: BddRef[] = [];
  /** The edges without labels of the state that is being read. */
  private readonly gathered = new Map<string, { label: BddRef; marks: Marks; target: number }>();
  private largest = -1;

  constructor(cursor: HoaCursor, header: HoaHeader) {
    this.cursor = cursor;
    this.header = header;
    this.builder = new AutomatonBuilder(header.propositions, header.labels.bdd);
  }

  read(): HoaBody {
    const { cursor, header, builder } = this;
    for (const { value, span } of header.initial) this.use(value, span);
    while (cursor.is('State:')) {
      this.state();
      if (cursor.problems.full) cursor.fail('AUT120', cursor.span, 'too many mistakes: the rest is not read');
    }
    if (!cursor.is('--END--')) {
      cursor.unexpected(this.defined.size === 0 ? '`State:` or `--END--`' : 'an edge, `State:` or `--END--`');
    }
    this.checkDefined();
    builder.addStates(header.stateCount?.value ?? this.largest + 1);
    for (const { value } of header.initial) builder.setInitial(value);
    return { builder, stateNames: this.stateNames() };
  }

  private state(): void {
    const { cursor, header } = this;
    cursor.advance();
    const label = cursor.is('[') ? header.labels.read() : null;
    const { span } = cursor;
    const state = this.stateNumber(span);
    if (this.defined.has(state)) cursor.problems.add('AUT131', span, `state ${state} is defined twice`);
    this.defined.add(state);
    if (cursor.kind === 'string') {
      this.names.set(state, cursor.lexer.string);
      cursor.advance();
    }
    const marks = this.marks();
    this.edges(state, { label, marks, span });
  }

  private edges(state: number, given: { label: BddRef | null; marks: Marks; span: Span }): void {
    const { cursor, header, builder } = this;
    this.gathered.clear();
    let labelling: Labelling = given.label === null ? 'unknown' : 'state';
    let count = 0;
    for (; cursor.is('[') || cursor.kind === 'number'; count++) {
      const { span } = cursor;
      const explicit = cursor.is('[') ? header.labels.read() : null;
      labelling = this.labelling(labelling, explicit === null ? 'implicit' : 'explicit', span);
      const target = this.target();
      const marks = header.acceptance.marks(given.marks | this.marks());
      const label = explicit ?? given.label;
      if (label === null) this.gather(this.letter(count), marks, target);
      else if (cursor.problems.list.length === 0) builder.addEdge(state, label, marks, target);
    }
    if (labelling === 'implicit') this.implicit(state, count, given.span);
  }

  /** Letters that lead to the same state with the same marks make one edge. */
  private gather(letter: BddRef, marks: Marks, target: number): void {
    const key = `${target},${marks}`;
    const before = this.gathered.get(key)?.label ?? this.builder.bdd.false;
    this.gathered.set(key, { label: this.builder.bdd.or(before, letter), marks, target });
  }

  private implicit(state: number, count: number, span: Span): void {
    const { header, cursor, builder } = this;
    const wanted = 2 ** header.propositions.length;
    if (count !== wanted) {
      const message = `state ${state} has ${count} edge${count === 1 ? '' : 's'} without labels, not ${wanted}`;
      cursor.problems.add('AUT130', span, message, 'without labels there is one edge for each letter');
    }
    if (cursor.problems.list.length === 0) {
      for (const { label, marks, target } of this.gathered.values()) builder.addEdge(state, label, marks, target);
    }
  }

  private labelling(before: Labelling, edge: 'explicit' | 'implicit', span: Span): Labelling {
    const { problems } = this.cursor;
    if (before === 'state') {
      if (edge === 'explicit') problems.add('AUT130', span, 'the state has a label already, so its edges have none');
      return before;
    }
    if (before === 'unknown' || before === edge) return edge;
    if (before !== 'mixed') {
      problems.add('AUT130', span, 'some edges of this state have labels and some have none', 'label all or none');
    }
    return 'mixed';
  }

  private target(): number {
    const { cursor } = this;
    const { span } = cursor;
    const target = this.stateNumber(span);
    refuseUniversal(cursor, 'the target of this edge');
    this.use(target, span);
    return target;
  }

  private stateNumber(span: Span): number {
    const { cursor, header } = this;
    const state = cursor.takeNumber('the number of a state');
    const most = largestState(header);
    if (state > most) {
      if (header.stateCount === null) cursor.fail('AUT129', span, `state number ${state} is too large`);
      cursor.problems.add('AUT126', span, `there is no state ${state}`, statesHint(most + 1));
    }
    if (state > this.largest) this.largest = state;
    return state;
  }

  private use(state: number, span: Span): void {
    if (!this.used.has(state)) this.used.set(state, span);
    if (state > this.largest) this.largest = state;
  }

  /** Reads `{0 2}`, if it is there. */
  private marks(): Marks {
    const { cursor, header } = this;
    if (!cursor.skip('{')) return 0;
    let marks = 0;
    while (!cursor.skip('}')) {
      const { span } = cursor;
      const set = cursor.takeNumber('the number of an acceptance set or `}`');
      const { declared } = header.acceptance;
      if (set < declared) marks |= 1 << set;
      else cursor.problems.add('AUT126', span, `there is no acceptance set ${set}`, setsHint(declared));
    }
    return marks;
  }

  /** The letter with the given number; true beyond the last one, which is complained about elsewhere. */
  private letter(index: number): BddRef {
    const { bdd } = this.builder;
    const count = this.header.propositions.length;
    if (index >= 2 ** count) return bdd.true;
    if (this.letters[index] === undefined) {
      let letter = bdd.true;
      for (let i = count - 1; i >= 0; i--)
        letter = bdd.and(bdd.literal(i, Math.floor(index / 2 ** i) % 2 === 1), letter);
      this.letters[index] = letter;
    }
    return this.letters[index];
  }

  private checkDefined(): void {
    const { cursor } = this;
    for (const [state, span] of this.used) {
      if (this.defined.has(state) || cursor.problems.full) continue;
      const most = largestState(this.header);
      if (state > most) continue;
      cursor.problems.add('AUT131', span, `state ${state} is used, but never defined`, `add \`State: ${state}\``);
    }
  }

  private stateNames(): string[] | null {
    if (this.names.size === 0) return null;
    return Array.from({ length: this.header.stateCount?.value ?? this.largest + 1 }, (_, s) => this.names.get(s) ?? '');
  }
}
