// Text from files on a terminal: what would move the cursor, change colours or turn the writing direction is shown, not obeyed.

/** Control characters, and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with a visible sign of the same width for each control character; line breaks stay. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (character === '\n') return character;
    if (character === '\t') return ' ';
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}

/** The same for what must stay on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\u240a');
}

/** Long words, such as names of a hostile file, are cut to their beginning; then long texts. */
const LONG_WORD = /(\S{300})\S+/gu;
const LONG_TEXT = 4000;

/** The text, of a length that a person can read. */
export function shortened(text: string): string {
  const words = text.replace(LONG_WORD, '$1…');
  return words.length > LONG_TEXT ? `${words.slice(0, LONG_TEXT)}…` : words;
}
