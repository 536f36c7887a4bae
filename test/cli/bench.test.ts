import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-bench-'));
afterAll(() => rmSync(folder, { recursive: true }));
const results = join(folder, 'results.jsonl');
const bench = (...more: string[]): ReturnType<typeof tegata> =>
  tegata(['bench', 'papers', '--scale', 'tiny', '--baseline', 'paper', '--output', folder, ...more]);
/** What a run found, without what differs from run to run. */
const found = (): string[] =>
  linesOf(readFileSync(results, 'utf8'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ kind }) => kind !== 'run')
    .map(({ seconds: _, translationSeconds: __, memoryBytes: ___, phases: ____, run: _____, ...rest }) =>
      JSON.stringify(rest),
    )
    .sort((a, b) => (a < b ? -1 : 1));

describe('tegata bench papers', () => {
  it('runs the tiny scale, writes the report, and goes on where it was cut off', { timeout: 600_000 }, () => {
    const { status, stdout } = bench('--json');
    expect(status).toBe(0);
    const claims = linesOf(stdout).map((line) => JSON.parse(line) as { id: string; verdict: string });
    expect(claims.map(({ verdict }) => verdict)).not.toContain('not measured');
    const files = ['index.html', 'report.md', 'table-rnd.csv', 'checks.csv', 'formulas.csv', 'plot-winners-next.svg'];
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(files));
    // the baseline is marked, and what Property 3 of [BS15] says is not trusted
    const printed = linesOf(readFileSync(join(folder, 'checks.csv'), 'utf8')).filter((line) =>
      line.includes(',tgta-all-printed,'),
    );
    expect(printed.length).toBeGreaterThan(0);
    for (const line of printed) expect(line).toContain(',paper,violations,');
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
    const checks = linesOf(readFileSync(join(folder, 'checks.csv'), 'utf8'));
    expect(new Set(checks.map((line) => line.split(',').at(-1)))).toEqual(new Set(['run', '1', '2']));

    // the tables alone are enough to go on: nothing is left to do, and nothing is lost
    const elsewhere = join(folder, 'elsewhere');
    const args = ['bench', 'papers', '--scale', 'tiny', '--baseline', 'paper', '--output', elsewhere];
    const resumed = tegata([...args, '--resume-from', folder, '--budget', '60s']);
    expect(resumed.status).toBe(0);
    expect(readFileSync(join(elsewhere, 'checks.csv'), 'utf8')).toBe(readFileSync(join(folder, 'checks.csv'), 'utf8'));
    writeFileSync(join(elsewhere, 'checks.csv'), 'model\nx\n');
    expect(tegata([...args, '--resume-from', elsewhere]).stderr).toContain('could not be read');
    expect(tegata([...args, '--resume-from', join(folder, 'nowhere')]).stderr).toContain('there is no runs.csv');
  });

  it('refuses a folder of another run', () => {
    appendFileSync(results, '');
    const { status, stderr } = bench('--seed', '2');
    expect(status).toBe(64);
    expect(stderr).toContain('--scale tiny --seed 1');
  });

  it('ends when its budget is spent, with what there is, and says so', { timeout: 600_000 }, () => {
    const part = join(folder, 'part');
    const args = ['bench', 'papers', '--scale', 'medium', '--output', part, '--budget', '0.5s', '--jobs', '1'];
    const { status, stderr } = tegata(args);
    expect(status).toBe(20);
    expect(stderr).toContain('the budget is spent');
    expect(readdirSync(part)).toEqual(expect.arrayContaining(['results.jsonl', 'report.md']));
  });

  it('refuses the results of another way of measuring', () => {
    const old = join(folder, 'old');
    mkdirSync(old);
    const header = { kind: 'run', scale: 'tiny', seed: 1, version: '0', machine: 'm' };
    writeFileSync(join(old, 'results.jsonl'), `${JSON.stringify(header)}\n`);
    const { status, stderr } = tegata(['bench', 'papers', '--scale', 'tiny', '--output', old]);
    expect(status).toBe(64);
    expect(stderr).toContain('in another way');
  });

  it('refuses folders without models, and times that are none', () => {
    for (const option of ['--beem', '--nets']) {
      const { status, stderr } = tegata(['bench', 'papers', option, folder]);
      expect(status).toBe(64);
      expect(stderr).toContain(option);
    }
    expect(tegata(['bench', 'papers', '--budget', 'soon']).status).toBe(64);
  });

  it('refuses other experiments', () => {
    expect(tegata(['bench', 'others']).status).toBe(64);
  });
});
