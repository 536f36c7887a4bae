// Exploration against specialised C, a depth-first search with states in the table where they fit: CPU seconds and bytes per state.
// The kernels' time is that of the whole exploration, the look at the first states and all compiling included. The two take
// turns, three times where that is quick, and the best of each counts.
//
//   node bench/explore/run.mjs [MODEL...]        after `npm run build`; MODEL as for `tegata states`
//   node bench/explore/run.mjs --growth          only Kanban 4 to 7, with the C program also on pages of 2 MiB
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readModel } from '../../dist/cli/input/model-input.js';
import { hashKeys } from '../../dist/explicit/kernel/packing/packing.js';
import { StateSpace } from '../../dist/explicit/kernel/store/state-space.js';
import { generateC, keyDefine } from './generate-c.mjs';

const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const usual = ['kanban:5', 'fms:5', 'philosophers:10', 'slotted-ring:7', 'mapk:8'];
const beem = ['beem/peterson.4.dve', 'beem/lifts.7.dve', 'beem/at.5.dve', 'beem/peterson.5.dve']
  .map((name) => join(shared, name))
  .filter((path) => existsSync(path));
const growth = ['kanban:4', 'kanban:5', 'kanban:6', 'kanban:7'];
const given = process.argv.slice(2);
const models = given.length > 0 ? given : [...usual, ...beem];

const hasCompiler = (() => {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function runKernel(model) {
  const before = cpuSeconds();
  const space = new StateSpace(model, { states: 'counted', memoryBytes: 16 * 2 ** 30 });
  let result = 'running';
  for (let budget = 1000; result === 'running'; budget = Math.min(20_000, budget * 2)) result = space.slice(budget);
  return { space, seconds: cpuSeconds() - before, result };
}

/** The C program for the model, packed as the kernel would for states with ids; gives a function that runs it. */
function compileC(model, folder, flags = []) {
  const { packing } = new StateSpace(model, { states: 'counted', leaves: 'never' }).kernel;
  const keys = hashKeys(packing.words);
  const source = join(folder, 'model.c');
  const program = join(folder, `model${flags.length}`);
  writeFileSync(source, generateC(model, packing, keys, { inline: packing.words === 1 && packing.widestWord <= 62 }));
  const compilerFlags = ['-O3', '-march=native', '-w', ...flags, keyDefine(keys)];
  execFileSync('cc', [...compilerFlags, '-o', program, source], { stdio: 'inherit' });
  return () => JSON.parse(execFileSync(program, { encoding: 'utf8' }));
}

const better = (a, b) => (a === null || b.seconds < a.seconds ? b : a);

/** Runs longer than this many seconds are not repeated. */
const LONG = 20;

/** The best runs of both, taking turns. */
function takeTurns(model, folder) {
  let [kernel, c, program] = [null, null, null];
  for (let round = 0; round < 3 && (kernel === null || kernel.seconds < LONG); round++) {
    kernel = better(kernel, runKernel(model));
    if (!hasCompiler) continue;
    program ??= compileC(model, folder);
    c = better(c, program());
  }
  return { kernel, c };
}

function compare(name, folder) {
  const model = readModel(name);
  const { kernel: best, c } = takeTurns(model, folder);
  const { space, seconds } = best;
  const label = name.split('/').at(-1).padEnd(18);
  const perState = space.bytes / space.states;
  const line = [
    label,
    String(space.states).padStart(11),
    `${space.kernel.packing.words} words ${space.kernel.store.kind}`,
  ];
  line.push(
    `${seconds.toFixed(2)} s`,
    `${(space.transitions / seconds / 1e6).toFixed(1)} Mtrans/s`,
    `${perState.toFixed(1)} B/state`,
  );
  if (c !== null) {
    line.push(`C ${c.seconds.toFixed(2)} s`, `${(c.bytes / c.states).toFixed(1)} B/state`);
    line.push(`time x${(seconds / c.seconds).toFixed(2)}`, `bytes x${(space.bytes / c.bytes).toFixed(2)}`);
    const agree = c.states === space.states && c.transitions === space.transitions && c.deadlocks === space.deadlocks;
    if (!agree) line.push('COUNTS DIFFER');
  }
  if (best.result !== 'done') line.push('INCOMPLETE');
  console.log(line.join('  '));
}

/** Whether the time grows with the state space: the rates of growing instances, and those of C on small and large pages. */
function measureGrowth(folder) {
  console.log('growth: million transitions per CPU second');
  const rates = [];
  for (const name of growth) {
    const model = readModel(name);
    const { kernel, c } = takeTurns(model, folder);
    const { transitions } = kernel.space;
    const line = [name.padEnd(18), String(kernel.space.states).padStart(11)];
    const found = [kernel, c, hasCompiler ? compileC(model, folder, ['-DHUGE_PAGES'])() : null];
    const own = found.map((run) => (run === null ? Number.NaN : transitions / run.seconds / 1e6));
    ['kernel', 'C', 'C, 2 MiB pages'].forEach((way, i) => {
      line.push(`${way} ${own[i].toFixed(1)}`);
    });
    console.log(line.join('  '));
    rates.push(own);
  }
  const ratio = [0, 1, 2].map((way) => {
    const all = rates.map((own) => own[way]);
    return (Math.min(...all) / Math.max(...all)).toFixed(2);
  });
  console.log(`slowest / fastest: kernel ${ratio[0]}, C ${ratio[1]}, C with 2 MiB pages ${ratio[2]}`);
}

const folder = mkdtempSync(join(tmpdir(), 'tegata-explore-'));
try {
  if (!hasCompiler) console.log('no C compiler here: only the kernels are measured');
  if (given[0] !== '--growth') for (const name of models) compare(name, folder);
  if (given.length === 0 || given[0] === '--growth') measureGrowth(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
