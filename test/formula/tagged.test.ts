import { describe, expect, it } from 'vitest';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { ltl } from '../../src/formula/tagged.ts';

describe('the tag ltl', () => {
  it('takes strings as propositions, whatever they look like', () => {
    expect(printFormula(ltl`G(${'req'} -> F ${'x >= 2'})`)).toBe('G(req -> F"x >= 2")');
    expect(printFormula(ltl`${'a & b'} U ${'G'}`)).toBe('"a & b" U "G"');
  });

  it('takes formulas as operands, from any store', () => {
    const either = parseLtl('a | b');
    expect(printFormula(ltl`!${either} U ${parseLtl('c')}`)).toBe('!(a | b) U c');
  });

  it('reads plain text too', () => {
    expect(printFormula(ltl('GF a'))).toBe('GFa');
  });

  it('complains about a text that is not a formula, with the whole formula in view', () => {
    expect(() => ltl`G(${'req'} ->)`).toThrow(/missing right operand/);
  });
});
