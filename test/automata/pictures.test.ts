import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { generalizedBuchi } from '../../src/automata/acceptance.ts';
import type { Automaton } from '../../src/automata/automaton.ts';
import { printDot } from '../../src/automata/dot.ts';
import { automatonToJson } from '../../src/automata/json.ts';
import { printLbtt } from '../../src/automata/lbtt.ts';
import { markGlyph, setOfGlyph } from '../../src/automata/picture/marks.ts';
import { randomAutomaton } from '../../src/automata/random.ts';
import { readAutomata } from '../../src/automata/stream.ts';
import { drawSvg, LARGEST_PICTURE } from '../../src/automata/svg.ts';
import { Random } from '../../src/base/random.ts';
import { InputError, unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { anyAutomaton, randomAcceptance } from '../helpers/automata.ts';

const read = (text: string): Automaton => unwrap(readAutomata(text)[0]);

const GFA_GFB =
  'HOA: v1 name: "GFa & GFb" Start: 0 AP: 2 "a" "b<c" Acceptance: 2 Inf(0)&Inf(1) --BODY-- State: 0 [0&1] 0 {0 1} [0&!1] 0 {0} [!0&1] 0 {1} [!0&!1] 0 --END--';
const BA = 'HOA: v1 Start: 0 AP: 1 "a" Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 0 [0] 1 State: 1 {0} [0] 1 --END--';

/** Throws if the text is not well-formed XML; the names of its elements otherwise. */
function elements(svg: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => names.push(tag.name));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(svg).close();
  return names;
}

describe('printDot', () => {
  it('shows marks as coloured discs on edges, and escapes names', () => {
    const dot = printDot(read(GFA_GFB));
    expect(dot).toContain('<font color="#0072b2">⓿</font><font color="#d55e00">❶</font>');
    expect(dot).toContain('a ∧ &quot;b&lt;c&quot;<br/>');
    expect(dot).toContain('label="¬a ∧ ¬\\"b<c\\""');
    expect(dot).toContain('GFa &amp; GFb');
    expect(printDot(read(GFA_GFB), { symbols: 'ascii', caption: 'hidden' })).not.toMatch(/∧|GFa/);
  });

  it('shows the accepting states of a Büchi automaton with two circles', () => {
    const dot = printDot(read(BA));
    expect(dot).toMatch(/^ {2}1 \[label="1", peripheries=2\]$/m);
    expect(dot).toMatch(/^ {2}0 \[label="0"\]$/m);
    expect(dot).not.toMatch(/[⓿❶]/);
    expect(printDot(read(BA), { marks: 'edges' })).toMatch(/1 -> 1 \[label=<a<br\/>.*⓿/);
  });

  it('names states by their formulas on request, and frames components', () => {
    const formulas = [parseLtl('b U G a'), parseLtl('G a')];
    const automaton = read(BA).with({ stateFormulas: formulas });
    const dot = printDot(automaton, { stateNames: 'formulas', components: 'framed' });
    expect(dot).toContain('label="b U □a", shape=box');
    expect(dot.match(/subgraph cluster_/g)).toHaveLength(2);
    expect(printDot(automaton)).toContain('0 [label="0"]');
  });

  it('shows other acceptance conditions in the caption', () => {
    const text = BA.replace('Inf(0)', 'Fin(0)');
    expect(printDot(read(text))).toContain('label=<Fin(<font color="#0072b2">⓿</font>) [co-Buchi]<br/> >');
  });

  it('knows the glyphs of all sets', () => {
    for (let set = 0; set <= 20; set++) expect(setOfGlyph(markGlyph(set))).toBe(set);
    expect(setOfGlyph(markGlyph(21))).toBeNull();
    expect(setOfGlyph('a')).toBeNull();
  });
});

describe('drawSvg', () => {
  it('draws marks as circles of their own', async () => {
    const svg = await drawSvg(read(GFA_GFB));
    expect(svg.startsWith('<svg')).toBe(true);
    expect(elements(svg).filter((name) => name === 'circle')).toHaveLength(4);
    expect(svg).not.toMatch(/[⓿❶]/);
  });

  it('is well-formed XML for any automaton and any names', async () => {
    const random = new Random(8);
    for (let i = 0; i < 12; i++) {
      const automaton = anyAutomaton(random, randomAcceptance(random, 3)).with({
        name: 'a "name" <with> & \\ \u0001 everything',
        stateNames: ['<&>"\\N', '\\', ']]>', '-- -->', '\n'],
      });
      for (const components of ['framed', 'none'] as const) elements(await drawSvg(automaton, { components }));
    }
  });

  it('refuses what is too large to be drawn', async () => {
    const states = LARGEST_PICTURE.nodes + 1;
    const large = randomAutomaton(new Random(1), { states, propositions: ['a'] });
    const error = await drawSvg(large).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InputError);
    const [{ code, message, hint }] = (error as InputError).diagnostics;
    expect([code, message]).toEqual(['AUT150', expect.stringContaining(`${states} states`)]);
    expect(hint).toContain('DOT');
  });
});

describe('printLbtt', () => {
  it('writes marks on edges, or on states where they all agree', () => {
    expect(printLbtt(read(GFA_GFB)).split('\n')).toEqual([
      '1 2t',
      '0 1',
      '0 0 1 -1 & "a" "b<c"',
      '0 0 -1 & "a" ! "b<c"',
      '0 1 -1 & ! "a" "b<c"',
      '0 -1 & ! "a" ! "b<c"',
      '-1',
    ]);
    expect(printLbtt(read(BA)).split('\n')).toEqual(['2 1', '0 1 -1', '0 t', '1 "a"', '-1', '1 0 0 -1', '1 "a"', '-1']);
  });

  it('refuses other acceptance conditions', () => {
    expect(() => printLbtt(read(BA.replace('Inf', 'Fin')))).toThrow(/generalized Büchi/);
  });
});

describe('automatonToJson', () => {
  it('says everything about the automaton', () => {
    expect(automatonToJson(read(BA))).toEqual({
      propositions: ['a'],
      states: 2,
      initial: [0],
      acceptance: { sets: 1, condition: 'Inf(0)', name: 'Buchi' },
      properties: ['inherently-weak', 'weak', 'very-weak'],
      edges: [
        { source: 0, target: 0, label: '1', marks: [] },
        { source: 0, target: 1, label: 'a', marks: [] },
        { source: 1, target: 1, label: 'a', marks: [0] },
      ],
    });
    const large = randomAutomaton(new Random(3), {
      states: 5,
      propositions: ['a b'],
      acceptance: generalizedBuchi(32),
    });
    expect(automatonToJson(large).edges).toHaveLength(large.edgeCount);
  });
});
