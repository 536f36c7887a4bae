/** `LTL0xx`: formulas and words. */
export const formulaCodes = {
  LTL001: {
    title: 'unexpected symbol in a formula',
    explanation: 'The text stops being a formula at the marked place; the message says what was expected there.',
  },
  LTL002: {
    title: 'missing operand',
    explanation: 'An operator, a pair of parentheses or the whole text lacks a formula. Add it at the marked place.',
  },
  LTL003: {
    title: 'missing operator',
    explanation: 'Two formulas stand side by side. Put an operator between them, or quote a name that has spaces.',
  },
  LTL004: {
    title: 'unbalanced parentheses',
    explanation: 'The marked parenthesis has no counterpart.',
  },
  LTL005: {
    title: 'malformed proposition',
    explanation:
      'A quoted proposition is not closed, its name is empty, or its name begins with the character NUL. Inside quotes, `"` and `\\` are written `\\"` and `\\\\`.',
  },
  LTL006: {
    title: 'malformed or too large bound',
    explanation:
      'Bounded operators look like `X[3]`, `F[2:5]`, `G[2:]`, `F[:3]`. They are written out as nested `X`, so the bound must be of reasonable size.',
  },
  LTL007: {
    title: 'unknown character in a formula',
    explanation:
      'The marked text is neither an operator nor a proposition. Names with unusual characters are quoted: `"a[1]"`.',
  },
  LTL008: {
    title: 'malformed word',
    explanation:
      'Words look like `a & !b; cycle{b; !a}`: letters separated by `;`, each a conjunction of literals or `1`, the last ones repeating for ever. Propositions that a letter does not mention are false in it.',
  },
  LTL009: {
    title: 'missing column',
    explanation: 'A line of a CSV file has fewer columns than the one that was asked for with `FILE/COLUMN`.',
  },
  LTL010: {
    title: 'proposition that SPIN cannot read',
    explanation:
      'SPIN has no quoted propositions: a name must be a word of letters, digits and `_`, or several joined by dots, but not an operator or keyword of SPIN. Rename the propositions; `--relabel` names them p0, p1, and so on.',
  },
} as const;
