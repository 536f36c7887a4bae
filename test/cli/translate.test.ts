import { describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

describe('tegata translate', () => {
  it('prints the statistics that other programs rely on, with the formula as it was given', () => {
    const { status, stdout } = tegata(['translate', '--format', 'stats', '-f', ' GFa && GFb ', '-f', 'a U b']);
    expect(status).toBe(0);
    const [first, second] = linesOf(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ formula: 'GFa && GFb', kind: 'tgba', states: 1, acceptanceSets: 2 });
    expect(second).toMatchObject({ formula: 'a U b', states: 2, deterministic: true });
    for (const key of ['edges', 'transitions', 'seconds']) expect(first[key]).toBeTypeOf('number');
  });

  it('translates to Büchi automata with one acceptance set', () => {
    const { stdout } = tegata(['translate', '--to', 'ba', '--format', 'stats', 'GFa & GFb']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'ba', acceptanceSets: 1 });
  });

  it('goes on after a formula that cannot be read, and says so in its exit status', () => {
    const { status, stdout, stderr } = tegata(['translate', '--format', 'stats'], 'a U\nG a\n');
    expect(status).toBe(65);
    expect(stderr).toContain('a U');
    expect(linesOf(stdout)).toHaveLength(1);
  });
});
