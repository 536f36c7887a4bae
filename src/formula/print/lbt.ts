// Printing in the prefix notation of LBT: `G i p0 V p1 ! p2`. An n-ary operator is written n - 1 times.
import type { Formula } from '../formula.ts';
import type { Binary, Nary, Unary } from '../kinds.ts';
import { quoteName } from '../syntax/quoting.ts';

const OPERATORS: Readonly<Record<Unary | Binary | Nary, string>> = {
  not: '!',
  next: 'X',
  finally: 'F',
  globally: 'G',
  and: '&',
  or: '|',
  implies: 'i',
  equivalent: 'e',
  xor: '^',
  until: 'U',
  release: 'V',
  weakUntil: 'W',
  strongRelease: 'M',
};

/** The formula in LBT's syntax; propositions other than p0, p1, … are quoted. */
export function printLbt(formula: Formula): string {
  const written: string[] = [];
  const pending: Formula[] = [formula];
  while (pending.length > 0) {
    const { kind, name, children } = pending.pop()!;
    if (kind === 'proposition') written.push(/^p[0-9]+$/.test(name) ? name : quoteName(name));
    else if (kind === 'true' || kind === 'false') written.push(kind === 'true' ? 't' : 'f');
    else for (let i = Math.max(1, children.length - 1); i > 0; i--) written.push(OPERATORS[kind]);
    for (let i = children.length - 1; i >= 0; i--) pending.push(children[i]);
  }
  return written.join(' ');
}
