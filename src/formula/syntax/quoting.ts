// Names of propositions as text: which ones are words, and how the others are quoted.

/** Words that mean something else than a proposition in the infix syntax, in lower case. */
const RESERVED = /^(?:true|false|xor|not|and|or|[uwrmv])$/i;

/** What every tool reads as one proposition: a word that does not begin like a glued `F`, `G` or `X`. */
const WORD = /^(?:[A-EH-WYZa-z_][A-Za-z0-9_.]*|[FGX][0-9][A-Za-z0-9_.]*)$/;

/** Whether the name may stand in an infix formula without quotes. */
export function isPlainName(name: string): boolean {
  return WORD.test(name) && !RESERVED.test(name);
}

/** The name between double quotes, always on one line. */
export function quoteName(name: string): string {
  return `"${name.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')}"`;
}

/** The end of the quoted text that starts at `start` (just after the closing quote), or -1 if it is never closed. */
export function endOfQuoted(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return -1;
}

/** The name that the quoted text (with its quotes) stands for; the inverse of `quoteName`. */
export function unquoteName(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}

const ESCAPES: Readonly<Record<string, string | undefined>> = { n: '\n', r: '\r', t: '\t' };
