// Sizes and times of the translation against the recorded sizes of Spot on the same formulas.
//
//   node bench/translate/run.mjs [FOLDER] [--to tgba|ba] [--effort low|medium|high] [--worst N] [--simplified r2|r3] [--rounds N]
//
// With --simplified the formulas are first replaced by those that Spot's simplifier gave (FILE.r2.txt, FILE.r3.txt).
// With --rounds the random formulas are translated so many times more, in the same process, and the time of each round is printed.
// FOLDER holds formulas.csv and random-500.csv; ../shared/ltl by default.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { translate } from '../../dist/automata/translate/translate.js';
import { parseLtl } from '../../dist/formula/parse.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    effort: { type: 'string' },
    worst: { type: 'string' },
    simplified: { type: 'string' },
    rounds: { type: 'string', default: '0' },
  },
});
const folder = positionals[0] ?? '../shared/ltl';
const effort = values.effort;
/** One record of a file of comma-separated values; quoted fields may hold commas. */
function splitRecord(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}
function readRows(file, column) {
  const [head, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n').map(splitRecord);
  const at = (name) => head.indexOf(name);
  const texts = values.simplified
    ? readFileSync(join(folder, file.replace('csv', `${values.simplified}.txt`)), 'utf8')
        .trim()
        .split('\n')
    : null;
  return lines
    .map((cells, i) => ({
      formula: texts?.[i] ?? cells[at('formula')],
      pattern: at('pattern') < 0 ? 'random' : cells[at('pattern')],
      states: Number(cells[at(column)]),
    }))
    .filter((row) => row.states > 0);
}
function measure(row, to) {
  const before = performance.now();
  const automaton = translate(parseLtl(row.formula), { to, effort });
  return { ...row, ours: automaton.stateCount, milliseconds: performance.now() - before };
}
function summarize(title, outcomes) {
  const mean = Math.exp(outcomes.reduce((sum, o) => sum + Math.log(o.ours / o.states), 0) / outcomes.length);
  const larger = outcomes.filter((o) => o.ours > o.states);
  const smaller = outcomes.filter((o) => o.ours < o.states).length;
  const time = outcomes.reduce((sum, o) => sum + o.milliseconds, 0);
  const slowest = outcomes.reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b));
  const share = (100 * (1 - larger.length / outcomes.length)).toFixed(1);
  console.log(
    `${title}: ${outcomes.length} formulas, geometric mean ${mean.toFixed(4)} of Spot's states, ` +
      `no more states on ${share} %, larger on ${larger.length}, smaller on ${smaller}`,
  );
  console.log(
    `  ${(time / 1000).toFixed(2)} s in all, ${(time / outcomes.length).toFixed(2)} ms a formula, ` +
      `slowest ${slowest.milliseconds.toFixed(0)} ms: ${slowest.formula.slice(0, 100)}`,
  );
  const worst = larger.sort((a, b) => b.ours / b.states - a.ours / a.states).slice(0, Number(values.worst ?? 10));
  for (const o of worst) console.log(`  ${o.ours} for ${o.states}  [${o.pattern}]  ${o.formula.slice(0, 150)}`);
}
for (const to of values.to ? [values.to] : ['tgba', 'ba']) {
  const column = `${to}_states`;
  const random = readRows('random-500.csv', column).map((row) => measure(row, to));
  const classical = readRows('formulas.csv', column).map((row) => measure(row, to));
  summarize(`${to}, random`, random);
  for (let round = 1; round <= Number(values.rounds); round++) {
    const before = process.cpuUsage();
    const time = random.reduce((sum, row) => sum + measure(row, to).milliseconds, 0);
    const { user, system } = process.cpuUsage(before);
    console.log(
      `  round ${round}: ${(time / 1000).toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of processors`,
    );
  }
  summarize(`${to}, classical`, classical);
  summarize(`${to}, all`, [...random, ...classical]);
}
