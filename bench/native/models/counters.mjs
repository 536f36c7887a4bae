// Five counters that only go up: flat states of small integers, and nothing else to do.
import { defineModel } from '../../../dist/index.js';

const LIMIT = 11;
const initial = { a: 0, b: 0, c: 0, d: 0, e: 0 };

function next(state) {
  const found = [];
  if (state.a < LIMIT) found.push({ ...state, a: state.a + 1 });
  if (state.b < LIMIT) found.push({ ...state, b: state.b + 1 });
  if (state.c < LIMIT) found.push({ ...state, c: state.c + 1 });
  if (state.d < LIMIT) found.push({ ...state, d: state.d + 1 });
  if (state.e < LIMIT) found.push({ ...state, e: state.e + 1 });
  return found;
}

const isBad = ({ a, e }) => a > LIMIT || e > LIMIT;

export const counters = {
  name: 'counters',
  initial,
  next,
  keyOf: ({ a, b, c, d, e }) => `${a},${b},${c},${d},${e}`,
  isBad,
  model: (as = (f) => f) => defineModel({ initial, next: as(next), propositions: { bad: as(isBad) } }),
};
