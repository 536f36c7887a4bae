// The page docs/errors.md, made from the one table of codes.
import { type CodeEntry, diagnosticCodes } from './codes.ts';

/** The whole page as Markdown. */
export function errorsPage(): string {
  const lines = [
    '# Error codes',
    '',
    'Every complaint about input carries one of these codes. Made from `src/diagnostics/codes/` by',
    '`node scripts/write-errors-page.mjs`; a test fails when it is out of date.',
    '',
    '| code | title | what it means |',
    '| --- | --- | --- |',
  ];
  for (const [code, entry] of Object.entries<CodeEntry>(diagnosticCodes)) {
    lines.push(`| ${code} | ${cell(entry.title)} | ${cell(entry.explanation)} |`);
  }
  return `${lines.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
