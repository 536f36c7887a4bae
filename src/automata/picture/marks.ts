// Marks in pictures: coloured dots with the number of the acceptance set. In text they are digits in a disc.

/** Colours that can be told apart, by colour-blind people too, and carry white digits. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#b8519a', '#a07000', '#2f8fcf', '#7f3c8d', '#6b6b6b'] as const;

/** The colour of an acceptance set. */
export function markColour(set: number): string {
  return COLOURS[set % COLOURS.length];
}

/** ⓿, ❶, … ⓴, and for larger numbers the digits after a disc. */
export function markGlyph(set: number): string {
  if (set === 0) return '⓿';
  if (set <= 10) return String.fromCodePoint(0x2776 + set - 1);
  if (set <= 20) return String.fromCodePoint(0x24eb + set - 11);
  return `●${set}`;
}

/** The set that a single disc stands for; null for any other text. */
export function setOfGlyph(glyph: string): number | null {
  const code = glyph.codePointAt(0) ?? 0;
  if (glyph === '⓿') return 0;
  if (code >= 0x2776 && code < 0x2776 + 10) return code - 0x2776 + 1;
  if (code >= 0x24eb && code < 0x24eb + 10) return code - 0x24eb + 11;
  return null;
}
