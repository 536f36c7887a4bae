// The scanner for plain XML against the parser for all of it, which reads everything behind a processing instruction.
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { Stopwatch } from '../../../../src/diagnostics/stopwatch.ts';
import { Problems } from '../../../../src/models/formats/problems.ts';
import { PlainXml } from '../../../../src/models/formats/xml/plain-xml.ts';
import { type XmlElement, XmlStream } from '../../../../src/models/formats/xml/xml-stream.ts';

interface Reading {
  readonly elements: readonly XmlElement[];
  readonly closed: readonly string[];
  readonly problems: readonly Diagnostic[];
}

function read(chunks: readonly string[]): Reading {
  const elements: XmlElement[] = [];
  const closed: string[] = [];
  const problems = new Problems('a.pnml');
  const stream = new XmlStream(
    {
      open: ({ name }) => (name === 'b' ? 'collect' : name === 'c' ? 'skip' : 'enter'),
      collected: (element) => elements.push(element),
      closed: (name) => closed.push(name),
    },
    { problems, stopwatch: new Stopwatch(), ignored: ['d'] },
  );
  for (const chunk of chunks) if (!stream.write(chunk)) break;
  stream.end();
  return { elements, closed, problems: problems.diagnostics };
}

/** Two lines of the same length, of which only the first is plain. */
const PLAIN = '<!--a-->\n';
const NOT_PLAIN = '<?abcd?>\n';

function element(random: Random, depth: number): string {
  const name = random.pick(['a', 'b', 'b', 'c', 'd', 'n:b', 'e-1']);
  const attributes = random.pick([
    '',
    '',
    ' x="1"',
    ' x="a > b" \n y=\'"\'',
    ' x = "ü"',
    ' x="1" x="2"',
    ' n:z="&lt;"',
  ]);
  if (random.chance(0.1)) return `<${name}${attributes}/>`;
  let inside = '';
  for (let i = random.below(depth > 4 ? 1 : 4); i > 0; i--) inside += element(random, depth + 1) + text(random);
  const end = random.chance(0.02) ? `</${name} >` : `</${name}>`;
  return `<${name}${attributes}>${text(random)}${inside}${end}`;
}

function text(random: Random): string {
  const unusual = ['&amp;', '<![CDATA[<x>]]>', '<?pi?>', 'ß', '\r\n', '\u2028', '😀', ']]>', '\u0001', '&no;'];
  return random.pick([
    '',
    '',
    '\n',
    '  t\n',
    '12',
    'a > b',
    '<!-- c > \n d -->',
    random.chance(0.08) ? random.pick(unusual) : '',
  ]);
}

function broken(random: Random, document: string): string {
  const at = random.below(document.length);
  return random.pick([
    document,
    document.slice(0, at),
    document.slice(0, at) + document.slice(at + 1),
    `${document.slice(0, at)}${random.pick(['<', '>', '/', '"', '&', '-', '!', ' '])}${document.slice(at)}`,
  ]);
}

describe('the scanner for plain XML', () => {
  it('gives the elements, positions and problems that the full parser gives, however the text is cut', () => {
    const random = new Random(5);
    let good = 0;
    for (let round = 0; round < 3000; round++) {
      const document = broken(random, `${element(random, 0)}\n`);
      const expected = read([NOT_PLAIN + document]);
      const chunks = [PLAIN];
      for (let from = 0; from < document.length; ) {
        const to = from + random.between(1, random.chance(0.5) ? 9 : 200);
        chunks.push(document.slice(from, to));
        from = to;
      }
      expect(read([PLAIN + document]), JSON.stringify(document)).toEqual(expected);
      // The full parser itself may find the same mistake elsewhere when the text is cut.
      const cut = read(chunks);
      expect(cut.elements, JSON.stringify(document)).toEqual(expected.elements);
      expect(cut.problems.map(({ message }) => message)).toEqual(expected.problems.map(({ message }) => message));
      if (expected.problems.length === 0) good++;
    }
    expect(good).toBeGreaterThan(500);
    expect(good).toBeLessThan(2500);
  });

  it('reads a contest file to its end by itself', () => {
    const found: string[] = [];
    const plain = new PlainXml({
      open: (name, { id }, { line, column }) => found.push(`${name} ${id} ${line}:${column}`),
      close: () => {},
      text: (part) => found.push(part.trim()),
    });
    const text =
      '<?xml version="1.0" encoding="UTF-8"?>\n<pnml xmlns="x">\n  <place id="p">\n<text>1</text></place>\n</pnml>\n';
    for (const character of text) expect(plain.write(character)).toBe(true);
    expect(plain.isComplete).toBe(true);
    expect(found.filter(Boolean)).toEqual(['pnml undefined 2:1', 'place p 3:3', 'text undefined 4:1', '1']);
  });

  it('stops in front of what is not plain, and says how to get there', () => {
    const plain = new PlainXml({ open: () => {}, close: () => {}, text: () => {} });
    expect(plain.write('<a>\n<b x="1">text</b><b>one &am')).toBe(true);
    expect(plain.write('p; two</b></a>')).toBe(false);
    expect([plain.way, plain.rest, plain.isComplete]).toEqual([
      `<a><b>\n${' '.repeat(20)}`,
      'one &amp; two</b></a>',
      false,
    ]);
  });
});
