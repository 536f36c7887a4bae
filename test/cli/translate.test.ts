import { describe, expect, it } from 'vitest';
import { readAutomata } from '../../src/automata/stream.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { linesOf, tegata } from '../helpers/tegata.ts';

describe('tegata translate', () => {
  it('prints the statistics that other programs rely on, with the formula as it was given', () => {
    const { status, stdout } = tegata(['translate', '--format', 'stats', '-f', ' GFa && GFb ', '-f', 'a U b']);
    expect(status).toBe(0);
    const [first, second] = linesOf(stdout).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ formula: 'GFa && GFb', kind: 'tgba', states: '1', acceptanceSets: '2' });
    expect(second).toMatchObject({ formula: 'a U b', states: '2', deterministic: true });
    for (const key of ['edges', 'transitions']) expect(first[key]).toMatch(/^\d+$/);
    expect(first.seconds).toBeTypeOf('number');
  });

  it('translates to Büchi automata with one acceptance set', () => {
    const { stdout } = tegata(['translate', '--to', 'ba', '--format', 'stats', 'GFa & GFb']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'ba', acceptanceSets: '1' });
  });

  it('by --method closure has the states of the textbook: five sets for p U q, and the initial one', () => {
    const { status, stdout } = tegata(['translate', 'p U q', '--method', 'closure', '--format', 'stats']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'tgba', states: '6', acceptanceSets: '1' });
    expect(tegata(['translate', 'p U q', '--method', 'closure', '--to', 'ta']).status).toBe(64);
  });

  it('by --construction printed says where words may get lost', () => {
    const printed = (formula: string): ReturnType<typeof tegata> =>
      tegata(['translate', formula, '--to', 'tgta', '--construction', 'printed']);
    expect(printed('X a')).toMatchObject({ status: 0, stderr: expect.stringContaining('may lose words') as string });
    expect(printed('F a')).toMatchObject({ status: 0, stderr: '' });
  });

  it('goes on after a formula that cannot be read, and says so in its exit status', () => {
    const { status, stdout, stderr } = tegata(['translate', '--format', 'stats'], 'a U\nG a\n');
    expect(status).toBe(65);
    expect(stderr).toContain('a U');
    expect(linesOf(stdout)).toHaveLength(1);
  });

  it('says where --deterministic was asked for in vain', () => {
    expect(tegata(['translate', '--deterministic', 'GF a'])).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr } = tegata(['translate', '--deterministic', 'FG a']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^note: the automaton of FG a is not deterministic; .*--determinize/);
  });

  it('counts transitions beyond the numbers that JSON can hold', () => {
    const text = Array.from({ length: 70 }, (_, i) => `p${i}`).join(' & ');
    const { stdout } = tegata(['translate', '--format', 'stats', `F(${text})`]);
    expect(JSON.parse(stdout)).toMatchObject({ states: '2', transitions: String(2n ** 71n) });
  });

  it('goes on after a formula with too many acceptance sets, and says what to do about it', () => {
    const text = Array.from({ length: 33 }, (_, i) => `F p${i}`).join(' & ');
    const { status, stdout, stderr } = tegata(['translate', '--format', 'stats', text, 'G a']);
    expect(status).toBe(20);
    expect(stderr).toMatch(/F p32: the formula would need more than 32 acceptance sets.*split it into conjuncts/);
    expect(linesOf(stdout)).toHaveLength(1);
  });

  it('says where reductions were cut short', () => {
    const text = Array.from({ length: 7 }, (_, i) => `(F p${i} | G p${i + 1})`).join(' & ');
    for (const format of ['stats', 'json']) {
      expect(JSON.parse(tegata(['translate', '--format', format, text]).stdout)).toMatchObject({
        reductions: 'cut short',
      });
      expect(JSON.parse(tegata(['translate', '--format', format, 'G a']).stdout)).not.toHaveProperty('reductions');
    }
  });

  it('prints HOA named after the formula unless another format or name is asked for', () => {
    const [first] = readAutomata(tegata(['translate', 'G F a']).stdout);
    expect(unwrap(first)).toMatchObject({ name: 'GFa', stateCount: 1 });
    const named = tegata(['translate', 'G F a', '--name', 'x', '--one-line']).stdout;
    expect(linesOf(named)).toHaveLength(1);
    expect(named).toContain('name: "x"');
    const claim = tegata(['translate', 'G F a & G F b', '--format', 'never']).stdout;
    expect(unwrap(readAutomata(claim)[0]).acceptance.setCount).toBe(1);
    expect(tegata(['translate', 'a U b', '--format', 'svg', '--state-names', 'formulas']).stdout).toMatch(
      /^<svg style="max-width:100%;height:auto"/,
    );
    for (const kind of ['tgba', 'tgta', 'ta']) {
      const drawn = (args: readonly string[]): string =>
        tegata(['translate', 'a U G !b', '--to', kind, '--format', 'dot', ...args]).stdout;
      expect(drawn([])).toMatch(/[¬∧∅]/);
      expect(drawn(['--ascii'])).not.toMatch(/[¬∧∨∅]/);
    }
    expect(JSON.parse(tegata(['translate', 'a U b', '--json']).stdout)).toMatchObject({ states: expect.anything() });
  });
});

describe('tegata translate to testing automata', () => {
  it('prints statistics of every kind, in every way', () => {
    for (const kind of ['ta', 'gta', 'sta', 'sgta', 'tgta']) {
      const { stdout } = tegata(['translate', '--to', kind, '--format', 'stats', 'a U G b']);
      const record = JSON.parse(stdout) as Record<string, unknown>;
      expect(record).toMatchObject({ formula: 'a U G b', kind, acceptanceSets: '1', deterministic: false });
      for (const key of ['states', 'initialStates', 'edges', 'transitions']) expect(record[key]).toMatch(/^\d+$/);
      expect(record.seconds).toBeTypeOf('number');
    }
  });

  it('shows the steps one after another, each with its caption', () => {
    const { stdout } = tegata([
      'translate',
      '--to',
      'tgta',
      '--steps',
      '--format',
      'stats',
      'a U G b',
      '--method',
      'direct',
    ]);
    const steps = linesOf(stdout).map((line) => (JSON.parse(line) as { step: string }).step);
    expect(steps).toEqual([
      'after labelling with changesets',
      'after the stuttering step',
      'after pruning',
      'after bisimulation',
    ]);
  });

  it('refuses a TA of a formula that sees repetitions, and formats that have no place for changesets', () => {
    const refused = tegata(['translate', '--to', 'ta', 'X a']);
    expect(refused.status).toBe(65);
    expect(refused.stderr).toContain('they differ in repetitions only');
    expect(tegata(['translate', '--to', 'tgta', 'G a', '--format', 'never']).stderr).toContain(
      'use hoa, dot, svg, json or stats',
    );
  });
});
