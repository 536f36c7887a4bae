// Files that are wrong, each in one way, and what is said about them. A line of the table is the code, the place and the
// message of each diagnostic in order, or `read` for an automaton of the file that can be read.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { printHoa } from '../../../src/automata/hoa/write.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { readAutomata } from '../../../src/automata/stream.ts';
import { Random } from '../../../src/base/random.ts';
import { formatDiagnostic } from '../../../src/diagnostics/format.ts';
import { positionAt } from '../../../src/diagnostics/source.ts';
import { randomAcceptance } from '../../helpers/automata.ts';

const folder = 'test/automata/corpus';
const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Record<string, string[]>;
const files = readdirSync(folder).filter((file) => file.endsWith('.hoa'));

function complaints(text: string): string[] {
  return readAutomata(text).flatMap(({ value, diagnostics }) => {
    if (value !== null) return ['read'];
    return diagnostics.map(({ code, message, span, source }) => {
      const { line, column } = positionAt(source!, span!.start);
      return `${code} ${line}:${column} ${message}`;
    });
  });
}

describe('the corpus of malformed automata', () => {
  it('has an expectation for each file', () => {
    expect(files.map((file) => file.replace('.hoa', '')).sort()).toEqual(Object.keys(expected).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(expected))('says what is wrong with %s, and where', (name, lines) => {
    expect(complaints(readFileSync(`${folder}/${name}.hoa`, 'utf8'))).toEqual(lines);
  });

  it('offers a way out', () => {
    const hint = (name: string): string | undefined =>
      readAutomata(readFileSync(`${folder}/${name}.hoa`, 'utf8'))[0].diagnostics[0].hint;
    expect(hint('alias-undefined')).toBe('did you mean `@ab`?');
    expect(hint('target-out-of-range')).toBe('they are numbered 0 to 1');
    expect(hint('mark-out-of-range')).toBe('the only one is number 0');
    expect(hint('start-conjunction')).toContain('alternating automata are not supported');
    expect(hint('implicit-too-few')).toBe('without labels there is one edge for each letter');
  });
});

describe('automata that were damaged at random', () => {
  const good = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).filter((text) => text.length < 1000);

  it('never throw, and complain with a place whenever they cannot be read', () => {
    const random = new Random(404);
    const scraps = [
      '"',
      '/*',
      '*/',
      '--END--',
      '[',
      ']',
      '{',
      '}',
      '&',
      '!',
      '99',
      'HOA:',
      'State:',
      '@x',
      '\\',
      '(',
      '\u0000',
    ];
    for (let i = 0; i < 1500; i++) {
      const base = random.chance(0.5)
        ? good[random.below(good.length)]
        : printHoa(
            randomAutomaton(random, { states: 3, propositions: ['a', 'b'], acceptance: randomAcceptance(random, 3) }),
          );
      let text = base;
      for (let k = random.between(1, 4); k > 0; k--) {
        const at = random.below(text.length + 1);
        const cut = random.chance(0.5) ? random.below(12) : 0;
        const scrap = random.chance(0.6) ? scraps[random.below(scraps.length)] : '';
        text = text.slice(0, at) + scrap + text.slice(at + cut);
      }
      for (const { value, diagnostics } of readAutomata(text)) {
        if (value !== null) continue;
        expect(diagnostics.length, text).toBeGreaterThan(0);
        for (const one of diagnostics) {
          expect(one.span!.start, text).toBeLessThanOrEqual(one.source!.text.length);
          expect(formatDiagnostic(one)).toMatch(/^<automaton>:\d+:\d+: error\[AUT1\d\d\]: /);
        }
      }
    }
  });
});
