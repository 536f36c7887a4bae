// How wide a text is at most, whichever sans-serif font the viewer has.

/**
 * Widths of the characters from the space to the tilde, in hundredths of the font size: those of DejaVu Sans, which are larger than those of
 * Helvetica, Arial and their like.
 */
const ASCII = [
  32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
  84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64, 62, 74, 69, 99, 69, 62,
  69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60,
  82, 60, 60, 53, 64, 34, 64, 84,
];
const SPACE = 0x20;
/** Signs of logic, and letters of other scripts. */
const OTHER = 95;

/** The width of the text in the unit of the font size, rather too much than too little. */
export function textWidth(text: string, fontSize: number): number {
  let hundredths = 0;
  for (const character of text) hundredths += ASCII[character.codePointAt(0)! - SPACE] ?? OTHER;
  return (hundredths * fontSize) / 100;
}
