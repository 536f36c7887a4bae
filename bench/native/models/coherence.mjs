// Cache coherence: MESI lines with one bit of data each, a bus that serves one cache at a time, and processors that read and write.
import { defineModel } from '../../../dist/index.js';
import { defineSystem, replicate } from '../../../dist/modelling/index.js';

const N = 5;
const caches = Array.from({ length: N }, (_, i) => `cache${i}`);
const processors = caches.map((_, i) => `cpu${i}`);

const invalid = { line: 'I', data: 0 };
const initial = {
  memory: 0,
  bus: -1,
  ...Object.fromEntries(caches.map((name) => [name, invalid])),
  ...Object.fromEntries(processors.map((name) => [name, 'idle'])),
};

/** What memory and the other lines become when cache `i` reads or writes over the bus. */
function served(state, i, wants) {
  let { memory } = state;
  const changed = { bus: -1 };
  let shared = false;
  for (let k = 0; k < N; k++) {
    const other = state[caches[k]];
    if (k === i || other.line === 'I') continue;
    if (other.line === 'M') memory = other.data;
    shared = true;
    if (wants === 'write') changed[caches[k]] = invalid;
    else if (other.line !== 'S') changed[caches[k]] = { ...other, line: 'S' };
  }
  const mine = state[caches[i]];
  const data = mine.line === 'I' ? memory : mine.data;
  changed.memory = memory;
  changed[caches[i]] = wants === 'write' ? { line: 'M', data: 1 - data } : { line: shared ? 'S' : 'E', data };
  return changed;
}

function next(state) {
  const found = [];
  for (let i = 0; i < N; i++) {
    const wants = state[processors[i]];
    const mine = state[caches[i]];
    if (wants === 'idle') {
      found.push({ ...state, [processors[i]]: 'read' }, { ...state, [processors[i]]: 'write' });
      if (mine.line === 'M') found.push({ ...state, memory: mine.data, [caches[i]]: invalid });
      else if (mine.line !== 'I') found.push({ ...state, [caches[i]]: invalid });
    } else if (wants === 'read' && mine.line !== 'I') {
      found.push({ ...state, [processors[i]]: 'idle' });
    } else if (wants === 'write' && (mine.line === 'M' || mine.line === 'E')) {
      found.push({ ...state, [caches[i]]: { line: 'M', data: 1 - mine.data }, [processors[i]]: 'idle' });
    } else if (state.bus === -1) {
      found.push({ ...state, bus: i });
    } else if (state.bus === i) {
      found.push({ ...state, ...served(state, i, wants), [processors[i]]: 'idle' });
    }
  }
  return found;
}

const isOwner = ({ line }) => line === 'M' || line === 'E';
const isBad = (state) => {
  let owners = 0;
  let valid = 0;
  for (const name of caches) {
    if (isOwner(state[name])) owners++;
    if (state[name].line !== 'I') valid++;
  }
  return owners > 1 || (owners === 1 && valid > 1);
};
const isDone = ({ cpu0 }) => cpu0 === 'idle';

const processor = (i) => {
  const cache = caches[i];
  return {
    initial: 'idle',
    actions: {
      want: (self) => self === 'idle' && [{ self: 'read' }, { self: 'write' }],
      evict: (self, shared) => {
        const mine = shared[cache];
        if (self !== 'idle' || mine.line === 'I') return null;
        return { shared: mine.line === 'M' ? { memory: mine.data, [cache]: invalid } : { [cache]: invalid } };
      },
      hit: (self, shared) => {
        const mine = shared[cache];
        if (self === 'read' && mine.line !== 'I') return { self: 'idle' };
        if (self !== 'write' || !isOwner(mine)) return null;
        return { self: 'idle', shared: { [cache]: { line: 'M', data: 1 - mine.data } } };
      },
      request: (self, shared) => isMiss(self, shared[cache]) && shared.bus === -1 && { shared: { bus: i } },
      serve: (self, shared) =>
        isMiss(self, shared[cache]) && shared.bus === i && { self: 'idle', shared: served(shared, i, self) },
    },
  };
};
const isMiss = (wants, { line }) =>
  (wants === 'read' && line === 'I') || (wants === 'write' && (line === 'I' || line === 'S'));

export const coherence = {
  name: 'coherence',
  initial,
  next,
  keyOf: (s) =>
    `${s.memory},${s.bus},${s.cache0.line}${s.cache0.data},${s.cache1.line}${s.cache1.data},${s.cache2.line}${s.cache2.data},${s.cache3.line}${s.cache3.data},${s.cache4.line}${s.cache4.data},${s.cpu0},${s.cpu1},${s.cpu2},${s.cpu3},${s.cpu4}`,
  isBad,
  model: (as = (f) => f) => defineModel({ initial, next: as(next), propositions: { bad: as(isBad), done: isDone } }),
  system: () => {
    const shared = Object.fromEntries(Object.entries(initial).filter(([name]) => !name.startsWith('cpu')));
    return defineSystem({
      shared,
      processes: replicate(processors, processor),
      propositions: { bad: isBad, done: isDone },
    });
  },
  fairness: { weak: processors },
};
