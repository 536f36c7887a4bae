// The tool's own choice against each fixed one, on recorded questions, one process each: how many are answered, none wrongly, and what that
// costs. Processor time counts all threads, and hardly depends on what else the machine does; elapsed time does.
//
//   node bench/choosing/run.mjs [seconds a question] [questions a suite] [suites] [pattern of names]
// It needs the conformance data (TEGATA_SHARED).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unwrap } from '../../dist/diagnostics/diagnostic.js';
import { FormulaStore } from '../../dist/formula/formula.js';
import { printFormula } from '../../dist/formula/print/print.js';
import { analyse } from '../../dist/models/analysis/analyse.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { parseMccProperties } from '../../dist/models/formats/mcc/properties.js';
import { readQuestions } from '../conformance/questions.mjs';

const seconds = Number(process.argv[2] ?? 5);
const count = Number(process.argv[3] ?? 40);
const suites = (process.argv[4] ?? 'petri,beem,mcc').split(',');
const pattern = new RegExp(process.argv[5] ?? '');
const main = resolve('dist/cli/bundle/main.js');
const choices = { auto: [] };
for (const [engine, kinds] of Object.entries({ explicit: ['tgba', 'ba', 'tgta'], symbolic: ['tgba', 'tgta'] })) {
  for (const kind of kinds) choices[`${engine}, ${kind}`] = ['--engine', engine, '--automaton', kind];
}
/** Run by each process before anything else: tells the processor time of all its threads at the end. */
const METER = `data:text/javascript,${encodeURIComponent(
  "import{isMainThread}from'node:worker_threads';import{writeSync}from'node:fs';" +
    "if(isMainThread)process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(2,'CPU '+(user+system)+'\\n')})",
)}`;

/** The formula of a question as text; those of the contest are found in its property files. */
function textOf({ formula, property, file }) {
  if (property === undefined) return formula;
  const model = analyse(unwrap(loadModel(file, [readFileSync(file, 'utf8')])));
  const properties = [readFileSync(property.file, 'utf8')];
  const parsed = unwrap(
    parseMccProperties(properties, { name: property.file, store: new FormulaStore(), names: model.names }),
  );
  return printFormula(parsed.find(({ id }) => id === property.id).formula);
}

function ask({ file, text, deadlock, holds }, args, tally) {
  const limits = ['--timeout', String(seconds), '--deadlock', deadlock, '--no-progress'];
  const before = performance.now();
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', METER, main, 'check', file, '--ltl', text, '--json', ...limits, ...args],
    { encoding: 'utf8', maxBuffer: 1 << 28, timeout: seconds * 4000 + 20_000 },
  );
  tally.elapsed += (performance.now() - before) / 1000;
  tally.processor += Number(/^CPU (\d+)$/m.exec(stderr)?.[1] ?? Number.NaN) / 1e6;
  const verdict = /"verdict":"(\w+)"/.exec(stdout)?.[1] ?? 'unknown';
  if (verdict === 'unknown') return;
  tally.answered++;
  if ((verdict === 'holds') !== holds) tally.wrong++;
}

for (const suite of suites) {
  const all = readQuestions([suite]).filter(({ id }) => pattern.test(id));
  const rows = all
    .filter((_, i) => Math.floor((i * count) / all.length) !== Math.floor(((i - 1) * count) / all.length))
    .map((question) => ({ ...question, text: textOf(question) }));
  console.log(`${suite}: ${rows.length} questions of ${all.length}, ${seconds} s each`);
  const tallies = Object.fromEntries(
    Object.keys(choices).map((choice) => [choice, { answered: 0, wrong: 0, processor: 0, elapsed: 0 }]),
  );
  // all choices for one question before the next, so that all of them meet the same moments of the machine
  for (const row of rows) for (const [choice, args] of Object.entries(choices)) ask(row, args, tallies[choice]);
  for (const [choice, { answered, wrong, processor, elapsed }] of Object.entries(tallies)) {
    const times = `${processor.toFixed(0).padStart(5)} s of processor, ${elapsed.toFixed(0).padStart(5)} s elapsed`;
    console.log(`  ${choice.padEnd(16)} ${String(answered).padStart(4)} answered, ${wrong} wrong, ${times}`);
  }
}
