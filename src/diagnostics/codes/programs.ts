/** `DVE3xx`, `ETF4xx`, `KRI5xx` Kripke structures, `TSM8xx` TypeScript models, `SIM9xx` traces. */
export const programCodes = {
  DVE301: {
    title: 'unreadable text in a DVE model',
    explanation: 'The marked characters are not a word of the language, or a comment is not closed.',
  },
  DVE302: {
    title: 'syntax error in a DVE model',
    explanation: 'The text stops being a DVE model at the marked place; the message says what was expected there.',
  },
  DVE303: {
    title: 'unknown name in a DVE model',
    explanation: 'A variable, process, state or channel is used that is not declared, or not visible from there.',
  },
  DVE304: {
    title: 'name declared twice in a DVE model',
    explanation: 'Two variables, processes, states or channels of the same scope have the same name.',
  },
  DVE305: {
    title: 'name used as something else',
    explanation:
      'A plain variable is used with an index, a constant is assigned, or a property process does what only system processes may do.',
  },
  DVE306: {
    title: 'value not known before the run',
    explanation:
      'The size of an array or buffer and the initial value of a variable must be computable from numbers and constants declared before.',
  },
  DVE307: {
    title: 'wrong use of a channel',
    explanation: 'The number of values differs from the declaration of the channel, or between senders and receivers.',
  },
  DVE308: {
    title: 'incomplete process',
    explanation: 'A process needs at least one state and an initial state; a system needs at least one process.',
  },
  DVE309: {
    title: 'DVE model too large',
    explanation: 'An array, a buffer or the number of combined transitions is beyond what can be explored.',
  },
  DVE310: {
    title: 'runtime fault in a DVE model',
    explanation:
      'In a reachable state a transition divides by zero or uses an index outside of its array. The message shows the state; a guard can rule it out.',
  },
  ETF401: {
    title: 'syntax error in an ETF file',
    explanation:
      'A line is not what its section allows, or a section is not closed; the message says what was expected.',
  },
  ETF402: {
    title: 'wrong number of columns',
    explanation: 'A line needs one column per state variable, and then one value per edge label (or one state label).',
  },
  ETF403: {
    title: 'number out of range in an ETF file',
    explanation: 'Numbers must fit in 32 bits; the numbers of a sort with values must be indices into its list.',
  },
  ETF404: {
    title: 'missing or repeated section',
    explanation:
      'An ETF file has exactly one state section, which comes first, exactly one init section, and at most one edge section.',
  },
  ETF405: {
    title: 'name of an ETF file repeated or unknown',
    explanation:
      'Two variables, labels or sorts have the same name, or a label has a value that its sort does not list.',
  },
  KRI501: {
    title: 'syntax error in a Kripke structure',
    explanation: 'The text or JSON is not a Kripke structure at the marked place; the message says what was expected.',
  },
  KRI502: {
    title: 'state declared twice',
    explanation:
      'Each state of a Kripke structure has one line, or one member of `states`, with all its labels and successors.',
  },
  KRI503: {
    title: 'unknown state',
    explanation:
      'An initial state or a successor is not declared. A state without labels and successors needs a line too.',
  },
  KRI504: {
    title: 'no initial state',
    explanation: 'A Kripke structure needs at least one initial state.',
  },
  KRI505: {
    title: 'HOA file that is not a Kripke structure',
    explanation:
      'As a model, an HOA file must have a label with a full valuation on every state, no labels on edges, and acceptance `0 t`.',
  },
  TSM801: {
    title: 'callback of a TypeScript model threw',
    explanation:
      '`initial`, `next` or a proposition threw an error; the hint shows the state, and the error itself is the `cause`.',
  },
  TSM802: {
    title: 'wrong result of a callback',
    explanation: '`next` must return an array or iterable of states (or of `step(name, state)`), and it must end.',
  },
  TSM803: {
    title: 'state that is not a plain value',
    explanation:
      'States are made of numbers, strings, booleans, bigints, null, undefined, arrays, plain objects, Map and Set. Functions, class instances, dates and cyclic values cannot be told apart by their structure.',
  },
  TSM804: {
    title: '`next` is not deterministic',
    explanation:
      'Called twice with the same state, `next` gave different successors. All choices must be among the successors, never taken by Math.random or the clock.',
  },
  TSM805: {
    title: '`next` changes its argument',
    explanation: 'States are shared: a changed one would change the past. Return new objects instead.',
  },
  TSM806: {
    title: 'declared symmetry that is none',
    explanation:
      'A set under `symmetric` says that its members can change places. In the state of the hint that is not so: after two of them have changed places, the steps are not those from before with the members exchanged; or a field of the set does not have one entry for each member. Mend the model, name all fields and references of the set, or leave the set out.',
  },
  SIM901: {
    title: 'trace that cannot be followed',
    explanation:
      'The file is not a trace, or it is a trace of another model: at the marked place the model cannot take the step or does not reach the state.',
  },
} as const;
