/** `CHK7xx`: checking a formula on a model. */
export const checkCodes = {
  CHK702: {
    title: 'deadlock in the model',
    explanation:
      'With `--deadlock error` a state without successors is a fault of the model; the message shows the state.',
  },
  CHK710: {
    title: 'emptiness check does not fit',
    explanation:
      'The emptiness check that was asked for is not exact for this automaton: `couvreur` cannot see livelocks, `weak` and `reachability` ask for weak and terminal automata. Without `--emptiness` one that fits is chosen.',
  },
} as const;
