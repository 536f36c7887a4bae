import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

let folder = '';
let always = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-cross-test-'));
  always = join(folder, 'always.hoa');
  const lines = [
    'HOA: v1',
    'States: 1',
    'Start: 0',
    'AP: 0',
    'Acceptance: 0 t',
    '--BODY--',
    'State: 0',
    '[t] 0',
    '--END--',
  ];
  writeFileSync(always, `${lines.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('tegata cross', () => {
  it('finds our translators in agreement', () => {
    const all = 'tgba,ba,tgba-low,ba-low,tgba-deterministic,tgba-any,tableau,closure,parity,emerson-lei';
    const formulas = 'G(a -> F b)\na U (b W X a)\nG F a <-> F G b\nF(a & X b)\n';
    const { stdout, stderr, status } = tegata(['cross', '--translators', all], formulas);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(linesOf(stdout)).toHaveLength(12);
    expect(stdout).toContain('4 formulas and their negations: no disagreement');
  });

  it('names a tool that is wrong, with a word, and answers 10', () => {
    const { stdout, status } = tegata(['cross', 'F a', '--tool', `cat ${always}`, '--json']);
    expect(status).toBe(10);
    const { formula, automata, disagreements } = JSON.parse(stdout) as Record<string, never[]>;
    expect(formula).toBe('Fa');
    expect(automata).toHaveLength(6);
    expect(disagreements).toMatchObject([
      { translator: `cat ${always}`, side: 'positive', word: 'cycle{!a}', expected: 'reject' },
      { translator: `cat ${always}`, side: 'negative', expected: 'reject' },
    ]);
  });

  it('reads the file that a tool writes, or its output, and says when there is nothing', () => {
    const tools = ['--tool', `cp ${always} %O`, '--tool', `cat ${always} # %f %s %l`, '--tool', 'exit 3'];
    const { stdout, stderr, status } = tegata(['cross', 'F a | G !a', '--translators', '', '--csv', ...tools]);
    expect(linesOf(stdout)).toHaveLength(7);
    expect(linesOf(stdout)[1]).toMatch(/^Fa \| G!a,cp .*,positive,ok,[\d.]+,1,1,1,0,1,0,true,true,0$/);
    expect(stderr).toContain('exit 3 gave nothing for Fa | G!a: exit status 3');
    expect(status).toBe(10); // the automata of the negation accept everything
  });

  it('verifies certificates of verdicts on random graphs', () => {
    const { stdout, status } = tegata(['cross', '--certificates'], 'G(a -> F "b c")\nG F a | X b\n');
    expect(status).toBe(0);
    expect(stdout).toContain('certificates: 4 verified, 0 refused');
    const [json] = linesOf(tegata(['cross', '--certificates', '--json', 'F dead']).stdout);
    expect(JSON.parse(json).certificates).toEqual({ verified: 0, skipped: 2, complaints: [] });
  });

  it('refuses translators that do not exist', () => {
    const { status, stderr } = tegata(['cross', '--translators', 'tgba,spot', 'a']);
    expect(status).toBe(64);
    expect(stderr).toContain('There is no `spot`');
  });
});
