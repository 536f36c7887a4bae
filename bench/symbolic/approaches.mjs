// The experiment of TACAS'14, §4, on nets and BEEM models: TGTA and TGBA, each with saturation and without, on random stutter-invariant
// formulas. Prints a table of CPU seconds and writes one line per case for scatter plots.
//
//   npm run build && node bench/symbolic/approaches.mjs [--formulas 10] [--seconds 10] [--models kanban:5,fms:4] [--hull owcty] [--property top]
//                                                       [--out scatter.csv]
//
// Models are nets of the library, or files; BEEM models of ../shared are added with --beem DIR. Half of the formulas hold and half are
// violated, as far as they can be found. The states of the model are explored beforehand, once for each approach.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../dist/base/random.js';
import { check } from '../../dist/check/check.js';
import { FormulaStore } from '../../dist/formula/formula.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { randomFormulas } from '../../dist/formula/random-formula.js';
import { substitute } from '../../dist/formula/relabel.js';
import { generateNet } from '../../dist/models/library/index.js';
import { loadModel } from '../../dist/models/load.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';

const { values } = parseArgs({
  options: {
    formulas: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '10' },
    models: { type: 'string', default: 'kanban:4,fms:3,mapk:8,philosophers:20,slotted-ring:5,peterson:2' },
    beem: { type: 'string' },
    hull: { type: 'string', default: 'owcty' },
    property: { type: 'string', default: 'top' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const APPROACHES = [
  ['TGTA sat', { automaton: 'tgta', strategy: 'saturation' }],
  ['TGBA sat', { automaton: 'tgba', strategy: 'saturation' }],
  ['TGTA nosat', { automaton: 'tgta', strategy: 'chaining' }],
  ['TGBA nosat', { automaton: 'tgba', strategy: 'chaining' }],
];
/** The models of the paper whose states are found in a few seconds. */
const BEEM = ['reader_writer.3', 'bopdp.3', 'phils.8', 'lann.7', 'bakery.4'];

function models() {
  const named = values.models
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const [, net, size] = /^([a-z-]+):(\d+)$/.exec(name) ?? [];
      if (net === undefined) return [basename(name), loadModel(name, [readFileSync(name)]).value];
      return [name, netModel(generateNet(net, Number(size)).value)];
    });
  const files = values.beem === undefined ? [] : BEEM.map((name) => `${values.beem}/${name}.dve`).filter(existsSync);
  return [...named, ...files.map((file) => [basename(file), loadModel(file, [readFileSync(file)]).value])];
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

function cpu(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

const lines = [`model,formula,verdict,${APPROACHES.map(([name]) => `${name} s,${name} nodes`).join(',')}`];
const totals = APPROACHES.map(() => ({ seconds: 0, unknown: 0 }));
const below = { saturated: 0, plain: 0, all: 0 };
console.log(
  `${'model'.padEnd(18)} ${'states'.padStart(10)} cases ${APPROACHES.map(([name]) => name.padStart(14)).join('')}   (CPU s; unknown)`,
);
for (const [name, model] of models()) {
  // A manager for each approach: none profits from what another one left in the caches.
  const managers = APPROACHES.map(() => new ExploredModel(model, { property: values.property }));
  for (const manager of managers) manager.states({});
  const scout = new ExploredModel(model, { property: values.property });
  const random = new Random(Number(values.seed));
  const { space } = scout.states({});
  const wanted = Number(values.formulas);
  const left = { holds: Math.ceil(wanted / 2), violated: Math.floor(wanted / 2) };
  const sums = APPROACHES.map(() => ({ seconds: 0, unknown: 0 }));
  let tries = 0;
  let cases = 0;
  const formulas = randomFormulas(new FormulaStore(), {
    propositions: ['p', 'q', 'r'],
    seed: Number(values.seed),
    size: { min: 6, max: 12 },
    operators: 'next-free',
  });
  for (const formula of formulas) {
    if ((left.holds <= 0 && left.violated <= 0) || tries++ > 20 * wanted) break;
    const texts = propositionsOf(model, scout, random);
    if (texts.length < 3) break;
    const names = ['p', 'q', 'r'].map((p, i) => [p, formula.store.proposition(texts[i])]);
    const question = substitute(formula, new Map(names));
    const run = (settings, explored) =>
      check(model, question, {
        engine: 'symbolic',
        automaton: settings.automaton,
        symbolic: { explored, strategy: settings.strategy, hull: values.hull, look: 'none' },
        limits: { seconds: Number(values.seconds) },
      });
    const first = run(APPROACHES[0][1], scout);
    const { outcome } = first.verdict;
    if (first.statistics.diagrams?.productStates < (2n * space.mdd.count(space.states)) / 3n) continue; // too easy
    if (outcome === 'unknown' || left[outcome]-- <= 0) continue;
    cases++;
    // In another sequence each time, so that none is always the first to run.
    const results = [];
    for (let k = 0; k < APPROACHES.length; k++) {
      const i = (k + cases) % APPROACHES.length;
      results[i] = cpu(() => run(APPROACHES[i][1], managers[i]));
    }
    for (const [i, { result, seconds }] of results.entries()) {
      if (result.verdict.outcome === 'unknown') sums[i].unknown++;
      else if (result.verdict.outcome !== outcome)
        throw new Error(`verdicts differ on ${name}: ${printFormula(question)}`);
      sums[i].seconds += seconds;
    }
    below.all++;
    if (results[0].seconds < results[1].seconds) below.saturated++;
    if (results[2].seconds < results[3].seconds) below.plain++;
    const cells = results.map(
      ({ result, seconds }) => `${seconds.toFixed(4)},${result.statistics.diagrams?.createdNodes ?? ''}`,
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
if (values.out !== undefined) writeFileSync(values.out, `${lines.join('\n')}\n`);
