// The infix notations that formulas are printed in.
import { visible } from '../../diagnostics/visible.ts';
import { isPlainName, quoteName } from '../syntax/quoting.ts';
import { spinName } from './spin-names.ts';
import type { Style } from './style.ts';

const quotedUnlessPlain = (name: string): string => (isPlainName(name) ? name : quoteName(name));

/** Spot's default: `G(a -> Fb)`, but with a space before a word: `G(request -> F grant)`. */
export const spotStyle: Style = {
  constants: { true: '1', false: '0' },
  prefixes: { not: '!', next: 'X', finally: 'F', globally: 'G' },
  infixes: {
    and: ' & ',
    or: ' | ',
    implies: ' -> ',
    equivalent: ' <-> ',
    xor: ' xor ',
    until: ' U ',
    release: ' R ',
    weakUntil: ' W ',
    strongRelease: ' M ',
  },
  name: quotedUnlessPlain,
  spacedWords: true,
  open: '(',
  close: ')',
  conventional: true,
};

/** SPIN's: `[](a -> <>b)`. It knows neither W, M nor xor; `spin-operators.ts` writes them out first. */
export const spinStyle: Style = {
  ...spotStyle,
  constants: { true: 'true', false: 'false' },
  prefixes: { not: '!', next: 'X ', finally: '<>', globally: '[]' },
  infixes: { ...spotStyle.infixes, and: ' && ', or: ' || ', release: ' V ' },
  name: spinName,
  spacedWords: false,
  conventional: false,
};

/** Mathematical symbols: `□(a → ◇b)`. */
export const unicodeStyle: Style = {
  ...spotStyle,
  constants: { true: '⊤', false: '⊥' },
  prefixes: { not: '¬', next: '○', finally: '◇', globally: '□' },
  infixes: { ...spotStyle.infixes, and: ' ∧ ', or: ' ∨ ', implies: ' → ', equivalent: ' ↔ ', xor: ' ⊕ ' },
  spacedWords: false,
};

/** LaTeX, for math mode, with no package but amsmath. */
export const latexStyle: Style = {
  constants: { true: '\\top', false: '\\bot' },
  prefixes: { not: '\\lnot ', next: '\\mathsf{X}\\,', finally: '\\mathsf{F}\\,', globally: '\\mathsf{G}\\,' },
  infixes: {
    and: ' \\land ',
    or: ' \\lor ',
    implies: ' \\rightarrow ',
    equivalent: ' \\leftrightarrow ',
    xor: ' \\oplus ',
    until: ' \\mathbin{\\mathsf{U}} ',
    release: ' \\mathbin{\\mathsf{R}} ',
    weakUntil: ' \\mathbin{\\mathsf{W}} ',
    strongRelease: ' \\mathbin{\\mathsf{M}} ',
  },
  name: latexName,
  spacedWords: false,
  open: '(',
  close: ')',
  conventional: true,
};

/** `p12` becomes p with an index; longer words are set in italics, anything else as text. */
function latexName(name: string): string {
  const indexed = /^([A-Za-z])([0-9]*)$/.exec(name);
  if (indexed !== null) return indexed[2] === '' ? indexed[1] : `${indexed[1]}_{${indexed[2]}}`;
  const escaped = visible(name).replace(
    /[\\{}$&#%_^~]/g,
    (character) => LATEX_ESCAPES.get(character) ?? `\\${character}`,
  );
  return /^[A-Za-z0-9_.]+$/.test(name) ? `\\mathit{${escaped}}` : `\\text{${escaped}}`;
}

const LATEX_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\textbackslash{}'],
  ['^', '\\textasciicircum{}'],
  ['~', '\\textasciitilde{}'],
]);
