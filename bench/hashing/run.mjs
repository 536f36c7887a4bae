// Searches that keep only traces of states. How good is the estimate of the coverage, on models whose size the symbolic engine counts? And is a
// planted violation found in a model of at least 10⁹ states, in 1 GiB?
//
//     node bench/hashing/run.mjs                         the estimates
//     node bench/hashing/run.mjs --planted [--net kanban:10] [--violated 'FORMULA'] [--memory 1GiB] [--seconds 280] [--each 70] [--whole]
//
// `--planted` is a swarm by the command: seeds 1, 2, … one after the other, each for so many seconds, until one finds the violation or all the time is
// over. The counterexample is replayed here, by firing the net's transitions, which shares no code with the tool. `--whole` asks one
// search in the order of the model, without a limit of time, for something that holds: all states, which takes a quarter of an hour.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { check, countStates } from '../../dist/check/index.js';
import { parseLtl } from '../../dist/formula/index.js';
import { generateNet, netModel } from '../../dist/models/index.js';

const { values } = parseArgs({
  options: {
    planted: { type: 'boolean' },
    whole: { type: 'boolean' },
    net: { type: 'string', default: 'kanban:10' },
    violated: { type: 'string', default: 'G !("Pm1 = 10" & "Pm4 = 10" & "Pm2 >= 9")' },
    memory: { type: 'string', default: '1GiB' },
    seconds: { type: 'string', default: '280' },
    each: { type: 'string', default: '70' },
  },
});

const netOf = (name) => generateNet(name.split(':')[0], Number(name.split(':')[1])).value;
const sizeOf = async (model) => (await countStates(model, { engine: { kind: 'symbolic' } })).states;

/** Bits of the table for each state that there is. */
const FACTORS = [3, 4, 6, 10, 20, 40];
const MODELS = [
  ['kanban:4', 'G !"P1 >= 90"'],
  ['kanban:5', 'G !"P1 >= 90"'],
  ['fms:5', 'G !"P1 >= 90"'],
  ['slotted-ring:6', 'G !"C0 >= 90"'],
  ['philosophers:9', 'G !"IsEating0 >= 90"'],
];

async function estimates() {
  console.log('model              states  bits a state    visited     share  estimate  estimated states  factor');
  let worst = 1;
  for (const [name, formula] of MODELS) {
    const model = netModel(netOf(name));
    const states = Number(await sizeOf(model));
    for (const factor of FACTORS) {
      // An eighth is for the stack.
      const bytes = Math.ceil((states * factor) / 7);
      const engine = { kind: 'explicit', hashing: { kind: 'bits', bytes, hashes: 3 } };
      const { statistics } = check(model, parseLtl(formula), { engine, reductions: 'none' });
      const { coverage } = statistics.hashing;
      const visited = statistics.productStates;
      const estimated = visited / coverage;
      const off = Math.max(estimated / states, states / estimated);
      if (factor > 3) worst = Math.max(worst, off);
      console.log(
        `${name.padEnd(14)} ${String(states).padStart(10)} ${String(factor).padStart(13)} ${String(visited).padStart(10)} ${percent(visited / states)} ${percent(coverage)} ${String(Math.round(estimated)).padStart(17)} ${off.toFixed(3).padStart(7)}`,
      );
    }
  }
  console.log(
    `with 4 bits a state and more, the estimate of the number of states is right within a factor of ${worst.toFixed(3)}`,
  );
}

const percent = (share) => `${(100 * share).toFixed(2)} %`.padStart(9);

async function swarm() {
  const states = await sizeOf(netModel(netOf(values.net)));
  console.log(`${values.net}: ${states} states, by the symbolic engine; ${values.memory}`);
  const end = performance.now() + 1000 * Number(values.seconds);
  if (values.whole) return void searched(`G !"${netModel(netOf(values.net)).variables[0].name} >= 90"`, [], states);
  for (let seed = 1; performance.now() < end; seed++) {
    const seconds = Math.max(1, Math.round(Math.min(Number(values.each), (end - performance.now()) / 1000)));
    const more = ['--order', 'random', '--seed', String(seed), '--timeout', String(seconds)];
    if (searched(values.violated, more, states) === 'violated') return;
  }
}

/** One search by the command; its verdict. */
function searched(formula, more, states) {
  const command = ['check', values.net, '--ltl', formula, '--reductions', 'none', '--bitstate', values.memory, ...more];
  console.log(`\ntegata ${command.map((word) => (/^[\w:.=-]+$/.test(word) ? word : `'${word}'`)).join(' ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'tegata-hashing-'));
  const file = join(folder, 'answer.json');
  const out = openSync(file, 'w');
  const tool = fileURLToPath(new URL('../../dist/cli/bundle/main.js', import.meta.url));
  try {
    spawnSync(process.execPath, [tool, ...command, '--json'], { stdio: ['ignore', out, 'inherit'] });
    const answer = JSON.parse(readFileSync(file, 'utf8'));
    report(answer, states);
    return answer.verdict;
  } finally {
    closeSync(out);
    rmSync(folder, { recursive: true });
  }
}

function report({ verdict, reason, counterexample, statistics }, states) {
  const { productStates, productTransitions, hashing, peakMemoryBytes, searchSeconds, counterexampleSeconds } =
    statistics;
  console.log(`  ${verdict}${reason === null ? '' : `: ${reason}`}`);
  console.log(
    `  visited ${productStates} states, ${productTransitions} transitions; ${((100 * Number(productStates)) / Number(states)).toFixed(2)} % of all`,
  );
  console.log(
    `  estimate: ${(100 * hashing.coverage).toFixed(2)} % of what was met; taken for others ${hashing.omitted}, left out ${hashing.cut}, waiting ${hashing.waiting}`,
  );
  console.log(
    `  at most ${(peakMemoryBytes / 2 ** 20).toFixed(0)} MiB of memory; search ${searchSeconds.toFixed(1)} s, counterexample ${counterexampleSeconds.toFixed(1)} s`,
  );
  if (counterexample !== null)
    console.log(`  counterexample of ${counterexample.prefix.length} states: ${replayed(counterexample)}`);
}

/** Fires the transitions that the counterexample names, from the initial marking on. */
function replayed({ prefix }) {
  const net = netOf(values.net);
  const names = netModel(net).variables.map(({ name }) => name);
  const byName = new Map(net.transitions.map((transition) => [transition.id, transition]));
  const marking = net.places.map(({ initial }) => initial);
  for (const [step, { state, transition }] of prefix.entries()) {
    if (names.some((name, i) => state[name] !== marking[i])) return `NOT a run: step ${step} shows another state`;
    if (step === prefix.length - 1) break;
    const { inputs, outputs } = byName.get(transition);
    for (const { place, weight } of inputs) if ((marking[place] -= weight) < 0) return `NOT a run: step ${step}`;
    for (const { place, weight } of outputs) marking[place] += weight;
  }
  const last = names.map((name, i) => `${name} = ${marking[i]}`).filter((text) => !text.endsWith(' 0'));
  return `a run of the net, which ends with ${last.join(', ')}`;
}

await (values.planted || values.whole ? swarm() : estimates());
