// Exploring a TypeScript model: processor time as a ratio to the obvious way (JSON.stringify as key of a Map) on the same `next`.
// Usage: node bench/models/typescript.mjs (after npm run build)
import { defineModel, explore } from '../../dist/index.js';

const LIMIT = 11;
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

function obvious() {
  const numbers = new Map([[JSON.stringify(initial), 0]]);
  const states = [initial];
  for (let i = 0; i < states.length; i++) {
    for (const target of next(states[i])) {
      const key = JSON.stringify(target);
      if (numbers.has(key)) continue;
      numbers.set(key, states.length);
      states.push(target);
    }
  }
  return states.length;
}

function ours() {
  return explore(defineModel({ initial, next, propositions: { equal: ({ a, b }) => a === b } })).states;
}

function seconds(run) {
  const before = process.cpuUsage();
  const states = run();
  const { user, system } = process.cpuUsage(before);
  return { states, seconds: (user + system) / 1e6 };
}

for (let round = 0; round < 4; round++) {
  const [baseline, measured] = [seconds(obvious), seconds(ours)];
  const rate = Math.round(measured.states / measured.seconds / 1000);
  const ratio = (baseline.seconds / measured.seconds).toFixed(2);
  console.log(`${measured.states} states, ${rate}k states/s of processor time, ${ratio} times the speed of JSON keys`);
}
