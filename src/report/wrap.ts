// Long lines in several.

/** A space at which no line is broken. */
export const FIRM_SPACE = '\u00a0';

/** The text in lines of at most so many letters, broken at spaces where there are some; firm spaces become plain ones. */
export function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > length) {
    const space = rest.lastIndexOf(' ', length);
    const end = space > length / 2 ? space : length;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest].map((line) => line.replaceAll(FIRM_SPACE, ' ').trimEnd());
}
