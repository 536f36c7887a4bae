import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ReplSession } from '../../src/cli/commands/repl-session.ts';
import { readModel } from '../../src/cli/input/model-input.ts';
import { objectsOf, tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-repl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function session(): ReplSession {
  return new ReplSession(async (name) => readModel(name), 20);
}

/** The lines of the answer. */
function answered(to: ReplSession, line: string): string[] {
  return [...to.answer(line).lines];
}

describe('a dialogue without a model', () => {
  it('says what a formula means: its class, and words on both sides', () => {
    expect(answered(session(), 'G(a -> F b)')).toEqual([
      'recurrence, stutter-invariant',
      expect.stringMatching(/^satisfied by {2}.*cycle\{/),
      expect.stringMatching(/^violated by {3}.*cycle\{/),
    ]);
    expect(answered(session(), '.words a & !a')[0]).toBe('no word satisfies it');
    expect(answered(session(), '.words a | !a')[1]).toBe('every word satisfies it');
    expect(answered(session(), '.classify X a')[0]).toContain('not stutter-invariant');
  });

  it('simplifies, compares and translates', () => {
    expect(answered(session(), '.simplify a U (a U b)')).toEqual(['a U b']);
    expect(answered(session(), '.compare F a ; true U a')).toEqual(['they mean the same']);
    expect(answered(session(), '.compare F a ; G F a')[0]).toMatch(/^only the first is satisfied by {2}/);
    for (const line of ['.translate F a', '.translate tgba F a', '.translate ba F a']) {
      expect(answered(session(), line)[0]).toBe('HOA: v1');
    }
    expect(answered(session(), '.translate tgta G a')).toContain('Testing-Automaton: tgta');
    // a proposition of the name of a kind
    expect(session().answer('.translate ba').json).toMatchObject({ formula: 'ba', automaton: 'tgba' });
  });

  it('complains with the nearest names', () => {
    expect(() => session().answer('.clasify a')).toThrow('there is no command .clasify');
    expect(() => session().answer('.watch x')).toThrow('no model is loaded');
    expect(() => session().answer('.compare a')).toThrow('two formulas are compared');
    expect(() => session().answer('.set engine fast')).toThrow('fast is none of explicit, symbolic, hybrid, auto');
    expect(() => session().answer('.set timeout 0')).toThrow('above 0');
  });
});

describe('a dialogue about a model', () => {
  it('checks formulas, with watched expressions, until another model is loaded', async () => {
    const talk = session();
    expect((await talk.load('examples/starvation/model.dve')).lines[0]).toContain('(dve): 5 variables');
    expect(answered(talk, 'G !(P0.critical & P1.critical)')[0]).toMatch(/^holds: /);
    expect(answered(talk, '.watch turn + 1')).toEqual(['watched: turn + 1']);
    expect(answered(talk, 'G !P0.critical').join('\n')).toContain('watch turn + 1: 2');
    expect(answered(talk, '.propositions')).toContain('P0.critical');
    expect(answered(talk, '.set states 2')).toContain('states 2');
    expect(answered(talk, 'G !P0.critical')[0]).toMatch(/^unknown: /);
    await talk.load('kanban:2');
    expect(() => talk.answer('F P0.critical')).toThrow('nothing called `P0.critical`');
    expect(answered(talk, '.model')[0]).toContain('kanban-2');
    talk.forget();
    expect(answered(talk, '.model')).toEqual(['no model is loaded: .model FILE loads one']);
  });

  it('completes commands, kinds of automata, and what the model can name', async () => {
    const talk = session();
    expect(talk.complete('.cl')).toEqual([['.classify'], '.cl']);
    expect(talk.complete('.translate tg')).toEqual([['tgba', 'tgta'], 'tg']);
    expect(talk.complete('G(tr')).toEqual([['true'], 'tr']);
    await talk.load('examples/starvation/model.dve');
    expect(talk.complete('G !(P0.cr')).toEqual([['P0.critical'], 'P0.cr']);
  });
});

describe('tegata repl from a pipe', () => {
  it('is a script: it echoes, answers each line, and its status says whether one was wrong', () => {
    const good = tegata(['repl'], '# a comment\n\n.simplify F F a\n.quit\n.simplify G G a\n');
    expect(good).toEqual({ status: 0, stderr: '', stdout: '> # a comment\n> \n> .simplify F F a\nFa\n> .quit\n' });
    const bad = tegata(['repl', 'examples/lamp/model.kripke'], 'F lot\nF lit\n');
    expect(bad.status).toBe(65);
    expect(bad.stdout).toContain('did you mean `lit`?');
    expect(bad.stdout).toContain('> F lit\nholds: F lit');
    const missing = tegata(['repl', join(folder, 'missing.dve')], '');
    expect(missing).toMatchObject({ status: 65, stdout: '' });
  });

  it('gives an object for each answer with --json', () => {
    const { stdout } = tegata(['repl', 'examples/lamp/model.kripke', '--json'], 'GF lit\n.words F a\n(\n');
    const [model, checked, words, wrong] = objectsOf(stdout);
    expect(model).toMatchObject({ format: 'kripke' });
    expect(checked).toMatchObject({ formula: 'GF lit', verdict: 'violated' });
    expect(words).toMatchObject({ formula: 'Fa', violating: 'cycle{!a}' });
    expect(wrong).toMatchObject({
      line: '(',
      errors: [expect.objectContaining({ code: 'LTL002' }), expect.anything()],
    });
  });

  it('ends a question whose model never answers, and goes on with a fresh model', () => {
    const file = join(folder, 'endless.mjs');
    const next = '(n) => { if (n === 2) for (;;); return [n + 1]; }';
    writeFileSync(
      file,
      `export default { initial: 0, next: ${next}, propositions: { zero: (n) => n === 0, ten: (n) => n === 10 } };`,
    );
    const { status, stdout } = tegata(['repl', file, '--timeout', '0.2'], 'F ten\n.set timeout 60\nzero\n');
    expect(status).toBe(0);
    expect(stdout).toMatch(/> F ten\nunknown: .*\n[\s\S]*> zero\nholds: zero/);
  });
});
