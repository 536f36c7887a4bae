/** `CHK7xx`: checking a formula on a model. */
export const checkCodes = {
  CHK702: {
    title: 'deadlock in the model',
    explanation:
      'With `--deadlock error` a state without successors is a fault of the model; the message shows the state.',
  },
} as const;
