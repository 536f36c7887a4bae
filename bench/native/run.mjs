// TypeScript models: states per second of processor time on a model of five small integers, beside a hand-written breadth-first
// search over the same objects with a Map, whose keys are made by JSON.stringify or (as one would who knows the fields) by a
// template. All ways run in turn in the same process, on the same `next`; the best of several rounds of each counts.
// Usage: node bench/native/run.mjs [--json] (after npm run build)

import { exploreStatesSync } from '../../dist/explicit/search/explore-states.js';
import { check, defineModel, explore, parseLtl } from '../../dist/index.js';

const LIMIT = 11;
const ROUNDS = 5;
const initial = { a: 0, b: 0, c: 0, d: 0, e: 0 };

/** Five counters that only go up. */
function next(state) {
  const found = [];
  if (state.a < LIMIT) found.push({ ...state, a: state.a + 1 });
  if (state.b < LIMIT) found.push({ ...state, b: state.b + 1 });
  if (state.c < LIMIT) found.push({ ...state, c: state.c + 1 });
  if (state.d < LIMIT) found.push({ ...state, d: state.d + 1 });
  if (state.e < LIMIT) found.push({ ...state, e: state.e + 1 });
  return found;
}

/** The search that one writes in ten minutes; it evaluates the same proposition in each state. */
function handWritten(keyOf) {
  const seen = new Map([[keyOf(initial), 0]]);
  const states = [initial];
  let bad = 0;
  for (let i = 0; i < states.length; i++) {
    if (isBad(states[i])) bad++;
    for (const target of next(states[i])) {
      const key = keyOf(target);
      if (seen.has(key)) continue;
      seen.set(key, states.length);
      states.push(target);
    }
  }
  return bad === 0 ? states.length : -1;
}

const isBad = ({ a, e }) => a > LIMIT || e > LIMIT;
const model = () => defineModel({ initial, next, propositions: { bad: isBad } });
const safe = parseLtl('G !bad');

const ways = {
  'Map, JSON keys': () => handWritten(JSON.stringify),
  'Map, template keys': () => handWritten(({ a, b, c, d, e }) => `${a},${b},${c},${d},${e}`),
  explore: () => explore(model()).states,
  'states (kernel)': () => exploreStatesSync(model()).states,
  'check G !bad': () => check(model(), safe).statistics.modelStates,
};

function seconds(run) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const states = run();
  const { user, system } = process.cpuUsage(before);
  return { states, seconds: (user + system) / 1e6 };
}

const best = new Map();
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(ways)) {
    const measured = seconds(run);
    if (measured.states !== (LIMIT + 1) ** 5) throw new Error(`${name}: ${measured.states} states`);
    if (!(best.get(name)?.seconds <= measured.seconds)) best.set(name, measured);
  }
}

const reference = best.get('Map, template keys').seconds;
for (const [name, { states, seconds }] of best) {
  const rate = Math.round(states / seconds);
  const ratio = reference / seconds;
  if (process.argv.includes('--json')) console.log(JSON.stringify({ name, states, seconds, rate, ratio }));
  else {
    console.log(
      `${name.padEnd(20)} ${String(Math.round(rate / 1000)).padStart(5)}k states/s  ${ratio.toFixed(2)} × template keys`,
    );
  }
}
