/** `SYM9xx`: the symbolic engine. */
export const symbolicCodes = {
  SYM901: {
    title: 'unknown variable in an order',
    explanation: 'A file given to `--variables` lists the variables of the model, one a line, the top level first.',
  },
  SYM902: {
    title: 'repeated variable in an order',
    explanation: 'A file given to `--variables` lists every variable at most once.',
  },
  SYM910: {
    title: 'no symbolic product with this automaton kind',
    explanation:
      'The symbolic engine checks with `tgta` (its default), `tgba` and `ba`, the hybrid one with `tgta` (its default) and `tgba`; the other kinds are explicit only.',
  },
} as const;
