// Emptiness checks inside the kernel: product transitions per second of CPU, next to plain exploration of the same model in the same
// run, and to what the best explicit peer reaches on the same question. There are two plain explorations, both breadth-first: of
// numbered states, which can be asked for their successors later as the states of a product are, and of states that are only counted, which
// is what `tegata states` does and is quicker. Times are of the whole check, from the formula to the verdict; what does not grow with the
// model is seen in the rows of V. Every measurement is a process of its own, so that the peak of its memory is that of one check; the best
// of some runs counts.
//
//   node bench/emptiness/run.mjs [--runs N] [MODEL...]      after `npm run build`; MODEL is one of those below
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { check } from '../../dist/check/check.js';
import { readModel } from '../../dist/cli/input/model-input.js';
import { StateSpace } from '../../dist/explicit/kernel/store/state-space.js';
import { parseLtl } from '../../dist/formula/parse.js';

// S holds and is a safety property; L holds and needs cycles; V is violated. Peers: the best explicit engine without reductions on L, in
// millions of transitions per CPU second, and LTSmin's memory in MB, as measured on one machine (two cores, AMD EPYC).
const MODELS = {
  'kanban:5': {
    S: 'G("Pout1>=1" -> "P1<=4")',
    L: 'GF("P1<=4") | FG("P1>=5")',
    V: 'G("Pm1>=1" -> F("Pout1>=1"))',
    peer: { rate: 2.0, megabytes: 135 },
  },
  'fms:5': {
    S: 'G("P1d>=1" -> "P1<=4")',
    L: 'GF("P1<=4") | FG("P1>=5")',
    V: 'G("P1M1>=1" -> F("P1d>=1"))',
    peer: { rate: 1.5, megabytes: 148 },
  },
  'mapk:8': {
    S: 'G("RafP>=1" -> "Raf<=7")',
    L: 'GF("Raf<=7") | FG("Raf>=8")',
    V: 'G("RafP>=1" -> F("ERKPP>=1"))',
    peer: { rate: 1.43, megabytes: 346 },
  },
  'slotted-ring:6': { L: 'GF("A0>=1") | FG("A0<=0")' },
  'philosophers:8': { L: 'GF("IsEating0<=0") | FG("IsEating0>=1")' },
};
/** Automaton kind and emptiness check; without a name the check chooses. */
const APPROACHES = [
  ['tgba', undefined],
  ['tgba', 'couvreur'],
  ['ba', 'couvreur'],
  ['ba', 'ndfs'],
  ['ba', 'tarjan'],
  ['tgta', 'couvreur'],
  ['ta', 'two-pass'],
  ['sta', 'two-pass'],
];

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** One measurement, printed as JSON: exploration alone, or a check. */
function measure({ name, states, text, automaton, emptiness }) {
  const model = readModel(name);
  const before = cpuSeconds();
  let counts;
  if (text === undefined) {
    const space = new StateSpace(model, { order: 'breadth-first', states });
    let result = 'running';
    for (let budget = 1000; result === 'running'; budget = Math.min(20_000, budget * 2)) result = space.slice(budget);
    counts = { states: space.states, transitions: space.transitions };
  } else {
    const {
      verdict,
      statistics,
      emptiness: used,
    } = check(model, parseLtl(text), {
      engine: { kind: 'explicit', automaton, emptiness },
      reductions: 'none', // the check is timed, not what may come before it
    });
    const { productStates, productTransitions: transitions, passes } = statistics;
    counts = { states: productStates, transitions, passes, outcome: verdict.outcome, used };
  }
  const seconds = cpuSeconds() - before;
  console.log(JSON.stringify({ ...counts, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
}

/** A run in a process of its own. */
function run(job) {
  const args = [fileURLToPath(import.meta.url), '--job', JSON.stringify(job)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** The quickest run of each job. They take turns, so that what else the machine does meets all of them. */
function bestOf(jobs, rounds) {
  const best = jobs.map(run);
  for (let round = 1; round < rounds; round++) {
    jobs.forEach((job, i) => {
      const again = run(job);
      if (again.seconds < best[i].seconds) best[i] = again;
    });
  }
  return best;
}

const rate = (result) => result.transitions / result.seconds / 1e6;
const described = (result) =>
  `${result.seconds.toFixed(2)} s, ${rate(result).toFixed(1)} M/s, ${result.megabytes.toFixed(0)} MB`;

function compare(name, rounds) {
  const { peer, ...queries } = MODELS[name];
  const checks = Object.entries(queries).flatMap(([query, text]) =>
    APPROACHES.map(([automaton, emptiness]) => ({ query, name, text, automaton, emptiness })),
  );
  const plain = ['numbered', 'counted'].map((states) => ({ name, states }));
  const [numbered, counted, ...results] = bestOf([...plain, ...checks], rounds);
  console.log(
    `${name}: ${counted.states} states, ${counted.transitions} transitions; plain exploration, numbered ${described(numbered)}, ` +
      `counted ${described(counted)}` +
      (peer ? `; best explicit peer on L ${peer.rate} M/s, LTSmin ${peer.megabytes} MB` : ''),
  );
  checks.forEach(({ query, automaton, emptiness }, i) => {
    const result = results[i];
    const cells = [
      query,
      automaton.padEnd(4),
      `${result.used}${emptiness === undefined ? ' (chosen)' : ''}`.padEnd(22),
      result.outcome.padEnd(8),
      String(result.states).padStart(9),
      String(result.transitions).padStart(10),
      `${result.seconds.toFixed(2)} s`.padStart(8),
      `${rate(result).toFixed(1)} M/s`.padStart(9),
      `${result.megabytes.toFixed(0)} MB`.padStart(7),
    ];
    // The time per transition against that of plain exploration; short runs measure the start of the process.
    if (result.outcome === 'holds') {
      cells.push(`x${(rate(numbered) / rate(result)).toFixed(2)} of numbered`);
      cells.push(`x${(rate(counted) / rate(result)).toFixed(2)} of counted`);
    }
    if (query === 'L' && peer) cells.push(`${(rate(result) / peer.rate).toFixed(1)} times the peer`);
    console.log(`  ${cells.join('  ')}`);
  });
}

const given = process.argv.slice(2);
if (given[0] === '--job') {
  measure(JSON.parse(given[1]));
} else {
  const runs = given[0] === '--runs' ? Number(given.splice(0, 2)[1]) : 3;
  for (const name of given.length > 0 ? given : Object.keys(MODELS)) compare(name, runs);
}
