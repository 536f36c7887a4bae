/** `NET2xx` Petri nets, `DVE3xx`, `ETF4xx`, `KRI5xx` Kripke structures, `MOD6xx` models in general. */
export const modelCodes = {
  MOD601: {
    title: 'unexpected symbol in a proposition',
    explanation:
      'The text of an atomic proposition stops making sense at the marked place; the message says what was expected.',
  },
  MOD602: {
    title: 'unknown name in a proposition',
    explanation:
      'The model has no variable, place, process or transition of that name. `tegata model MODEL --propositions` lists what can be named.',
  },
  MOD603: {
    title: 'number out of range in a proposition',
    explanation: 'Values of variables and token counts stay below 2^31; a larger number cannot be compared with them.',
  },
  MOD604: {
    title: 'truth value and number confused in a proposition',
    explanation:
      'Comparisons need numbers on both sides, `&&`, `||` and `!` need truth values; a name that can be read in two ways must be written so that it cannot.',
  },
  MOD605: {
    title: 'proposition nested too deeply',
    explanation:
      'Parentheses and negations in one proposition may be nested 200 deep. Move the structure into the formula.',
  },
  MOD606: {
    title: 'unknown net of the library',
    explanation: '`tegata model generate --list` shows the nets that can be generated.',
  },
  MOD607: {
    title: 'parameter of a library net out of range',
    explanation: 'The message names the range; `tegata model generate --list` shows all of them.',
  },
} as const;
