// The preprocessor: macros, conditional parts and included files, on tokens. It does what models need of cpp and nothing else: no shell,
// no built-in macros, no `##` inside of macros. Every token keeps the place that the user sees. What expands without end, too
// deep or too long ends in a diagnostic.
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { evaluateCondition } from './condition.ts';
import { type Token, tokenize } from './lexer.ts';

/** The most tokens after expansion, nested uses of macros, and nested files. */
const MAX_TOKENS = 2_000_000;
const MAX_DEPTH = 200;
const MAX_FILES = 32;

interface Macro {
  /** Null for a macro without parentheses. */
  readonly parameters: readonly string[] | null;
  readonly body: readonly Token[];
}

/** The text of a file that is named in `#include`, or null where there is none. */
export type ReadInclude = (name: string) => string | null;

interface PreprocessContext {
  readonly diagnostics: Diagnostic[];
  readonly stopwatch: Stopwatch;
  readonly include?: ReadInclude;
}

/** The tokens of `source` with all macros expanded, the last one of kind `end`. */
export function preprocess(source: Source, context: PreprocessContext): Token[] {
  const run = new Preprocessor(context);
  run.file(source, 0);
  const end = { start: source.text.length, end: source.text.length };
  run.out.push({ kind: 'end', text: '', span: end, source, first: true, spaced: true });
  return run.out;
}

/** Thrown where the rest of the text would be hopeless; its diagnostic has been recorded. */
class Abandoned extends Error {}

/** Tokens that wait to be looked at; `macro` is what they came from, which is not expanded among them. */
interface Pending {
  readonly tokens: readonly Token[];
  at: number;
  readonly macro: string | null;
}

class Preprocessor {
  readonly out: Token[] = [];
  private readonly macros = new Map<string, Macro>();
  private readonly context: PreprocessContext;
  private made = 0;

  constructor(context: PreprocessContext) {
    this.context = context;
  }

  file(source: Source, depth: number): void {
    const tokens = tokenize(source, this.context.diagnostics, this.context.stopwatch);
    try {
      this.lines(tokens, depth);
    } catch (error) {
      if (!(error instanceof Abandoned)) throw error;
      if (depth > 0) throw error;
    }
  }

  private complain(token: Token, message: string, hint?: string): void {
    const { source, span } = token;
    this.context.diagnostics.push({ code: 'PML802', message, source, span, ...(hint && { hint }) });
  }

  private abandon(token: Token, message: string, hint?: string): never {
    this.complain(token, message, hint);
    throw new Abandoned();
  }

  private lines(tokens: readonly Token[], depth: number): void {
    /** For each open `#if`: whether its part is read, whether one was, and whether it is inside of one that is not. */
    const open: { active: boolean; done: boolean; readonly outer: boolean; readonly token: Token }[] = [];
    let text: Token[] = [];
    const isActive = (): boolean => open.every(({ active }) => active);
    const flush = (): void => {
      if (text.length > 0) this.expand(text);
      text = [];
    };
    for (let i = 0; tokens[i].kind !== 'end'; ) {
      this.context.stopwatch.tick();
      const token = tokens[i];
      if (!(token.first && token.text === '#' && token.kind === 'symbol')) {
        if (isActive()) text.push(token);
        i++;
        continue;
      }
      const line: Token[] = [];
      for (i++; tokens[i].kind !== 'end' && !tokens[i].first; i++) line.push(tokens[i]);
      flush();
      const [word, ...rest] = line;
      const innermost = open.at(-1);
      switch (word?.text) {
        case 'if':
        case 'ifdef':
        case 'ifndef': {
          const outer = isActive();
          const holds = outer && this.condition(word, rest);
          open.push({ active: holds, done: holds, outer, token: word });
          break;
        }
        case 'elif':
        case 'else':
          if (innermost === undefined) {
            this.complain(word, `\`#${word.text}\` without an \`#if\` before it`);
          } else {
            const holds = innermost.outer && !innermost.done && (word.text === 'else' || this.condition(word, rest));
            innermost.active = holds;
            innermost.done ||= holds;
          }
          break;
        case 'endif':
          if (open.pop() === undefined) this.complain(word, '`#endif` without an `#if` before it');
          break;
        default:
          if (word !== undefined && isActive()) this.directive(word, rest, depth);
      }
    }
    flush();
    for (const { token } of open) this.complain(token, `this \`#${token.text}\` is never closed by \`#endif\``);
  }

  private condition(word: Token, rest: readonly Token[]): boolean {
    if (word.text === 'if' || word.text === 'elif') {
      const marked = rest.map((token, i) => {
        const isAsked =
          rest[i - 1]?.text === 'defined' || (rest[i - 1]?.text === '(' && rest[i - 2]?.text === 'defined');
        return isAsked && token.kind === 'name'
          ? { ...token, kind: 'number' as const, text: this.macros.has(token.text) ? '1' : '0' }
          : token;
      });
      const asked = marked.filter((token) => token.text !== 'defined');
      return evaluateCondition(this.expanded(asked), word, (token, message) => this.complain(token, message)) !== 0;
    }
    if (rest[0]?.kind !== 'name') {
      this.complain(word, `\`#${word.text}\` needs the name of a macro`);
      return false;
    }
    return this.macros.has(rest[0].text) === (word.text === 'ifdef');
  }

  private directive(word: Token, rest: readonly Token[], depth: number): void {
    switch (word.text) {
      case 'define':
        this.define(word, rest);
        break;
      case 'undef':
        this.macros.delete(rest[0]?.text ?? '');
        break;
      case 'include':
        this.include(word, rest, depth);
        break;
      case 'error':
        this.abandon(word, `#error ${rest.map(({ text }) => text).join(' ')}`);
        break;
      case 'pragma':
      case 'line':
      case 'warning':
        break;
      default:
        if (word.kind === 'number') break; // what cpp leaves behind
        this.complain(word, `\`#${word.text}\` is not a directive that is read here`);
    }
  }

  private define(word: Token, rest: readonly Token[]): void {
    const [name, ...body] = rest;
    if (name?.kind !== 'name') {
      this.complain(word, '`#define` needs a name');
      return;
    }
    if (body[0]?.text !== '(' || body[0].spaced) {
      this.macros.set(name.text, { parameters: null, body });
      return;
    }
    const close = body.findIndex(({ text }) => text === ')');
    const between = body.slice(1, close);
    if (close === -1 || between.some(({ kind, text }, i) => (i % 2 === 0 ? kind !== 'name' : text !== ','))) {
      this.complain(name, `the parameters of the macro \`${name.text}\` are not a list of names`);
      return;
    }
    const parameters = between.filter((_, i) => i % 2 === 0).map(({ text }) => text);
    this.macros.set(name.text, { parameters, body: body.slice(close + 1) });
  }

  private include(word: Token, rest: readonly Token[], depth: number): void {
    const [name] = rest;
    if (name?.kind !== 'string') {
      this.complain(word, '`#include` needs the name of a file in double quotes');
      return;
    }
    const file = name.text.slice(1, -1);
    if (depth >= MAX_FILES) this.abandon(word, `files are included more than ${MAX_FILES} deep`);
    const text = this.context.include?.(file) ?? null;
    if (text === null) {
      const hint = 'included files are looked for beside the model; put them there, or paste their text';
      this.abandon(word, `the file ${file} cannot be included`, hint);
    }
    this.file({ name: file, text }, depth + 1);
  }

  /** Puts `tokens`, expanded, to the output. */
  private expand(tokens: readonly Token[]): void {
    for (const token of this.expanded(tokens)) this.out.push(token);
  }

  private expanded(tokens: readonly Token[]): Token[] {
    const out: Token[] = [];
    const stack: Pending[] = [{ tokens, at: 0, macro: null }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      this.context.stopwatch.tick();
      if (top.at === top.tokens.length) {
        stack.pop();
        continue;
      }
      const token = top.tokens[top.at++];
      const macro = token.kind === 'name' ? this.macros.get(token.text) : undefined;
      if (macro === undefined || stack.some((pending) => pending.macro === token.text)) {
        this.emit(out, token);
        continue;
      }
      if (stack.length > MAX_DEPTH) this.abandon(token, `macros are nested more than ${MAX_DEPTH} deep`);
      const body = macro.parameters === null ? macro.body : this.applied(token, macro, macro.parameters, stack);
      if (body === null) {
        this.emit(out, token);
        continue;
      }
      const { span, source } = token;
      const placed = body.map((part, i) => ({ ...part, span, source, first: i === 0 && token.first }));
      stack.push({ tokens: placed, at: 0, macro: token.text });
    }
    return out;
  }

  private emit(out: Token[], token: Token): void {
    if (++this.made > MAX_TOKENS) {
      const hint = 'its macros stand for too much';
      this.abandon(token, `the model has more than ${MAX_TOKENS} words after its macros are expanded`, hint);
    }
    out.push(token);
  }

  /** The body with the arguments that follow in `stack`; null where none follow, so that the name stands for itself. */
  private applied(token: Token, macro: Macro, parameters: readonly string[], stack: Pending[]): Token[] | null {
    const next = (): Token | undefined => {
      while (stack.length > 1 && stack.at(-1)!.at === stack.at(-1)!.tokens.length) stack.pop();
      const top = stack.at(-1)!;
      return top.tokens[top.at];
    };
    if (next()?.text !== '(') return null;
    const given: Token[][] = [[]];
    let depth = 0;
    for (let part = next(); ; part = next()) {
      if (part === undefined)
        this.abandon(token, `the arguments of the macro \`${token.text}\` are not closed by \`)\``);
      stack.at(-1)!.at++;
      if (part.text === ')' && depth === 1) break;
      if (part.text === ',' && depth === 1) given.push([]);
      else if (depth > 0) given.at(-1)!.push(part);
      if (part.text === '(') depth++;
      if (part.text === ')') depth--;
    }
    const isEmpty = parameters.length === 0 && given.length === 1 && given[0].length === 0;
    if (!isEmpty && given.length !== parameters.length) {
      const counts = `${parameters.length} arguments, not ${given.length}`;
      this.abandon(token, `the macro \`${token.text}\` takes ${counts}`);
    }
    const body: Token[] = [];
    for (const [i, part] of macro.body.entries()) {
      const parameter = part.kind === 'name' ? parameters.indexOf(part.text) : -1;
      if (part.text === '##') this.abandon(token, '`##` in a macro is not read here');
      if (part.text === '#') continue;
      if (parameter !== -1 && macro.body[i - 1]?.text === '#') {
        const text = given[parameter].map((word) => word.text).join(' ');
        this.emit(body, { ...part, kind: 'string', text: `"${text}"` });
        continue;
      }
      for (const word of parameter === -1 ? [part] : given[parameter]) this.emit(body, word);
    }
    return body;
  }
}
