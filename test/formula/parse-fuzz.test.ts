// Whatever the text, the parsers answer with a formula or with complaints that lie within it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { formulaSyntaxes, parseFormula } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';

const pieces = [
  ...'abFGXUWRMV01!~&|()[]<>-=^"\\/\'#:,.;@ éx',
  '->',
  '<->',
  '[]',
  '<>',
  '()',
  'F[2:3]',
  'X[1]',
  '∧',
  '\u{1F600}',
  '\0',
  '\n',
];

function expectAnswer(text: string): void {
  for (const syntax of formulaSyntaxes) {
    const store = new FormulaStore();
    const { value, diagnostics } = parseFormula(text, { syntax, store });
    expect(value === null).toBe(diagnostics.length > 0);
    for (const diagnostic of diagnostics) {
      expect(diagnostic.span!.start).toBeLessThanOrEqual(text.length);
      expect(formatDiagnostic(diagnostic)).toContain(diagnostic.code);
    }
    const printed = syntax === 'lbt' ? 'lbt' : 'spot';
    if (value !== null) {
      expect(parseFormula(printFormula(value, { syntax: printed }), { syntax: printed, store }).value).toBe(value);
    }
  }
}

it('random text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), expectAnswer), { numRuns: 1000, seed: 1 });
});

it('random pieces of formulas', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(fc.property(text, expectAnswer), { numRuns: 1500, seed: 2 });
});

it('formulas with one mistake', () => {
  const formula = 'G(request -> X[2] F "grant 1") & (a U b U !c | d <-> e xor f) R (p0 M p1 W p2)';
  const mutation = fc.record({ at: fc.nat(formula.length), drop: fc.nat(4), put: fc.constantFrom('', ...pieces) });
  fc.assert(
    fc.property(mutation, ({ at, drop, put }) => expectAnswer(formula.slice(0, at) + put + formula.slice(at + drop))),
    { numRuns: 1000, seed: 3 },
  );
});
