import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-simulate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const lamp = file('lamp.kripke', 'initial off\noff -> on [press]\non : lit -> off [press], broken [burn]\nbroken\n');

describe('tegata simulate', () => {
  it('takes commands from a pipe, shows only what changes, and ends at the end of the input', () => {
    const commands = ['1', 'burn', 'undo', 'PRESS', 'nothing', 'trace', ''];
    const { status, stdout, stderr } = tegata(['simulate', lamp], commands.join('\n'));
    expect([status, stderr]).toEqual([0, '']);
    expect(linesOf(stdout)).toEqual([
      '  state = off',
      '  (1 not shown: 0)',
      '  1  press',
      '> 1',
      '1. press',
      '  state: off → on',
      '  lit: 0 → 1',
      '  1  press',
      '  2  burn',
      '> burn',
      '2. burn',
      '  state: on → broken',
      '  lit: 1 → 0',
      'Nothing is enabled: a deadlock.',
      '> undo',
      'Took back 1 step.',
      '  1  press',
      '  2  burn',
      '> PRESS',
      '2. press',
      '  state: on → off',
      '  lit: 1 → 0',
      '  1  press',
      '> nothing',
      'No such step: nothing. `list` shows what is enabled, `help` the commands.',
      '> trace',
      '1. press',
      '2. press',
    ]);
  });

  it('asks for the number where a name fits several steps', () => {
    const model = file(
      'two.dve',
      'byte x; process P { state s; init s; trans s -> s { effect x = 1; }, s -> s {}; } system async;',
    );
    const { stdout } = tegata(['simulate', model], 's->s\nP.s->s\n99\nquit\n1\n');
    expect(stdout).toContain('2 steps fit: 1, 2. Choose by number.');
    expect(stdout).toContain('1. P.s->s\n  x: 0 → 1\n');
    expect(stdout).toContain('No such step: 99');
    expect(stdout.endsWith('> quit\n')).toBe(true);
  });

  it('walks at random, the same for the same seed; writes the run, and follows it again', () => {
    const run = join(folder, 'run.json');
    const walk = ['simulate', 'kanban:3', '--random', '--steps', '12', '--seed', '5'];
    const first = tegata([...walk, '-o', run]);
    expect(first.stdout).toContain('12. ');
    expect(tegata(walk).stdout).toBe(first.stdout);
    const again = tegata(['simulate', 'kanban:3', '--trace', run]);
    expect(again.stdout).toBe(first.stdout.replace(/^seed 5\n/, ''));
    const itf = tegata([...walk, '-o', '-', '--to', 'itf']);
    expect(JSON.parse(itf.stdout)).toMatchObject({ '#meta': { format: 'ITF' }, states: { length: 13 } });
    const records = linesOf(tegata([...walk, '--json']).stdout).map((line) => JSON.parse(line) as object);
    expect({ trace: records }).toEqual({ trace: (JSON.parse(readFileSync(run, 'utf8')) as { trace: object[] }).trace });
  });

  it('a trace of another model is bad input', () => {
    const trace = file('other.json', '{"trace": [{"state": {"state": "off"}}, {"step": "burn", "state": {}}]}');
    const { status, stderr } = tegata(['simulate', lamp, '--trace', trace]);
    expect(status).toBe(65);
    expect(stderr).toContain('other.json:1:50: error[SIM901]: step 1, `burn`, cannot be taken here; `press` can');
  });

  it('a fault of the model ends a random walk, and can be taken back by hand', () => {
    const model = file(
      'fault.dve',
      'byte x = 2; process P { state s; init s; trans s -> s { guard 6 / x; effect x = x - 1; }; } system async;',
    );
    const walk = tegata(['simulate', model, '--random']);
    expect(walk.status).toBe(65);
    expect(walk.stderr).toContain('error[DVE310]: division by zero, in the transition `P.s->s`');
    const byHand = tegata(['simulate', model], '1\n1\nundo\nstate\n');
    expect(byHand.status).toBe(0);
    expect(byHand.stdout).toContain('DVE310');
    expect(byHand.stdout).toContain('Took back 1 step.\n  1  P.s->s\n> state\n  x = 1\n  P = s\n');
  });

  it('runs models written in JavaScript', () => {
    const library = pathToFileURL('dist/index.js').href;
    const model = file(
      'counter.mjs',
      `import { defineModel, step } from ${JSON.stringify(library)};
export default defineModel({ initial: { n: 0 }, next: ({ n }) => [step('up', { n: n + 1 }), ...(n > 0 ? [step('down', { n: n - 1 })] : [])] });`,
    );
    expect(tegata(['simulate', model], 'up\nup\ndown\n').stdout).toContain('3. down\n  n: 2 → 1\n');
    const broken = file('broken.mjs', 'export const nothing = 1;');
    const { status, stderr } = tegata(['simulate', broken, '--random']);
    expect([status, stderr.split('\n')[0]]).toEqual([65, `error[CMD003]: the module ${broken} exports no model`]);
  });

  it('refuses what cannot be', () => {
    expect(tegata(['simulate', '-'], 'x').status).toBe(64);
    expect(tegata(['simulate', lamp, '--json']).status).toBe(64);
    expect(tegata(['simulate', join(folder, 'missing.dve')]).status).toBe(65);
    for (const broken of ['dve/unknown-state.dve', 'etf/no-init.etf', 'kripke/twice.kripke']) {
      const { status, stderr } = tegata(['simulate', join('test/models/corpus', broken), '--random']);
      expect(status, broken).toBe(65);
      expect(stderr, broken).toMatch(/:\d+:\d+: error\[/);
    }
  });
});
