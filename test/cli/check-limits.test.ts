// Limits of tegata check, and Ctrl-C.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonObject, linesOf, type Outcome, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { file } = temporaryFiles('tegata-check-');
/** Holds on `kanban:8`, after millions of states. */
const LONG = ['check', 'kanban:8', '--ltl', 'GF "P1 >= 0"', '--engine', 'explicit', '--reductions', 'none'];
describe('limits', () => {
  it.each([
    [['--max-states', '1000'], 'more than 1000 states'],
    [['--timeout', '3'], 'no answer in 3 s'],
    [['--memory', '150M'], 'more than 150 MB of memory in use'],
  ])('%s ends the run with unknown, the reason and what was explored', (args, reason) => {
    const { status, stdout } = tegata([...LONG, ...args]);
    expect(status).toBe(20);
    const [verdict, why] = linesOf(stdout);
    expect(verdict).toMatch(/^unknown: /);
    expect(why.trim()).toBe(reason);
    expect(stdout).toMatch(/product: [1-9]\d* states and [1-9]\d* transitions explored, 1 pass/);
  });

  it('do not hide a counterexample that was found within them', () => {
    const { status, stdout } = tegata(['check', 'kanban:5', 'GF "P1 >= 1"', '--max-states', '10000', '--json']);
    expect(status).toBe(10);
    expect(objectsOf(stdout)[0].verdict).toBe('violated');
  });

  /** A run that is interrupted soon after it has written something. */
  async function interrupted(args: readonly string[]): Promise<Outcome> {
    const child = spawn(process.execPath, [resolve('dist/cli/bundle/main.js'), ...args]);
    let stdout = '';
    let stderr = '';
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGINT'), 300));
    child.stdout.on('data', (data) => {
      stdout += String(data);
    });
    child.stderr.on('data', (data) => {
      stderr += String(data);
    });
    const status = await new Promise<number | null>((ended) => child.on('close', ended));
    return { status, stdout, stderr };
  }

  it('end a run at Ctrl-C with unknown, with what was explored, and leave out the formulas after it', async () => {
    const { status, stdout, stderr } = await interrupted([
      'check',
      'kanban:8',
      'true',
      'GF "P1 >= 0"',
      'G true',
      '--json',
      '--engine',
      'explicit',
      '--reductions',
      'none',
    ]);
    expect(status).toBe(20);
    const results = objectsOf(stdout);
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['holds', null],
      ['unknown', 'interrupted'],
    ]);
    expect(Number((results[1].statistics as JsonObject).productTransitions)).toBeGreaterThan(0);
    expect(stderr).toBe('interrupted: 1 more formula was not checked\n');
  }, 30_000);

  it('end a run at Ctrl-C that is not searching at all', async () => {
    const path = file('endless.mjs', "import { writeSync } from 'node:fs';\nwriteSync(1, 'loading\\n');\nfor (;;);\n");
    const { status, stdout, stderr } = await interrupted(['check', path, 'true']);
    expect({ status, stdout, stderr }).toEqual({ status: 20, stdout: 'loading\n', stderr: 'unknown: interrupted\n' });
  }, 30_000);
});

describe('what does not look at the clock', () => {
  it('is ended soon after its time, and what it did not answer is unknown', () => {
    const path = file('endless.mjs', 'for (;;);\n');
    const { status, stdout, stderr } = tegata(['check', path, 'true', '--timeout', '0.1']);
    expect({ status, stdout, stderr }).toEqual({
      status: 20,
      stdout: 'unknown: 1\n  no answer in 0.1 s\n',
      stderr: '',
    });
  }, 60_000);
});
