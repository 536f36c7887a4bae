// Counting states, also with states that keep their numbers (--ids: one word each, as states of several words do anyway), or checking by counting an invariant (--check), a safety property with a monitor (--monitor) or `GF a | FG b`, which holds (--cycles; --exits with a and b exchanged), with two threads against one: wall-clock seconds, taking turns, the best of each; starting threads
// and all compiling included; and the processor time of all threads, which says more where other work goes on. --cycles and --exits also say how long one thread takes with the product alone.
//
//   node bench/threads/run.mjs [--threads N] [--all] [--rounds N] [--ids | --check | --monitor | --cycles | --exits] [MODEL...]        after `npm run build`; MODEL as for `tegata states`, or ending:N with --cycles
//
// Needs an idle machine with as many processors as threads. Models in which one thread does it alone in both runs are said to be so: their ratio is noise.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from '../../dist/check/check.js';
import { readModel } from '../../dist/cli/input/model-input.js';
import { nodeThreads } from '../../dist/cli/threads/helper-threads.js';
import { StateSpace } from '../../dist/explicit/kernel/store/state-space.js';
import { exploreStates } from '../../dist/explicit/search/explore-states.js';
import { kanban } from '../../dist/models/library/kanban.js';
import { netModel } from '../../dist/models/petri/net-model.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: 'string', default: '2' },
    all: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    ids: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    monitor: { type: 'boolean', default: false },
    cycles: { type: 'boolean', default: false },
    exits: { type: 'boolean', default: false },
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const beem = ['beem/at.5.dve', ...(values.all ? ['beem/lann.7.dve'] : [])].map((name) => join(shared, name));
const usual = ['kanban:5', 'kanban:6', 'kanban:7', 'fms:5', 'mapk:8', ...beem.filter((path) => existsSync(path))];
const threads = Number(values.threads);

/** Runs longer than this many seconds are not repeated. */
const LONG = 15;

async function count(model, host) {
  const started = performance.now();
  const { states, transitions, deadlocks, kernel, complete } = await exploreStates(model, {
    threads: host,
    limits: { memoryBytes: 3.5 * 2 ** 30 },
  });
  const seconds = (performance.now() - started) / 1000;
  return { counts: [states, transitions, deadlocks, complete].join(' '), seconds, worked: kernel?.threads ?? 1 };
}

/** States in an arena, in the order in which they are found, with a table of their numbers. */
async function countNumbered(model, host) {
  const started = performance.now();
  const space = new StateSpace(model, {
    states: 'counted',
    leaves: 'never',
    memoryBytes: 3.5 * 2 ** 30,
    ...(host && { threads: host }),
  });
  for (let turn = 0; space.slice(100_000) === 'running'; turn++) {
    if (turn % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  space.close();
  const seconds = (performance.now() - started) / 1000;
  const { states, transitions, deadlocks, threads: worked } = space;
  return { counts: [states, transitions, deadlocks].join(' '), seconds, worked };
}

/** A property that holds and mentions a variable; nothing is reduced. */
async function checkSafety(model, threads) {
  const started = performance.now();
  const { name } = model.variables[0];
  const formula = values.monitor ? `G("${name} >= 1" -> X "${name} >= 0")` : `G "${name} >= 0"`;
  const { verdict, statistics } = check(model, formula, {
    engine: { kind: 'explicit', partialOrder: 'none' },
    reductions: 'none',
    vacuity: 'skip',
    threads,
    limits: { memoryBytes: 3.5 * 2 ** 30 },
  });
  const seconds = (performance.now() - started) / 1000;
  const { productStates, productTransitions, counting } = statistics;
  const counts = [verdict.outcome, productStates, productTransitions].join(' ');
  return { counts, seconds, worked: counting?.threads ?? 1 };
}

/** `GF a | FG b` where b is the negation of a: it holds, but needs a search for cycles. */
const CYCLES = {
  'kanban:5': 'GF("P1<=4") | FG("P1>=5")',
  'kanban:6': 'GF("P1<=5") | FG("P1>=6")',
  'kanban:7': 'GF("P1<=6") | FG("P1>=7")',
  'fms:5': 'GF("P1<=4") | FG("P1>=5")',
  'mapk:8': 'GF("Raf<=7") | FG("Raf>=8")',
  'at.5.dve': 'GF("y <= 254") | FG("y >= 255")',
  'lann.7.dve': 'GF("P_0.status >= 2") | FG("P_0.status <= 1")',
};

/** The same with a and b exchanged: most states are exits (--exits). */
const EXITS = Object.fromEntries(
  Object.entries(CYCLES).map(([name, formula]) => {
    const [a, b] = formula.match(/\(".*?"\)/g);
    return [name, `GF${b} | FG${a}`];
  }),
);

/** Kanban in which cards only go on (`ending:N`): every execution ends, so each state is a component. The formula holds, and most states are exits. */
const ENDING = 'G("Pm4>=1" -> F("Pm4<=0"))';
function ending(cards) {
  const net = kanban(cards);
  return netModel({
    ...net,
    transitions: net.transitions.filter(({ name }) => name !== 'tout1' && !name.startsWith('tback')),
  });
}
const formulaFor = (name) =>
  name.startsWith('ending:') ? ENDING : (values.exits ? EXITS : CYCLES)[name.split('/').at(-1)];

const processorSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function checkCycles(model, threads, { name, emptiness }) {
  const started = performance.now();
  const { verdict, statistics } = check(model, formulaFor(name), {
    engine: { kind: 'explicit', partialOrder: 'none', ...(emptiness && { emptiness }) },
    reductions: 'none',
    vacuity: 'skip',
    threads,
    limits: { memoryBytes: 3.5 * 2 ** 30 },
  });
  const seconds = (performance.now() - started) / 1000;
  const { modelStates, counting } = statistics;
  const counts = [verdict.outcome, modelStates].join(' ');
  return { counts, seconds, worked: counting?.threads ?? 1 };
}

/** A run with the processor time that all threads took for it. */
const timed = async (...run) => {
  const before = processorSeconds();
  const result = await measured(...run);
  return { ...result, processor: processorSeconds() - before };
};
const counting = values.ids ? countNumbered : count;
const forCycles = values.cycles || values.exits;
const measured = forCycles ? checkCycles : values.check || values.monitor ? checkSafety : counting;
const better = (a, b) => (a === null || b.seconds < a.seconds ? b : a);

for (const name of positionals.length > 0 ? positionals : usual) {
  const model = name.startsWith('ending:') ? ending(Number(name.slice(7))) : readModel(name);
  let [product, one, several] = [null, null, null];
  const pays = () => one === null || (one.seconds < LONG && several.worked > 1);
  for (let round = 0; round < Number(values.rounds) && pays(); round++) {
    if (forCycles) product = better(product, await timed(model, undefined, { name, emptiness: 'couvreur' }));
    one = better(one, await timed(model, undefined, { name }));
    several = better(several, await timed(model, nodeThreads(threads), { name }));
    if (one.counts !== several.counts)
      throw new Error(`${name}: ${one.counts} with one thread, ${several.counts} with ${threads}`);
  }
  const label = name.split('/').at(-1).padEnd(14);
  const ratio = `${(one.seconds / several.seconds).toFixed(2)} times as fast`;
  const said = several.worked === 1 ? 'one thread in both' : `${several.worked} threads`;
  if (product !== null) {
    const times = [product, one, several].map(({ processor }) => processor.toFixed(2));
    console.log(`${label} the product alone: ${product.seconds.toFixed(2)} s; processor ${times.join(', ')} s`);
  }
  const processor = `processor ${one.processor.toFixed(2)} and ${several.processor.toFixed(2)} s`;
  console.log(
    `${label} ${one.seconds.toFixed(2)} s, ${several.seconds.toFixed(2)} s: ${ratio} (${said}; ${processor})`,
  );
}
