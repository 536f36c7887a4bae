/** `AUT1xx`: automata and their file formats. */
export const automataCodes = {} as const;
