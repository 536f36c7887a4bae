import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-graph-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LAMP = 'examples/lamp/model.kripke';

describe('tegata graph', () => {
  it('draws the states of a model, coloured where a proposition holds', () => {
    const file = join(folder, 'lamp.svg');
    expect(tegata(['graph', LAMP, '--proposition', 'lit', '--to', 'svg', '-o', file])).toMatchObject({
      status: 0,
      stderr: '',
    });
    const svg = readFileSync(file, 'utf8');
    expect(svg).toMatch(/^<svg[\s\S]*<\/svg>\n$/);
    expect(svg.match(/fill="#cfe8ff"/g)).toHaveLength(1);
    expect(svg).toContain('>burn<');
  });

  it('gives the Büchi automaton of what the paths show', () => {
    const { status, stdout } = tegata(['graph', LAMP, '--proposition', 'lit', '--to', 'hoa']);
    expect(status).toBe(0);
    const accepts = (word: string): string => tegata(['automaton', '--accepts', word], stdout).stdout.trim();
    expect(accepts('cycle{!lit; lit}')).toBe('accepted');
    expect(accepts('cycle{lit}')).toBe('rejected');
  });

  it('gives the product with a formula as data', () => {
    const { status, stdout } = tegata(['graph', LAMP, '--formula', 'G F lit', '--automaton', 'tgta', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ formula: 'GF lit', automaton: 'tgta' });
  });

  it.each([
    [['graph', 'kanban:3', '--max-states', '100'], 20, 'more than 100 states; --max-states allows more'],
    [['graph', 'kanban:2', '--to', 'svg'], 65, 'too many to be drawn'],
    [['graph', LAMP, '--automaton', 'ba'], 64, 'without --formula'],
    [['graph', LAMP, '--formula', 'lit', '--to', 'hoa'], 64, 'no automaton over letters'],
    [['graph', LAMP, '--proposition', 'lot'], 65, 'did you mean `lit`?'],
    [['paths', 'kanban:3', '--max-states', '100'], 20, 'more than 100 states'],
    [['paths', LAMP, '--formula', 'lit'], 10, 'no execution satisfies the formula'],
    [['paths', LAMP, '--formula', 'lit', '--cover', 'states'], 64, 'both say'],
  ])('says what is wrong: %s', (args, status, message) => {
    const outcome = tegata(args);
    expect(outcome.status).toBe(status);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stdout).toBe('');
  });
});

describe('tegata paths', () => {
  it('writes a line for each path, or an object with the states', () => {
    expect(linesOf(tegata(['paths', LAMP]).stdout)).toEqual(['press, press', 'press, burn, press']);
    const [path] = linesOf(tegata(['paths', LAMP, '--formula', 'F lit', '--json']).stdout);
    expect(JSON.parse(path)).toMatchObject({ initial: { state: 'off' } });
  });
});
