/** `CHK7xx`: checking a formula on a model. */
export const checkCodes = {
  CHK701: {
    title: 'formula not stutter-invariant',
    explanation:
      'TA, GTA, STA and SGTA can only stand for formulas whose truth does not depend on repeated letters. Use a TGTA or TGBA.',
  },
  CHK702: {
    title: 'deadlock in the model',
    explanation:
      'With `--deadlock error` a state without successors is a fault of the model; the message shows the state.',
  },
} as const;
