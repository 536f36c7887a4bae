// States that are explored without stubborn sets and with them, beside SPIN without and with its own reduction: one question for both, put to SPIN
// as a claim. Counts, the same on every machine.
//
//     node bench/partial-order/peers.mjs [WORD...]
//
// With WORDs only models that have one of them in their names. The models come from the conformance data (`TEGATA_SHARED`, by default ../shared).
// SPIN searches what we search: no statement merging, no optimisations that change states (`-o1 -o2 -o3`); where it is not installed, and for DVE,
// its columns are empty.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { check } from '../../dist/check/index.js';
import { parseLtl } from '../../dist/formula/index.js';
import { loadModel } from '../../dist/models/index.js';

const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

/** What must never be, in words that SPIN and we understand. */
const CASES = [
  ['promela/beem/phils.2.pm', 'fork[0] == 1 && fork[1] == 1 && count >= 4'],
  ['promela/spin/leader0.pml', 'nr_leaders >= 2'],
  ['promela/spin/snoopy.pml', 'len(grant0) >= 1 && len(grant1) >= 1'],
  ['promela/beem/peterson.1.pm', 'pos[0] >= 3 && pos[1] >= 3'],
  ['promela/beem/peterson.2.pm', 'pos[0] >= 4 && pos[1] >= 4'],
  ['promela/beem/bakery.1.pm', 'number[0] == 1 && number[1] == 0 && choosing[0] == 2'],
  ['promela/spin/LTL/bakery.pml', 'mutex >= 3'],
  ['promela/spin/eratosthenes.pml', '_nr_pr >= 90'],
  ['promela/spin/sort.pml', 'len(q[0]) >= 9 && len(q[6]) >= 9'],
  ['beem/lann.1.dve', 'P_0=CS && P_0.status = 0 && P_1=CS && P_1.status = 0'],
  ['beem/leader_election.1.dve', 'nr_leaders >= 2'],
  [
    'beem/iprotocol.2.dve',
    'Receiver.nakd[0] = 1 && Receiver.nakd[1] = 1 && Receiver.nakd[2] = 1 && Receiver.nakd[3] = 1',
  ],
  ['beem/peterson.1.dve', 'P_0=CS && P_1=CS'],
  ['beem/peterson.4.dve', 'P_0=CS && P_1=CS'],
  ['beem/bakery.1.dve', 'P_0=CS && P_1=CS'],
  ['beem/bakery.4.dve', 'P_0=CS && number[0] = 0'],
  ['beem/lamport.1.dve', 'P_0=CS && P_1=CS'],
];

function ours(path, bad, partialOrder) {
  const model = loadModel(path, [readFileSync(path)]).value;
  const parts = bad.split(' && ').map((part) => `"${part}"`);
  const { verdict, statistics } = check(model, parseLtl(`G !(${parts.join(' & ')})`), {
    engine: { kind: 'explicit', partialOrder, symmetry: 'none' },
    reductions: 'none',
    limits: { seconds: 90 },
  });
  return { outcome: verdict.outcome, states: statistics.productStates, time: statistics.seconds };
}

function spins(path, bad, flags) {
  if (!/\.pml?$/.test(path)) return '';
  const folder = mkdtempSync(join(tmpdir(), 'tegata-partial-order-'));
  const run = (line) => spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', timeout: 90_000 });
  try {
    const text = readFileSync(path, 'utf8').replace(/^\s*ltl\s+\w+\s*\{[^}]*\}/gm, '');
    run(`cp ${JSON.stringify(dirname(path))}/* . 2>/dev/null`);
    writeFileSync(join(folder, basename(path)), `${text}\nltl asked { [] !(${bad}) }\n`);
    const made = run(`spin -a -o1 -o2 -o3 ${basename(path)} && gcc -O2 -w ${flags} -DVECTORSZ=4096 -o pan pan.c`);
    if (made.status !== 0) return '';
    const { stdout } = run('./pan -a -A -E -n -m2000000 -w22 -N asked');
    const states = /(\d+) states, stored/.exec(stdout)?.[1] ?? '';
    return /errors: 0/.test(stdout) && !/max search depth too small/.test(stdout) ? Number(states) : '';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const words = process.argv.slice(2);
const shown = (value) => value.toLocaleString('en');
console.log('| model | never | states | with sets | SPIN, NOREDUCE | SPIN |\n| --- | --- | --- | --- | --- | --- |');
for (const [name, bad] of CASES) {
  const path = join(shared, name);
  if (!existsSync(path) || (words.length > 0 && !words.some((word) => name.includes(word)))) continue;
  const [none, always] = ['none', 'always'].map((use) => ours(path, bad, use));
  const [whole, reduced] = ['-DNOREDUCE', ''].map((flags) => spins(path, bad, flags));
  const verdicts = [...new Set([none.outcome, always.outcome])].join(' ≠ ');
  const columns = [
    `${basename(name)}`,
    `\`${bad}\``,
    shown(none.states),
    shown(always.states),
    shown(whole),
    shown(reduced),
  ];
  console.log(`| ${columns.join(' | ')} |${verdicts === 'holds' ? '' : ` ${verdicts}`}`);
}
