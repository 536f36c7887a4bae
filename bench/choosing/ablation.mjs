// What each technique is worth: the LTL examinations of the contest with one technique off at a time, a process each, against the recorded answers. Which
// answers are lost, or won, without it, and what the others cost.
//
//   node bench/choosing/ablation.mjs FILE [--seconds 6] [--budget 1500] [--sample usual|NUMBER] [--off TECHNIQUE,…] [--page PAGE.md]
//
// FILE has a line of JSON for each run. What is there already is not run again, so that a run that was ended goes on where it was, and a larger sample
// adds to a smaller one. With --budget 0 it only prints the table of FILE. README.md here says more. It needs the conformance data
// (TEGATA_SHARED): `mcc` (small nets, folders) and `mcc-large` (nets of any size, archives, which are unpacked by `tar`).
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reductionNames, searchStrategies } from '../../dist/check/index.js';
import { shared } from '../conformance/questions.mjs';

const {
  values: { seconds, budget, sample, off, page },
  positionals: [file],
} = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
    budget: { type: 'string', default: '1500' },
    sample: { type: 'string', default: 'usual' },
    off: { type: 'string', default: '' },
    page: { type: 'string' },
  },
});
if (file === undefined) throw new Error('where do the results go? node bench/choosing/ablation.mjs FILE …');
const limit = Number(seconds);
const main = resolve('dist/cli/bundle/main.js');
const EXAMINATIONS = ['LTLCardinality', 'LTLFireability'];
/** Nets of many kinds that are neither answered at once nor too large to be read in the time; the first ones of many kinds, for budgets that end early. */
const USUAL = [
  ['mcc', 'PolyORBLF-PT-S02J04T06', 'LTLFireability'],
  ['mcc-large', 'Anderson-PT-07', 'LTLCardinality'],
  ['mcc-large', 'StigmergyCommit-PT-06a', 'LTLFireability'],
  ['mcc-large', 'Peterson-COL-4', 'LTLCardinality'],
  ['mcc-large', 'AutoFlight-PT-48a', 'LTLFireability'],
  ['mcc-large', 'MAPK-PT-02560', 'LTLCardinality'],
  ['mcc-large', 'ShieldRVt-PT-005B', 'LTLFireability'],
  ['mcc', 'PolyORBLF-PT-S02J04T06', 'LTLCardinality'],
  ['mcc-large', 'FamilyReunion-COL-L00010M0001C001P001G001', 'LTLCardinality'],
  ['mcc-large', 'EisenbergMcGuire-PT-08', 'LTLFireability'],
  ['mcc-large', 'HirschbergSinclair-PT-25', 'LTLCardinality'],
  ['mcc-large', 'AutonomousCar-PT-04b', 'LTLFireability'],
  ['mcc-large', 'IOTPpurchase-PT-C12M10P15D17', 'LTLCardinality'],
  ['mcc-large', 'NoC3x3-PT-1A', 'LTLFireability'],
  ['mcc-large', 'SquareGrid-PT-020102', 'LTLCardinality'],
  ['mcc-large', 'CloudDeployment-PT-2b', 'LTLFireability'],
  ['mcc-large', 'DES-PT-50b', 'LTLCardinality'],
  ['mcc-large', 'Szymanski-PT-a12', 'LTLFireability'],
  ['mcc-large', 'ParamProductionCell-PT-5', 'LTLCardinality'],
  ['mcc-large', 'HealthRecord-PT-05', 'LTLFireability'],
];

/** All but these. */
const named = (...without) => ['--reductions', reductionNames.filter((name) => !without.includes(name)).join(',')];
const searching = (...without) => ['--strategy', searchStrategies.filter((name) => !without.includes(name)).join(',')];
const RULES = reductionNames.filter((name) => !['atoms', 'lp', 'colours'].includes(name));
/** What is off, and with what it is compared: reductions that are named are used on small nets too, where `auto` spares them. */
const TECHNIQUES = {
  nothing: { args: [] },
  'nothing, named': { args: named() },
  'all reductions': { args: ['--reductions', 'none'], against: 'nothing' },
  'rules for nets': { args: named(...RULES), against: 'nothing, named' },
  'stutter rules': { args: named('slicing', 'components', 'post', 'pre'), against: 'nothing, named' },
  atoms: { args: named('atoms'), against: 'nothing, named' },
  lp: { args: named('lp'), against: 'nothing, named' },
  colours: { args: named('colours'), against: 'nothing, named' },
  walk: { args: searching('walk'), against: 'nothing' },
  'best-first': { args: searching('best-first'), against: 'nothing' },
  'walk and best-first': { args: searching('walk', 'best-first'), against: 'nothing' },
  random: { args: searching('random'), against: 'nothing' },
  search: { args: searching('search'), against: 'nothing' },
  'diagrams, the second thread': { args: searching('diagrams'), against: 'nothing' },
  'shared ground': { args: ['--apart'], against: 'nothing' },
};
const wanted = off === '' ? Object.keys(TECHNIQUES) : ['nothing', 'nothing, named', ...off.split(',')];
const stranger = wanted.find((technique) => !(technique in TECHNIQUES));
if (stranger !== undefined)
  throw new Error(`no technique is called ${stranger}: choose of ${Object.keys(TECHNIQUES).join(', ')}`);

const keyOf = ({ technique, name, examination }) => [technique, name, examination].join(' | ');
const runs = new Map();
for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
  const run = line === '' ? null : JSON.parse(line);
  if (run?.limit === limit) runs.set(keyOf(run), run);
}

const scratch = mkdtempSync(join(tmpdir(), 'tegata-ablation-'));
const started = performance.now();
try {
  for (const examination of sample === 'usual' ? usual() : inTurns(['mcc', 'mcc-large'].map(evenly))) {
    for (const technique of wanted) {
      const left = Number(budget) - (performance.now() - started) / 1000;
      if (left > limit + 5) ask(examination, technique);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
report();

/** All examinations of a suite that have known answers. */
function examinationsOf(suite) {
  const folder = join(shared, suite);
  if (!existsSync(folder)) return [];
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  return Object.keys(expected).flatMap((name) =>
    EXAMINATIONS.flatMap((examination) => {
      const answers = expected[name][examination] ?? expected[name][`ltl${examination.slice(3)}`];
      return answers?.some((answer) => answer !== null) ? [{ suite, name, examination, answers }] : [];
    }),
  );
}

function usual() {
  const all = ['mcc', 'mcc-large'].flatMap(examinationsOf);
  const is = (a, b) => a.suite === b[0] && a.name === b[1] && a.examination === b[2];
  return USUAL.flatMap((chosen) => all.filter((examination) => is(examination, chosen)));
}

/** Some of a suite, evenly chosen. */
function evenly(suite) {
  const all = examinationsOf(suite);
  const count = Math.min(Number(sample), all.length);
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]);
}

/** Now one of the one list, now one of the other, so that a budget that ends early has seen both. */
function inTurns(lists) {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

function folderOf({ suite, name }) {
  const archive = join(shared, suite, `${name}.tar.gz`);
  if (!existsSync(archive)) return join(shared, suite, name);
  if (!existsSync(join(scratch, name))) spawnSync('tar', ['xzf', archive, '-C', scratch]);
  return join(scratch, name);
}

function ask({ suite, name, examination, answers }, technique) {
  if (runs.has(keyOf({ technique, name, examination }))) return;
  const folder = folderOf({ suite, name });
  const before = performance.now();
  const command = [main, 'mcc', folder, '--examination', examination, '--timeout', String(limit)];
  const { stdout } = spawnSync(process.execPath, [...command, ...TECHNIQUES[technique].args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: limit * 1500 + 10_000,
  });
  const elapsed = (performance.now() - before) / 1000;
  const [right, wrong] = [[], []];
  for (const [, digits, answer] of (stdout ?? '').matchAll(/^FORMULA \S+-(\d\d) (TRUE|FALSE) /gm)) {
    const known = answers[Number(digits)];
    if (known !== null) (known === (answer === 'TRUE') ? right : wrong).push(Number(digits));
  }
  const run = { technique, suite, name, examination, limit, elapsed, right, wrong };
  runs.set(keyOf(run), run);
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** Each technique against its baseline, on the examinations that both have. */
function table() {
  const lines = [
    '| off | examinations | right | wrong | lost | won | seconds without | with |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const [technique, { against = technique }] of Object.entries(TECHNIQUES)) {
    const pairs = [...runs.values()]
      .filter((run) => run.technique === technique)
      .map((run) => ({ run, base: runs.get(keyOf({ ...run, technique: against })) }))
      .filter(({ base }) => base !== undefined);
    if (pairs.length === 0) continue;
    const sum = (value) => pairs.reduce((total, pair) => total + value(pair), 0);
    const less = (a, b) => a.right.filter((number) => !b.right.includes(number)).length;
    const cells = [
      technique,
      pairs.length,
      sum(({ run }) => run.right.length),
      sum(({ run }) => run.wrong.length),
      sum(({ run, base }) => less(base, run)),
      sum(({ run, base }) => less(run, base)),
      sum(({ run }) => run.elapsed).toFixed(0),
      sum(({ base }) => base.elapsed).toFixed(0),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines;
}

function report() {
  const about = `${limit} s an examination; answers lost and won without it; seconds of all examinations without and with it`;
  const lines = table();
  console.log([about, ...lines].join('\n'));
  if (page === undefined) return;
  const text = [
    '# What each technique is worth',
    '',
    `Written by \`node bench/choosing/ablation.mjs\` on ${new Date().toISOString().slice(0, 10)}: ${about}. A row is compared with the run in which nothing is off, on the examinations`,
    'that both have; where reductions are off one by one, with the run in which all are named. `wrong` has to be 0 everywhere.',
    '',
    ...lines,
    '',
  ];
  writeFileSync(page, text.join('\n'));
}
