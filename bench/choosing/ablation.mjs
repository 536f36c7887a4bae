// What each technique is worth: the LTL examinations of the contest with one technique off at a time, a process each, against the recorded answers. Which
// answers are lost, or won, without it, and what the others cost.
//
//   node bench/choosing/ablation.mjs FILE [--seconds 8] [--budget 200] [--sample 24] [--shift 0] [--only NAME,…] [--off TECHNIQUE,…] [--variant NAME=MAIN.js] [--page PAGE.md]
//
// FILE has a line of JSON for each run. What is there already is not run again, so that a run that was ended goes on where it was. With --budget 0 it
// only prints the table of FILE. README.md here says more. It needs `mcc-large` of the conformance data (TEGATA_SHARED), which is unpacked by `tar`.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reductionNames, searchStrategies } from '../../dist/check/index.js';
import { shared } from '../conformance/questions.mjs';

const {
  values: { seconds, budget, sample, shift, only, off, variant, page },
  positionals: [file],
} = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    budget: { type: 'string', default: '200' },
    sample: { type: 'string', default: '24' },
    shift: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    off: { type: 'string', default: '' },
    variant: { type: 'string', multiple: true, default: [] },
    page: { type: 'string' },
  },
});
if (file === undefined) throw new Error('where do the results go? node bench/choosing/ablation.mjs FILE …');
const limit = Number(seconds);
const main = resolve('dist/cli/bundle/main.js');
/** Run by each process before anything else: tells the processor time of all its threads at the end. */
const METER = `data:text/javascript,${encodeURIComponent(
  "import{isMainThread}from'node:worker_threads';import{writeSync}from'node:fs';" +
    "if(isMainThread)process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(2,'CPU '+(user+system)+'\\n')})",
)}`;
const EXAMINATIONS = ['LTLCardinality', 'LTLFireability'];
/** All but these. */
const named = (...without) => ['--reductions', reductionNames.filter((name) => !without.includes(name)).join(',')];
const searching = (...without) => ['--strategy', searchStrategies.filter((name) => !without.includes(name)).join(',')];
const RULES = reductionNames.filter((name) => !['atoms', 'lp', 'colours'].includes(name));
/** What is off, and with what it is compared: reductions that are named are used on small nets too, where `auto` spares them. */
const TECHNIQUES = {
  nothing: { args: [] },
  'nothing, again': { args: [], against: 'nothing' },
  'nothing, named': { args: named() },
  'all reductions': { args: ['--reductions', 'none'], against: 'nothing' },
  'rules for nets': { args: named(...RULES), against: 'nothing, named' },
  'stutter rules': { args: named('slicing', 'components', 'post', 'pre'), against: 'nothing, named' },
  atoms: { args: named('atoms'), against: 'nothing, named' },
  lp: { args: named('lp'), against: 'nothing, named' },
  colours: { args: named('colours'), against: 'nothing, named', nets: /-COL-/ },
  walk: { args: searching('walk'), against: 'nothing' },
  random: { args: searching('random'), against: 'nothing' },
  search: { args: searching('search'), against: 'nothing' },
  'diagrams, the second thread': { args: searching('diagrams'), against: 'nothing' },
  'shared ground': { args: ['--apart'], against: 'nothing' },
};
/** What has no option is measured in a build without it. */
for (const text of variant) {
  const [name, path] = text.split('=');
  TECHNIQUES[name] = { args: [], against: 'nothing', main: resolve(path) };
}
const wanted = off === '' ? Object.keys(TECHNIQUES) : ['nothing', ...off.split(',')];
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
  for (const examination of evenly('mcc-large')) {
    for (const technique of wanted) {
      const left = Number(budget) - (performance.now() - started) / 1000;
      const concerns = TECHNIQUES[technique].nets?.test(examination.name) ?? true;
      if (concerns && left > limit + 5) ask(examination, technique);
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

/** Some of those that are asked for, evenly chosen; with another shift others. */
function evenly(suite) {
  const all = examinationsOf(suite).filter(({ name }) => only.split(',').some((part) => name.includes(part)));
  const count = Math.min(Number(sample), all.length);
  return Array.from(
    { length: count },
    (_, i) => all[(Math.floor((i * all.length) / count) + Number(shift)) % all.length],
  );
}

function folderOf({ suite, name }) {
  const archive = join(shared, suite, `${name}.tar.gz`);
  if (!existsSync(join(scratch, name))) spawnSync('tar', ['xzf', archive, '-C', scratch]);
  return join(scratch, name);
}

function ask({ suite, name, examination, answers }, technique) {
  if (runs.has(keyOf({ technique, name, examination }))) return;
  const folder = folderOf({ suite, name });
  const before = performance.now();
  const { args, main: program = main } = TECHNIQUES[technique];
  const command = ['--import', METER, program, 'mcc', folder, '--examination', examination, '--timeout', String(limit)];
  const { stdout, stderr } = spawnSync(process.execPath, [...command, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: limit * 1500 + 10_000,
  });
  const elapsed = (performance.now() - before) / 1000;
  const processor = Number(/^CPU (\d+)$/m.exec(stderr)?.[1] ?? Number.NaN) / 1e6;
  const [right, wrong] = [[], []];
  for (const [, digits, answer] of (stdout ?? '').matchAll(/^FORMULA \S+-(\d\d) (TRUE|FALSE) /gm)) {
    const known = answers[Number(digits)];
    if (known !== null) (known === (answer === 'TRUE') ? right : wrong).push(Number(digits));
  }
  const run = { technique, suite, name, examination, limit, elapsed, processor, right, wrong };
  runs.set(keyOf(run), run);
  appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** Each technique against its baseline, on the examinations that both have. */
function table() {
  const lines = [
    '| off | examinations | right | wrong | lost | won | seconds without | with | of processor without | with |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
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
      sum(({ run }) => run.processor).toFixed(0),
      sum(({ base }) => base.processor).toFixed(0),
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
