// Strings as engines keep them.

/** Engines copy shorter pieces; of longer ones they keep a reference to the text that they were cut out of. */
const SHARED_LENGTH = 13;

/** The same text, but not a part of a larger one, which it would keep in memory: for names that outlive the file they were read from. */
export function detached(text: string): string {
  return text.length < SHARED_LENGTH ? text : ` ${text}`.slice(1);
}
