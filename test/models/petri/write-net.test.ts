import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../src/models/explore.ts';
import { parseNetText } from '../../../src/models/formats/net/net-text.ts';
import { parsePnml } from '../../../src/models/formats/pnml/parser.ts';
import { generateNet, library } from '../../../src/models/library/index.ts';
import { type Net, NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { dotLines, netTextLines, pnmlLines } from '../../../src/models/petri/write-net.ts';
import { oddNames } from '../../helpers/odd-names.ts';
import { randomNet } from '../../helpers/random-net.ts';

const text = (lines: Iterable<string>): string => [...lines].map((line) => `${line}\n`).join('');
const throughPnml = (net: Net): Net => unwrap(parsePnml([text(pnmlLines(net))], 'written.pnml'));
const throughText = (net: Net): Net => unwrap(parseNetText({ name: 'written.net', text: text(netTextLines(net)) }));
/** Everything but the names. */
const structure = (net: Net): unknown => ({
  places: net.places.map(({ initial, capacity }) => ({ initial, capacity })),
  transitions: net.transitions.map(({ inputs, outputs, inhibitors }) => ({ inputs, outputs, inhibitors })),
});

describe('nets written and read again', () => {
  it('are the same nets, with the same state spaces', () => {
    const random = new Random(5);
    for (let i = 0; i < 300; i++) {
      const net = randomNet(random);
      const viaPnml = throughPnml(net);
      const viaText = throughText(net);
      expect(structure(viaPnml)).toEqual(structure(net));
      expect(structure(viaText)).toEqual(structure(net));
      expect(viaPnml.places.map(({ id, name }) => [id, name])).toEqual(net.places.map(({ id, name }) => [id, name]));
      expect(viaText.places.map(({ level }) => level)).toEqual(net.places.map(({ level }) => level));
      const { states, transitions, deadlocks } = explore(netModel(net));
      for (const read of [viaPnml, viaText]) {
        expect(explore(netModel(read))).toMatchObject({ states, transitions, deadlocks });
      }
    }
  });

  it.each(library.map(({ name, minimum }) => [name, minimum] as const))('%s(%i) keeps its names', (name, parameter) => {
    const net = unwrap(generateNet(name, parameter));
    for (const read of [throughPnml(net), throughText(net)]) {
      expect(read.places.map(({ id }) => id)).toEqual(net.places.map(({ id }) => id));
      expect(read.transitions.map(({ id }) => id)).toEqual(net.transitions.map(({ id }) => id));
    }
  });

  it('keep apart names that become alike', () => {
    const builder = new NetBuilder();
    for (const id of ['a_b', 'a-b', 'a.b', '1', '']) builder.place(id);
    const names = throughText(builder.build('alike')).places.map(({ id }) => id);
    expect(new Set(names).size).toBe(5);
    expect(names[0]).toBe('a_b');
  });

  it('keep every name in PNML, and places apart that look alike', () => {
    const builder = new NetBuilder();
    for (const [i, id] of oddNames.entries()) builder.place(id, { initial: i });
    const net = builder.build('odd');
    const read = throughPnml(net);
    expect(read.places.map(({ id, name }) => [id, name])).toEqual(net.places.map(({ id, name }) => [id, name]));
    expect(structure(read)).toEqual(structure(net));
  });

  it('keep apart a place and a transition of one name in PNML', () => {
    const builder = new NetBuilder();
    builder.place('x', { initial: 1 });
    builder.move('x', ['x'], []);
    expect(explore(netModel(throughPnml(builder.build('same')))).states).toBe(2);
  });
});

describe('the picture of a net', () => {
  it('shows tokens, weights and inhibitor arcs', () => {
    const builder = new NetBuilder();
    builder.place('p "q"', { initial: 3, capacity: 9 });
    builder.transition('t', { inputs: [{ place: 0, weight: 2 }], inhibitors: [{ place: 0, below: 5 }] });
    const dot = text(dotLines(builder.build('n')));
    expect(dot).toContain('label="●●●"');
    expect(dot).toContain('xlabel="p \\"q\\" (≤ 9)"');
    expect(dot).toContain('p0 -> t0 [label="2"];');
    expect(dot).toContain('p0 -> t0 [arrowhead=odot, label="< 5"];');
  });
});
