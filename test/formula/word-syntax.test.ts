import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWord, printWord } from '../../src/formula/word-syntax.ts';

const letters = (...names: string[][]): Set<string>[] => names.map((letter) => new Set(letter));

describe('words as text', () => {
  it.each([
    ['a&!b; cycle{b; !a}', letters(['a']), letters(['b'], [])],
    ['cycle{1}', [], letters([])],
    ['cycle { a && b ; }', [], letters(['a', 'b'])],
    ['1; true; cycle{"x = 3" ∧ ¬c}', letters([], []), letters(['x = 3'])],
    ['Fork; !!a; cycle{!0}', letters(['Fork'], ['a']), letters([])],
  ])('reads %s', (text, prefix, cycle) => {
    expect(parseWord(text)).toEqual({ value: { prefix, cycle }, diagnostics: [] });
  });

  it.each([
    ['a; b', 4, 'no cycle', 'cycle{'],
    ['', 0, 'no cycle', 'cycle{'],
    ['cycle{a', 7, 'not closed', '`}`'],
    ['cycle{}', 6, 'a letter is missing', '`1`'],
    ['; cycle{a}', 0, 'a letter is missing', '`1`'],
    ['a & ; cycle{a}', 4, 'a literal is missing', undefined],
    ['a | b; cycle{a}', 2, '`|` has no meaning', 'conjunction'],
    ['a b; cycle{a}', 2, 'expected `&` or `;`', 'separated'],
    ['a & !a; cycle{a}', 5, 'both true and false', undefined],
    ['a cycle{a}', 2, 'expected `;`', undefined],
    ['cycle{a}; b', 8, 'nothing may follow', 'before it'],
    ['cycle{cycle{a}}', 6, 'cannot contain a cycle', undefined],
    ['a}; cycle{a}', 1, 'closes nothing', 'cycle{'],
    ['cycle{0}', 6, 'no letter is false', '`1`'],
    ['"a; cycle{a}', 0, 'not closed', undefined],
  ])('complains about %j', (text, start, message, hint) => {
    const { value, diagnostics } = parseWord(text);
    expect(value).toBeNull();
    expect(diagnostics[0].span?.start).toBe(start);
    expect(diagnostics[0].message).toContain(message);
    if (hint !== undefined) expect(diagnostics[0].hint).toContain(hint);
  });

  it('prints what it can read', () => {
    const letter = fc.uniqueArray(fc.oneof(fc.constantFrom('a', 'b', 'cycle', 'true'), fc.string({ minLength: 1 })));
    const word = fc.record({
      prefix: fc.array(letter.map((names) => new Set(names))),
      cycle: fc.array(
        letter.map((names) => new Set(names)),
        { minLength: 1 },
      ),
    });
    fc.assert(
      fc.property(word, (w) => {
        expect(parseWord(printWord(w)).value).toEqual(w);
        expect(parseWord(printWord(w, ['a', 'z'])).value).toEqual(w);
      }),
      { seed: 3 },
    );
  });

  it('names all the given propositions in each letter', () => {
    const word = { prefix: letters(['a']), cycle: letters([], ['b']) };
    expect(printWord(word, ['a', 'b'])).toBe('a & !b; cycle{!a & !b; !a & b}');
    expect(printWord(word)).toBe('a; cycle{1; b}');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('cycle', '{', '}', ';', '&', '!', 'a', '"', '|', ' ', '0')), (parts) => {
        const { value, diagnostics } = parseWord(parts.join(''));
        expect(value === null).toBe(diagnostics.length > 0);
        if (value !== null) expect(value.cycle.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000, seed: 5 },
    );
  });
});
