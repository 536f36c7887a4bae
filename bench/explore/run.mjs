// Exploration against specialised C: for each model the same packing, the same algorithm, CPU seconds and bytes per state.
// The kernels' time is that of the whole exploration, the look at the first states and all compiling included.
//
//   node bench/explore/run.mjs [MODEL...]        after `npm run build`; MODEL as for `tegata states`
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readModel } from '../../dist/cli/model-input.js';
import { hashKeys } from '../../dist/explicit/kernel/packing.js';
import { StateSpace } from '../../dist/explicit/kernel/state-space.js';
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
  const space = new StateSpace(model, { order: 'depth-first', states: 'counted', memoryBytes: 16 * 2 ** 30 });
  let result = 'running';
  for (let budget = 1000; result === 'running'; budget = Math.min(20_000, budget * 2)) result = space.slice(budget);
  return { space, seconds: cpuSeconds() - before, result };
}

function runC(model, space, folder) {
  const { packing, options } = space.kernel;
  const keys = hashKeys(packing.words);
  const source = join(folder, 'model.c');
  const program = join(folder, 'model');
  writeFileSync(source, generateC(model, packing, keys, { inline: options.store === 'inline' }));
  execFileSync('cc', ['-O3', '-march=native', '-w', keyDefine(keys), '-o', program, source], { stdio: 'inherit' });
  return JSON.parse(execFileSync(program, { encoding: 'utf8' }));
}

function compare(name, folder) {
  const model = readModel(name, { bounds: 'invariants' });
  const runs = [runKernel(model), runKernel(model)];
  const best = runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const { space, seconds } = best;
  const label = name.split('/').at(-1).padEnd(18);
  const perState = space.bytes / space.states;
  const line = [
    label,
    String(space.states).padStart(11),
    `${space.kernel.packing.words} words ${space.kernel.options.store}`,
  ];
  line.push(
    `${seconds.toFixed(2)} s`,
    `${(space.transitions / seconds / 1e6).toFixed(1)} Mtrans/s`,
    `${perState.toFixed(1)} B/state`,
  );
  if (hasCompiler) {
    const c = [runC(model, space, folder), runC(model, space, folder)];
    const fastest = Math.min(...c.map((run) => run.seconds));
    const agree = c.every((run) => run.states === space.states && run.transitions === space.transitions);
    line.push(`C ${fastest.toFixed(2)} s`, `${(c[0].bytes / c[0].states).toFixed(1)} B/state`);
    line.push(`time x${(seconds / fastest).toFixed(2)}`, `bytes x${(space.bytes / c[0].bytes).toFixed(2)}`);
    if (!agree || space.deadlocks !== c[0].deadlocks) line.push('COUNTS DIFFER');
  }
  if (best.result !== 'done') line.push('INCOMPLETE');
  console.log(line.join('  '));
}

const folder = mkdtempSync(join(tmpdir(), 'tegata-explore-'));
try {
  if (!hasCompiler) console.log('no C compiler here: only the kernels are measured');
  for (const name of models) compare(name, folder);
  if (given.length === 0) {
    console.log('growth: states per CPU second');
    const rates = growth.map((name) => {
      const { space, seconds } = runKernel(readModel(name, { bounds: 'invariants' }));
      console.log(
        `${name.padEnd(18)}  ${String(space.states).padStart(11)}  ${(space.states / seconds / 1e6).toFixed(2)} M/s`,
      );
      return space.transitions / seconds;
    });
    console.log(`slowest / fastest rate of transitions: ${(Math.min(...rates) / Math.max(...rates)).toFixed(2)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
