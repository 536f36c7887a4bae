// Pictures whose texts can be read in any font: boxes are computed from the SVG alone, with the widths of a wide sans-serif font.
import { describe, expect, it } from 'vitest';
import { drawSvg, renderSvg } from '../../src/automata/svg.ts';
import { drawTesting } from '../../src/automata/testing/draw.ts';
import { testingAutomatonFor } from '../../src/automata/testing/for-formula.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { readModel } from '../../src/cli/input/model-input.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { drawGraph, stateGraph } from '../../src/graph/index.ts';

interface Box {
  readonly what: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Rather more than DejaVu Sans needs. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[ijlI.,:;'|! ]/.test(letter)) width += 0.32;
    else if (/[frtJ()[\]{}"/\\-]/.test(letter)) width += 0.42;
    else if (/[mwMW=<>+~@%#_&∧∨¬∅□◇→]/.test(letter)) width += 0.85;
    else width += /[A-Z]/.test(letter) ? 0.76 : 0.64;
  }
  return width;
}

const decoded = (text: string): string =>
  text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

function textsOf(part: string): Box[] {
  return [...part.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].flatMap(([, attributes, content]) => {
    const value = (name: string): number | undefined => {
      const found = new RegExp(`\\b${name}="([-\\d.]+)"`).exec(attributes)?.[1];
      return found === undefined ? undefined : Number(found);
    };
    const what = decoded(content).trim();
    if (what === '') return [];
    const [x, y, size] = [value('x')!, value('y')!, value('font-size')!];
    const width = value('textLength') ?? widthOf(what) * size;
    const left = attributes.includes('text-anchor="middle"') ? x - width / 2 : x;
    return [{ what, left, right: left + width, top: y - 0.75 * size, bottom: y + 0.2 * size }];
  });
}

function outlineOf(part: string, what: string): Box | null {
  const ellipse = /cx="([-\d.]+)" cy="([-\d.]+)" rx="([\d.]+)" ry="([\d.]+)"/.exec(part)?.slice(1).map(Number);
  if (ellipse !== undefined) {
    const [x, y, rx, ry] = ellipse;
    return { what, left: x - rx, right: x + rx, top: y - ry, bottom: y + ry };
  }
  const outline = /(?: d|points)="([^"]*)"/.exec(part)?.[1];
  if (outline === undefined) return null;
  const points = [...outline.matchAll(/([-\d.]+),([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { what, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

const groups = (svg: string, kind: string): string[] =>
  [...svg.matchAll(new RegExp(`<g id="[^"]*" class="${kind}">[\\s\\S]*?\\n</g>`, 'g'))].map(([group]) => group);

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top && inner.bottom <= outer.bottom;

/** What cannot be read, in words. */
function faultsOf(svg: string): string[] {
  const [, width, height] = /viewBox="0.00 0.00 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number);
  const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(svg)!.map(Number);
  const frame: Box = { what: 'picture', left: -x, right: width - x, top: -y, bottom: height - y };
  const nodes = groups(svg, 'node').map((part) => ({ texts: textsOf(part), outline: outlineOf(part, 'a state') }));
  const frames = groups(svg, 'cluster').map((part) => outlineOf(part, 'a frame')!);
  const inNodes = nodes.flatMap(({ texts }) => texts);
  const captions = textsOf(
    svg.replace(/<g id="[^"]*" class="(?:node|edge)">[\s\S]*?\n<\/g>|<g class="labels">[\s\S]*/g, ''),
  );
  const others = textsOf(svg.replace(/<g class="mark">.*?<\/g>/g, '')).filter(
    (text) => !inNodes.some((known) => sameAs(known, text)) && !captions.some((known) => sameAs(known, text)),
  );
  const faults = [...inNodes, ...captions, ...others].flatMap((text) =>
    contains(frame, text) ? [] : [`${text.what} is cut off`],
  );
  for (const { texts, outline } of nodes) {
    for (const text of texts) {
      if (outline !== null && (text.left < outline.left || text.right > outline.right))
        faults.push(`${text.what} leaves its state`);
    }
  }
  const outlines = nodes.flatMap(({ outline }) => outline ?? []);
  for (const [i, label] of others.entries()) {
    for (const other of [...others.slice(i + 1), ...outlines]) {
      if (overlap(label, other)) faults.push(`${label.what} runs into ${other.what}`);
    }
    for (const one of frames)
      if (overlap(label, one) && !contains(one, label)) faults.push(`${label.what} crosses a frame`);
  }
  return faults;
}

const sameAs = (a: Box, b: Box): boolean => a.what === b.what && a.left === b.left && a.top === b.top;

describe('pictures', () => {
  it.each([
    'GF request & GF grant',
    'GFa & GFb & GFc',
    'G(request -> F grant) & (a U b)',
    'FG(alpha & beta) | GF gamma',
    'a U (b U (c U d))',
    'G(a -> X(b U c))',
    '(request U grant) & GF idle',
    'F(a & X(b & XF c))',
    '(p W q) & F r',
    'G(open -> (F close & X !open))',
  ])('have texts that stay clear of one another, of states and of frames: %s', async (formula) => {
    const automaton = translate(parseLtl(formula));
    for (const components of ['framed', 'none'] as const) {
      const svg = await drawSvg(automaton, { components });
      expect(faultsOf(svg), components).toEqual([]);
      expect(groups(svg, 'node').length).toBeGreaterThan(automaton.stateCount); // the tests see what is drawn
    }
  });

  it.each(['G(request -> F grant)', 'GF request -> GF grant', '(a U b) | G c'])(
    'have texts that stay in the states of testing automata: %s',
    async (formula) => {
      for (const kind of ['ta', 'tgta'] as const) {
        const svg = await renderSvg(drawTesting(testingAutomatonFor(parseLtl(formula), kind)), 'layers');
        expect(svg).not.toContain('sans-Serif'); // as Graphviz left it
        expect(faultsOf(svg), kind).toEqual([]);
      }
    },
  );

  it('have one arrow between two states, with a line for each edge and its marks', async () => {
    const automaton = translate(parseLtl('G(request -> F grant) & GF a'));
    const svg = await drawSvg(automaton);
    expect(automaton.edgeCount).toBe(8);
    const arrows = groups(svg, 'edge').filter((edge) => !edge.includes('<title>i'));
    expect(arrows).toHaveLength(4); // two states, each with a way to itself and to the other
    const lines = textsOf(svg).map(({ what }) => what);
    for (const line of ['a ∧ grant', '¬a ∧ grant', 'a ∧ ¬grant ∧ request']) expect(lines).toContain(line);
    expect(faultsOf(svg)).toEqual([]);
  });

  it('mark many initial states instead of drawing an arrow to each', async () => {
    const testing = testingAutomatonFor(parseLtl('G(request -> F grant) & GF a'), 'tgta');
    expect(testing.initial).toHaveLength(8);
    const svg = await renderSvg(drawTesting(testing, { stateNames: 'none' }));
    expect(groups(svg, 'edge').filter((edge) => edge.includes('<title>i'))).toEqual([]);
    const marked = groups(svg, 'node').filter((node) => node.includes('▸'));
    expect(marked).toHaveLength(8);
    for (const node of marked) expect(node).toContain('request'); // what the arrow would have said
    const few = await renderSvg(drawTesting(testingAutomatonFor(parseLtl('F a'), 'tgta')));
    expect(few).not.toContain('▸');
  });

  it('put the states of a dense automaton on a circle, with every edge and its text, no wider than a window', async () => {
    const testing = testingAutomatonFor(parseLtl('G(request -> F grant) & GF a'), 'tgta');
    const svg = await renderSvg(drawTesting(testing, { caption: ['a & <b>'] }));
    const [, width, height] = /width="(\d+)pt" height="(\d+)pt"/.exec(svg)!.map(Number);
    expect(Math.max(width, height)).toBeLessThan(1300);
    expect(groups(svg, 'edge')).toHaveLength(testing.edgeCount);
    expect(groups(svg, 'node')).toHaveLength(testing.stateCount);
    const texts = textsOf(svg).map(({ what }) => what);
    expect(texts).toContain('a & <b>');
    const { length: loops } = texts.filter((text) => text === '∅');
    const { length: changes } = texts.filter((text) => text.startsWith('{'));
    expect(loops + changes).toBe(testing.edgeCount);
    for (const name of testing.stateNames.keys()) expect(texts.some((text) => text.startsWith(`${name}: `))).toBe(true);
    const marks = [...testing.edgeMarks].reduce((sum, set) => sum + (set & 1) + ((set >> 1) & 1), 0);
    expect([...svg.matchAll(/class="mark"/g)]).toHaveLength(marks);
    // what lies outside of the circle is inside of the picture
    const [, dx, dy] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(svg)!.map(Number);
    const outside = groups(svg, 'node').flatMap(textsOf);
    for (const { what, left, right, top, bottom } of outside) {
      const isInside = left + dx >= 0 && right + dx <= width + 1 && top + dy >= 0 && bottom + dy <= height + 1;
      expect(isInside, what).toBe(true);
    }
  });

  it('are a table where a circle has no room for texts: every edge in it, no wider than a window, nothing over anything else', async () => {
    const testing = testingAutomatonFor(parseLtl('G(a -> F b) & G(c -> F d)'), 'tgta');
    expect([testing.stateCount, testing.edgeCount]).toEqual([25, 400]);
    const picture = drawTesting(testing, { caption: ['a & <b>'] });
    const svg = await renderSvg(picture);
    const [, width] = /width="(\d+)pt" height="(\d+)pt"/.exec(svg)!.map(Number);
    expect(width).toBeLessThan(1100);
    const titles = [...svg.matchAll(/<g class="edge">\n<title>(\d+)&#45;&gt;(\d+)<\/title>/g)].map(
      ([, s, t]) => `${s} ${t}`,
    );
    const sources = picture.edges.map(({ source, target }) => `${source} ${target}`);
    expect(titles.sort()).toEqual(sources.sort());
    expect(groups(svg, 'node')).toHaveLength(25);
    const texts = textsOf(svg.replace(/<g class="mark">.*?<\/g>/g, ''));
    for (const label of ['∅', '{a, b, c, d}', 'a & <b>']) expect(texts.map(({ what }) => what)).toContain(label);
    for (const [i, text] of texts.entries()) {
      for (const other of texts.slice(i + 1))
        expect(overlap(text, other), `${text.what} over ${other.what}`).toBe(false);
    }
  });

  it('are drawn on request, without the texts of edges, and never by layers that take minutes', async () => {
    const testing = testingAutomatonFor(parseLtl('G(a -> F b) & G(c -> F d)'), 'tgta');
    const svg = await renderSvg(drawTesting(testing, { stateNames: 'none' }), 'drawing');
    const [, width, height] = /width="(\d+)pt" height="(\d+)pt"/.exec(svg)!.map(Number);
    expect(Math.max(width, height)).toBeLessThan(700);
    expect(groups(svg, 'node')).toHaveLength(25);
    expect(groups(svg, 'edge')).toHaveLength(400);
    expect(textsOf(svg).filter(({ what }) => what.startsWith('{'))).toEqual([]);
  });

  it('have further bands below where many labels do not fit side by side', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `proposition${i}`);
    const svg = await renderSvg(
      {
        caption: [],
        nodes: ['0', '1'].map((text) => ({ text, outline: 'single', marks: [] })),
        edges: names.map((text, i) => ({ source: i % 2, target: 1, text, marks: [0] })),
        starts: [{ target: 0 }],
      },
      'table',
    );
    expect(Number(/width="(\d+)pt"/.exec(svg)![1])).toBeLessThan(1100);
    expect(groups(svg, 'node')).toHaveLength(2); // states of further bands are no states again
    expect(svg.match(/class="again"/g)!.length).toBeGreaterThan(1);
    for (const name of names) expect(textsOf(svg).map(({ what }) => what)).toContain(name);
  });

  it('have one loop a state, with a line for each that the automaton has', async () => {
    const svg = await drawSvg(translate(parseLtl('GF a & GF b')));
    expect(groups(svg, 'edge').filter((edge) => edge.includes('<title>0&#45;&gt;0</title>'))).toHaveLength(1);
    const lines = textsOf(svg).map(({ what }) => what);
    for (const line of ['a ∧ b', 'a ∧ ¬b', '¬a ∧ b', '¬a ∧ ¬b']) expect(lines).toContain(line);
  });

  it.each(['examples/producer-consumer/model.net', 'examples/lamp/model.kripke', 'examples/starvation/model.dve'])(
    'of state graphs have room for their texts: %s',
    async (path) => {
      const svg = await drawGraph(stateGraph(readModel(path)));
      expect(faultsOf(svg)).toEqual([]);
      expect(svg).toMatch(/font-family="Helvetica,Arial,[^"]*sans-serif"/);
    },
  );
});
