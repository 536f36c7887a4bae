// Limits of tegata check, and Ctrl-C.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { interrupted, type JsonObject, linesOf, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { file, folder } = temporaryFiles('tegata-check-');
const LAMP = 'examples/lamp/model.kripke';
/** Holds on `kanban:8`, after millions of states. */
const LONG = ['check', 'kanban:8', '--ltl', 'GF "P1 >= 0"', '--engine', 'explicit', '--reductions', 'none'];
describe('limits', () => {
  it.each([
    [['--max-states', '1000'], 'more than 1000 states'],
    [['--timeout', '3'], 'no answer in 3 s'],
    [['--memory', '300M'], 'more than 300 MB of memory in use'],
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

  it('leave Ctrl-C to the process while formulas are read, though the thread is there already', () => {
    const module = pathToFileURL(resolve('dist/cli/threads/check-thread.js')).href;
    const code = `
      const { CheckThread } = await import(${JSON.stringify(module)});
      new CheckThread();
      process.kill(process.pid, 'SIGINT');
      for (;;);`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', code]).signal).toBe('SIGINT');
  }, 30_000);

  it('bind while a formula is read', () => {
    const long = file('long.ltl', `${'X '.repeat(5_000_000)}lit\n`);
    const { status, stdout, stderr } = tegata(['check', LAMP, '-F', long, '--timeout', '0.1']);
    expect({ status, stdout, stderr }).toEqual({ status: 20, stdout: '', stderr: 'unknown: no answer in 0.1 s\n' });
  }, 60_000);
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

  /** Its first states are seen; then it never answers again. */
  const stuck = file(
    'stuck.mjs',
    `export default { initial: { n: 0 }, propositions: { late: ({ n }) => n < 0 },
      *next({ n }) { if (n > 100) for (;;); yield { n: n + 1 }; } };`,
  );

  it.each([
    ['--timeout', '5', 'for (;;);', 'no answer in 5 s'],
    ['--memory', '300M', 'for (;;) kept.push(new Uint8Array(1e6).fill(1));', 'more than 300 MB of memory in use'],
  ])(
    'ends with what was counted before: %s %s',
    (option, limit, trap, reason) => {
      const path = file(
        `trap${option}.mjs`,
        `const kept = [];
      export default { initial: { n: 0 }, propositions: { late: ({ n }) => n < 0 },
        *next({ n }) { if (n > 40_000) { ${trap} } yield { n: n + 1 }; } };`,
      );
      const args = ['check', path, 'G F late', 'G !late', option, limit, '--engine', 'explicit'];
      const { status, stdout } = tegata([...args, '--automaton', 'tgba']);
      expect(status).toBe(20);
      const [first, second] = stdout.split(/^(?=unknown: G !?late|unknown: G!late)/m);
      expect(first).toContain(reason);
      expect(first).toMatch(/product: [1-9]\d* states and [1-9]\d* transitions explored, 1 pass/);
      expect(second).not.toContain('product: ');
      const json = objectsOf(tegata([...args, '--json']).stdout);
      expect(json.map(({ statistics }) => Number((statistics as JsonObject).productStates) > 0)).toEqual([true, false]);
    },
    60_000,
  );

  it('still has its reports, with every formula', () => {
    const rules = file('rules.ltl', 'G !late\nF late\n');
    const report = join(folder, 'late.xml');
    const reports = ['--report', `junit=${report}`, '--report', 'github'];
    const { status, stderr } = tegata(['check', stuck, '-F', rules, '--timeout', '0.1', ...reports]);
    expect(status).toBe(20);
    // Whoever ends it, the search or the one that watches it, may say what it was about.
    expect(linesOf(stderr).map((line) => line.replace(/ \(\w+\)$/, ''))).toEqual([
      `::warning file=${rules},line=1,title=unknown%3A G!late::no answer in 0.1 s`,
      `::warning file=${rules},line=2,title=unknown%3A F late::no answer in 0.1 s`,
    ]);
    const xml = readFileSync(report, 'utf8');
    expect(xml).toContain('tests="2" failures="0" errors="2"');
    expect(xml).toMatch(/name="F late" time="[\d.]+" file="[^"]+rules\.ltl" line="2"/);
  }, 60_000);

  it('has what it answered in its reports, also when Ctrl-C ends it', async () => {
    const report = join(folder, 'part.xml');
    const args = ['check', stuck, 'late', 'F late', 'G !late', '--report', `junit=${report}`];
    const { status, stdout, stderr } = await interrupted(args);
    expect({ status, stderr }).toEqual({ status: 20, stderr: 'unknown: interrupted\n' });
    expect(stdout).toMatch(/^violated: late\n/);
    const xml = readFileSync(report, 'utf8');
    expect(xml).toContain('tests="3" failures="1" errors="2"');
    expect(xml.match(/message="unknown: interrupted"/g)).toHaveLength(2);
  }, 60_000);

  it('says in the report that automata were not tried', () => {
    // All executions are bad, so that all states have to be seen.
    const bad = file(
      'bad.hoa',
      'HOA: v1 States: 1 Start: 0 AP: 1 "late" Acceptance: 0 t\n--BODY--\nState: 0 [!0] 0\n--END--\n',
    );
    const report = join(folder, 'never.xml');
    const args = ['check', stuck, '--never', bad, '--timeout', '0.1', '--report', `junit=${report}`];
    expect(tegata(args).status).toBe(20);
    expect(existsSync(report) && readFileSync(report, 'utf8')).toContain('name="the rest was not checked"');
  }, 60_000);
});
