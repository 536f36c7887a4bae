// Reductions as a user of the command meets them.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const FORMULA = 'GF "P1<=2" | FG "P1>=2"';

describe('tegata check --reductions', () => {
  it('says what was done in --stats and --json', () => {
    const { stdout } = tegata(['check', 'kanban:3', FORMULA, '--stats']);
    expect(stdout).toMatch(/reductions: 16 variables, 16 transitions became \d+ variables?, \d+ transitions?/);
    const { layers } = JSON.parse(tegata(['check', 'kanban:3', FORMULA, '--json', '--reductions', 'post']).stdout);
    expect(layers[0].rules.map(({ rule }: { rule: string }) => rule)).toEqual(['post']);
  });

  it('can be left out, and says where it does not fit', () => {
    const json = (...options: string[]) =>
      JSON.parse(tegata(['check', 'kanban:2', 'G "P1<=2"', '--json', ...options]).stdout);
    expect(json('--reductions', 'none')).toMatchObject({ verdict: 'holds', statistics: { modelStates: '4600' } });
    expect(json('--deadlock', 'error')).toMatchObject({ unreduced: 'every deadlock of the net counts' });
  });

  it('refuses what is no rule', () => {
    const { status, stderr } = tegata(['check', 'kanban:1', 'G a', '--reductions', 'posts']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('Expected auto, none, or some of atoms, lp, colours, constant');
  });
});

describe('tegata model --reduce', () => {
  it('writes a smaller net on which the formula has the same verdict', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tegata-reduce-')), 'small.pnml');
    expect(tegata(['model', 'kanban:3', '--reduce', '--formula', FORMULA, '-o', file]).status).toBe(0);
    const { places } = { places: Number(/places: (\d+)/.exec(tegata(['model', file]).stdout)![1]) };
    expect(places).toBeLessThan(16);
    expect(tegata(['check', file, FORMULA, '--reductions', 'none']).stdout).toContain('holds');
  });

  it('wants --reduce for a formula', () => {
    expect(tegata(['model', 'kanban:1', '--formula', 'G a']).stderr).toContain('--formula is for --reduce');
  });
});
