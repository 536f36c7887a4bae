import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, FormulaStream, type FormulaStreamOptions } from '../../src/formula/stream.ts';

function read(chunks: readonly string[], options: Partial<FormulaStreamOptions> = {}) {
  const stream = new FormulaStream({ sourceName: 'x.ltl', ...options });
  return [...chunks.flatMap((chunk) => stream.push(chunk)), ...stream.finish()];
}

describe('streams of formulas', () => {
  const text = '# heading\n\nG a  # always\r\n  "x#1" U b\n \t\nF c';
  const expected = [
    { text: 'G a', sourceName: 'x.ltl', line: 3 },
    { text: '  "x#1" U b', sourceName: 'x.ltl', line: 4 },
    { text: 'F c', sourceName: 'x.ltl', line: 6 },
  ];

  it('leave out comments and blank lines, and count lines', () => {
    expect(read([text])).toEqual(expected);
  });

  it('do not depend on how the text is cut into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
        const places = [0, ...cuts.sort((x, y) => x - y), text.length];
        expect(read(places.slice(1).map((end, i) => text.slice(places[i], end)))).toEqual(expected);
      }),
      { seed: 11 },
    );
  });

  it('select a column of a CSV file', () => {
    const csv = 'name,formula\nfirst,G a\n"second, quoted","""x = 3"" U b"\nthird\n';
    const found = read([csv], { column: 2, header: 'skip' });
    expect(found.slice(0, 2)).toMatchObject([
      { text: 'G a', line: 2 },
      { text: '"x = 3" U b', line: 3 },
    ]);
    expect(found[2]).toMatchObject({
      line: 4,
      diagnostic: { code: 'LTL009', message: 'there is no column 2 on this line' },
    });
  });

  it('pass over a byte order mark', () => {
    expect(read(['\uFEFFa'])).toMatchObject([{ text: 'a', line: 1 }]);
  });
});

it('finds the fields of a CSV line', () => {
  const line = 'a,"b,""c""",,d';
  expect([1, 2, 3, 4, 5].map((column) => csvField(line, column))).toEqual(['a', 'b,"c"', '', 'd', null]);
});
