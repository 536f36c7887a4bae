// Merged colours against the plain unfolding: step by step, and by the verdicts of the naive oracle.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { parsePnml } from '../../src/models/formats/pnml/parser.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { MergedNet } from '../../src/reductions/colours/merged-net.ts';
import { naiveGraph, naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { type ColouredSample, randomColoured } from '../helpers/random-coloured.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

/** Nets with more states are left out. */
const MOST_STATES = 150;

const ROUNDS = roundsOf({ usual: 300, long: 20_000 });

interface Mergeable {
  readonly sample: ColouredSample;
  readonly model: NetModel;
  readonly merged: MergedNet;
}

/** The next random net of few states in which colours are merged. */
function nextMergeable(random: Random): Mergeable {
  for (;;) {
    const sample = randomColoured(random, random.chance(0.2) ? 'adversarial' : 'plain');
    const bindings = random.chance(0.5) ? 'all' : 'distinct';
    const net = unwrap(parsePnml([sample.pnml], 'sample', { bindings }));
    const merged = MergedNet.of(net, () => undefined);
    const model = netModel(net);
    if (merged === null || naiveGraph(model, { deadlock: 'drop', maxStates: MOST_STATES }) === null) continue;
    return { sample, model, merged };
  }
}

/** For each transition the coloured one that it is an instance of. */
function familyOf({ families, transitions }: Net): string[] {
  const names: string[] = transitions.map(() => '');
  for (const [id, members] of families!.transitions) for (const t of members) names[t] = id;
  return names;
}

/** What each marking can do: the coloured transition and the next marking; markings are written as `textOf` says. */
function stepsOf(model: NetModel, textOf: (state: Int32Array) => string): Map<string, string> {
  const graph = naiveGraph(model, { deadlock: 'drop', maxStates: MOST_STATES })!;
  const names = familyOf(model.net);
  const found = new Map<string, string>();
  for (const [i, state] of graph.states.entries()) {
    const steps = graph.steps[i].map(({ target, group }) => `${names[group]}: ${textOf(graph.states[target])}`);
    const text = [...new Set(steps)].sort().join('; ');
    const known = found.get(textOf(state)) ?? text;
    expect(text).toBe(known); // markings that are alike can do the same
    found.set(textOf(state), text);
  }
  return found;
}

const S = '<usersort declaration="S"/>';
const sub = (xml: string): string => `<subterm>${xml}</subterm>`;
const variable = (name: string): string => `<variable refvariable="${name}"/>`;
const constant = (number: number): string => `<useroperator declaration="s${number}"/>`;
const [x, y] = ['x', 'y'].map(variable);
const pair = (left: string, right: string): string => `${sub(left)}${sub(right)}`;
const label = (name: string, xml: string): string => `<${name}><structure>${xml}</structure></${name}>`;

interface Small {
  readonly p?: string;
  readonly q?: string;
  /** What is put into r, and taken from there by a transition that asks for the first colour. */
  readonly r?: string;
  /** Whether what is taken from r is any colour, which goes on to q. */
  readonly onwards?: 'to q';
  /** What is put into q. */
  readonly back?: string;
  readonly inhibitor?: string;
  readonly condition?: string;
  /** What is in q at the beginning, if not all colours. */
  readonly inQ?: string;
}

/** A net of the places p and q with all four colours, r with none, and one transition that takes from p and q and puts into p or r. */
function smallNet({ p, q, r, onwards, back, inhibitor, condition, inQ }: Small): Net {
  const place = (id: string, marking: string): string => `<place id="${id}">${label('type', S)}${marking}</place>`;
  const all = label('hlinitialMarking', `<all>${S}</all>`);
  let arcs = 0;
  const arc = (source: string, target: string, xml: string | undefined, type = ''): string =>
    xml === undefined
      ? ''
      : `<arc id="a${arcs++}" source="${source}" target="${target}">${label('hlinscription', xml)}${type}</arc>`;
  const nodes = [
    place('p', all),
    place('q', inQ === undefined ? all : label('hlinitialMarking', inQ)),
    place('r', ''),
    `<transition id="t">${condition === undefined ? '' : label('condition', condition)}</transition>`,
    '<transition id="u"/>',
    arc('p', 't', p),
    arc('q', 't', q),
    arc('t', 'r', r),
    arc('t', 'q', back),
    arc('q', 't', inhibitor, '<type value="inhibitor"/>'),
    arc('r', 'u', r === undefined ? undefined : onwards === undefined ? constant(0) : x),
    arc('u', 'q', onwards && x),
  ];
  const constants = [0, 1, 2, 3].map((i) => `<feconstant id="s${i}" name="c${i}"/>`).join('');
  const variables = ['x', 'y'].map((name) => `<variabledecl id="${name}" name="${name}">${S}</variabledecl>`).join('');
  const sort = `<namedsort id="S" name="S"><cyclicenumeration>${constants}</cyclicenumeration></namedsort>`;
  const declarations = label('declaration', `<declarations>${sort}${variables}</declarations>`);
  const pnml = `<pnml><net id="n" type="symmetricnet"><page id="g">${nodes.join('')}</page>${declarations}</net></pnml>`;
  return unwrap(parsePnml([pnml], 'small'));
}

function classesOf(small: Small): string[] {
  const net = smallNet(small);
  const alike = net.families!.alike ?? net.places.map((_, i) => i);
  const classes = new Map<number, string[]>();
  for (const [i, { id }] of net.places.entries()) classes.set(alike[i], [...(classes.get(alike[i]) ?? []), id]);
  return [...classes.values()].filter(({ length }) => length > 1).map((ids) => ids.join(' '));
}

const P = 'p_c0 p_c1 p_c2 p_c3';
const Q = 'q_c0 q_c1 q_c2 q_c3';

describe('colours are told apart by', () => {
  const compare = (name: string, left: string, right: string): string => `<${name}>${pair(left, right)}</${name}>`;
  const two = `<numberof>${sub('<numberconstant value="2"><positive/></numberconstant>')}${sub(x)}</numberof>`;
  const others = `<subtract>${sub(`<all>${S}</all>`)}${sub(x)}</subtract>`;
  it.each<{ what: string; net: Small; classes: string[] }>([
    { what: 'nothing', net: { p: x, q: y }, classes: [P, Q] },
    { what: 'a variable of two tokens', net: { p: x, q: x }, classes: [] },
    {
      what: 'a variable of two tokens, one of them shifted',
      net: { p: x, q: `<successor>${sub(x)}</successor>` },
      classes: [],
    },
    { what: 'two tokens of one colour', net: { p: two }, classes: [Q] },
    { what: 'two tokens of any colours', net: { p: `<add>${pair(x, y)}</add>` }, classes: [P, Q] },
    { what: 'a constant', net: { p: constant(1) }, classes: ['p_c0 p_c2 p_c3', Q] },
    { what: 'all colours at once', net: { p: `<all>${S}</all>` }, classes: [Q] },
    { what: 'all colours but one', net: { p: others }, classes: [Q] },
    {
      what: 'a comparison with a constant',
      net: { p: x, condition: compare('lessthan', x, constant(2)) },
      classes: ['p_c0 p_c1', 'p_c2 p_c3', Q],
    },
    {
      what: 'a comparison of the next colour with a constant',
      net: { p: `<successor>${sub(x)}</successor>`, condition: compare('lessthan', x, constant(2)) },
      classes: ['p_c0 p_c3', 'p_c1 p_c2', Q],
    },
    { what: 'a comparison of variables', net: { p: x, q: y, condition: compare('inequality', x, y) }, classes: [] },
    {
      what: 'one half of a comparison that both halves of a condition have',
      net: { p: x, q: y, condition: compare('or', compare('equality', x, y), compare('equality', x, constant(0))) },
      classes: [],
    },
    { what: 'an inhibitor arc', net: { p: x, inhibitor: x }, classes: [] },
    {
      what: 'a place where they are told apart',
      net: { p: x, r: x },
      classes: ['p_c1 p_c2 p_c3', Q, 'r_c1 r_c2 r_c3'],
    },
    {
      what: 'a place where the next ones are told apart',
      net: { p: x, r: `<successor>${sub(x)}</successor>` },
      classes: ['p_c0 p_c1 p_c2', Q, 'r_c1 r_c2 r_c3'],
    },
    { what: 'a place where all are told apart', net: { p: x, q: `<all>${S}</all>`, back: x }, classes: [] },
    {
      what: 'a place from which they go on to one where all are told apart',
      net: { p: x, q: `<all>${S}</all>`, r: x, onwards: 'to q' },
      classes: [],
    },
    { what: 'a place where nothing they say is put', net: { p: x, r: constant(0) }, classes: [P, Q] },
  ])('$what', ({ net, classes }) => {
    expect(classesOf(net).sort()).toEqual([...classes].sort());
  });
});

describe('merged colours', () => {
  it('do not merge what other inhibitor arcs forbid', () => {
    // t takes a token of p if some colour is not in q, where the first one is and t puts more
    const net = smallNet({ p: x, inhibitor: y, back: constant(1), inQ: constant(0) });
    const merged = MergedNet.of(net, () => undefined)!;
    expect(net.places.length - merged.net.places.length).toBe(3); // those of p have become one
    const states = naiveGraph(netModel(merged.net), { deadlock: 'drop', maxStates: MOST_STATES })!.states.length;
    expect(states).toBe(5); // p loses its four tokens
  });

  it('do step by step what all colours do', () => {
    const random = new Random(seedFrom(51));
    let smaller = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { sample, model, merged } = nextMergeable(random);
      const { alike } = model.net.families!;
      const added = (state: Int32Array): string => {
        const sums = new Int32Array(merged.net.places.length);
        for (const [place, tokens] of state.entries()) sums[alike![place]] += tokens;
        return sums.join();
      };
      const context = `${round}: ${sample.pnml}`;
      const plain = withContext(context, () => stepsOf(model, added));
      const above = stepsOf(netModel(merged.net), (state) => state.join());
      expect(Object.fromEntries(above), context).toEqual(Object.fromEntries(plain));
      if (merged.net.transitions.length < model.net.transitions.length) smaller++;
    }
    expect(smaller).toBeGreaterThan(ROUNDS / 10);
  });

  it('keep verdicts, and counterexamples are runs with all colours', () => {
    const random = new Random(seedFrom(52));
    const store = new FormulaStore();
    const found = randomFormulas(store, {
      propositions: ['p', 'q'],
      seed: seedFrom(52),
      size: { min: 2, max: 9 },
      operators: 'ltl',
      repetition: 'allowed',
    });
    const outcomes = { holds: 0, violated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { sample, model } = nextMergeable(random);
      const meaning = (): Formula => store.proposition(randomProposition(random, sample));
      const formula = substitute(found.next().value!, new Map(['p', 'q'].map((name) => [name, meaning()])));
      const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
      const context = `${round}: ${printFormula(formula)}, ${deadlock}, ${sample.pnml}`;
      const { verdict, layers } = withContext(context, () =>
        check(model, formula, {
          engine: { kind: 'explicit' },
          reductions: random.chance(0.5)
            ? ['colours']
            : ['colours', 'atoms', 'dead', 'dominated', 'futures', 'implicit'],
          deadlock,
          onRefusedLift: 'throw',
          limits: {},
        }),
      );
      const names = propositionsOf(formula);
      const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES })!;
      const expected = naivelyAccepts(kripke, translate(store.not(formula))) ? 'violated' : 'holds';
      expect(verdict.outcome, context).toBe(expected);
      outcomes[expected]++;
      if (layers.length > 0) expect(layers[0].name, context).toBe('colours');
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 10);
  });
});

function randomProposition(random: Random, { naming, sorts, transitions }: ColouredSample): string {
  if (random.chance(0.1)) return 'dead()';
  const place = (): string => `'${naming.places[random.below(sorts.length)]}'`;
  if (random.chance(0.4)) return `fireable('${naming.transitions[random.below(transitions.length)]}')`;
  return random.pick([
    `${place()} >= ${random.between(1, 3)}`,
    `tokens(${place()}, ${place()}) <= ${random.between(0, 3)}`,
    `${place()} < ${place()}`,
  ]);
}

function withContext<T>(context: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(context, { cause: error });
  }
}
