// The hybrid engine with TGTA and TGBA against the symbolic engine with both, the published aggregation, and the explicit engine, on the formula
// sets of the papers and on the questions of `hulls.mjs`. Nodes created and sizes of graphs do not depend on the machine; CPU seconds do.
//
//   npm run build && node bench/symbolic/hybrid.mjs [--formulas 4] [--seconds 5] [--total-seconds 240] [--sets rnd,wfair,next,wfair-next]
//                                [--models kanban:4,fms:3] [--outcome holds] [--beem DIR] [--explore-seconds 5] [--out cases.csv]
//
// The states of a model are found beforehand; each approach then has diagrams of its own, in which they are found again under the same order. What
// is measured begins after that, and includes the lasso. Half of the formulas hold and half are violated, as far as they are found.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from '../../dist/check/check.js';
import { automatonOf } from '../../dist/check/question.js';
import { LimitExceeded } from '../../dist/diagnostics/limit.js';
import { Stopwatch } from '../../dist/diagnostics/stopwatch.js';
import { candidate, propositionsFor, setSeed } from '../../dist/experiments/formula-sets.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { analyse } from '../../dist/models/analysis/analyse.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { generateNet } from '../../dist/models/library/index.js';
import { observe } from '../../dist/models/observation.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { checkSymbolically } from '../../dist/symbolic/check.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';
import { checkHybrid } from '../../dist/symbolic/hybrid/check.js';
import { RECORDED } from './recorded.mjs';

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
    'total-seconds': { type: 'string', default: '240' },
    'explore-seconds': { type: 'string', default: '5' },
    sets: { type: 'string', default: 'rnd,wfair,next,wfair-next' },
    models: { type: 'string', default: 'kanban:4,fms:3,mapk:8,philosophers:12,slotted-ring:5,peterson:2' },
    beem: { type: 'string' },
    outcome: { type: 'string', default: 'both' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});

/** The first is what the others are compared with. */
const APPROACHES = [
  ['hybrid TGTA', 'tgta', (...given) => checkHybrid(...given)],
  ['hybrid TGBA', 'tgba', (...given) => checkHybrid(...given)],
  ['symbolic TGTA', 'tgta', (...given) => checkSymbolically(...given)],
  ['symbolic TGBA', 'tgba', (...given) => checkSymbolically(...given)],
  ['published TGTA', 'tgta', (a, b, c, options) => checkHybrid(a, b, c, { ...options, aggregation: 'published' })],
  ['published TGBA', 'tgba', (a, b, c, options) => checkHybrid(a, b, c, { ...options, aggregation: 'published' })],
];
const EXPLICIT = 'explicit TGBA';
const NAMES = [...APPROACHES.map(([name]) => name), EXPLICIT];
/** Products with fewer pairs are too easy to tell anything. */
const LEAST_PAIRS = 500n;
/** Of the models of [BDKT14] those whose states are found soon. */
const BEEM = ['brp2.3', 'bakery.4', 'reader_writer.3', 'bopdp.3', 'phils.8', 'lamport_nonatomic.5', 'lann.7'];

const QUESTIONS = {
  'kanban:5': ['G("Pout1 >= 1" -> "P1 <= 4")', 'GF "P1 <= 4" | FG "P1 >= 5"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")'],
  'fms:5': ['G("P1d >= 1" -> "P1 <= 4")', 'GF "P1 <= 4" | FG "P1 >= 5"', 'G("P1M1 >= 1" -> F "P1d >= 1")'],
  'mapk:8': ['G("RafP >= 1" -> "Raf <= 7")', 'GF "Raf <= 7" | FG "Raf >= 8"', 'G("RafP >= 1" -> F "ERKPP >= 1")'],
  'philosophers:10': ['GF "IsEating0 <= 0" | FG "IsEating0 >= 1"', 'G("HasLeft0 >= 1" -> F "IsEating0 >= 1")'],
  'peterson:2': ['GF "CS_0 <= 0" | FG "CS_0 >= 1"', 'G("WantSection_0_T >= 1" -> F "CS_0 >= 1")'],
};

const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

const started = performance.now();
const isTimeUp = () => performance.now() - started > 1000 * Number(values['total-seconds']);

function modelOf(name) {
  const [, net, size] = /^([a-z-]+):(\d+)$/.exec(name) ?? [];
  if (net !== undefined) return netModel(generateNet(net, Number(size)).value);
  return analyse(loadModel(name, [readFileSync(name)]).value, { sums: 'skip' });
}

function cpu(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

const orUnknown = (work) => {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimitExceeded) return null;
    throw error;
  }
};

/** What one approach says, in diagrams in which only the states of the model are known. */
function measure([, kind, run], model, order, formula, makeDiagrams) {
  const explored = new ExploredModel(model, { order });
  const { mdd } = makeDiagrams(explored);
  const before = mdd.statistics().createdNodes;
  const limits = new Stopwatch({ seconds: Number(values.seconds) });
  const { result, seconds } = cpu(() =>
    orUnknown(() =>
      run(explored, automatonOf(formula.store.not(formula), kind, limits), observe(model, formula), { limits }),
    ),
  );
  const nodes = mdd.statistics().createdNodes - before;
  const outcome = result === null ? 'unknown' : result.lasso === null ? 'holds' : 'violated';
  return {
    outcome,
    seconds,
    nodes,
    aggregates: result?.aggregates?.nodes ?? null,
    pairs: result?.productStates ?? null,
  };
}

function measureExplicitly(model, formula) {
  const engine = { kind: 'explicit', automaton: 'tgba', partialOrder: 'none' };
  const limits = { seconds: Number(values.seconds), states: 500_000 };
  const { result, seconds } = cpu(() => check(model, formula, { engine, reductions: 'none', limits, trace: 'lasso' }));
  return {
    outcome: result.verdict.outcome,
    seconds,
    nodes: null,
    aggregates: null,
    pairs: BigInt(result.statistics.productStates),
  };
}

/** All approaches on one formula; null where the first of them shows that it is not wanted. */
function measureAll(model, order, formula, isWanted) {
  const makeDiagrams = (explored) => explored.states({}).space;
  const symbolic = measure(APPROACHES[2], model, order, formula, makeDiagrams);
  if (!isWanted(symbolic)) return null;
  const results = APPROACHES.map((approach, i) =>
    i === 2 ? symbolic : measure(approach, model, order, formula, makeDiagrams),
  );
  results.push(measureExplicitly(model, formula));
  const outcomes = new Set(results.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unknown'));
  if (outcomes.size > 1)
    throw new Error(`verdicts differ: ${printFormula(formula)}: ${JSON.stringify(results.map((r) => r.outcome))}`);
  return { results, outcome: [...outcomes][0] ?? 'unknown' };
}

const lines = [`set,model,formula,verdict,${NAMES.map((name) => `${name} s,${name} nodes,${name} aggregates`).join()}`];
const bySet = new Map();

function note(set, name, formula, { results, outcome }) {
  if (!bySet.has(set)) bySet.set(set, []);
  bySet.get(set).push(results);
  const cells = results.map(({ outcome: own, seconds, nodes, aggregates }) =>
    own === 'unknown' ? ',,' : [seconds.toFixed(4), nodes ?? '', aggregates ?? ''].join(),
  );
  lines.push(`${set},${name},"${printFormula(formula).replaceAll('"', '""')}",${outcome},${cells.join()}`);
}

/** The order that wins is the one for all approaches. */
function orderOf(model) {
  const scout = new ExploredModel(model);
  return orUnknown(() => scout.states({ limits: { seconds: Number(values['explore-seconds']) } }).space.order);
}

const shown = ({ outcome, seconds, nodes, aggregates }) =>
  (outcome === 'unknown'
    ? 'unknown'
    : `${seconds.toFixed(3)} ${nodes ?? ''}${aggregates === null ? '' : `/${aggregates}`}`
  ).padStart(17);

console.log(
  `question                                              ${NAMES.map((name) => name.padStart(17)).join('')}   (CPU s, nodes created/aggregates)`,
);
for (const [name, texts] of Object.entries(QUESTIONS)) {
  const model = modelOf(name);
  const order = orderOf(model);
  for (const text of texts) {
    const formula = parseLtl(text);
    const { results } = measureAll(model, order, formula, () => true);
    console.log(`${`${name} ${text}`.padEnd(53)} ${results.map(shown).join('')}`);
  }
}

/** The whole check in diagrams of its own, the states of the model included; CPU seconds. */
function wholeCheck(model, text, [, automaton, run]) {
  const formula = parseLtl(text);
  const { result, seconds } = cpu(() => {
    const negation = automatonOf(formula.store.not(formula), automaton, new Stopwatch());
    return run(new ExploredModel(model), negation, observe(model, formula), {});
  });
  return { seconds, aggregates: result.aggregates?.nodes };
}

/** So many that code is compiled by then: a process of its own would pay that once. */
const RUNS = 10;
const contest = Object.keys(RECORDED).filter((name) => existsSync(join(shared, 'mcc', name)));
if (contest.length > 0) {
  console.log(`\nwhole checks beside recorded ones: CPU s (aggregates); the best of ${RUNS}`);
  console.log(`${''.padEnd(70)} its-ltl SLAP, symbolic   hybrid TGTA   hybrid TGBA   symbolic TGTA`);
}
for (const name of contest) {
  const model = modelOf(join(shared, 'mcc', name, 'model.pnml'));
  for (const [text, slap, symbolic] of RECORDED[name]) {
    const own = [0, 1, 2].map((i) => {
      const runs = Array.from({ length: RUNS }, () => wholeCheck(model, text, APPROACHES[i]));
      const best = Math.min(...runs.map(({ seconds }) => seconds)).toFixed(3);
      return runs[0].aggregates === undefined ? best : `${best} (${runs[0].aggregates})`;
    });
    const cells = own.map((cell) => cell.padStart(14)).join('');
    console.log(`${`${name} ${text}`.padEnd(70)} ${`${slap}`.padStart(12)} ${`${symbolic}`.padStart(9)} ${cells}`);
  }
}

const files = values.beem === undefined ? [] : BEEM.map((name) => `${values.beem}/${name}.dve`).filter(existsSync);
const models = [...values.models.split(',').filter(Boolean), ...files].map((name) => ({
  name: basename(name),
  model: modelOf(name),
}));
for (const one of models) one.order = orderOf(one.model);
const known = models.filter(({ order }) => order !== null);
for (const { name, order } of models) if (order === null) console.log(`${name} left out: its states take too long`);
// Models and sets in turn, so that a run that ends early has something of everything.
const wanted = Number(values.formulas);
const quota = () => ({
  holds: values.outcome === 'violated' ? 0 : Math.ceil(wanted / 2),
  violated: values.outcome === 'holds' ? 0 : Math.floor(wanted / 2),
});
const states = known.flatMap((one) => values.sets.split(',').map((set) => ({ ...one, set, next: 0, left: quota() })));
for (let turn = 0; turn < 40 * wanted && !isTimeUp(); turn++) {
  for (const state of states) {
    if (isTimeUp()) break;
    const { model, order, name, set, left } = state;
    if (left.holds <= 0 && left.violated <= 0) continue;
    const formula = candidate(set, setSeed(Number(values.seed), name, set), state.next++, propositionsFor(model));
    if (formula === null) continue;
    const all = measureAll(model, order, formula, ({ pairs, outcome }) => {
      return pairs !== null && pairs >= LEAST_PAIRS && left[outcome] > 0;
    });
    if (all === null || left[all.outcome] === undefined || left[all.outcome]-- <= 0) continue;
    note(set, name, formula, all);
  }
}

const mean = (list) => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / Math.max(1, list.length));
console.log(`\nset          cases ${NAMES.map((name) => name.padStart(24)).join('')}`);
console.log(
  '   nodes created and CPU s, as multiples of hybrid TGTA where both answer (geometric means); mean aggregates; unknown',
);
for (const [set, cases] of [...bySet, ['all', [...bySet.values()].flat()]]) {
  const cells = NAMES.map((_, i) => {
    const both = cases.filter((results) => results[0].outcome !== 'unknown' && results[i].outcome !== 'unknown');
    const nodes = both.filter((results) => results[i].nodes !== null);
    const ratio =
      nodes.length === 0
        ? '–'
        : mean(nodes.map((results) => (results[i].nodes + 1) / (results[0].nodes + 1))).toFixed(2);
    const time = mean(both.map((results) => results[i].seconds / results[0].seconds)).toFixed(2);
    const counted = both.filter((results) => results[i].aggregates !== null);
    const aggregates =
      counted.length === 0 ? '' : ` ${mean(counted.map((results) => results[i].aggregates)).toFixed(1)}`;
    const unknown = cases.filter((results) => results[i].outcome === 'unknown').length;
    return `${ratio} ${time}${aggregates}${unknown ? ` ?${unknown}` : ''}`.padStart(24);
  });
  console.log(`${set.padEnd(12)} ${String(cases.length).padStart(5)} ${cells.join('')}`);
}
if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
