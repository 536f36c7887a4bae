// The examinations of the contest that are no LTL formulas, against the recorded answers, and against each other where there are none: what two
// answers say together has to be possible.
//
//   node bench/conformance/examinations.mjs FILE [--seconds 15] [--budget 600] [--only NAME,…] [--every 1] [--ask EXAMINATION,…]
//
// FILE has a line of JSON for each examination. What is there already is not asked again; with --budget 0 only the tables are printed. --only keeps
// to instances whose names contain one of these, --every 4 to every fourth of them. It needs `mcc-large` of the conformance data (TEGATA_SHARED), which is unpacked by `tar`.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shared } from './questions.mjs';

const EXAMINATIONS = [
  'ReachabilityCardinality',
  'ReachabilityFireability',
  'UpperBounds',
  'ReachabilityDeadlock',
  'OneSafe',
  'StableMarking',
  'QuasiLiveness',
  'Liveness',
  'deadlock by a formula',
];
const {
  values: { seconds, budget, only, every, ask },
  positionals: [file],
} = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '15' },
    budget: { type: 'string', default: '600' },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    ask: { type: 'string', default: EXAMINATIONS.join(',') },
  },
});
if (file === undefined) throw new Error('where do the results go? node bench/conformance/examinations.mjs FILE …');
const main = resolve('dist/cli/bundle/main.js');
const suite = join(shared, 'mcc-large');
const expected = JSON.parse(readFileSync(join(suite, 'expected.json'), 'utf8'));
const runs = new Map();
for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
  const run = line === '' ? null : JSON.parse(line);
  if (run?.seconds === Number(seconds)) runs.set(`${run.name} ${run.examination}`, run);
}

const scratch = mkdtempSync(join(tmpdir(), 'tegata-examinations-'));
const started = performance.now();
try {
  const names = Object.keys(expected).filter((name) => only.split(',').some((part) => name.includes(part)));
  for (const name of names.filter((_, i) => i % Number(every) === 0)) {
    for (const examination of ask.split(',')) {
      const left = Number(budget) - (performance.now() - started) / 1000;
      if (left > Number(seconds) + 5 && !runs.has(`${name} ${examination}`)) run(name, examination);
    }
    rmSync(join(scratch, name), { recursive: true, force: true });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const wrong = report();
process.exitCode = wrong === 0 ? 0 : 1;

function run(name, examination) {
  const folder = join(scratch, name);
  if (!existsSync(folder)) spawnSync('tar', ['xzf', join(suite, `${name}.tar.gz`), '-C', scratch]);
  const before = performance.now();
  const limits = ['--timeout', seconds];
  const isFormula = examination === 'deadlock by a formula';
  const question = isFormula
    ? ['check', folder, '--ltl', 'G !dead', '--json', '--no-vacuity']
    : ['mcc', folder, '--examination', examination];
  const { stdout } = spawnSync(process.execPath, [main, ...question, ...limits], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: Number(seconds) * 1500 + 10_000,
  });
  const answers = isFormula ? byFormula(stdout ?? '') : byContest(stdout ?? '');
  const elapsed = (performance.now() - before) / 1000;
  const done = { name, examination, seconds: Number(seconds), elapsed, answers };
  runs.set(`${name} ${examination}`, done);
  appendFileSync(file, `${JSON.stringify(done)}\n`);
}

/** By the number of the formula; 0 where there is one question alone. */
function byContest(text) {
  const answers = {};
  for (const [, , digits, answer] of text.matchAll(/^FORMULA (\S+?)(?:-(\d\d))? (TRUE|FALSE|\d+)(?: |$)/gm)) {
    answers[Number(digits ?? 0)] = answer === 'TRUE' ? true : answer === 'FALSE' ? false : Number(answer);
  }
  return answers;
}

/** A reachable deadlock is what violates the formula. */
function byFormula(text) {
  const verdict = /"verdict":\s*"(\w+)"/.exec(text)?.[1];
  return verdict === 'violated' ? { 0: true } : verdict === 'holds' ? { 0: false } : {};
}

function report() {
  const failures = [];
  console.log('| examination | right | wrong | silent | seconds |\n| --- | --- | --- | --- | --- |');
  for (const examination of EXAMINATIONS) {
    const [sum, silent] = [{ right: 0, wrong: 0, silent: 0, seconds: 0 }, []];
    for (const { name, answers, elapsed, examination: of } of runs.values()) {
      if (of !== examination) continue;
      sum.seconds += elapsed;
      const recorded = expected[name][examination] ?? expected[name].ReachabilityDeadlock ?? [];
      const before = sum.silent;
      for (const [i, answer] of recorded.entries()) {
        if (answer === null) continue;
        if (answers[i] === undefined) sum.silent++;
        else if (answers[i] === answer) sum.right++;
        else {
          sum.wrong++;
          failures.push(`${name} ${examination} ${i}: ${answers[i]} instead of ${answer}`);
        }
      }
      if (sum.silent > before) silent.push(`${name} (${sum.silent - before})`);
    }
    if (sum.seconds === 0) continue;
    console.log(`| ${examination} | ${sum.right} | ${sum.wrong} | ${sum.silent} | ${sum.seconds.toFixed(0)} |`);
    if (silent.length > 0) console.log(`<!-- silent: ${silent.join(', ')} -->`);
  }
  for (const name of new Set([...runs.values()].map((run) => run.name))) failures.push(...contradictions(name));
  for (const failure of failures) console.log(`WRONG ${failure}`);
  return failures.length;
}

/** What answers of one net say together, and cannot. */
function contradictions(name) {
  const of = (examination) => runs.get(`${name} ${examination}`)?.answers[0];
  const [deadlock, live, quasiLive] = ['ReachabilityDeadlock', 'Liveness', 'QuasiLiveness'].map(of);
  const byFormula = of('deadlock by a formula');
  const found = [];
  if (deadlock !== undefined && byFormula !== undefined && deadlock !== byFormula)
    found.push('two answers about deadlocks');
  if (deadlock === true && live === true) found.push('live, with a deadlock');
  if (quasiLive === false && live === true) found.push('live, with a transition that never fires');
  return found.map((text) => `${name}: ${text}`);
}
