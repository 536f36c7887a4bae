// Names from files end up on terminals, in pictures, in reports and in the lines of the contest: each must be one line of characters that can
// be shown, and that XML allows.
import type { Complaint } from './problems.ts';

/** Control characters, halves of surrogate pairs, line separators, and the two that XML forbids besides. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]/u;

/** What is wrong with a name that cannot be shown; null for all others. The complaint does not repeat the name. */
export function nameProblem(name: string): Complaint | null {
  const [character] = UNSHOWABLE.exec(name) ?? [];
  if (character === undefined) return null;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  const message = `a name contains the character U+${code}, which cannot be shown`;
  return { code: 'MOD616', message, hint: 'names are one line of visible characters' };
}
