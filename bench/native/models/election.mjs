// Leader election on a ring: every node may stand, larger numbers are passed on, the one that comes home has won.
import { defineModel } from '../../../dist/index.js';
import { defineSystem, replicate } from '../../../dist/modelling/index.js';

const NUMBERS = [3, 10, 1, 6, 9, 2, 7, 4, 8, 5];
const N = NUMBERS.length;

const initial = {
  nodes: NUMBERS.map((number) => ({ number, status: 'idle', seen: 0 })),
  links: NUMBERS.map(() => []),
};
const put = (array, i, value) => array.map((old, k) => (k === i ? value : old));

function next(state) {
  const { nodes, links } = state;
  const found = [];
  for (let i = 0; i < N; i++) {
    const node = nodes[i];
    const out = (i + 1) % N;
    if (node.status === 'idle') {
      found.push({
        nodes: put(nodes, i, { ...node, status: 'candidate' }),
        links: put(links, out, [...links[out], node.number]),
      });
    }
    if (links[i].length > 0) {
      const [number, ...rest] = links[i];
      const received = put(links, i, rest);
      const seen = Math.max(node.seen, number);
      if (number === node.number) {
        found.push({ nodes: put(nodes, i, { ...node, status: 'leader', seen }), links: received });
      } else if (number > node.number) {
        const links = put(received, out, [...received[out], number]);
        found.push({ nodes: put(nodes, i, { ...node, status: 'relay', seen }), links });
      } else {
        const status = node.status === 'idle' ? 'candidate' : node.status;
        const links = node.status === 'idle' ? put(received, out, [...received[out], node.number]) : received;
        found.push({ nodes: put(nodes, i, { ...node, status, seen }), links });
      }
    }
  }
  return found;
}

const isBad = ({ nodes }) => nodes.filter(({ status }) => status === 'leader').length > 1;

const names = NUMBERS.map((_, i) => `node${i}`);

const node = (i) => {
  const [own, out] = [`link${i}`, `link${(i + 1) % N}`];
  const number = NUMBERS[i];
  return {
    initial: { number, status: 'idle', seen: 0 },
    actions: {
      stand: ({ status }, shared) =>
        status === 'idle' && { self: { status: 'candidate' }, shared: { [out]: [...shared[out], number] } },
      receive: (self, shared) => {
        if (shared[own].length === 0) return null;
        const [message, ...rest] = shared[own];
        const seen = Math.max(self.seen, message);
        if (message === number) return { self: { status: 'leader', seen }, shared: { [own]: rest } };
        if (message > number) {
          return { self: { status: 'relay', seen }, shared: { [own]: rest, [out]: [...shared[out], message] } };
        }
        if (self.status !== 'idle') return { self: { seen }, shared: { [own]: rest } };
        return { self: { status: 'candidate', seen }, shared: { [own]: rest, [out]: [...shared[out], number] } };
      },
    },
  };
};

export const election = {
  name: 'election',
  initial,
  next,
  keyOf: ({ nodes, links }) =>
    `${nodes.map(({ status, seen }) => `${status},${seen}`).join(';')}|${links.map((link) => link.join()).join(';')}`,
  isBad,
  model: (as = (f) => f) =>
    defineModel({
      initial,
      next: as(next),
      propositions: { bad: as(isBad), done: ({ nodes }) => nodes.some(({ status }) => status === 'leader') },
    }),
  system: () =>
    defineSystem({
      shared: Object.fromEntries(NUMBERS.map((_, i) => [`link${i}`, []])),
      processes: replicate(names, node),
      propositions: {
        bad: (state) => names.filter((name) => state[name].status === 'leader').length > 1,
        done: (state) => names.some((name) => state[name].status === 'leader'),
      },
    }),
  fairness: { weak: names },
};
