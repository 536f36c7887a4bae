import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptinessCheck, emptinessChecks, emptinessNames } from '../../../src/explicit/emptiness/checks.ts';

describe('the list of emptiness checks', () => {
  it('has each name once, and finds a check by it', () => {
    expect(new Set(emptinessNames).size).toBe(emptinessChecks.length);
    for (const name of emptinessNames) expect(emptinessCheck(name).name).toBe(name);
  });

  it('is the table of the documentation, in the same order', () => {
    const rows = emptinessChecks.map(({ name, decides, how }) => `| \`${name}\` | ${decides} | ${how} |`);
    expect(readFileSync('docs/explicit.md', 'utf8')).toContain(`| --- | --- | --- |\n${rows.join('\n')}\n\n`);
  });
});
