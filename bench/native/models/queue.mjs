// A bounded queue: producers make an item and put it, consumers take one and work on it.
import { defineModel } from '../../../dist/index.js';
import { defineSystem, replicate } from '../../../dist/modelling/index.js';

const CAPACITY = 4;
const ITEMS = [0, 1, 2];
const PRODUCERS = 3;
const CONSUMERS = 2;
/** In place of an item. */
const NONE = -1;

const initial = { queue: [], producers: Array(PRODUCERS).fill(NONE), consumers: Array(CONSUMERS).fill(NONE) };
const put = (array, i, value) => array.map((old, k) => (k === i ? value : old));

function next(state) {
  const { queue, producers, consumers } = state;
  const found = [];
  for (let i = 0; i < PRODUCERS; i++) {
    if (producers[i] === NONE) {
      for (const item of ITEMS) found.push({ ...state, producers: put(producers, i, item) });
    } else if (queue.length < CAPACITY) {
      found.push({ ...state, queue: [...queue, producers[i]], producers: put(producers, i, NONE) });
    }
  }
  for (let i = 0; i < CONSUMERS; i++) {
    if (consumers[i] !== NONE) found.push({ ...state, consumers: put(consumers, i, NONE) });
    else if (queue.length > 0) {
      found.push({ ...state, queue: queue.slice(1), consumers: put(consumers, i, queue[0]) });
    }
  }
  return found;
}

const isBad = ({ queue }) => queue.length > CAPACITY;
const isDone = ({ consumers }) => consumers[0] === NONE;

const producer = () => ({
  initial: { item: NONE },
  actions: {
    make: ({ item }) => item === NONE && ITEMS.map((made) => ({ self: { item: made } })),
    put: ({ item }, { queue }) =>
      item !== NONE && queue.length < CAPACITY && { self: { item: NONE }, shared: { queue: [...queue, item] } },
  },
});

const consumer = () => ({
  initial: { item: NONE },
  actions: {
    take: ({ item }, { queue }) =>
      item === NONE && queue.length > 0 && { self: { item: queue[0] }, shared: { queue: queue.slice(1) } },
    finish: ({ item }) => item !== NONE && { self: { item: NONE } },
  },
});

const names = (kind, count) => Array.from({ length: count }, (_, i) => `${kind}${i}`);

export const queue = {
  name: 'queue',
  initial,
  next,
  keyOf: ({ queue, producers, consumers }) => `${queue}|${producers}|${consumers}`,
  isBad,
  model: (as = (f) => f) => defineModel({ initial, next: as(next), propositions: { bad: as(isBad), done: isDone } }),
  system: () =>
    defineSystem({
      shared: { queue: [] },
      processes: {
        ...replicate(names('producer', PRODUCERS), producer),
        ...replicate(names('consumer', CONSUMERS), consumer),
      },
      propositions: { bad: isBad, done: ({ consumer0 }) => consumer0.item === NONE },
    }),
  fairness: { weak: names('consumer', CONSUMERS) },
};
