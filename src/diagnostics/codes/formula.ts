/** `LTL0xx`: formulas and words. */
export const formulaCodes = {
  LTL001: {
    title: 'unexpected symbol in a formula',
    explanation: 'The text stops being a formula at the marked place; the message says what was expected there.',
  },
} as const;
