import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const results = join(folder, 'results.jsonl');
const bench = (...more: string[]): ReturnType<typeof tegata> =>
  tegata(['bench', 'papers', '--scale', 'tiny', '--output', folder, ...more]);
/** What a run found, without what differs from run to run. */
const found = (): string[] =>
  linesOf(readFileSync(results, 'utf8'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map(({ seconds: _, translationSeconds: __, memoryBytes: ___, ...rest }) => JSON.stringify(rest))
    .sort((a, b) => (a < b ? -1 : 1));

describe('tegata bench papers', () => {
  it('runs the tiny scale, writes the report, and goes on where it was cut off', { timeout: 180_000 }, () => {
    const { status, stdout } = bench('--json');
    expect(status).toBe(0);
    const claims = linesOf(stdout).map((line) => JSON.parse(line) as { id: string; verdict: string });
    expect(claims.map(({ verdict }) => verdict)).not.toContain('not measured');
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['index.html', 'report.md', 'table-rnd.csv']));
    const whole = found();

    const text = readFileSync(results, 'utf8');
    const lines = linesOf(text);
    const kept = lines.slice(0, -5).join('\n').length + 1;
    truncateSync(results, kept + 17);
    const again = bench();
    expect(again.status).toBe(0);
    expect(again.stderr).toContain('checks are already in');
    expect(readFileSync(results, 'utf8').slice(0, kept)).toBe(text.slice(0, kept));
    expect(found()).toEqual(whole);
  });

  it('refuses a folder of another run', () => {
    appendFileSync(results, '');
    const { status, stderr } = bench('--seed', '2');
    expect(status).toBe(64);
    expect(stderr).toContain('--scale tiny --seed 1');
  });

  it('refuses other experiments', () => {
    expect(tegata(['bench', 'others']).status).toBe(64);
  });
});
