// The prefix syntax of LBT: `G i p0 V p1 ! p2`. Propositions are p0, p1, …, quoted names, or (as ltl2dstar writes them) words
// that are not operators; `t` and `f` are the constants. Read from the right, a prefix formula needs one stack of values.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula, FormulaStore } from '../formula.ts';
import type { Binary, Nary, Unary } from '../kinds.ts';
import { closeValue, joinValues, type Value } from './operand-list.ts';
import type { Problems } from './problems.ts';
import { endOfQuoted, isOwnName, OWN_NAME, unquoteName } from './quoting.ts';
import type { Reading } from './reading.ts';

interface LbtToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const UNARY: ReadonlyMap<string, Unary> = new Map<string, Unary>([
  ['!', 'not'],
  ['X', 'next'],
  ['F', 'finally'],
  ['G', 'globally'],
]);

const BINARY: ReadonlyMap<string, Binary | Nary> = new Map<string, Binary | Nary>([
  ['&', 'and'],
  ['|', 'or'],
  ['i', 'implies'],
  ['e', 'equivalent'],
  ['^', 'xor'],
  ['U', 'until'],
  ['V', 'release'],
  ['R', 'release'],
  ['W', 'weakUntil'],
  ['M', 'strongRelease'],
]);

const TOKEN = /\s+|[A-Za-z_.][A-Za-z0-9_.]*|[!&|^]/y;
const UNRECOGNISED = /[^\s"A-Za-z_.!&|^]+|[\s\S]/uy;

/** Parses the text of `problems.source`. The result means something only when `problems` stays empty. */
export function parseLbt({ store, problems, stopwatch }: Reading): Formula {
  const tokens = tokenize(problems, stopwatch);
  const values: { value: Value; start: number }[] = [];
  for (let i = tokens.length - 1; i >= 0 && !problems.full; i--) {
    stopwatch.tick();
    const { text, start } = tokens[i];
    const unary = UNARY.get(text);
    const binary = BINARY.get(text);
    const wanted = unary !== undefined ? 1 : binary !== undefined ? 2 : 0;
    if (values.length < wanted) missingOperands(problems, tokens[i], wanted - values.length);
    while (values.length < wanted) values.push({ value: store.true, start: problems.source.text.length });
    if (unary !== undefined) {
      const { value } = values.pop()!;
      values.push({ value: store.unary(unary, closeValue(store, value)), start });
    } else if (binary !== undefined) {
      const left = values.pop()!.value;
      const right = values.pop()!.value;
      values.push({ value: combine(store, binary, left, right), start });
    } else values.push({ value: operand(store, problems, tokens[i]), start });
  }
  return whole(store, problems, values);
}

function whole(store: FormulaStore, problems: Problems, values: { value: Value; start: number }[]): Formula {
  const end = problems.source.text.length;
  if (values.length === 0) {
    if (problems.list.length === 0) problems.add('LTL002', { start: end, end }, 'there is no formula here');
    return store.true;
  }
  if (values.length > 1 && problems.list.length === 0) {
    const rest = values.at(-2)!.start;
    const hint = 'in prefix syntax each operator comes before its operands: `& p0 p1`';
    problems.add('LTL003', { start: rest, end }, 'the formula ends before this', hint);
  }
  return closeValue(store, values.at(-1)!.value);
}

function missingOperands(problems: Problems, token: LbtToken, missing: number): void {
  const count = missing === 1 ? 'an operand' : 'two operands';
  const hint = 'in prefix syntax the operands follow the operator: `U p0 p1`';
  problems.add('LTL002', token, `\`${token.text}\` lacks ${count}`, hint);
}

function operand(store: FormulaStore, problems: Problems, token: LbtToken): Formula {
  const { text } = token;
  if (text === 't' || text === 'f') return store.constant(text === 't');
  const name = text[0] === '"' ? unquoteName(text) : text;
  if (!isOwnName(name)) return store.proposition(name);
  problems.add('LTL005', token, OWN_NAME);
  return store.true;
}

function combine(store: FormulaStore, kind: Binary | Nary, left: Value, right: Value): Value {
  if (kind === 'and' || kind === 'or') return joinValues(store, kind, left, right);
  return store.binary(kind, closeValue(store, left), closeValue(store, right));
}

function tokenize(problems: Problems, stopwatch: Stopwatch): LbtToken[] {
  const { text } = problems.source;
  const tokens: LbtToken[] = [];
  let start = 0;
  while (start < text.length && !problems.full) {
    stopwatch.tick();
    TOKEN.lastIndex = start;
    const plain = TOKEN.exec(text)?.[0];
    const end = plain !== undefined ? start + plain.length : text[start] === '"' ? endOfQuoted(text, start) : -1;
    if (end === -1 || (plain === undefined && end - start === 2)) {
      start = unrecognised(problems, start);
      continue;
    }
    if (!/^\s/.test(text[start])) tokens.push({ text: text.slice(start, end), start, end });
    start = end;
  }
  return tokens;
}

/** Complains about what is not a token; returns where to go on. */
function unrecognised(problems: Problems, start: number): number {
  const { text } = problems.source;
  if (text[start] === '"') {
    const empty = text[start + 1] === '"';
    const message = empty ? 'a proposition needs a name' : 'this quoted proposition is not closed';
    problems.add('LTL005', { start, end: start + 1 }, message);
    return empty ? start + 2 : text.length;
  }
  UNRECOGNISED.lastIndex = start;
  const found = UNRECOGNISED.exec(text)![0];
  const end = start + found.length;
  const hint = 'propositions of LBT are p0, p1, …; unusual names are quoted: "name"';
  problems.add('LTL007', { start, end }, `\`${found}\` has no meaning in prefix syntax`, hint);
  return end;
}
