// Limits bind while a model is read and analysed: in each phase a stopwatch that is stopped after n looks ends the run there.
import { describe, expect, it } from 'vitest';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { Stopwatch } from '../../../src/diagnostics/stopwatch.ts';
import { FormulaStore } from '../../../src/formula/formula.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { semiflowSupports } from '../../../src/models/analysis/sums.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { parseMccProperties } from '../../../src/models/formats/mcc/properties.ts';
import { slottedRing } from '../../../src/models/library/slotted-ring.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';

const COUNT = 3000;
const lines = (line: (i: number) => string): string => Array.from({ length: COUNT }, (_, i) => line(i)).join('\n');

const places = lines(
  (i) => `<place id="p${i}"/><transition id="t${i}"/><arc id="a${i}" source="p${i}" target="t${i}"/>`,
);
const states = lines((i) => `State: [0] ${i} ${(i + 1) % COUNT}`);
const texts: Readonly<Record<string, string>> = {
  'net.pnml': `<pnml><net id="n" type="ptnet"><page id="g">${places}</page></net></pnml>`,
  'net.net': lines((i) => `#place p${i}\n#trans t${i} in {p${i}:<..>;} #endtr`),
  'table.etf': `begin state\nx:_\nend state\nbegin edge\nend edge\nbegin init\n0\nend init\nbegin trans\n${lines((i) => `${i}/${i + 1}`)}\nend trans\n`,
  'processes.dve': `${lines((i) => `process P${i} { state a, b; init a; trans a -> b {}; }`)}\nsystem async;`,
  'statements.pml': `byte x;\nactive proctype P() {\n${lines((i) => `x = ${i};`)}\n}`,
  'line.kripke': `initial s0\n${lines((i) => `s${i} -> s${(i + 1) % COUNT}`)}`,
  'line.json': `{ "initial": "s0", "states": {\n${lines((i) => `"s${i}": { "next": ["s${(i + 1) % COUNT}"] }`).replaceAll('\n', ',\n')}} }`,
  'line.hoa': `HOA: v1\nStart: 0\nAP: 1 "a"\nAcceptance: 0 t\n--BODY--\n${states}\n--END--\n`,
};

/** 20 × 20 × 20 colours: a marking of all, and a transition for each. */
const sorts = ['A', 'B', 'C'].map(
  (id) => `<namedsort id="${id}" name="${id}"><finiteintrange start="1" end="20"/></namedsort>`,
);
const product = `<namedsort id="D" name="D"><productsort>${['A', 'B', 'C'].map((id) => `<usersort declaration="${id}"/>`).join('')}</productsort></namedsort>`;
const coloured = (marking: string, nodes: string): string =>
  `<pnml><net id="n" type="symmetricnet"><declaration><structure><declarations>${sorts.join('')}${product}
  <variabledecl id="x" name="x"><usersort declaration="D"/></variabledecl></declarations></structure></declaration><page id="g">
  <place id="p"><type><structure><usersort declaration="D"/></structure></type>${marking}</place>${nodes}</page></net></pnml>`;
const ALL = '<hlinitialMarking><structure><all><usersort declaration="D"/></all></structure></hlinitialMarking>';
const arc = `<transition id="t"/><arc id="a" source="p" target="t"><hlinscription><structure><variable refvariable="x"/></structure></hlinscription></arc>`;

/** A condition that no binding meets: all are tried. */
const differs =
  '<inequality><subterm><variable refvariable="x"/></subterm><subterm><variable refvariable="x"/></subterm></inequality>';
const unequal = arc.replace(
  '<transition id="t"/>',
  `<transition id="t"><condition><structure>${differs}</structure></condition></transition>`,
);

/** Ten moves of each of four processes, all together: a short text that composes to 10,000 groups. */
const together = `${Array.from({ length: 4 }, (_, p) => {
  const moves = Array.from({ length: 10 }, (__, i) => `a -> a { effect x = ${i}; }`).join(', ');
  return `process P${p} { byte x; state a; init a; trans ${moves}; }`;
}).join('\n')}\nsystem sync;`;

const properties = `<property-set>${lines((i) => `<property><id>f-${i}</id><formula><all-paths><deadlock/></all-paths></formula></property>`)}</property-set>`;

type Phase = (stopwatch: Stopwatch) => unknown;
const loading =
  (name: string, text: string): Phase =>
  (stopwatch) =>
    loadModel(name, [text], { stopwatch });
const processes = loadModel('processes.dve', [texts['processes.dve']]).value!;

// One chunk is looked at once, however long it is; so all but that look comes from the phase itself.
const phases: readonly (readonly [string, Phase])[] = [
  ...Object.entries(texts).map(([name, text]) => [`reading ${name}`, loading(name, text)] as const),
  ['unfolding a marking', loading('n.pnml', coloured(ALL, ''))],
  ['unfolding a transition', loading('n.pnml', coloured(ALL, arc))],
  ['looking for bindings that there are not', loading('n.pnml', coloured(ALL, unequal))],
  ['composing processes', loading('n.dve', together)],
  ['finding sums of tokens', (stopwatch) => analyse(netModel(slottedRing(300)), { stopwatch })],
  ['finding sums for an order', (stopwatch) => semiflowSupports(netModel(slottedRing(300)), {}, stopwatch)],
  ['finding ranges of variables', (stopwatch) => analyse(processes, { stopwatch })],
  [
    'reading properties',
    (stopwatch) => parseMccProperties([properties], { name: 'p.xml', store: new FormulaStore(), stopwatch }),
  ],
];

/** Runs the phase until its stopwatch has been looked at `most` times; gives the looks. */
function looks(phase: Phase, most: number): number {
  let count = 0;
  const stopwatch = new Stopwatch({ isCancelled: () => ++count > most });
  phase(stopwatch);
  return count;
}

describe.each(phases)('%s', (_, phase) => {
  it('ends when the stopwatch says so, whenever that is', () => {
    const all = looks(phase, Number.POSITIVE_INFINITY);
    expect(all).toBeGreaterThan(8);
    for (const most of [0, 1, 2, all >> 2, all >> 1, all - 1]) {
      let error: unknown;
      try {
        looks(phase, most);
      } catch (thrown) {
        error = thrown;
      }
      expect(error, `after ${most} of ${all} looks`).toBeInstanceOf(LimitExceeded);
      expect((error as LimitExceeded).limit).toBe('cancelled');
    }
  });
});
