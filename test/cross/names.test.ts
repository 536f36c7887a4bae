// Names never change a verdict: a model with plain names, judged by the naive oracle, and the same model with names that we, or a grammar that
// we read, use too, written in every format that can hold them and read again. Counterexamples are written as traces and followed again.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { quoteName } from '../../src/formula/syntax/quoting.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { type Net, NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { netTextLines, pnmlLines } from '../../src/models/petri/write-net.ts';
import { replayTrace } from '../../src/models/trace.ts';
import { defineModel } from '../../src/models/typescript/define.ts';
import { renderCounterexample } from '../../src/report/trace-files.ts';
import { complaintOn, netFile } from '../certificates/certified.ts';
import { type Graph, graphModel, randomGraph } from '../helpers/graph-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { distinctOddNames, oddNames, quoted } from '../helpers/odd-names.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 12, long: 2000 });
const PLAIN = ['a', 'b', 'c'];

const CHOICES: readonly CheckOptions[] = [
  {},
  { engine: { kind: 'explicit', automaton: 'tgba' } },
  { engine: { kind: 'explicit', automaton: 'lazy-tgta' } },
  { engine: { kind: 'symbolic', automaton: 'tgba' } },
  { engine: { kind: 'symbolic', automaton: 'tgta' } },
];

/** What the oracle says of the model. */
function expectedOutcome(model: Model, formula: Formula, names: readonly string[]): 'holds' | 'violated' {
  const kripke = naiveKripke(model, { names, deadlock: 'stutter', maxStates: 2000 })!;
  return naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
}

function formulasOver(propositions: readonly string[], seed: number): Generator<Formula> {
  return randomFormulas(new FormulaStore(), { propositions, seed, size: { min: 2, max: 8 } });
}

/** The formula with other propositions, printed and read again. */
function renamed(formula: Formula, propositions: readonly string[], names: readonly string[]): Formula {
  const { store } = formula;
  const map = new Map(propositions.map((name, i) => [name, store.proposition(names[i])]));
  const result = substitute(formula, map);
  const again = parseLtl(printFormula(result), { store });
  expect(again).toBe(result);
  return again;
}

/** Whatever fits a trace file is followed again, to the same states. */
function expectReplayed(result: CheckResult, context: string): void {
  if (result.verdict.outcome !== 'violated') return;
  const { counterexample } = result.verdict;
  for (const format of ['json', 'itf'] as const) {
    const text = renderCounterexample(result, counterexample, format);
    const { value, diagnostics } = replayTrace(result.model, { name: 'trace', text });
    expect(diagnostics, `${context}, ${format}: ${text}`).toEqual([]);
    const states = [...counterexample.prefix, ...counterexample.cycle].map(({ state }) => [...state].join());
    expect(states, `${context}, ${format}`).toContain([...value!.state!].join());
  }
}

function expectSame(
  model: Model,
  formula: Formula,
  expected: string,
  { random, context }: { readonly random: Random; readonly context: string },
): void {
  const result = check(model, formula, random.pick(CHOICES));
  expect(result.verdict.outcome, context).toBe(expected);
  expectReplayed(result, context);
}

interface GraphNames {
  readonly propositions: readonly string[];
  readonly states: readonly string[];
  readonly step: string;
  /** Of the state, in formats where it is a variable like others. */
  readonly variable: string;
}

const text = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;

/** The graph in each format of explicit graphs. */
const WRITERS: Readonly<Record<string, (graph: Graph, names: GraphNames) => string>> = {
  'model.kripke': ({ initial, successors, labels }, { propositions, states, step }) =>
    [
      `initial ${initial.map((s) => text(states[s])).join(' ')}`,
      // so that each proposition is known
      `unreached : ${propositions.map(text).join(' ')}`,
      ...successors.map((targets, s) => {
        const shown = labels[s].map((label) => text(propositions[PLAIN.indexOf(label)])).join(' ');
        const next = targets.map((t) => `${text(states[t])} [${text(step)}]`).join(', ');
        return `${text(states[s])}${shown && ` : ${shown}`}${next && ` -> ${next}`}`;
      }),
    ].join('\n'),
  'model.json': ({ initial, successors, labels }, { propositions, states, step }) => {
    const state = (s: number): object => ({
      labels: labels[s].map((label) => propositions[PLAIN.indexOf(label)]),
      next: successors[s].map((t) => ({ to: states[t], step })),
    });
    const all = Object.fromEntries(states.map((name, s) => [name, state(s)]));
    return JSON.stringify({ initial: initial.map((s) => states[s]), propositions, states: all });
  },
  'model.hoa': ({ initial, successors, labels }, { propositions, states }) =>
    [
      'HOA: v1',
      `States: ${states.length}`,
      ...initial.map((s) => `Start: ${s}`),
      `AP: ${propositions.length} ${propositions.map(quoteName).join(' ')}`,
      'Acceptance: 0 t',
      '--BODY--',
      ...successors.flatMap((targets, s) => [
        `State: [${PLAIN.map((label, i) => (labels[s].includes(label) ? `${i}` : `!${i}`)).join('&')}] ${s} ${quoteName(states[s])}`,
        ...targets.map(String),
      ]),
      '--END--',
    ].join('\n'),
  'model.etf': ({ initial, successors, labels }, { propositions, states, step, variable }) => {
    const section = (head: string, lines: readonly string[]): string[] => [
      `begin ${head}`,
      ...lines,
      `end ${head.split(' ')[0]}`,
    ];
    const word = (name: string): string => name.replace(/[\s:"\\]|^_$/g, '\\$&');
    // a map of the same name would be another thing than the variable
    const own = propositions.includes(variable) ? 'the variable' : variable;
    return [
      ...section('state', [`${word(own)}:loc`]),
      ...section('edge', ['action:act']),
      ...section('init', [String(initial[0])]),
      ...section(
        'trans',
        successors.flatMap((targets, s) => targets.map((t) => `${s}/${t} ${text(step)}`)),
      ),
      ...propositions.flatMap((name, i) =>
        section(
          `map ${word(name)}:bool`,
          labels.map((shown, s) => `${s} ${shown.includes(PLAIN[i]) ? 1 : 0}`),
        ),
      ),
      ...section('sort loc', states.map(text)),
      ...section('sort act', [text(step)]),
      ...section('sort bool', ['"false"', '"true"']),
    ].join('\n');
  },
};

describe('odd names in explicit graphs', () => {
  it.each(Object.keys(WRITERS))('change no verdict: %s', (file) => {
    const random = new Random(seedFrom(31));
    const formulas = formulasOver(PLAIN, seedFrom(32));
    const outcomes = { holds: 0, violated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const graph = randomGraph(random, {
        states: random.between(2, 5),
        propositions: PLAIN,
        degree: 1.6,
        deadlocks: true,
      });
      const formula = formulas.next().value as Formula;
      const expected = expectedOutcome(graphModel(graph), formula, PLAIN);
      outcomes[expected]++;
      const names: GraphNames = {
        propositions: distinctOddNames(random, PLAIN.length),
        states: distinctOddNames(random, graph.labels.length),
        step: random.pick(oddNames),
        variable: random.pick(oddNames),
      };
      const written = WRITERS[file](graph, names);
      const model = analyse(unwrap(loadModel(file, [written])));
      const own = renamed(formula, PLAIN, names.propositions.map(quoted));
      const context = `round ${round}: ${printFormula(own)} on\n${written}`;
      expectSame(model, own, expected, { random, context });
      // of these formats the verifier reads one; it refuses a label that is called as deadlocks are
      const isClear = !names.propositions.some((name) => /^dead(\(\))?$/.test(name));
      if (file === 'model.kripke' && expected === 'holds' && isClear) {
        expect(complaintOn({ name: file, text: written }, own), context).toBeNull();
      }
      // the bare name means the same, unless it is refused because it means two things
      const bare = names.propositions.map((name) => (model.predicate(name).value === null ? quoted(name) : name));
      expectSame(model, renamed(formula, PLAIN, bare), expected, { random, context: `bare, ${context}` });
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 8);
  });

  it('change no verdict: models in TypeScript', () => {
    const random = new Random(seedFrom(33));
    const formulas = formulasOver(PLAIN, seedFrom(34));
    for (let round = 0; round < ROUNDS; round++) {
      const graph = randomGraph(random, {
        states: random.between(2, 5),
        propositions: PLAIN,
        degree: 1.6,
        deadlocks: true,
      });
      const formula = formulas.next().value as Formula;
      const expected = expectedOutcome(graphModel(graph), formula, PLAIN);
      const names = distinctOddNames(random, PLAIN.length);
      const [variable, rule] = distinctOddNames(random, 2);
      const model = defineModel<Record<string, number>, string>({
        initial: { [variable]: graph.initial[0] },
        next: { [rule]: (state) => graph.successors[state[variable]].map((target) => ({ [variable]: target })) },
        propositions: Object.fromEntries(
          names.map((name, i) => [name, (state) => graph.labels[state[variable]].includes(PLAIN[i])]),
        ),
      });
      const own = renamed(formula, PLAIN, names.map(quoted));
      const context = `round ${round}: ${printFormula(own)} with ${JSON.stringify({ graph, names, variable, rule })}`;
      expectSame(model, own, expected, { random, context });
    }
  });
});

/** A net of a few places and transitions; names come in from outside. */
function smallNet(random: Random, places: readonly string[], transitions: readonly string[]): Net {
  const builder = new NetBuilder();
  for (const id of places) builder.place(id, { initial: random.between(0, 1), capacity: 2 });
  for (const id of transitions) {
    const arc = (): { place: number; weight: number }[] => [{ place: random.below(places.length), weight: 1 }];
    builder.transition(id, { inputs: arc(), outputs: random.chance(0.8) ? arc() : [] });
  }
  return builder.build('small');
}

const whole = (lines: Iterable<string>): string => [...lines].map((line) => `${line}\n`).join('');
const WORD = /^[A-Za-z_]\w*$/;

/** How a net gets from names to a model. */
const WAYS: readonly { readonly name: string; isAdmitted(name: string): boolean; through(net: Net): Model }[] = [
  { name: 'in memory', isAdmitted: () => true, through: netModel },
  {
    name: 'PNML',
    isAdmitted: () => true,
    through: (net) => analyse(unwrap(loadModel('model.pnml', [whole(pnmlLines(net))]))),
  },
  {
    name: 'text',
    isAdmitted: (name) => WORD.test(name),
    through: (net) => analyse(unwrap(loadModel('model.net', [whole(netTextLines(net))]))),
  },
];

describe('odd names in nets', () => {
  it.each(WAYS)('change no verdict, with and without fairness: $name', ({ isAdmitted, through }) => {
    const random = new Random(seedFrom(35));
    const formulas = formulasOver(['p', 'q', 'r'], seedFrom(36));
    for (let round = 0; round < ROUNDS; round++) {
      const seed = random.below(1 << 30);
      const places = distinctOddNames(random, 3, isAdmitted);
      // PNML has one space of names for places and transitions: one that both have is changed by writing
      const transitions = distinctOddNames(random, 3, (name) => isAdmitted(name) && !places.includes(name));
      const plain = smallNet(new Random(seed), ['p0', 'p1', 'p2'], ['t0', 't1', 't2']);
      const oddNet = smallNet(new Random(seed), places, transitions);
      const odd = through(oddNet);
      const asked = (p: readonly string[], t: readonly string[]): string[] => [
        `${p[0]} >= 1`,
        `fireable(${t[1]}, ${t[2]})`,
        `tokens(${p[1]}, ${p[2]}) <= ${p[0]}`,
      ];
      const formula = formulas.next().value as Formula;
      const simple = asked(['p0', 'p1', 'p2'], ['t0', 't1', 't2']);
      const plainFormula = renamed(formula, ['p', 'q', 'r'], simple);
      const oddFormula = renamed(formula, ['p', 'q', 'r'], asked(places.map(quoted), transitions.map(quoted)));
      const context = `round ${round}: ${printFormula(oddFormula)}`;
      const expected = expectedOutcome(netModel(plain), plainFormula, simple);
      expectSame(odd, oddFormula, expected, { random, context });
      if (expected === 'holds' && round % 3 === 0) expect(complaintOn(netFile(oddNet), oddFormula), context).toBeNull();
      for (const kind of ['weak', 'strong'] as const) {
        const verdict = check(netModel(plain), plainFormula, { fairness: { [kind]: ['t0', 't2'] } }).verdict;
        const fairness = { [kind]: [transitions[0], transitions[2]] };
        expect(check(odd, oddFormula, { fairness }).verdict.outcome, `${context}, ${kind}`).toBe(verdict.outcome);
      }
    }
  });
});

describe('odd names in programs', () => {
  const RESERVED =
    /^(?:and|accept|assert|async|byte|channel|commit|const|effect|false|guard|imply|init|int|not|or|process|property|state|sync|system|trans|true)$/;
  const admitted = oddNames.filter((name) => WORD.test(name) && !RESERVED.test(name));

  const program = (process: string, state: string, variable: string): string =>
    `byte ${variable} = 0;
process ${process} { state ${state}, away; init ${state}; trans ${state} -> away { effect ${variable} = 1; }, away -> ${state} {}; }
system async;`;

  it.each(admitted.map((name, i) => [name, ...[1, 2].map((next) => admitted[(i + next) % admitted.length])]))(
    'change no verdict: process %s, state %s, variable %s',
    (process, state, variable) => {
      const file = { name: 'model.dve', text: program(process, state, variable) };
      const model = analyse(unwrap(loadModel(file.name, [file.text])));
      const asked = [
        [`G F ${quoteName(`'${process}.${state}'`)}`, 'holds'],
        [`G ${quoteName(`'${process}.${state}'`)}`, 'violated'],
        [`F ${quoteName(`'${variable}' = 1`)}`, 'holds'],
        [`G ${quoteName(`'${process}' = ${state}`)}`, 'violated'],
      ];
      for (const [formula, outcome] of asked) {
        const result = check(model, parseLtl(formula));
        expect(result.verdict.outcome, formula).toBe(outcome);
        expectReplayed(result, formula);
      }
      if (admitted.indexOf(process) % 4 === 0) expect(complaintOn(file, parseLtl(asked[0][0]))).toBeNull();
    },
  );
});
