// Promela beside SPIN: CPU seconds of the search of all states, and of everything from the text to the answer.
//
//   node bench/promela/run.mjs [--rounds N] [MODEL...]   after `npm run build`; MODEL is a path below the folder of Promela models
//
// SPIN searches what we search: no partial-order reduction, no statement merging, no optimisations that change states (`-o1 -o2 -o3`,
// `-DNOREDUCE`), compiled with `gcc -O3`. What compiles is shown apart: gcc there, the writing of programs and of the kernel here (what V8 does
// while the kernel runs is in our time). The two take turns; the best of each counts.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { countStates } from '../../dist/check/count.js';
import { readModel } from '../../dist/cli/input/model-input.js';
import { Stopwatch } from '../../dist/diagnostics/stopwatch.js';
import { StateSpace } from '../../dist/explicit/kernel/store/state-space.js';
import { analyse } from '../../dist/models/analysis/analyse.js';

const shared = join(resolve(process.env.TEGATA_SHARED ?? '../shared'), 'promela');
const command = resolve('dist/cli/bundle/main.js');

/** Models with states enough to measure a rate, and small ones whose answer is what takes the time. */
const LARGE = [
  ...[
    'LTL/leader_pre.pml',
    'LTL/pftp.pml',
    'LTL/train.pml',
    'LTL/mobile1.pml',
    'cambridge.pml',
    'dtp.pml',
    'eratosthenes.pml',
  ],
  ...['hajek.pml', 'leader0.pml', 'snoopy.pml', 'sort.pml'],
].map((name) => `spin/${name}`);
const BEEM = [
  ...[
    'anderson.1',
    'brp.2',
    'cambridge.1',
    'elevator.1',
    'elevator2.2',
    'firewire_link.2',
    'lamport_nonatomic.1',
    'loyd.2',
  ],
  ...['needham.2', 'peterson.2', 'pouring.2', 'production_cell.1', 'rether.2', 'schedule_world.2', 'telephony.2'],
].map((name) => `beem/${name}.pm`);
const SMALL = [
  'spin/peterson.pml',
  'spin/LTL/bakery.pml',
  'spin/Exercises/ex_3c.pml',
  'beem/fischer.1.pm',
  'beem/phils.1.pm',
];

const given = process.argv.slice(2);
const flag = given.indexOf('--rounds');
const rounds = flag < 0 ? 2 : Number(given.splice(flag, 2)[1]);
const large = (given.length > 0 ? given : [...LARGE, ...BEEM]).filter((name) => existsSync(join(shared, name)));

/** Runs a shell command; CPU seconds of it and of what it starts, and its output. */
function timed(line, cwd) {
  const script = `TIMEFORMAT='cpu %U %S'; time { ${line}; }`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [0, Number.NaN, Number.NaN];
  return { seconds: Number(user) + Number(system), stdout, status };
}

function compileWithSpin(path, folder, flags = '') {
  const include = `cp ${JSON.stringify(join(path, '..'))}/*.p* . 2>/dev/null`;
  const { seconds, status } = timed(
    `${include}; spin -a -o1 -o2 -o3 ${JSON.stringify(path)} >/dev/null && gcc -O3 -w -DNOREDUCE -DNOFAIR -DVECTORSZ=4096 ${flags} -o pan pan.c`,
    folder,
  );
  return status === 0 ? seconds : null;
}

function searchWithSpin(folder) {
  const { seconds, stdout } = timed('./pan -A -E -c0 -n -m2000000 -w22', folder);
  return { seconds, states: Number(/(\d+) states, stored/.exec(stdout)?.[1]) };
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Our search; the programs and the kernel are our compiler, and timed apart as gcc is. A model without programs is interpreted. */
async function search(path) {
  const model = readModel(path);
  const begun = cpuSeconds();
  const programs = model.asPrograms?.(new Stopwatch()) ?? null;
  if (programs === null) {
    const { states } = await countStates(model, { limits: { seconds: 60 } });
    return { kernel: 0, seconds: cpuSeconds() - begun, states: Number(states), how: 'interpreted' };
  }
  const space = new StateSpace(analyse(programs), { states: 'counted', memoryBytes: 8 * 2 ** 30 });
  const ready = cpuSeconds();
  let result = 'running';
  for (let budget = 1000; result === 'running'; budget = Math.min(20_000, budget * 2)) result = space.slice(budget);
  return { kernel: ready - begun, seconds: cpuSeconds() - ready, states: space.states, how: '' };
}

const better = (one, other) => (one === null || other.seconds < one.seconds ? other : one);
const shown = (number, width) => (number >= 100 ? number.toFixed(0) : number.toPrecision(3)).padStart(width);
const mean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

const folder = mkdtempSync(join(tmpdir(), 'tegata-promela-'));
try {
  if (spawnSync('sh', ['-c', 'spin -V && gcc --version']).status !== 0) throw new Error('spin and gcc are needed');
  console.log('all states                     states   gcc s  kernel s   pan s  ours s  states/s of ours : SPIN');
  const ratios = [];
  for (const name of large) {
    const path = join(shared, name);
    const compiled = compileWithSpin(path, folder, '-DNOCLAIM');
    let [spin, ours] = [null, null];
    for (let round = 0; round < rounds; round++) {
      ours = better(ours, await search(path));
      if (compiled !== null) spin = better(spin, searchWithSpin(folder));
    }
    const ratio = spin === null ? Number.NaN : spin.seconds / ours.seconds;
    const same = spin === null || spin.states === ours.states ? '' : `  SPIN has ${spin.states} states`;
    if (ratio > 0 && same === '') ratios.push(ratio);
    const times = [compiled ?? Number.NaN, ours.kernel, spin?.seconds ?? Number.NaN, ours.seconds];
    const columns = times.map((value) => shown(value, 9)).join('');
    console.log(`${name.padEnd(28)}${String(ours.states).padStart(9)}${columns}${shown(ratio, 9)}  ${ours.how}${same}`);
  }
  console.log(
    `geometric mean of ${ratios.length}: ${shown(mean(ratios), 0)}, least ${shown(ratios.length === 0 ? 0 : Math.min(...ratios), 0)}`,
  );
  console.log('\nfrom the text to the answer    SPIN s  ours s  SPIN : ours');
  for (const name of given.length > 0 ? given : SMALL) {
    const path = join(shared, name);
    if (!existsSync(path)) continue;
    const hasFormulas = /^\s*ltl\b/m.test(readFileSync(path, 'utf8'));
    let [spin, ours] = [null, null];
    for (let round = 0; round < rounds; round++) {
      const compiled = compileWithSpin(path, folder);
      const { seconds } = timed(`./pan -n ${hasFormulas ? '-a' : ''} -w20`, folder);
      spin = better(spin, { seconds: compiled + seconds });
      ours = better(ours, timed(`${process.execPath} ${command} check ${JSON.stringify(path)}`, folder));
    }
    console.log(
      `${name.padEnd(28)}${shown(spin.seconds, 9)}${shown(ours.seconds, 8)}${shown(spin.seconds / ours.seconds, 9)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
