/** `AUT1xx`: automata and their file formats. */
export const automataCodes = {
  AUT120: {
    title: 'unexpected symbol in an automaton',
    explanation: 'The file stops making sense at the marked place; the message says what was expected there.',
  },
  AUT121: {
    title: 'malformed word in an automaton',
    explanation: 'A string or comment is not closed, a number is malformed, or a character has no meaning.',
  },
  AUT122: {
    title: 'not an automaton in a known format',
    explanation: 'Automata are read in the Hanoi format, beginning with `HOA: v1`, or as never claims of SPIN.',
  },
  AUT123: {
    title: 'header item missing, repeated or unknown',
    explanation:
      'An automaton has exactly one acceptance condition and at most one list of propositions; unknown items that begin with a capital letter may change its meaning and are refused.',
  },
  AUT124: {
    title: 'automaton cut off',
    explanation: 'The text ends before the automaton does. The file may be incomplete.',
  },
  AUT125: {
    title: 'propositions announced and named do not agree',
    explanation: 'After `AP:` stand the number of propositions and as many different names in double quotes.',
  },
  AUT126: {
    title: 'state, proposition or acceptance set out of range',
    explanation: 'A number refers to something beyond what the header announces.',
  },
  AUT127: {
    title: 'alias not defined, or defined twice',
    explanation: 'An alias has one definition, which may use only aliases that are defined above it.',
  },
  AUT128: {
    title: 'universal branching not supported',
    explanation:
      'Initial states and targets of edges that are conjunctions of states belong to alternating automata, which are not supported.',
  },
  AUT129: {
    title: 'automaton too large',
    explanation:
      'Automata have at most 32 acceptance sets, 2000 propositions and 16 million states, and labels whose decision diagrams fit the memory.',
  },
  AUT130: {
    title: 'labels do not fit together',
    explanation:
      'Labels stand on all edges of a state, or on the state itself, or nowhere; in the last case the state has one edge for each letter.',
  },
  AUT131: {
    title: 'state defined twice or not at all',
    explanation: 'Each state that is initial or the target of an edge has exactly one definition.',
  },
  AUT132: {
    title: 'automaton contradicts its own header',
    explanation: 'The header claims a property, such as `deterministic`, that the automaton does not have.',
  },
  AUT133: {
    title: 'automaton abandoned by its writer',
    explanation: 'The tool that wrote the file ended this automaton with `--ABORT--`: it has to be ignored.',
  },
  AUT140: {
    title: 'unexpected symbol in a never claim',
    explanation: 'The claim stops making sense at the marked place; the message says what was expected there.',
  },
  AUT141: {
    title: 'label of a never claim not defined, or defined twice',
    explanation: 'Each label that a `goto` names stands before exactly one state of the claim.',
  },
  AUT142: {
    title: 'statement of a never claim not supported',
    explanation:
      'States of a claim are `if` or `do` with guards followed by `goto`, or `skip`; other statements of Promela are not read.',
  },
  AUT150: {
    title: 'too large to be drawn',
    explanation:
      'Pictures are laid out for automata of at most 400 states and 2000 edges. Reduce the automaton, or write it as DOT.',
  },
  AUT161: {
    title: 'not a testing automaton',
    explanation:
      'A testing automaton in the Hanoi format has the header item `Testing-Automaton:` with its kind, and one initial state, the last, whose edges carry the first letters.',
  },
  AUT162: {
    title: 'format without testing automata',
    explanation:
      'Testing automata are written as HOA, DOT, SVG, JSON or statistics; never claims and LBTT have no place for changesets.',
  },
  AUT163: {
    title: 'not possible with testing automata',
    explanation:
      'Testing automata read changes between letters: from files they can be printed, drawn, counted and asked whether they accept a word, but not combined or compared with automata that read letters.',
  },
  AUT160: {
    title: 'formula not stutter-invariant',
    explanation:
      'TA, GTA, STA and SGTA can only stand for formulas whose truth does not depend on repeated letters; the message shows two words that prove it. Use a TGTA, a TGBA or a BA.',
  },
  AUT151: {
    title: 'picture cannot be laid out',
    explanation:
      'Graphviz, which lays pictures out, fails on this one in every way that is tried. DOT output still works.',
  },
} as const;
