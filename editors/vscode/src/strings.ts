// Formulas in strings of TypeScript and JavaScript: arguments of the functions that take formulas, templates of `ltl`, and the members of `properties`.
// The code is not parsed, let alone run: comments and other strings are skipped, and that is all. A regular expression with a quote in it may hide
// what follows on its line.

/** A formula in a string of some code. */
export interface StringFormula {
  readonly text: string;
  /** Offsets in the code: `places[i]` is where character i of the text comes from, and the last one is the end. */
  readonly places: readonly number[];
  /** Whether it is a member of `properties`. */
  readonly isProperty: boolean;
}

const SKIPPED =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?|`(?:[^`\\]|\\[\s\S])*`?/y;
/** What stands before a formula. The names are the package's own; the others are only believed where the code speaks of it. */
const OWN = /\b(?:(?:toSatisfy|toViolate|parseLtl|parseFormula)\s*\(\s*|ltl(?=`))/y;
const COMMON = /\bcheck(?:All)?\s*\(\s*[\w$.]+\s*,\s*/y;
const PROPERTIES = /\bproperties\s*(?::\s*[\w<>[\]., ]+)?[=:]\s*\{/y;
const MEMBER = /(?:\s|,|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*(?:[\w$]+|'[^'\n]*'|"[^"\n]*")\s*:\s*/y;
const LITERAL = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`/y;

/** The formulas of a module, in their order. */
export function formulasOfCode(code: string): StringFormula[] {
  const found: StringFormula[] = [];
  const speaksOfTegata = /['"`]tegata(?:\/\w+)*['"`]/.test(code);
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const matched = pattern.exec(code)?.[0] ?? null;
    if (matched !== null) at += matched.length;
    return matched;
  };
  const literal = (isProperty: boolean): boolean => {
    const start = at;
    const quoted = match(LITERAL);
    if (quoted === null) return false;
    found.push({ ...unquoted(code, start, at), isProperty });
    return true;
  };
  while (at < code.length) {
    if (match(SKIPPED)) continue;
    if (match(OWN) || (speaksOfTegata && match(COMMON))) literal(false);
    else if (speaksOfTegata && match(PROPERTIES)) {
      while (match(MEMBER) && literal(true));
    } else at++;
  }
  return found;
}

/** Whether the module exports a model, as far as the text tells. */
export function exportsModel(code: string): boolean {
  return (
    /\bexport\s+default\b|\bexport\s+const\s+model\b/.test(code) &&
    /\bdefine(?:Model|System)\b|\bfromMachine\b/.test(code)
  );
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' };
const ESCAPE = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|([\s\S]))/y;
/** What a template puts in; braces inside of it are counted one deep. */
const INSERTED = /\$\{(?:[^{}]|\{[^{}]*\})*\}/y;

/** The text of a literal without its quotes; what a template puts in stands there as a proposition. */
function unquoted(code: string, start: number, end: number): { readonly text: string; readonly places: number[] } {
  const isTemplate = code[start] === '`';
  let text = '';
  const places: number[] = [];
  const add = (piece: string, at: number): void => {
    text += piece;
    for (let i = 0; i < piece.length; i++) places.push(at);
  };
  for (let at = start + 1; at < end - 1; ) {
    ESCAPE.lastIndex = at;
    INSERTED.lastIndex = at;
    const escaped = code[at] === '\\' ? ESCAPE.exec(code) : null;
    const inserted = isTemplate ? INSERTED.exec(code) : null;
    if (escaped !== null) {
      const [whole, long, short, byte, newline, character] = escaped;
      const number = long ?? short ?? byte;
      const point = number === undefined ? null : Number.parseInt(number, 16);
      if (point !== null && point <= 0x10ffff) add(String.fromCodePoint(point), at);
      else if (newline === undefined) add(ESCAPES[character] ?? character ?? ' ', at);
      at += whole.length;
    } else if (inserted !== null) {
      add(' inserted ', at);
      at += inserted[0].length;
    } else {
      add(code[at], at);
      at++;
    }
  }
  places.push(end - 1);
  return { text, places };
}
