/** `CHK7xx`: checking a formula on a model. */
export const checkCodes = {
  CHK702: {
    title: 'deadlock in the model',
    explanation:
      'With `--deadlock error` the model must have no reachable state without successors, whatever the formula; the message shows one.',
  },
  CHK710: {
    title: 'emptiness check does not fit',
    explanation:
      'The emptiness check that was asked for is not exact for this automaton; the message says why, and the hint names those that are. Without `--emptiness` the lightest of them is chosen.',
  },
  CHK730: {
    title: 'states cannot be hashed',
    explanation:
      'Bit-state hashing and hash compaction search products of compiled models with generalized Büchi automata (`--automaton tgba` or `ba`). Models in code, fairness, testing automata, other acceptance conditions and `--deadlock error` are searched with whole states.',
  },
  CHK720: {
    title: 'fairness assumed of something unknown',
    explanation:
      'Fairness is assumed of processes or transitions by their names. The transitions of a model are those that `tegata simulate` shows; processes are what stands before the first `.` of their names.',
  },
  CHK721: {
    title: 'too many fairness assumptions',
    explanation: 'At most 30 fairness assumptions can be made together. Assume only those that the property needs.',
  },
} as const;
