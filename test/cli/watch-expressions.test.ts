import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NET = 'examples/producer-consumer/model.net';
const PROTOCOL = 'examples/alternating-bit/model.ts';

interface Written {
  readonly watched?: Record<string, unknown>;
}

describe('--watch', () => {
  it('is in the JSON of a check, and in the files that it writes', () => {
    const files = ['run.json', 'run.itf.json', 'run.svg', 'run.html'].map((name) => join(folder, name));
    const traces = files.flatMap((file) => ['--trace', file]);
    const { status, stdout } = tegata(['check', NET, 'G !full', '--watch', 'free + full', '--json', ...traces]);
    expect(status).toBe(10);
    const [{ counterexample }] = objectsOf(stdout) as unknown as { counterexample: { prefix: Written[] } }[];
    expect(counterexample.prefix.map(({ watched }) => watched)).toEqual([2, 2, 2].map((n) => ({ 'free + full': n })));
    const [json, itf, svg, html] = files.map((file) => readFileSync(file, 'utf8'));
    expect((JSON.parse(json) as { trace: Written[] }).trace[1].watched).toEqual({ 'free + full': 2 });
    expect((JSON.parse(itf) as { states: { '#meta': Written }[] }).states[1]['#meta'].watched).toEqual({
      'free + full': 2,
    });
    expect(svg).toContain('watch free + full: 2');
    expect(html).toContain('<div class="watched">free + full: 2</div>');
    for (const file of files) expect(tegata(['simulate', NET, '--trace', file, '--json'])).toMatchObject({ status: 0 });
  });

  it('says what is wrong before anything is searched', () => {
    const { status, stderr, stdout } = tegata(['check', NET, 'G !full', '--watch', 'fre + 1', '--watch', 'full +']);
    expect(status).toBe(65);
    expect(stderr).toContain('did you mean `free`?');
    expect(stderr).toContain('expected a name, a number or `(`');
    expect(stdout).toBe('');
  });

  it('is shown after each step of a simulation, from the option or the dialogue', () => {
    const walk = tegata([
      'simulate',
      NET,
      '--random',
      '--seed',
      '3',
      '--steps',
      '4',
      '--watch',
      'free + full',
      '--json',
    ]);
    expect(objectsOf(walk.stdout).map(({ watched }) => watched)).toEqual(Array(5).fill({ 'free + full': 2 }));
    const shell = tegata(['simulate', PROTOCOL], 'watch data\nsender.send\nwatch\nsender.send\nwatch nothing\n');
    expect(shell.stdout.match(/watch data: \S+/g)).toEqual(['watch data: []', 'watch data: [0]']);
    expect(shell.stdout).toContain('the model has nothing called `nothing`');
    expect(shell.status).toBe(0);
  });
});

describe('--trace with a sequence chart', () => {
  it('is refused for a model without processes before anything is searched', () => {
    const { status, stderr, stdout } = tegata(['check', NET, 'G !full', '--trace', join(folder, 'run.chart.svg')]);
    expect(status).toBe(64);
    expect(stderr).toContain('models with processes, and ');
    expect(stdout).toBe('');
  });

  it('can be followed again', () => {
    const file = join(folder, 'protocol.chart.svg');
    expect(tegata(['check', PROTOCOL, 'GF delivered0', '--trace', file]).status).toBe(10);
    expect(tegata(['simulate', PROTOCOL, '--trace', file])).toMatchObject({ status: 0, stderr: '' });
  });
});
