// Files that are wrong in one way each: every one ends in a diagnostic of the right kind at the right place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Parsed } from '../../../src/diagnostics/diagnostic.ts';
import { positionAt } from '../../../src/diagnostics/source.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { withExcerpts } from '../../../src/models/formats/excerpts.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { parseMccProperties } from '../../../src/models/formats/mcc/properties.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';

const FOLDER = 'test/models/corpus/nets';
const expected = JSON.parse(readFileSync(join(FOLDER, 'expected.json'), 'utf8')) as Record<string, string>;
const files = readdirSync(FOLDER).filter((file) => file !== 'expected.json');

function smallNames(): ReturnType<typeof netModel>['names'] {
  const builder = new NetBuilder();
  builder.place('p1');
  builder.transition('t1');
  return netModel(builder.build('small')).names;
}

function read(file: string, text: string): Parsed<unknown> {
  if (!file.endsWith('.properties.xml')) return loadModel(file, [text]);
  const options = { name: file, store: new FormulaStore(), names: smallNames() };
  const { value, diagnostics } = parseMccProperties([text], options);
  return { value, diagnostics: withExcerpts(diagnostics, { name: file, text }) };
}

describe('broken nets and property files', () => {
  it('are all expected, and many', () => {
    expect(Object.keys(expected).sort()).toEqual([...files].sort());
    expect(files.length).toBeGreaterThanOrEqual(80);
  });

  it.each(files)('%s ends in a diagnostic with its place', (file) => {
    const { value, diagnostics } = read(file, readFileSync(join(FOLDER, file), 'utf8'));
    expect(value).toBeNull();
    const [{ code, span, source }] = diagnostics;
    const { line, column } = positionAt(source ?? { name: '', text: '' }, span?.start ?? -1);
    expect(`${code} ${line}:${column}`).toBe(expected[file]);
  });

  // Text outside of all elements is reported where it ends, which is where a piece ends.
  it.each(files.filter((file) => file.endsWith('.pnml') && file !== 'not-xml.pnml'))(
    '%s gives the same in single characters',
    (file) => {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      const shown = ({ diagnostics }: Parsed<unknown>): unknown => diagnostics.map(({ code, span }) => [code, span]);
      expect(shown(loadModel(file, text))).toEqual(shown(loadModel(file, [text])));
    },
  );
});

/** A symmetric net whose one initial marking is the given term. */
function marked(term: string): string {
  return `<pnml><net id="n" type="symmetricnet"><declaration><structure><declarations>
    <namedsort id="d" name="D"><dot/></namedsort></declarations></structure></declaration><page id="g">
    <place id="p"><type><structure><usersort declaration="d"/></structure></type>
    <hlinitialMarking><structure>${term}</structure></hlinitialMarking></place></page></net></pnml>`;
}

const nested = (depth: number): string =>
  `${'<add><subterm>'.repeat(depth)}<dotconstant/>${'</subterm></add>'.repeat(depth)}`;

describe('gigantic input', () => {
  it('nested too deeply is refused, nested less deeply is read', () => {
    expect(loadModel('deep.pnml', [marked(nested(10_000))]).diagnostics[0]).toMatchObject({ code: 'NET203' });
    expect(loadModel('deep.pnml', [marked(nested(900))]).value?.initialStates()[0]).toEqual(Int32Array.of(1));
  });

  it('chains of sorts end in a diagnostic or a sort, never in a crash', () => {
    const chain = (length: number): string => {
      const sorts = Array.from(
        { length },
        (_, i) => `<namedsort id="s${i}" name="s"><usersort declaration="s${i + 1}"/></namedsort>`,
      );
      return marked('<dotconstant/>').replace(
        '<namedsort',
        `${sorts.join('')}<namedsort id="s${length}" name="s"><dot/></namedsort><namedsort`,
      );
    };
    expect(loadModel('chain.pnml', [chain(100)]).value).not.toBeNull();
    expect(loadModel('chain.pnml', [chain(10_000)]).diagnostics[0]).toMatchObject({ code: 'NET203' });
  });

  it('a formula nested too deeply is refused', () => {
    const text = `<property-set><property><id>a</id><formula><all-paths>${'<next>'.repeat(10_000)}<deadlock/>${'</next>'.repeat(10_000)}</all-paths></formula></property></property-set>`;
    const { diagnostics } = parseMccProperties([text], { name: 'deep.xml', store: new FormulaStore() });
    expect(diagnostics[0]).toMatchObject({ code: 'NET203' });
  });

  it('diagnostics stop after twenty', () => {
    const arcs = Array.from({ length: 100 }, (_, i) => `<arc id="a${i}" source="x${i}" target="y"/>`).join('\n');
    const text = `<pnml><net id="n" type="ptnet"><page id="g">${arcs}</page></net></pnml>`;
    expect(loadModel('many.pnml', [text]).diagnostics).toHaveLength(20);
  });

  it('every prefix of a net ends in a diagnostic or a net', () => {
    const lines = [...'#place p mk(2*<..>) cp(3)\n#trans t\nin {p:2*<..>;p<9;}\nout {p:<..>;}\n#endtr\n'];
    for (let i = 0; i <= lines.length; i++) {
      const { value, diagnostics } = loadModel('cut.net', [lines.slice(0, i).join('')]);
      expect(value === null).toBe(diagnostics.length > 0);
    }
  });
});
