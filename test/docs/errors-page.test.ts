import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diagnosticCodes } from '../../src/diagnostics/codes.ts';
import { errorsPage } from '../../src/diagnostics/errors-page.ts';

it('docs/errors.md lists the codes as the table has them (node scripts/write-errors-page.mjs updates it)', () => {
  expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage());
});

it('every code is given somewhere in src/', () => {
  const text = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('codes'))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n');
  expect(Object.keys(diagnosticCodes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
