// Damaged files: whatever is cut, doubled, swapped or overwritten, a reader ends with a value or with diagnostics.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import type { Parsed } from '../../../src/diagnostics/diagnostic.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostic } from '../../../src/diagnostics/format.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { parseMccProperties } from '../../../src/models/formats/mcc/properties.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import { netTextLines, pnmlLines } from '../../../src/models/petri/write-net.ts';
import { randomColoured } from '../../helpers/random-coloured.ts';
import { longMode, seedFrom } from '../../helpers/shared.ts';

const WORDS = [
  '<',
  '>',
  '/',
  '"',
  '&',
  ';',
  '#',
  '-1',
  '99999999999',
  '<add>',
  '</subterm>',
  'id="p0"',
  ':',
  '{',
  '}',
  '<..>',
  '\n',
  '\0',
  'ß',
];

function damaged(text: string, random: Random): string {
  const at = random.below(text.length);
  const length = random.between(1, 30);
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
    case 3:
      return text.slice(0, at) + random.pick(WORDS) + text.slice(at);
    default:
      return text.slice(0, at) + random.pick(WORDS) + text.slice(at + length);
  }
}

function check({ value, diagnostics }: Parsed<unknown>, text: string): void {
  expect(value === null, text).toBe(diagnostics.length > 0);
  for (const diagnostic of diagnostics) {
    expect(
      diagnostic.span !== undefined || diagnostic.position !== undefined || diagnostic.code.startsWith('MOD61'),
      text,
    ).toBe(true);
    expect(formatDiagnostic(diagnostic)).toContain(diagnostic.code);
  }
}

const rounds = longMode ? 20_000 : 600;
const small = unwrap(generateNet('philosophers', 2));
const joined = (lines: Iterable<string>): string => [...lines].join('\n');
const properties = `<property-set><property><id>a</id><formula><all-paths><until><before><integer-le><integer-constant>3</integer-constant>
<tokens-count><place>p</place></tokens-count></integer-le></before><reach><next><is-fireable><transition>t</transition></is-fireable></next></reach>
</until></all-paths></formula></property></property-set>`;

describe('damaged files', () => {
  it.each([
    ['pnml', joined(pnmlLines(small))],
    ['net', joined(netTextLines(small))],
  ])('of %s are read or complained about', (extension, text) => {
    const random = new Random(seedFrom(77));
    for (let i = 0; i < rounds; i++) {
      const broken = damaged(text, random);
      check(loadModel(`x.${extension}`, [broken]), broken);
    }
  });

  it('of coloured nets are read or complained about', () => {
    const random = new Random(seedFrom(78));
    for (let i = 0; i < rounds; i++) {
      const broken = damaged(randomColoured(random).pnml, random);
      check(loadModel('x.pnml', [broken]), broken);
    }
  });

  it('of properties are read or complained about', () => {
    const random = new Random(seedFrom(79));
    for (let i = 0; i < rounds; i++) {
      const broken = damaged(properties, random);
      check(parseMccProperties([broken], { name: 'x.xml', store: new FormulaStore() }), broken);
    }
  });
});
