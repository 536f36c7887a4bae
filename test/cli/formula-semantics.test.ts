import { describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

const formula = (...args: string[]) => tegata(['formula', ...args]);
const kept = (...args: string[]) => linesOf(formula(...args).stdout);

describe('tegata formula asks automata', () => {
  it('for equivalence and implication', () => {
    const three = ['G F a', 'F G a', '!F G !a'];
    expect(kept('--equivalent-to', 'G F a', ...three)).toEqual(['GFa', '!FG!a']);
    expect(kept('--implies', 'G F a', ...three)).toEqual(['GFa', 'FGa', '!FG!a']);
    expect(kept('--implied-by', 'G F a', '--implies', 'G F a', ...three)).toEqual(['GFa', '!FG!a']);
  });

  it('for satisfiable and valid formulas, and answers 10 when none is left', () => {
    expect(kept('--satisfiable', 'F(a & !a)', 'F a')).toEqual(['Fa']);
    const { stdout, status } = formula('--valid', 'F a', 'a');
    expect([stdout, status]).toEqual(['', 10]);
  });

  it('for classes and stutter invariance that the syntax does not show', () => {
    const three = ['F(a & X(!a & F b))', 'X a', '(a U b) | G a'];
    expect(kept('--stutter-invariant', ...three)).toEqual(['F(a & X(!a & Fb))', 'Ga | (a U b)']);
    expect(kept('--stutter-invariant', '--syntactic', ...three)).toEqual(['Ga | (a U b)']);
    expect(kept('--safety', ...three)).toEqual(['Xa', 'Ga | (a U b)']);
    expect(kept('--class', '(a U b) | G a')).toEqual(['safety       Ga | (a U b)']);
    const [facts] = kept('--class', '--json', 'X a & G(b | !b)').map((line) => JSON.parse(line) as object);
    expect(facts).toMatchObject({ class: 'bottom', stutterInvariant: false });
  });

  it('for words that show why', () => {
    const { stderr, status } = formula('--witness', '--equivalent-to', 'F G a', 'G F a');
    expect(stderr).toBe('GFa: `cycle{a; !a}` satisfies it, but not F G a\n');
    expect(status).toBe(10);
    expect(formula('--witness', '--stutter-invariant', 'X a').stderr).toContain('not stutter-invariant: ');
  });

  it('for the third level of simplification', () => {
    expect(kept('--simplify=3', 'a & G(b | c) | a & b & G(b | c) & F d')).toEqual(['a & G(b | c)']);
  });

  it('but not when the formula to compare with cannot be read', () => {
    const { status, stderr } = formula('--implies', 'a U', 'a');
    expect(status).toBe(65);
    expect(stderr).toContain('missing right operand');
  });
});
