// Text from files on a terminal: what would move the cursor, change colours or turn the writing direction is shown, not obeyed.

/** Control characters, those that change the direction of text, and what is no character at all (which XML does not have either). */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Longer messages are cut in the middle: the ends say what is wrong. */
const LONGEST_MESSAGE = 2000;
const KEPT = { beginning: 1200, end: 600 } as const;

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

/** The text as a message shows it: visible, and not longer than people read. */
export function inMessage(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return visible(text);
  const { beginning, end } = KEPT;
  const left = text.length - beginning - end;
  return visible(`${text.slice(0, beginning)} … ${left} more characters … ${text.slice(-end)}`);
}

/** The text with `replace` in place of each character that `visible` would replace. */
export function replaceUnseen(text: string, replace: (character: string) => string): string {
  return text.replace(UNSEEN, replace);
}

/** The same for what must stay on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\u240a');
}
