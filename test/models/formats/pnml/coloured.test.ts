import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/random.ts';
import { type Parsed, unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { type Exploration, explore } from '../../../../src/models/explore.ts';
import { type Expression, evaluate } from '../../../../src/models/expression/expression.ts';
import type { ReadingOptions } from '../../../../src/models/formats/format.ts';
import { parsePnml } from '../../../../src/models/formats/pnml/parser.ts';
import type { Net } from '../../../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../../../src/models/petri/net-model.ts';
import { naiveUnfolding } from '../../../helpers/naive-unfolding.ts';
import { randomColoured } from '../../../helpers/random-coloured.ts';
import { longMode, seedFrom } from '../../../helpers/shared.ts';

describe('unfolded nets', () => {
  for (const naming of ['plain', 'adversarial'] as const) {
    it(`behave as the coloured nets that they stand for, with ${naming} names`, () => {
      const random = new Random(seedFrom(2024));
      let compared = 0;
      for (let i = 0; i < (longMode ? 5000 : 200); i++) {
        const sample = randomColoured(random, naming);
        const expected = sample.explore(150);
        const net = unwrap(parsePnml([sample.pnml], `sample ${i}`));
        if (expected === null) continue;
        compared++;
        const model = netModel(net);
        const found = explore(model);
        const { states, transitions, deadlocks } = found;
        expect({ states, transitions, deadlocks }, sample.pnml).toEqual({
          states: expected.states,
          transitions: expected.transitions,
          deadlocks: expected.deadlocks,
        });
        const maxima = sample.sorts.map((_, place) => {
          const total = model.names.value(sample.naming.places[place]);
          return maximum(found, total ?? { kind: 'constant', value: -1 });
        });
        expect(maxima, sample.pnml).toEqual(expected.maxima);
      }
      expect(compared).toBeGreaterThan(100);
    });
  }

  it('have the state graph of the plain unfolding, and know all names of it', () => {
    const random = new Random(seedFrom(11));
    let compared = 0;
    let smaller = 0;
    for (let i = 0; i < (longMode ? 4000 : 200); i++) {
      const sample = randomColoured(random);
      if (sample.explore(100) === null) continue;
      compared++;
      const plain = netModel(naiveUnfolding(sample));
      const model = netModel(unwrap(parsePnml([sample.pnml], `sample ${i}`)));
      if (model.net.transitions.length < plain.net.transitions.length) smaller++;
      expect(graphOf(model, plain.net), sample.pnml).toEqual(graphOf(plain, plain.net));
    }
    expect(compared).toBeGreaterThan(100);
    expect(smaller).toBeGreaterThan(20);
  });
});

describe('distinct bindings', () => {
  it('have the same states and successors, and all names still mean the same', () => {
    const random = new Random(seedFrom(12));
    let fewer = 0;
    for (let i = 0; i < (longMode ? 8000 : 400); i++) {
      const sample = randomColoured(random);
      const read = (bindings: 'all' | 'distinct'): NetModel =>
        netModel(unwrap(parsePnml([sample.pnml], `sample ${i}`, { bindings })));
      const [all, distinct] = [read('all'), read('distinct')];
      if (distinct.net.transitions.length === all.net.transitions.length || sample.explore(100) === null) continue;
      fewer++;
      const names = naiveUnfolding(sample);
      expect(graphOf(distinct, names, 'targets'), sample.pnml).toEqual(graphOf(all, names, 'targets'));
    }
    expect(fewer).toBeGreaterThan(longMode ? 100 : 8);
  });

  it('take one order of variables that can be exchanged, unless the condition tells them apart', () => {
    const both = `<add><subterm>${variable('k')}</subterm><subterm>${variable('l')}</subterm></add>`;
    const count = (condition: string, bindings: 'all' | 'distinct'): number | undefined => {
      const body = `${place('p', 'N', twice(all('N')))}<transition id="t">${condition && structure('condition', condition)}</transition>`;
      return unwrap(readColoured(body + arc('p', 't', both), 10, { bindings })).transitions.length;
    };
    const compared = (name: string): string =>
      `<${name}><subterm>${variable('k')}</subterm><subterm>${variable('l')}</subterm></${name}>`;
    expect([count('', 'all'), count('', 'distinct')]).toEqual([100, 55]);
    expect([count(compared('inequality'), 'all'), count(compared('inequality'), 'distinct')]).toEqual([90, 45]);
    expect([count(compared('greaterthan'), 'all'), count(compared('greaterthan'), 'distinct')]).toEqual([45, 45]);
  });
});

function maximum(found: Exploration, total: Expression): number {
  const values = Array.from({ length: found.states }, (_, id) => evaluate(total, found.table.get(id)));
  return Math.max(...values);
}

/** Each reachable marking, in terms of the places of `names`, with what can fire there and where that leads. */
function graphOf(model: NetModel, names: Net, steps: 'named' | 'targets' = 'named'): string[] {
  const tokens = names.places.map(({ id }) => unwrap(model.predicate(`'${id}' >= 1`)) && model.names.value(id));
  const fireable = names.transitions.map(({ id }) => unwrap(model.predicate(`fireable(${id})`)));
  const reached = explore(model);
  const shown = (state: Int32Array): string =>
    tokens.map((expression) => evaluate(expression ?? { kind: 'dead' }, state)).join();
  return Array.from({ length: reached.states }, (_, number) => {
    const state = reached.table.get(number);
    const found: string[] = [];
    model.successors(state, (target, group) => {
      found.push(steps === 'named' ? `${model.groups[group].name} to ${shown(target)}` : shown(target));
    });
    const different = steps === 'named' ? found : [...new Set(found)];
    const enabled = names.transitions.filter((__, t) => evaluate(fireable[t], state) === 1).map(({ id }) => id);
    return `${shown(state)}: ${enabled.sort(byText).join()}; ${different.sort(byText).join()}`;
  }).sort(byText);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A net with sort S = {a, b, c}, numbers N = 1 … n, and the given nodes. */
function coloured(body: string, n = 3): Net {
  return unwrap(readColoured(body, n));
}

function readColoured(body: string, n: number, options?: ReadingOptions): Parsed<Net> {
  const enumeration = ['a', 'b', 'c'].map((id) => `<feconstant id="${id}" name="${id}"/>`).join('');
  const declarations = `<namedsort id="S" name="S"><finiteenumeration>${enumeration}</finiteenumeration></namedsort>
    <namedsort id="N" name="N"><finiteintrange start="1" end="${n}"/></namedsort>
    <namedsort id="SN" name="SN"><productsort><usersort declaration="S"/><usersort declaration="N"/></productsort></namedsort>
    <namedsort id="NN" name="NN"><productsort><usersort declaration="N"/><usersort declaration="N"/></productsort></namedsort>
    <variabledecl id="x" name="x"><usersort declaration="S"/></variabledecl>
    <variabledecl id="k" name="k"><usersort declaration="N"/></variabledecl>
    <variabledecl id="l" name="l"><usersort declaration="N"/></variabledecl>
    <variabledecl id="m" name="m"><usersort declaration="N"/></variabledecl>
    <variabledecl id="xk" name="xk"><usersort declaration="SN"/></variabledecl>`;
  const text = `<pnml><net id="n" type="symmetricnet"><page id="g">${body}</page>
    <declaration><structure><declarations>${declarations}</declarations></structure></declaration></net></pnml>`;
  return parsePnml([text], 'coloured.pnml', options);
}
const structure = (name: string, xml: string): string => `<${name}><structure>${xml}</structure></${name}>`;
const place = (id: string, sort: string, marking = ''): string =>
  `<place id="${id}">${structure('type', `<usersort declaration="${sort}"/>`)}${marking && structure('hlinitialMarking', marking)}</place>`;
const arc = (source: string, target: string, term: string): string =>
  `<arc id="${source}-${target}" source="${source}" target="${target}">${structure('hlinscription', term)}</arc>`;
const variable = (name: string): string => `<variable refvariable="${name}"/>`;
const twice = (term: string): string =>
  `<numberof><subterm><numberconstant value="2"><positive/></numberconstant></subterm><subterm>${term}</subterm></numberof>`;
const all = (sort: string): string => `<all><usersort declaration="${sort}"/></all>`;

describe('the unfolding', () => {
  it('names instances by their colours, and lets the coloured name stand for all of them', () => {
    const net = coloured(`${place('p', 'SN', all('SN'))}<transition id="t"/>${arc('p', 't', variable('xk'))}`, 2);
    expect(net.places.map(({ id }) => id)).toEqual(['p_a_1', 'p_a_2', 'p_b_1', 'p_b_2', 'p_c_1', 'p_c_2']);
    expect(net.transitions.map(({ id }) => id).sort()).toEqual(['t_a_1', 't_a_2', 't_b_1', 't_b_2', 't_c_1', 't_c_2']);
    const model = netModel(net);
    const at = (text: string, state: readonly number[]): number => evaluate(unwrap(model.predicate(text)), state);
    expect(at('tokens(p) = 6', [1, 1, 1, 1, 1, 1])).toBe(1);
    expect(at('p_b_2 && !p_a_1', [0, 1, 1, 1, 1, 1])).toBe(1);
    expect(at('fireable(t)', [0, 0, 0, 0, 0, 1])).toBe(1);
    expect(at('fireable(t)', [0, 0, 0, 0, 0, 0])).toBe(0);
  });

  it('never gives an instance the name of another coloured node', () => {
    const net = coloured(place('p', 'S', all('S')) + place('p_a', 'S', '<useroperator declaration="b"/>'));
    expect(net.places.map(({ id }) => id)).toEqual(['p_a_', 'p_b', 'p_c', 'p_a_b']);
    const { names } = netModel(net);
    expect(evaluate(names.value('p_a') ?? { kind: 'dead' }, [0, 0, 0, 1])).toBe(1);
  });

  it('tells colours apart that have no names', () => {
    const text = `<pnml><net id="n" type="symmetricnet"><declaration><structure><declarations>
      <namedsort id="S" name="S"><finiteenumeration><feconstant id="a" name=""/><feconstant id="b" name=""/></finiteenumeration></namedsort>
      </declarations></structure></declaration><page id="g">${place('p', 'S', all('S'))}</page></net></pnml>`;
    expect(unwrap(parsePnml([text], 'nameless.pnml')).places.map(({ id }) => id)).toEqual(['p_', 'p__']);
  });

  it('refuses markings of more colours than there can be places', () => {
    const refused = (sort: string, n: number): string => {
      const { diagnostics } = readColoured(place('p', sort, all(sort)), n);
      return diagnostics.map(({ code, message }) => `${code} ${message}`).join();
    };
    expect(refused('N', 1_000_001)).toBe('NET215 the term stands for too many tokens to be unfolded');
    expect(refused('SN', 1_000_000)).toBe('NET215 place p has too many colours to be unfolded');
  });

  it('finds bindings that equations fix without trying all of them', () => {
    const equal = (left: string, right: string): string =>
      `<equality><subterm>${left}</subterm><subterm>${right}</subterm></equality>`;
    const both = `<and><subterm>${equal(variable('k'), `<successor><subterm>${variable('l')}</subterm></successor>`)}</subterm><subterm>${equal(variable('m'), variable('l'))}</subterm></and>`;
    const net = coloured(
      place('p', 'N', twice(all('N'))) +
        `<transition id="t">${structure('condition', both)}</transition>` +
        arc('p', 't', `<add>${['k', 'l', 'm'].map((name) => `<subterm>${variable(name)}</subterm>`).join('')}</add>`),
      2000,
    );
    expect(net.transitions).toHaveLength(2000);
  });

  it('leaves out what can never happen', () => {
    const first = '<finiteintrangeconstant value="1"><finiteintrange start="1" end="1000"/></finiteintrangeconstant>';
    const net = coloured(
      place('p', 'N', twice(first)) +
        place('q', 'N') +
        '<transition id="t"/>' +
        arc('p', 't', variable('k')) +
        arc('t', 'q', variable('k')) +
        '<transition id="u"/>' +
        arc('q', 'u', `<add><subterm>${variable('l')}</subterm><subterm>${variable('m')}</subterm></add>`),
      1000,
    );
    expect([net.places.length, net.transitions.length]).toEqual([2, 2]);
    expect(net.families?.places.get('q')).toEqual([1]);
  });

  it('leaves out bindings that take more tokens of a colour than there ever are', () => {
    const both = `<add><subterm>${variable('k')}</subterm><subterm>${variable('l')}</subterm></add>`;
    const pair = (first: string): string =>
      `<tuple><subterm><useroperator declaration="${first}"/></subterm><subterm>${variable('k')}</subterm></tuple>`;
    const net = (marking: string): Net =>
      coloured(
        place('p', 'N', marking) +
          place('q', 'SN') +
          '<transition id="t"/><transition id="u"/><transition id="v"/>' +
          arc('p', 't', both) +
          arc('t', 'p', both) +
          arc('p', 'u', variable('k')) +
          arc('u', 'q', pair('a')) +
          arc('q', 'v', pair('a')) +
          arc('v', 'p', variable('k')),
        10,
      );
    const instances = (marking: string): number | undefined => net(marking).families?.transitions.get('t')?.length;
    // A token is in p, or its colour is the second component of one in q: never two of one colour in p.
    expect(instances(all('N'))).toBe(90);
    expect(instances(twice(all('N')))).toBe(100);
  });

  it('unfolds tables of numbers without trying all numbers', () => {
    // A chain: rows (k, l) of a table lead a token from k to l; sorts of a million colours, a hundred rows.
    const number = (value: number): string =>
      `<finiteintrangeconstant value="${value}"><finiteintrange start="1" end="1000000"/></finiteintrangeconstant>`;
    const row = (i: number): string =>
      `<subterm><tuple><subterm>${number(i * 7)}</subterm><subterm>${number(i * 7 + 7)}</subterm></tuple></subterm>`;
    const table = `<add>${Array.from({ length: 100 }, (_, i) => row(i + 1)).join('')}</add>`;
    const pair = `<tuple><subterm>${variable('k')}</subterm><subterm>${variable('l')}</subterm></tuple>`;
    const net = coloured(
      place('table', 'NN', table) +
        place('p', 'N', number(14)) +
        '<transition id="t"/>' +
        arc('table', 't', pair) +
        arc('t', 'table', pair) +
        arc('p', 't', variable('k')) +
        arc('t', 'p', variable('l')),
      1_000_000,
    );
    expect([net.places.length, net.transitions.length]).toEqual([200, 99]);
  });

  it('knows the names of instances that it leaves out, and no others', () => {
    const one = '<finiteintrangeconstant value="1"><finiteintrange start="1" end="12"/></finiteintrangeconstant>';
    const pair = `<tuple><subterm>${variable('x')}</subterm><subterm>${variable('k')}</subterm></tuple>`;
    const small = `<lessthan><subterm>${variable('k')}</subterm><subterm>${variable('l')}</subterm></lessthan>`;
    const net = coloured(
      place('p', 'SN', `<tuple><subterm><useroperator declaration="b"/></subterm><subterm>${one}</subterm></tuple>`) +
        place('q', 'N') +
        `<transition id="t">${structure('condition', small)}</transition>` +
        arc('p', 't', pair) +
        arc('q', 't', variable('l')),
      12,
    );
    expect(net.places.map(({ id }) => id)).toEqual(['p_b_1']);
    const { names } = netModel(net);
    for (const place of ['p_a_1', 'p_c_12', 'q_11', 'q']) expect(names.value(place), place).toMatchObject({ value: 0 });
    for (const other of ['p_d_1', 'p_a_13', 'p_a_01', 'p_a', 'q_', 'q_1_', 'r_1'])
      expect(names.value(other), other).toBe(null);
    for (const t of ['t', 't_b_1_2']) expect(evaluate(names.fireable(t) ?? { kind: 'dead' }, [1]), t).toBe(0);
    for (const other of ['t_b_2_1', 't_b_1', 't_b_1_2_']) expect(names.fireable(other), other).toBe(null);
  });
});

describe('names of nodes', () => {
  it('are one line of text', () => {
    const text = `<pnml><net id="n" type="ptnet"><page id="g">
      <place id="p"><name><text>the first
        place</text></name></place></page></net></pnml>`;
    expect(unwrap(parsePnml([text], 'names.pnml')).places[0].name).toBe('the first place');
  });
});

describe('place/transition nets with pages', () => {
  it('follow references across pages, whatever their order', () => {
    const text = `<pnml xmlns:x="y"><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">
      <page id="a"><referencePlace id="r" ref="s"/><transition id="t"/><arc id="1" source="r" target="t"/></page>
      <page id="b"><page id="c"><place id="p"><initialMarking><text> 2 </text></initialMarking></place></page>
        <referencePlace id="s" ref="p"/><referenceTransition id="u" ref="t"/><arc id="2" source="u" target="q"/>
        <place id="q"/></page></net></pnml>`;
    const net = unwrap(parsePnml([text], 'pages.pnml'));
    expect(net.transitions).toMatchObject([{ inputs: [{ place: 0, weight: 1 }], outputs: [{ place: 1, weight: 1 }] }]);
    expect(explore(netModel(net)).states).toBe(3);
  });
});
