// Sizes and times of TGTA made in three ways, against the recorded sizes of Spot on the same stutter-invariant formulas, and what the
// on-the-fly TGTA computes for one long random word.
//
//   node bench/testing/run.mjs [FOLDER] [--widest N] [--worst N]
//
// FOLDER holds formulas.csv and random-500.csv; ../shared/ltl by default. Formulas over more than N propositions (6 by default)
// are left out: their automata have hundreds of thousands of edges. Spot's states include its artificial initial
// node, so ours count one more too; its edges are those of its DOT file, one for each changeset and pair of states, and
// compare with our transitions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { testingAutomatonFor } from '../../dist/automata/testing/for-formula.js';
import { LazyTgta } from '../../dist/automata/testing/lazy-tgta.js';
import { testingStatistics } from '../../dist/automata/testing/statistics.js';
import { translate } from '../../dist/automata/translate/translate.js';
import { Random } from '../../dist/base/random.js';
import { parseLtl } from '../../dist/formula/parse.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { widest: { type: 'string' }, worst: { type: 'string' } },
});
const folder = positionals[0] ?? '../shared/ltl';
const widest = Number(values.widest ?? 6);
/** One record of a file of comma-separated values; quoted fields may hold commas. */
function splitRecord(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}
function readRows(file) {
  const [head, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n').map(splitRecord);
  const at = (name) => head.indexOf(name);
  return lines
    .filter((cells) => cells[at('stutter_invariant')] === 'yes' && cells[at('tgta_states')] !== '')
    .filter((cells) => Number(cells[at('aps')]) <= widest)
    .map((cells) => ({
      formula: cells[at('formula')],
      spotStates: Number(cells[at('tgta_states')]),
      spotEdges: Number(cells[at('tgta_edges')]),
    }));
}
function measure(row, way) {
  const formula = parseLtl(row.formula);
  const start = performance.now();
  const tgta = testingAutomatonFor(formula, 'tgta', {
    method: way === 'direct' ? 'direct' : 'two-step',
    letters: way === 'two-step, letter ahead' ? 'next' : 'read',
  });
  const milliseconds = performance.now() - start;
  const { states, edges, transitions } = testingStatistics(tgta);
  return { ...row, states: states + 1, edges, transitions: transitions + tgta.initial.length, milliseconds };
}
function geometricMean(ratios) {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length).toFixed(4);
}
function summarize(way, outcomes) {
  const larger = outcomes.filter((o) => o.states > o.spotStates);
  const smaller = outcomes.filter((o) => o.states < o.spotStates).length;
  const time = outcomes.reduce((sum, o) => sum + o.milliseconds, 0);
  console.log(
    `  ${way}: ${geometricMean(outcomes.map((o) => o.states / o.spotStates))} of Spot's states, ` +
      `${geometricMean(outcomes.map((o) => (o.transitions + 1) / (o.spotEdges + 1)))} of its edges as transitions, ` +
      `smaller on ${smaller}, larger on ${larger.length}, ${time.toFixed(0)} ms`,
  );
  const worst = larger
    .sort((a, b) => b.states / b.spotStates - a.states / a.spotStates)
    .slice(0, Number(values.worst ?? 3));
  for (const o of worst) console.log(`    ${o.states} for ${o.spotStates}  ${o.formula.slice(0, 120)}`);
}
/** The on-the-fly TGTA over a random word of 200 letters: milliseconds with its translation, and the edges it computed. */
function measureLazy(formula) {
  const start = performance.now();
  const tgba = translate(formula);
  const lazy = new LazyTgta(tgba, { holds: (letter, variable) => ((letter >> variable) & 1) === 1 });
  const random = new Random(1);
  const letters = Array.from({ length: 200 }, () => random.below(2 ** tgba.propositions.length));
  let current = new Set(lazy.initialStates(letters[0]));
  let edges = 0;
  for (let i = 1; i < letters.length; i++) {
    const next = new Set();
    for (const state of current) {
      const flat = lazy.edges(state, letters[i - 1], letters[i]);
      edges += flat.length / 2;
      for (let k = 0; k < flat.length; k += 2) next.add(flat[k]);
    }
    current = next;
  }
  return { milliseconds: performance.now() - start, edges };
}
for (const file of ['formulas.csv', 'random-500.csv']) {
  const rows = readRows(file);
  console.log(`${file}: ${rows.length} formulas over at most ${widest} propositions`);
  for (const way of ['two-step, letter ahead', 'two-step, letter read', 'direct']) {
    summarize(
      way,
      rows.map((row) => measure(row, way)),
    );
  }
  const lazy = rows.map((row) => measureLazy(parseLtl(row.formula)));
  const [time, edges] = [lazy.reduce((sum, l) => sum + l.milliseconds, 0), lazy.reduce((sum, l) => sum + l.edges, 0)];
  console.log(`  on the fly, 200 letters each: ${edges} edges, ${time.toFixed(0)} ms`);
}
