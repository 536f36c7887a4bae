// A place in the token sequence of a Promela text, with the questions that the parser asks there. A complaint ends the construct being
// parsed by a `SyntaxStop`, which the loop over declarations catches to go on behind it.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Token } from './lexer.ts';

/** Ends the construct being parsed; its diagnostic has been recorded. Never leaves the parser. */
export class SyntaxStop extends Error {
  override name = 'SyntaxStop';
}

/** Expressions and statements may be nested so deep. */
const MAX_DEPTH = 400;

/** Words that cannot name anything. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...[
    'active',
    'assert',
    'atomic',
    'bit',
    'bool',
    'break',
    'byte',
    'chan',
    'd_step',
    'D_proctype',
    'do',
    'else',
    'empty',
  ],
  ...['enabled', 'eval', 'false', 'fi', 'for', 'full', 'goto', 'hidden', 'if', 'init', 'inline', 'int', 'len', 'local'],
  ...[
    'ltl',
    'mtype',
    'nempty',
    'never',
    'nfull',
    'notrace',
    'od',
    'of',
    'pc_value',
    'pid',
    'printf',
    'printm',
    'priority',
  ],
  ...[
    'proctype',
    'provided',
    'run',
    'select',
    'short',
    'show',
    'skip',
    'timeout',
    'trace',
    'true',
    'typedef',
    'unless',
  ],
  ...[
    'unsigned',
    'xr',
    'xs',
    'c_code',
    'c_decl',
    'c_expr',
    'c_state',
    'c_track',
    'get_priority',
    'set_priority',
    'np_',
  ],
]);

export class Cursor {
  private tokens: readonly Token[];
  private readonly diagnostics: Diagnostic[];
  private readonly stopwatch: Stopwatch;
  private position = 0;
  private depth = 0;
  /** What is declared as a process anywhere in the text: `P:x` is then a place in P. */
  readonly processNames: ReadonlySet<string>;

  /** At the first of `tokens`, the last of which is of kind `end`; complaints go to `diagnostics`. */
  constructor(
    tokens: readonly Token[],
    stopwatch: Stopwatch,
    diagnostics: Diagnostic[],
    processNames: ReadonlySet<string> = declaredProcesses(tokens),
  ) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
    this.stopwatch = stopwatch;
    this.processNames = processNames;
  }

  /** The token here, or `ahead` tokens further. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)];
  }

  /** The token here, which is left behind (the end of the text stays). */
  take(): Token {
    this.stopwatch.tick();
    const token = this.peek();
    if (token.kind !== 'end') this.position++;
    return token;
  }

  /** Whether the keyword or symbol `text` stands here, or `ahead` tokens further. */
  at(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && token.kind !== 'string' && token.kind !== 'number';
  }

  /** Takes the keyword or symbol `text` if it stands here. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.take();
    return true;
  }

  /** Takes the keyword or symbol `text`, which must stand here. */
  expect(text: string, where: string): Token {
    if (!this.at(text)) this.fail(`expected \`${text}\` ${where}, not ${this.shown()}`);
    return this.take();
  }

  /** Takes a name, which must stand here. */
  name(what: string): Token {
    const token = this.peek();
    if (token.kind !== 'name') this.fail(`expected ${what}, not ${this.shown()}`);
    if (KEYWORDS.has(token.text)) {
      this.fail(`expected ${what}, not ${this.shown()}`, token, `\`${token.text}\` is a word of the language`);
    }
    return this.take();
  }

  /** The token here as a message names it. */
  shown(): string {
    const token = this.peek();
    return token.kind === 'end' ? 'the end of the file' : `\`${token.text}\``;
  }

  /** Records a complaint and ends the construct. */
  fail(message: string, token: Token = this.peek(), hint?: string): never {
    this.report('PML803', message, token, hint);
    throw new SyntaxStop();
  }

  /** Refuses a construct by its name, and ends it. */
  refuse(what: string, token: Token, hint?: string): never {
    this.report('PML804', `${what} is not supported`, token, hint);
    throw new SyntaxStop();
  }

  /** Records a complaint and goes on. */
  report(code: 'PML803' | 'PML804', message: string, token: Token, hint?: string): void {
    const { source, span } = token;
    this.diagnostics.push({ code, message, source, span, ...(hint && { hint }) });
  }

  /** What `parse` gives, one level deeper; a text that is nested too deep is refused before the stack is. */
  nested<T>(parse: () => T): T {
    if (this.depth >= MAX_DEPTH) this.fail(`this is nested more than ${MAX_DEPTH} deep`);
    this.depth++;
    try {
      return parse();
    } finally {
      this.depth--;
    }
  }

  /** What `parse` makes of other tokens, before it goes on here. */
  within<T>(tokens: readonly Token[], parse: () => T): T {
    const { tokens: outer, position } = this;
    this.tokens = tokens;
    this.position = 0;
    try {
      return this.nested(parse);
    } finally {
      this.tokens = outer;
      this.position = position;
    }
  }

  /** Takes everything between a bracket here and the one that closes it, without them. */
  bracketed(open: string, close: string, where: string): Token[] {
    const first = this.expect(open, where);
    const inner: Token[] = [];
    for (let depth = 1; ; ) {
      const token = this.take();
      if (token.kind === 'end') this.fail(`this \`${open}\` is never closed by \`${close}\``, first);
      if (token.kind === 'symbol' && token.text === open) depth++;
      if (token.kind === 'symbol' && token.text === close) depth--;
      if (depth === 0) return inner;
      inner.push(token);
    }
  }

  /** Goes behind the construct that was given up: to a word that begins a declaration on the outermost level. */
  skipDeclaration(starts: ReadonlySet<string>): void {
    let depth = 0;
    for (let token = this.peek(); token.kind !== 'end'; token = this.peek()) {
      if (depth <= 0 && token.kind === 'name' && token.first && starts.has(token.text)) return;
      if (this.at('{')) depth++;
      if (this.at('}')) depth--;
      this.take();
    }
  }
}

function declaredProcesses(tokens: readonly Token[]): Set<string> {
  const declared = tokens.filter((_, i) => i > 0 && /^(D_)?proctype$/.test(tokens[i - 1].text));
  return new Set(declared.map(({ text }) => text));
}
