// Names of propositions as text: which ones are words, and how the others are quoted.
import { replaceUnseen } from '../../diagnostics/visible.ts';

/** Words that mean something else than a proposition in the infix syntax, in lower case. */
const RESERVED = /^(?:true|false|xor|not|and|or|[uwrmv])$/i;

/** What every tool reads as one proposition: a word that does not begin like a glued `F`, `G` or `X`. */
const WORD = /^(?:[A-EH-WYZa-z_][A-Za-z0-9_.]*|[FGX][0-9][A-Za-z0-9_.]*)$/;

/** Characters and the letters that stand for them behind a backslash. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([...LETTERS].map(([character, letter]) => [letter, character]));

/** The first character of the names of our own propositions, which no user can write. */
export const OWN = '\u0000';
export const OWN_NAME = 'the name of a proposition does not begin with the character NUL';

export function isOwnName(name: string): boolean {
  return name.startsWith(OWN);
}

/** Whether the name may stand in an infix formula without quotes. */
export function isPlainName(name: string): boolean {
  return WORD.test(name) && !RESERVED.test(name);
}

/** The name between double quotes, always on one line, and without characters that a terminal would obey. */
export function quoteName(name: string): string {
  return `"${replaceUnseen(name.replace(/["\\]/g, '\\$&'), escaped)}"`;
}

function escaped(character: string): string {
  const letter = LETTERS.get(character);
  return `\\${letter ?? `u${character.charCodeAt(0).toString(16).padStart(4, '0')}`}`;
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
  return quoted.slice(1, -1).replace(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, code?: string, character?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES.get(character!) ?? character!;
  });
}
