// R11, slicing: acyclic ends that nobody sees.
//
// Kept are: visible places; transitions that need nothing; everything on a cycle of the flow graph; what is held. Then,
// until nothing changes: the inputs of a kept transition; the producers and the consumers of a kept place. Effect: the rest is removed.
//
// Proof. A transition that is removed takes nothing from kept places and puts nothing into them, so the kept part moves as if it were alone.
// What is removed is acyclic and each of its transitions takes something: by itself it comes to an end. So an infinite run has infinitely many
// kept steps, and leaving out the others keeps letters up to repetition. At a deadlock of the kept part the rest runs out, unseen; a
// deadlock of all is one of the kept part. [Rak08]
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';

export const slicing: Rule<'slicing'> = {
  name: 'slicing',
  preserves: 'next-free',
  apply(net, { places, transitions, stopwatch }) {
    if (places.length === 0 && transitions.length === 0) return 0;
    const kept = new Kept(net);
    for (const t of net.transitions()) {
      if (net.inputs(t).length === 0 || net.isHeldTransition(t)) kept.addTransition(t);
    }
    for (const p of net.places()) if (net.visible[p] === 1 || net.heldPlaces[p] === 1) kept.addPlace(p);
    for (const { places: inPlaces, transitions: inTransitions } of cyclesOf(net, () => stopwatch.tick())) {
      for (const p of inPlaces) kept.addPlace(p);
      for (const t of inTransitions) kept.addTransition(t);
    }
    kept.close();
    let applied = 0;
    for (const t of net.transitions()) {
      if (kept.transitions[t] === 1) continue;
      net.removeTransition(t);
      applied++;
    }
    for (const p of net.places()) {
      if (kept.places[p] === 1) continue;
      net.removePlace(p, null);
      applied++;
    }
    return applied;
  },
};

/** The nodes that stay; closed by a worklist. */
class Kept {
  readonly places: Uint8Array;
  readonly transitions: Uint8Array;
  private readonly net: ReducibleNet;
  private readonly pending: number[] = [];

  constructor(net: ReducibleNet) {
    this.net = net;
    this.places = new Uint8Array(net.placeSlots);
    this.transitions = new Uint8Array(net.transitionSlots);
  }

  addTransition(transition: number): void {
    if (this.transitions[transition] === 1) return;
    this.transitions[transition] = 1;
    for (const { place } of this.net.inputs(transition)) this.addPlace(place);
  }

  addPlace(place: number): void {
    if (this.places[place] === 1) return;
    this.places[place] = 1;
    this.pending.push(place);
  }

  close(): void {
    for (let place = this.pending.pop(); place !== undefined; place = this.pending.pop()) {
      for (const t of this.net.producers(place)) this.addTransition(t);
      for (const t of this.net.consumers(place)) this.addTransition(t);
    }
  }
}

interface Cycle {
  readonly places: readonly number[];
  readonly transitions: readonly number[];
}

/** The strongly connected components of the flow graph that have more than one node: Tarjan's algorithm without recursion [Tar72]. */
function cyclesOf(net: ReducibleNet, tick: () => void): Cycle[] {
  const offset = net.placeSlots; // node numbers: places, then transitions
  const order = new Int32Array(offset + net.transitionSlots);
  const low = new Int32Array(order.length);
  const isOpen = new Uint8Array(order.length);
  const targetsOf = (node: number): Iterator<number> =>
    node < offset
      ? net.consumers(node)[Symbol.iterator]()
      : net
          .outputs(node - offset)
          .map(({ place }) => place)
          [Symbol.iterator]();
  const found: Cycle[] = [];
  const open: number[] = [];
  let visited = 0;
  for (const root of net.places()) {
    if (order[root] !== 0) continue;
    const calls = [{ node: root, targets: targetsOf(root) }];
    order[root] = low[root] = ++visited;
    open.push(root);
    isOpen[root] = 1;
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      tick();
      const { node, targets } = call;
      const next = targets.next();
      if (next.done !== true) {
        const target = node < offset ? next.value + offset : next.value;
        if (order[target] === 0) {
          order[target] = low[target] = ++visited;
          open.push(target);
          isOpen[target] = 1;
          calls.push({ node: target, targets: targetsOf(target) });
        } else if (isOpen[target] === 1) low[node] = Math.min(low[node], order[target]);
        continue;
      }
      calls.pop();
      const caller = calls.at(-1);
      if (caller !== undefined) low[caller.node] = Math.min(low[caller.node], low[node]);
      if (low[node] !== order[node]) continue;
      const members = open.splice(open.lastIndexOf(node));
      for (const member of members) isOpen[member] = 0;
      if (members.length === 1) continue;
      found.push({
        places: members.filter((member) => member < offset),
        transitions: members.filter((member) => member >= offset).map((member) => member - offset),
      });
    }
  }
  return found;
}
