// The conditions of `#if`: whole numbers with the operators of C. A name that is no macro counts as 0.
import type { Token } from './lexer.ts';
import { fold, LEVELS } from './operators.ts';

/** Parentheses and signs may be nested so deep. */
const MAX_DEPTH = 200;

/** The value of a condition; 0 and a complaint where it is none. */
export function evaluateCondition(
  tokens: readonly Token[],
  at: Token,
  complain: (token: Token, message: string) => void,
): number {
  const parser = new ConditionParser(tokens);
  const value = parser.level(0, 0);
  if (value === null || !parser.isAtEnd) {
    complain(parser.here ?? at, 'this is not a condition over whole numbers');
    return 0;
  }
  return value;
}

class ConditionParser {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get here(): Token | undefined {
    return this.tokens[this.at];
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length;
  }

  level(level: number, depth: number): number | null {
    if (level === LEVELS.length) return this.unary(depth);
    let left = this.level(level + 1, depth);
    for (;;) {
      const operator = LEVELS[level].find((known) => known === this.here?.text);
      if (left === null || operator === undefined) return left;
      this.at++;
      const right = this.level(level + 1, depth);
      left = right === null ? null : fold(operator, left, right);
    }
  }

  private unary(depth: number): number | null {
    const token = this.here;
    if (token === undefined || depth > MAX_DEPTH) return null;
    this.at++;
    if (token.kind === 'number') return Number(token.text) | 0;
    if (token.kind === 'name') return 0;
    if (token.text === '(') {
      const value = this.level(0, depth + 1);
      if (this.here?.text !== ')') return null;
      this.at++;
      return value;
    }
    if (!['!', '!!', '-', '~', '+'].includes(token.text)) return null;
    const value = this.unary(depth + 1);
    if (value === null) return null;
    if (token.text === '!') return value === 0 ? 1 : 0;
    if (token.text === '!!') return value === 0 ? 0 : 1;
    return token.text === '-' ? -value | 0 : token.text === '~' ? ~value : value;
  }
}
