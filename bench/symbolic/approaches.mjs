// The experiment of [BDKT14, §4] on nets and BEEM models: TGTA and TGBA, each with saturation and without, on random stutter-invariant
// formulas. Prints a table of CPU seconds, and writes one line per case for scatter plots: model, formula, verdict, and for each of
// the four approaches CPU seconds, nodes created and memory of the diagrams at the peak.
//
//   npm run build && node bench/symbolic/approaches.mjs [--formulas 10] [--seconds 10] [--models kanban:5,fms:4] [--hull owcty] [--property top]
//                                [--beem DIR] [--explore-seconds 5] [--model-seconds 60] [--total-seconds 600] [--out scatter.csv]
//
// Models are nets of the library, or files; --beem adds those of the paper's 16 BEEM models in DIR whose states are found within
// --explore-seconds. Half of the formulas hold and half are violated, as far as they can be found. Each run has diagrams of its own, with the
// states of the model in them, found beforehand under one order for all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../dist/base/random.js';
import { FormulaStore } from '../../dist/formula/formula.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { randomFormulas } from '../../dist/formula/random-formula.js';
import { substitute } from '../../dist/formula/relabel.js';
import { analyse } from '../../dist/models/analysis/analyse.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { generateNet } from '../../dist/models/library/index.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';
import { ask } from './ask.mjs';

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    models: { type: 'string', default: 'kanban:4,fms:3,mapk:8,philosophers:20,slotted-ring:5,peterson:2' },
    beem: { type: 'string' },
    hull: { type: 'string', default: 'owcty' },
    property: { type: 'string', default: 'top' },
    seed: { type: 'string', default: '1' },
    'explore-seconds': { type: 'string', default: '5' },
    'model-seconds': { type: 'string', default: '60' },
    'total-seconds': { type: 'string', default: '600' },
    out: { type: 'string' },
  },
});
const APPROACHES = [
  ['TGTA sat', { automaton: 'tgta', strategy: 'saturation' }],
  ['TGBA sat', { automaton: 'tgba', strategy: 'saturation' }],
  ['TGTA nosat', { automaton: 'tgta', strategy: 'chaining' }],
  ['TGBA nosat', { automaton: 'tgba', strategy: 'chaining' }],
];
/** The models of the paper. */
const BEEM = [
  ...[
    'brp2.3',
    'bakery.4',
    'reader_writer.3',
    'elevator.4',
    'bopdp.3',
    'pgm_protocol.8',
    'lifts.7',
    'production_cell.6',
  ],
  ...['at.5', 'lamport.7', 'phils.8', 'lamport_nonatomic.5', 'fischer.5', 'peterson.5', 'lann.6', 'lann.7'],
];

function models() {
  const named = values.models
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const [, net, size] = /^([a-z-]+):(\d+)$/.exec(name) ?? [];
      if (net === undefined) return [basename(name), analyse(loadModel(name, [readFileSync(name)]).value)];
      return [name, netModel(generateNet(net, Number(size)).value)];
    });
  const files = values.beem === undefined ? [] : BEEM.map((name) => `${values.beem}/${name}.dve`).filter(existsSync);
  return [...named, ...files.map((file) => [basename(file), analyse(loadModel(file, [readFileSync(file)]).value)])];
}

/** A proposition about one variable that is true in some and false in other states, as far as the maxima tell. */
function propositionsOf(model, explored, random) {
  const { space } = explored.states({});
  const maxima = space.mdd.maxima(space.states);
  const found = new Set();
  for (let tries = 0; tries < 200 && found.size < 3; tries++) {
    const variable = random.below(model.variables.length);
    const most = maxima[space.levelOf[variable]];
    if (most === 0) continue;
    const code = random.between(0, most);
    const value = space.transitions.codings[variable].decode(code);
    const { name } = model.variables[variable];
    const text =
      model.groups[0].behaviour.kind === 'tokens' ? `'${name}' >= ${random.between(1, most)}` : `${name} = ${value}`;
    if (model.predicate(text).value !== null) found.add(text);
  }
  return [...found];
}

/** A seed of its own for each model, so that no two have the same formulas. */
function seedOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

function cpu(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

const started = performance.now();
/** When no more cases of a model, and no more models, are begun. */
const isTimeUp = (since = started, seconds = values['total-seconds']) =>
  performance.now() - since > 1000 * Number(seconds);

/** Approaches whose times are divided, case by case. */
const COMPARED = [
  [1, 0],
  [2, 0],
  [3, 1],
];
const ratios = Object.fromEntries(COMPARED.map(([i, j]) => [`${i}/${j}`, []]));
const lines = [`model,formula,verdict,${APPROACHES.map(([name]) => `${name} s,${name} nodes,${name} MB`).join(',')}`];
const totals = APPROACHES.map(() => ({ seconds: 0, unknown: 0 }));
const below = { saturated: 0, plain: 0, all: 0 };
console.log(
  `${'model'.padEnd(18)} ${'states'.padStart(10)} cases ${APPROACHES.map(([name]) => name.padStart(14)).join('')}   (CPU s; unknown)`,
);
for (const [name, model] of models()) {
  if (isTimeUp()) break;
  const scout = new ExploredModel(model, { property: values.property });
  const seed = seedOf(`${values.seed}/${name}`);
  const random = new Random(seed);
  let space;
  try {
    ({ space } = scout.states({ limits: { seconds: Number(values['explore-seconds']) } }));
  } catch (error) {
    console.log(`${name.padEnd(18)} left out: ${error.message}`);
    continue;
  }
  const modelStarted = performance.now();
  // Diagrams for each run: none profits from what another one left in the caches.
  const explored = () => {
    const fresh = new ExploredModel(model, { property: values.property, order: space.order });
    fresh.states({});
    return fresh;
  };
  const wanted = Number(values.formulas);
  const left = { holds: Math.ceil(wanted / 2), violated: Math.floor(wanted / 2) };
  const sums = APPROACHES.map(() => ({ seconds: 0, unknown: 0 }));
  let tries = 0;
  let cases = 0;
  const formulas = randomFormulas(new FormulaStore(), {
    propositions: ['p', 'q', 'r'],
    seed,
    size: { min: 6, max: 12 },
    operators: 'next-free',
  });
  for (const formula of formulas) {
    if (
      isTimeUp() ||
      isTimeUp(modelStarted, values['model-seconds']) ||
      (left.holds <= 0 && left.violated <= 0) ||
      tries++ > 20 * wanted
    )
      break;
    const texts = propositionsOf(model, scout, random);
    if (texts.length < 3) break;
    const names = ['p', 'q', 'r'].map((p, i) => [p, formula.store.proposition(texts[i])]);
    const question = substitute(formula, new Map(names));
    const run = (settings, manager) =>
      ask(manager, question, {
        automaton: settings.automaton,
        strategy: settings.strategy,
        hull: values.hull,
        limits: { seconds: Number(values.seconds) },
      });
    const first = run(APPROACHES[0][1], scout);
    const { outcome } = first.found;
    if (first.statistics.diagrams?.productStates < (2n * space.mdd.count(space.states)) / 3n) continue; // too easy
    if (outcome === 'unknown' || left[outcome]-- <= 0) continue;
    cases++;
    // In another sequence each time, so that none is always the first to run.
    const results = [];
    for (let k = 0; k < APPROACHES.length; k++) {
      const i = (k + cases) % APPROACHES.length;
      const manager = explored();
      const { mdd } = manager.states({}).space;
      const { createdNodes } = mdd.statistics();
      const measured = cpu(() => run(APPROACHES[i][1], manager));
      const { createdNodes: nodes, peakBytes } = mdd.statistics();
      results[i] = { ...measured, nodes: nodes - createdNodes, bytes: peakBytes };
    }
    for (const [i, { result, seconds }] of results.entries()) {
      if (result.found.outcome === 'unknown') sums[i].unknown++;
      else if (result.found.outcome !== outcome)
        throw new Error(`verdicts differ on ${name}: ${printFormula(question)}`);
      sums[i].seconds += seconds;
    }
    below.all++;
    if (results[0].seconds < results[1].seconds) below.saturated++;
    if (results[2].seconds < results[3].seconds) below.plain++;
    for (const [i, j] of COMPARED) ratios[`${i}/${j}`].push(Math.log(results[i].seconds / results[j].seconds));
    const cells = results.map(({ seconds, nodes, bytes }) =>
      [seconds.toFixed(4), nodes, (bytes / 1e6).toFixed(2)].join(),
    );
    lines.push(`${name},"${printFormula(question).replaceAll('"', '""')}",${outcome},${cells.join(',')}`);
  }
  for (const [i, { seconds, unknown }] of sums.entries()) {
    totals[i].seconds += seconds;
    totals[i].unknown += unknown;
  }
  const row = sums
    .map(({ seconds, unknown }) => `${seconds.toFixed(2)}${unknown ? `; ${unknown}` : ''}`.padStart(14))
    .join('');
  console.log(
    `${name.padEnd(18)} ${Number(space.mdd.count(space.states)).toExponential(2).padStart(10)} ${String(cases).padStart(5)} ${row}`,
  );
}
console.log(
  `${'all'.padEnd(18)} ${''.padStart(10)} ${String(below.all).padStart(5)} ${totals.map(({ seconds, unknown }) => `${seconds.toFixed(2)}${unknown ? `; ${unknown}` : ''}`.padStart(14)).join('')}`,
);
console.log(
  `TGTA faster than TGBA: with saturation in ${below.saturated} of ${below.all} cases, without in ${below.plain}`,
);
for (const [i, j] of COMPARED) {
  const list = ratios[`${i}/${j}`];
  const mean = Math.exp(list.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, list.length));
  const ten = list.filter((ratio) => ratio >= Math.log(10)).length;
  console.log(
    `${APPROACHES[i][0]} takes ${mean.toFixed(2)} times as long as ${APPROACHES[j][0]} (geometric mean), ten times in ${ten} cases`,
  );
}
if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
