// Leader election in a ring (Chang and Roberts, 1979). Every node sends its number to its neighbour; a node passes larger numbers
// on and drops smaller ones; whoever gets its own number back is the leader and tells the others.
import { channel, defineProcess, defineSystem, replicate } from 'tegata/modelling';

/** The numbers of the nodes, in the order of the ring: any order will do, as long as they differ. */
const NUMBERS = [3, 1, 2];
const names = ['node0', 'node1', 'node2'] as const;

type Message = { readonly kind: 'candidate' | 'leader'; readonly number: number };
interface Ring {
  /** What is on its way to each node. */
  readonly to0: readonly Message[];
  readonly to1: readonly Message[];
  readonly to2: readonly Message[];
}
interface Node {
  readonly started: boolean;
  /** The number of the leader, as far as the node knows; 0 for nobody. */
  readonly leader: number;
}

const link = channel<Message>({ capacity: 3 });
const inbox = (i: number): keyof Ring => `to${i % 3}` as keyof Ring;

export default defineSystem({
  name: 'leader election',
  shared: { to0: link.empty, to1: link.empty, to2: link.empty } as Ring,
  processes: replicate(names, (i) =>
    defineProcess<Node, Ring>({
      initial: { started: false, leader: 0 },
      actions: {
        start: ({ started }, ring) => {
          const sent = !started && link.send(ring[inbox(i + 1)], { kind: 'candidate', number: NUMBERS[i] });
          return sent && { self: { started: true }, shared: { [inbox(i + 1)]: sent } };
        },
        *receive({ leader }, ring) {
          for (const { message, rest } of link.receive(ring[inbox(i)])) {
            const { kind, number } = message;
            const next = ring[inbox(i + 1)];
            const read = { [inbox(i)]: rest };
            if (kind === 'leader' && number === NUMBERS[i])
              yield { shared: read }; // once around
            else if (kind === 'candidate' && number < NUMBERS[i]) yield { shared: read };
            else {
              const own = number === NUMBERS[i];
              const sent = link.send(next, own ? { kind: 'leader', number } : message);
              const known = own || kind === 'leader' ? number : leader;
              if (sent) yield { self: { leader: known }, shared: { ...read, [inbox(i + 1)]: sent } };
            }
          }
        },
      },
    }),
  ),
  propositions: {
    agreed: ({ node0, node1, node2 }) => node0.leader === 3 && node1.leader === 3 && node2.leader === 3,
    twoLeaders: ({ node0, node1, node2 }) =>
      new Set([node0.leader, node1.leader, node2.leader].filter((number) => number > 0)).size > 1,
    known: ({ node1 }) => node1.leader > 0,
  },
});
