// The parser of infix formulas: operator precedence with explicit stacks, so that neither depth nor width matters and the
// time is linear in the text. After a mistake it goes on as if the missing piece were there, to report the next one.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula, FormulaStore } from '../formula.ts';
import type { Binary, Nary } from '../kinds.ts';
import { expandBound, expandedSize, LARGEST_EXPANSION } from './bounded.ts';
import { Lexer, type Token } from './lexer.ts';
import { closeValue, joinValues, type Value } from './operand-list.ts';
import { type Binding, type BindingTable, bindings, type InfixSyntax } from './precedence.ts';
import type { Problems } from './problems.ts';
import type { Reading } from './reading.ts';

type Typed<T extends Token['type']> = Extract<Token, { type: T }>;
type Pending = Typed<'unary'> | Typed<'binary'> | Typed<'open'>;

/** Parses the text of `problems.source`. The result means something only when `problems` stays empty. */
export function parseInfix(reading: Reading, syntax: InfixSyntax): Formula {
  const lexer = new Lexer(reading.problems, syntax === 'ltsmin' ? 'propositions' : 'refused');
  return new InfixParser(reading, bindings[syntax]).parse(lexer);
}

class InfixParser {
  private readonly store: FormulaStore;
  private readonly problems: Problems;
  private readonly stopwatch: Stopwatch;
  private readonly table: BindingTable;
  private readonly text: string;
  private readonly pending: Pending[] = [];
  private readonly values: Value[] = [];
  /** Whether the next token should start an operand. */
  private wantsOperand = true;
  /** Set after a `bad` token: what follows from it is not reported again. */
  private afterBad = false;
  /** Set by a token that was complained about and then passed over. */
  private skipped = false;

  /** What all the bounds up to here have been written out to. */
  private expanded = 0;

  constructor({ store, problems, stopwatch }: Reading, table: BindingTable) {
    this.store = store;
    this.problems = problems;
    this.stopwatch = stopwatch;
    this.table = table;
    this.text = problems.source.text;
  }

  parse(lexer: Lexer): Formula {
    let token = lexer.next('operand');
    while (token.type !== 'end' && !this.problems.full) {
      this.stopwatch.tick();
      const quiet = token.type === 'bad';
      if (!quiet) this.accept(token);
      this.afterBad = quiet || this.skipped;
      this.skipped = false;
      token = lexer.next(this.wantsOperand ? 'operand' : 'operator');
    }
    return this.finish(token);
  }

  private accept(token: Token): void {
    switch (token.type) {
      case 'operand':
        if (!this.wantsOperand && this.missingOperator(token) === 'in words') return;
        this.values.push(
          token.kind === 'proposition'
            ? this.store.proposition(token.name)
            : this.store.constant(token.kind === 'true'),
        );
        this.wantsOperand = false;
        return;
      case 'unary':
      case 'open':
        if (!this.wantsOperand) this.missingOperator(token);
        this.pending.push(token);
        this.wantsOperand = true;
        return;
      case 'binary':
        if (this.wantsOperand) this.missingOperand(token);
        this.reduceFor(this.table[token.kind]);
        this.pending.push(token);
        this.wantsOperand = true;
        return;
      case 'close':
        this.close(token);
        return;
      default:
        return;
    }
  }

  private close(token: Typed<'close'>): void {
    if (this.wantsOperand) {
      if (this.pending.length === 0 && this.values.length === 0) {
        this.unopened(token);
        return;
      }
      this.missingOperand(token);
    }
    this.reduceToOpen();
    if (this.pending.length === 0) this.unopened(token);
    else this.pending.pop();
    this.wantsOperand = false;
  }

  private unopened(token: Token): void {
    this.problems.add('LTL004', token, 'this `)` closes nothing', 'remove it, or add a `(` before');
    this.skipped = true;
  }

  private finish(end: Token): Formula {
    if (this.wantsOperand) this.missingOperand(end);
    this.reduceToOpen();
    const open = this.pending.filter((entry) => entry.type === 'open');
    if (open.length > 0) {
      const [message, hint] =
        open.length === 1
          ? ['this `(` is never closed', 'add a `)`']
          : [`this \`(\` and ${open.length - 1} before it are never closed`, `add ${open.length} of \`)\``];
      this.problems.add('LTL004', open.at(-1)!, message, hint);
    }
    for (; this.pending.length > 0; this.pending.pop()) this.reduceToOpen();
    return closeValue(this.store, this.values[0]);
  }

  /** Applies the operators that bind tighter than one that comes with `binding`. */
  private reduceFor(binding: Binding): void {
    for (;;) {
      const top = this.pending.at(-1);
      if (top === undefined || top.type === 'open') return;
      if (top.type === 'binary') {
        const { level, associates } = this.table[top.kind];
        if (level < binding.level || (level === binding.level && associates === 'right')) return;
      }
      this.apply(this.pending.pop() as Typed<'unary' | 'binary'>);
    }
  }

  private reduceToOpen(): void {
    for (let top = this.pending.at(-1); top !== undefined && top.type !== 'open'; top = this.pending.at(-1)) {
      this.apply(top);
      this.pending.pop();
    }
  }

  private apply(operator: Typed<'unary'> | Typed<'binary'>): void {
    this.stopwatch.tick();
    const last = this.values.pop()!;
    if (operator.type === 'unary') this.values.push(this.prefixed(operator, closeValue(this.store, last)));
    else this.values.push(this.combined(operator.kind, this.values.pop()!, last));
  }

  private combined(kind: Binary | Nary, left: Value, right: Value): Value {
    if (kind === 'and' || kind === 'or') return joinValues(this.store, kind, left, right);
    return this.store.binary(kind, closeValue(this.store, left), closeValue(this.store, right));
  }

  private prefixed(operator: Typed<'unary'>, operand: Formula): Formula {
    const { kind, bound } = operator;
    if (kind === 'not' || bound === null) return this.store.unary(kind, operand);
    this.expanded += expandedSize(bound, operand);
    if (this.expanded > LARGEST_EXPANSION) {
      const message = `written out, the bounds make a formula of more than ${LARGEST_EXPANSION} operators`;
      this.problems.add('LTL006', bound, message, 'use a smaller bound');
      return operand;
    }
    return expandBound(kind, bound, operand, this.stopwatch);
  }

  /** Complains about an operand that is not there, and puts one there. */
  private missingOperand(found: Token): void {
    if (!this.afterBad) {
      const before = this.pending.at(-1);
      const shown = this.shown(found);
      if (before !== undefined && before.type !== 'open') {
        const side = before.type === 'binary' ? 'right operand' : 'operand';
        const hint = `a formula must follow \`${this.text.slice(before.start, before.end)}\``;
        this.problems.add('LTL002', before, `missing ${side} for ${this.shown(before)}, before ${shown}`, hint);
      } else if (found.type === 'binary') {
        this.problems.add('LTL002', found, `missing left operand for ${shown}`, `a formula must come before ${shown}`);
      } else {
        const message = before === undefined ? 'there is no formula here' : 'there is no formula in these parentheses';
        this.problems.add('LTL002', found, message, 'propositions are names; the constants are `true` and `false`');
      }
    }
    this.values.push(this.store.true);
    this.wantsOperand = false;
  }

  /** Complains about two operands side by side, and puts a conjunction between them or in the place of the second. */
  private missingOperator(found: Token): 'missing' | 'in words' {
    if (!this.afterBad) {
      const message = `expected an operator or the end of the formula, but found ${this.shown(found)}`;
      this.problems.add('LTL003', found, message, operatorHint(found, this.text));
    }
    this.reduceFor(this.table.and);
    const inWords = found.type === 'operand' && ENGLISH.has(found.name.toLowerCase());
    this.pending.push({ type: 'binary', kind: 'and', start: found.start, end: found.end });
    this.wantsOperand = true;
    return inWords ? 'in words' : 'missing';
  }

  private shown(token: Token): string {
    if (token.type === 'end') return 'the end';
    const text = this.text.slice(token.start, token.end);
    return text.length > 40 ? `\`${text.slice(0, 40)}…\`` : `\`${text}\``;
  }
}

const ENGLISH: ReadonlyMap<string, string> = new Map([
  ['and', '&'],
  ['or', '|'],
  ['implies', '->'],
  ['then', '->'],
  ['iff', '<->'],
  ['until', 'U'],
  ['release', 'R'],
  ['releases', 'R'],
  ['u', 'U'],
  ['w', 'W'],
  ['r', 'R'],
  ['m', 'M'],
  ['v', 'V'],
]);

/** What the user may have meant by an operand in the place of an operator. */
function operatorHint(found: Token, text: string): string {
  const word = text.slice(found.start, found.end);
  const operator = ENGLISH.get(word.toLowerCase());
  if (operator !== undefined) return `write \`${operator}\` for \`${word}\``;
  return 'put an operator such as `&`, `|`, `->` or `U` here, or quote a name that has spaces';
}
