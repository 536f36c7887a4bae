import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts } from '../../src/automata/accepts.ts';
import { readAutomata } from '../../src/automata/stream.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseWord } from '../../src/formula/word-syntax.ts';
import { linesOf, tegata } from '../helpers/tegata.ts';

let folder = '';
const file = (name: string): string => join(folder, name);

const GFA = 'HOA: v1 name: "GFa" Start: 0 AP: 1 "a" Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 0 {0} [!0] 0 --END--\n';
const FB =
  'HOA: v1 name: "Fb" Start: 0 AP: 1 "b" Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [t] 1 --END--\n';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-automata-'));
  writeFileSync(file('gfa.hoa'), GFA);
  writeFileSync(file('fb.hoa'), FB);
  writeFileSync(file('both.hoa'), GFA + FB);
  writeFileSync(
    file('gfa.never'),
    'never { T0_init: do :: (a) -> goto accept_S1 :: (!a) od; accept_S1: do :: (a) :: (!a) -> goto T0_init od; }',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the first automaton on stdout accepts the words, as a string of 0 and 1. */
function language(stdout: string, ...words: string[]): string {
  const automaton = unwrap(readAutomata(stdout)[0]);
  return words.map((word) => (accepts(automaton, unwrap(parseWord(word))) ? '1' : '0')).join('');
}

describe('tegata automaton', () => {
  it('prints, counts and tries words on testing automata, and refuses the rest with a hint', () => {
    const written = tegata(['translate', 'a U G b', '--to', 'ta']).stdout;
    expect(tegata(['automaton'], written).stdout).toBe(written);
    expect(JSON.parse(tegata(['automaton', '--format', 'stats'], written).stdout)).toMatchObject({
      kind: 'ta',
      states: '3',
    });
    expect(tegata(['automaton', '--accepts', 'a; cycle{b}'], written)).toMatchObject({
      status: 0,
      stdout: 'accepted\n',
    });
    expect(tegata(['automaton', '--accepts', 'a; cycle{!b}'], written)).toMatchObject({ status: 10 });
    const refused = tegata(['automaton', '--complement'], written);
    expect(refused.status).toBe(65);
    expect(refused.stderr).toContain('AUT163');
  });

  it('reads streams and prints them in every format', () => {
    const { status, stdout } = tegata(['automaton', file('both.hoa')]);
    expect(status).toBe(0);
    expect(readAutomata(stdout).map((parsed) => unwrap(parsed).name)).toEqual(['GFa', 'Fb']);
    const first = (format: string): string => tegata(['automaton', '--format', format], GFA).stdout.split('\n')[0];
    expect(first('dot')).toBe('digraph automaton {');
    expect(first('svg')).toMatch(/^<svg/);
    expect(first('never')).toBe('never { /* GFa */');
    expect(first('lbtt')).toBe('1 1t');
    expect(JSON.parse(first('json'))).toMatchObject({ name: 'GFa', states: 1, propositions: ['a'] });
    expect(JSON.parse(first('stats'))).toMatchObject({ source: '<stdin>', index: 1, states: '1', deterministic: true });
    expect(linesOf(tegata(['automaton', '--one-line', file('both.hoa')]).stdout)).toHaveLength(2);
  });

  it('combines automata', () => {
    const words = ['cycle{a}', 'b; cycle{a}', 'b; cycle{!a}', 'cycle{!a}'];
    const run = (...args: string[]): string =>
      language(tegata(['automaton', file('gfa.hoa'), ...args]).stdout, ...words);
    expect(run('--product', file('fb.hoa'))).toBe('0100');
    expect(run('--union', file('fb.hoa'))).toBe('1110');
    expect(run('--complement')).toBe('0011');
    expect(run('--complement', '--reduce', '--to', 'ba')).toBe('0011');
    expect(run('--complement', '--to', 'muller')).toBe('0011');
    expect(run('--complement', '--determinize')).toBe('0011');
    expect(tegata(['automaton', file('gfa.hoa'), '--degeneralize']).stdout).toContain('state-acc');
  });

  it('answers questions, with words and exit statuses', () => {
    const ask = (...args: string[]): [number | null, string] => {
      const { status, stdout } = tegata(['automaton', file('gfa.hoa'), ...args]);
      return [status, stdout.trimEnd()];
    };
    expect(ask('--empty')).toEqual([10, 'not empty: it accepts cycle{a}']);
    const none = tegata(['automaton', '--empty'], 'HOA: v1 Start: 0 Acceptance: 0 f --BODY-- State: 0 [t] 0 --END--');
    expect(none).toMatchObject({ status: 0, stdout: 'empty\n' });
    expect(ask('--accepts', 'cycle{a}')).toEqual([0, 'accepted']);
    expect(ask('--accepts', 'cycle{b}')).toEqual([10, 'rejected']);
    expect(ask('--equivalent-to', file('gfa.never'))).toEqual([0, 'equivalent']);
    const [status, text] = ask('--included-in', file('fb.hoa'), '--json');
    expect(status).toBe(10);
    const { word, ...rest } = JSON.parse(text) as { word: string; included: boolean; index: number; source: string };
    expect(rest).toEqual({ source: file('gfa.hoa'), index: 1, included: false });
    expect([language(GFA, word), language(FB, word)]).toEqual(['1', '0']);
  });

  it('writes each automaton to a file of its own when the name says so', () => {
    expect(tegata(['automaton', file('both.hoa'), '-o', file('out-%d.dot'), '--format', 'dot']).status).toBe(0);
    expect(readFileSync(file('out-2.dot'), 'utf8')).toContain('peripheries=2');
    expect(tegata(['automaton', file('both.hoa'), '-o', file('all.hoa')]).status).toBe(0);
    expect(readAutomata(readFileSync(file('all.hoa'), 'utf8'))).toHaveLength(2);
    expect(tegata(['automaton', file('both.hoa'), '-o', file('no/where')]).status).toBe(65);
  });

  it('says what is wrong with its input and goes on', () => {
    const { status, stdout, stderr } = tegata(['automaton', '--one-line'], `HOA: v1\nStates: x --END--\n${GFA}`);
    expect(status).toBe(65);
    expect(stderr).toContain('<stdin>:2:9: error[AUT120]');
    expect(linesOf(stdout)).toHaveLength(1);
    expect(tegata(['automaton', file('missing.hoa')])).toMatchObject({ status: 65, stdout: '' });
    expect(tegata(['automaton'], ' ').stderr).toContain('<stdin> holds no automaton');
    expect(tegata(['automaton', file('gfa.hoa'), '--product', file('both.hoa')]).stderr).toContain('more than one');
    expect(tegata(['automaton', file('gfa.hoa'), '--accepts', 'a; b']).status).toBe(65);
    expect(tegata(['automaton', file('gfa.hoa'), '--empty', '--accepts', 'cycle{a}']).status).toBe(64);
  });

  it('refuses to draw what is too large', () => {
    const states = Array.from({ length: 500 }, (_, i) => `State: ${i} [t] ${(i + 1) % 500}`).join('\n');
    const text = `HOA: v1 Start: 0 Acceptance: 0 t --BODY-- ${states} --END--`;
    expect(tegata(['automaton', '--format', 'svg'], text)).toMatchObject({
      status: 65,
      stderr: expect.stringContaining('AUT150') as string,
    });
    expect(tegata(['automaton', '--format', 'dot'], text).status).toBe(0);
  });
});
