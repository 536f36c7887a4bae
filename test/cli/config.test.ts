import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { linesOf, type Outcome, objectsOf } from '../helpers/tegata.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tegata-config-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const program = resolve('dist/cli/bundle/main.js');
const lamp = readFileSync('examples/lamp/model.kripke', 'utf8');

let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(scratch, String(count++));
  mkdirSync(folder);
});

function written(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function tegata(...args: string[]): Outcome {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' };
  const options = { cwd: folder, encoding: 'utf8', timeout: 60_000, input: '', env } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

describe('tegata check without a model', () => {
  it('checks the models of tegata.config.ts, with their own limits and choices', () => {
    written('lamp.kripke', lamp);
    written('lamp.ltl', 'F lit\n');
    written('most.ts', 'export const MOST: number = 3;\n');
    written(
      'counter.ts',
      `import { defineModel } from 'tegata';
import { MOST } from './most.ts';
export default defineModel({ initial: 0, next: (n) => (n < MOST ? [n + 1] : []), propositions: { full: (n) => n === MOST } });`,
    );
    written(
      'tegata.config.ts',
      `import { defineConfig } from 'tegata';
export default defineConfig({
  deadlock: 'error',
  models: ['lamp.kripke', { model: 'counter.ts', deadlock: 'drop', properties: { full: 'F full', no: 'G !full' }, vacuity: 'skip' },
    { model: 'kanban:3', limits: { states: 20 }, engine: 'explicit', reductions: 'none', properties: { safe: 'G "P1 <= 3"' } }],
});`,
    );
    const text = tegata('check', '--no-vacuity');
    expect(text.stderr).toBe('');
    expect(linesOf(text.stdout)[0]).toBe('lamp.kripke:');
    expect(text.stdout).toContain('holds: full  F full   (executions that end in a deadlock do not count)');
    expect(text.status).toBe(20);
    const reports = ['--report', 'junit=r.xml', '--report', 'json=r.jsonl'];
    const answers = objectsOf(tegata('check', '--json', '--no-vacuity', '--deadlock', 'stutter', ...reports).stdout);
    expect(answers.map(({ id, verdict, deadlock }) => [id, verdict, deadlock])).toEqual([
      [undefined, 'holds', 'stutter'],
      ['full', 'holds', 'stutter'],
      ['no', 'violated', 'stutter'],
      ['safe', 'unknown', 'stutter'],
    ]);
    expect(readFileSync(join(folder, 'r.xml'), 'utf8')).toContain(
      '<testsuites name="tegata" tests="4" failures="1" errors="1"',
    );
    const records = objectsOf(readFileSync(join(folder, 'r.jsonl'), 'utf8'));
    expect(records.map(({ file }) => file)).toEqual(['lamp.kripke', 'counter.ts', 'counter.ts', 'kanban:3']);
  });

  it('reads JSON, sees paths from the folder of the configuration, and goes on after a model that cannot be read', () => {
    written('lamp.kripke', lamp);
    written('rules.ltl', 'F lit\n');
    mkdirSync(join(folder, 'sub'));
    const models = ['missing.pnml', { model: 'lamp.kripke', files: ['rules.ltl'] }, 'kanban:3'];
    written('tegata.config.json', JSON.stringify({ models }));
    const { status, stdout, stderr } = tegata('check', '--config', 'tegata.config.json', '--no-vacuity');
    expect(status).toBe(65);
    expect(stdout).toContain('holds: F lit');
    expect(stderr).toContain('cannot read missing.pnml: it does not exist');
    expect(stderr).toContain('kanban:3 has no formula');
  });

  it.each([
    [
      'tegata.config.json',
      '{ "models": ["m"], "limits": { "second": 3 } }',
      65,
      'tegata.config.json:1:32: error[CMD006]',
    ],
    [
      'tegata.config.mjs',
      'export default { models: 3 };',
      65,
      'tegata.config.mjs:1:18: error[CMD006]: models: `models` is not a list',
    ],
    ['tegata.config.ts', 'const x: = 3;', 65, 'error[CMD004]'],
    ['tegata.config.mjs', 'process.exit(0);', 65, 'process.exit'],
    ['other.mjs', '', 64, 'no model was given, and there is no configuration'],
  ])('says what is wrong with %s: %s', (name, text, status, message) => {
    written(name, text);
    const outcome = tegata('check');
    expect(outcome.stderr).toContain(message);
    expect(outcome.status).toBe(status);
    expect(outcome.stdout).toBe('');
  });

  it('points at a formula that cannot be read, and at a second configuration', () => {
    written('tegata.config.json', JSON.stringify({ models: [{ model: 'kanban:2', properties: { p: 'G (' } }] }));
    expect(tegata('check').stderr).toContain('tegata.config.json: models[0].properties.p:1:');
    written('tegata.config.mjs', '');
    expect(tegata('check')).toMatchObject({ status: 64, stdout: '' });
  });

  it('is not run with formulas that belong to no model, nor with a model and a configuration', () => {
    written('tegata.config.json', JSON.stringify({ models: ['kanban:2'] }));
    expect(tegata('check', '--ltl', 'G p')).toMatchObject({ status: 64 });
    expect(tegata('check', 'kanban:2', 'G p', '--config', 'tegata.config.json').stderr).toContain('without a model');
  });

  it('ends a configuration that never ends', () => {
    written('tegata.config.mjs', 'for (;;);');
    const { status, stderr } = tegata('check', '--timeout', '0.5');
    expect(status).toBe(20);
    expect(stderr).toMatch(/^unknown: /);
  });
});
