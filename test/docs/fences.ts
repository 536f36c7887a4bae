// Fenced blocks of a Markdown file, and what each of them promises.

/** A fenced block: its language, its lines, and where it starts. */
export interface Fence {
  readonly language: string;
  readonly lines: readonly string[];
  readonly line: number;
}

/** A command of a `console` block (a line after `$ `) and the output shown under it. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: { language: string; lines: string[]; line: number } | null = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    const mark = /^```(\S*)/.exec(line);
    if (mark && open) {
      fences.push(open);
      open = null;
    } else if (mark) open = { language: mark[1], lines: [], line: index + 1 };
    else open?.lines.push(line);
  }
  return fences;
}

/** The commands of a `console` block; a command goes on in the next line after a final backslash. */
export function stepsOf(fence: Fence): Step[] {
  const steps: { command: string; output: string[] }[] = [];
  let continued = false;
  for (const line of fence.lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else if (continued) steps[steps.length - 1].command += `\n${line}`;
    else steps[steps.length - 1]?.output.push(line);
    continued = line.endsWith('\\') && (line.startsWith('$ ') || continued);
  }
  return steps.map(({ command, output }) => ({ command, output: output.join('\n').trimEnd() }));
}

/** Whether the true output is the shown one; `…` in the shown one stands for any text within a line, or for lines. */
export function matches(shown: string, actual: string): boolean {
  const pattern = shown
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?.*' : line.trimEnd().split('…').map(literally).join('.*')))
    .join('\\n');
  const trimmed = actual
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  return new RegExp(`^${pattern}$`).test(trimmed);
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
