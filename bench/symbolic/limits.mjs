// How far runs of the diagram engines go beyond their limits on models that are too large for them: seconds and megabytes of the whole process.
// And what collections cost on a long run.
//
//   npm run build && node bench/symbolic/limits.mjs [--only TEXT] [--limits time|memory] [--collections] (the largest resident set is measured on Linux alone)
//
// Models of the conformance data (`TEGATA_SHARED`, by default ../shared) that are not there are left out. CPU seconds are printed beside those by the clock: on a
// busy machine the clock runs while nothing is done.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    limits: { type: 'string', default: 'both' },
    collections: { type: 'boolean', default: false },
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const TEGATA = fileURLToPath(new URL('../../dist/cli/bundle/main.js', import.meta.url));
/** Runs with a limit of memory alone end by the clock too. */
const BACKSTOP = 40;

const states = (...words) => ['states', ...words, '--engine', 'symbolic'];
const check = (engine, model, formula, ...words) => [
  'check',
  model,
  '--ltl',
  formula,
  '--engine',
  engine,
  '--reductions',
  'none',
  ...words,
];

/** What is run, by the phase that takes long: `%` stands for the folder of conformance data. */
const RUNS = [
  ['closing', states('fms:20', '--variables', 'given-reverse')],
  ['closing', states('%/beem/lifts.7.dve')],
  ['closing and learning', states('%/beem/pgm_protocol.8.dve')],
  ['closing', states('%/mcc/Peterson-PT-3')],
  ['ordering', states('philosophers:6000')],
  ['ordering', states('%/mcc/PolyORBLF-PT-S02J04T06')],
  ['counting', states('kanban:600')],
  [
    'product',
    check('symbolic', '%/beem/peterson.5.dve', 'G("P_0.wait" -> F "P_0.CS")', '--no-look', '--automaton', 'tgba'),
  ],
  ['aggregates', check('hybrid', '%/beem/peterson.5.dve', 'G("P_0.wait" -> F "P_0.CS")')],
  ['aggregates', check('hybrid', 'fms:20', 'GF "P1 <= 19" | FG "P1 >= 20"', '--variables', 'given-reverse')],
  ['lasso', check('hybrid', 'philosophers:200', 'G("HasLeft0 >= 1" -> F "IsEating0 >= 1")')],
];
const LIMITS = [{ seconds: 2 }, { seconds: 5 }, { megabytes: 200 }, { megabytes: 500 }];

function statusOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** CPU seconds of a process that lives. */
function cpuOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function measure(args) {
  return new Promise((done) => {
    const begun = performance.now();
    const child = spawn(process.execPath, [TEGATA, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [megabytes, cpu, text] = [0, 0, ''];
    const look = () => {
      megabytes = Math.max(megabytes, statusOf(child.pid));
      cpu = Math.max(cpu, cpuOf(child.pid));
    };
    const timer = setInterval(look, 20);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.on('close', () => {
      clearInterval(timer);
      done({ seconds: (performance.now() - begun) / 1000, megabytes, cpu, text });
    });
  });
}

const located = (words) => words.map((word) => (word.startsWith('%/') ? join(shared, word.slice(2)) : word));
const isThere = (words) => words.every((word) => !word.startsWith('/') || existsSync(word));
const shownOf = (words) => words.filter((word) => !word.startsWith('--')).join(' ');

async function limits() {
  let [runs, over] = [0, 0];
  console.log(
    '| phase | run | allowed | s (CPU) | MB | over | what it says |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const [phase, words] of RUNS) {
    const name = shownOf(words).replaceAll('%/', '');
    if (!`${phase} ${name}`.includes(values.only) || !isThere(located(words))) continue;
    for (const limit of LIMITS) {
      if (values.limits === (limit.seconds === undefined ? 'time' : 'memory')) continue;
      const bound =
        limit.seconds === undefined
          ? ['--memory', `${limit.megabytes}M`, '--timeout', String(BACKSTOP)]
          : ['--timeout', String(limit.seconds)];
      const { seconds, megabytes, cpu, text } = await measure([...located(words), ...bound]);
      const allowed = limit.seconds ?? BACKSTOP;
      const excess = [];
      if (seconds > Math.max(allowed + 1, allowed * 1.2)) excess.push('time');
      if (limit.megabytes !== undefined && megabytes > limit.megabytes * 1.2) excess.push('memory');
      runs++;
      if (excess.length > 0) over++;
      const first = text.split('\n').find((line) => /unknown|holds|violated|error|states|limit/.test(line)) ?? '';
      const cells = [
        phase,
        name,
        limit.seconds === undefined ? `${limit.megabytes} MB` : `${limit.seconds} s`,
        `${seconds.toFixed(1)} (${cpu.toFixed(1)})`,
        megabytes.toFixed(0),
        excess.join(' and ') || '–',
        first.trim().slice(0, 70).replaceAll('|', '\\|'),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  console.log(`\n${runs} runs, ${over} beyond the tolerance (1 s or 20 % of the time, 20 % of the memory)`);
}

/** Long runs, with all the memory that they like and with little. */
const LONG = [undefined, 110, 60, 40, 30, 20, 15].map((megabytes) => ['fms:7', 'given-reverse', megabytes]);

async function collections() {
  const { generateNet } = await import('../../dist/models/library/index.js');
  const { netModel } = await import('../../dist/models/petri/net-model.js');
  const { countStates } = await import('../../dist/symbolic/states.js');
  console.log(
    '| run | MB for diagrams | s of CPU | collections | s in them | share | nodes created | given back | MB at the peak |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [model, order, megabytes] of LONG) {
    const [name, size] = model.split(':');
    const limits = megabytes === undefined ? {} : { memoryBytes: megabytes * 2 ** 20 };
    const before = process.cpuUsage();
    let cells;
    try {
      const { statistics } = countStates(netModel(generateNet(name, Number(size)).value), {
        order,
        limits,
        tokens: 'ignored',
      });
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1e6;
      const { collections: count, collectionSeconds, createdNodes, freedNodes, peakBytes } = statistics;
      const share = `${((100 * collectionSeconds) / seconds).toFixed(1)} %`;
      cells = [
        seconds.toFixed(1),
        count,
        collectionSeconds.toFixed(2),
        share,
        createdNodes,
        freedNodes,
        (peakBytes / 2 ** 20).toFixed(0),
      ];
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      cells = [((user + system) / 1e6).toFixed(1), error.message, '', '', '', '', ''];
    }
    console.log(
      `| ${model} ${order} | ${megabytes === undefined ? 'any' : Math.round(megabytes * 0.85)} | ${cells.join(' | ')} |`,
    );
  }
}

await (values.collections ? collections() : limits());
