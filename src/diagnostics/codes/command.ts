/** `CMD0xx`: the command line itself. */
export const commandCodes = {
  CMD001: {
    title: 'wrong use of a command',
    explanation: 'An option or argument is unknown, missing or malformed. `tegata COMMAND --help` shows the right use.',
  },
  CMD002: {
    title: 'file cannot be read or written',
    explanation: 'The named file does not exist, is a folder, or may not be accessed.',
  },
  CMD003: {
    title: 'module cannot be loaded as a model',
    explanation:
      'A model written in TypeScript or JavaScript is the default export (or the export `model`) of its module, made by `defineModel`.',
  },
  CMD004: {
    title: 'not TypeScript that can be run as it is',
    explanation:
      'Models in TypeScript files are run without their types. The file is malformed at the marked place, or uses something that needs more than leaving out types (`enum`, `namespace`, `<T>value`).',
  },
  CMD006: {
    title: 'wrong configuration',
    explanation:
      'A configuration (`tegata.config.ts`, `.mjs`, `.js` or `.json`) is an object with `models`, made by `defineConfig` in a module; the message names the member that is wrong, and docs/projects.md lists all of them.',
  },
  CMD007: {
    title: 'not a certificate',
    explanation:
      'The file is no certificate of `tegata check --certificate`, is one of another version, or is damaged: write it anew.',
  },
  CMD005: {
    title: 'input too long',
    explanation:
      'A line of a file of formulas may have 64 MB, a module 64 MB, an automaton 256 MB, a file of properties, a trace or a list of variables 256 MB. Files of formulas and automata may be longer, as long as each line and each automaton is not.',
  },
} as const;
