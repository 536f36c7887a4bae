// R10, free components: places between which tokens move as they like, unseen, are one place.
//
// Condition: invisible places, strongly connected by invisible transitions that move one token from one place to another and do nothing
// else. Effect: the places become one; of the transitions between them one is kept, as a loop that changes nothing.
//
// Proof. From the large net: add up the tokens; a move inside becomes the loop, a step that repeats the letter. Every other step can be taken
// with the sum. Infinite runs stay infinite, because moves are not left out: going round for ever is a letter repeated for ever. Back: before a
// step, tokens are moved to where it needs them. A marked component is never in a deadlock, in either net; an empty one blocks
// the same in both. [TM20]
import { append } from '../../base/append.ts';
import type { Arc } from '../../models/petri/net.ts';
import type { ReducibleNet } from '../net.ts';
import type { Rule, StageLifting, TransitionRun } from '../rule.ts';

export const freeComponents: Rule<'components'> = {
  name: 'components',
  preserves: 'next-free',
  apply(net, { transitions, newStage }) {
    if (transitions.length === 0) return 0;
    const moves = movesOf(net);
    const componentOf = componentsOf(moves);
    if (componentOf.size === 0) return 0;
    const movement = new Movement(net, moves, componentOf);
    newStage(movement.lift);
    fuse(net, componentOf, movement);
    return componentOf.size;
  },
};

/** A transition that moves one token and does nothing else. */
interface Move {
  readonly transition: number;
  readonly from: number;
  readonly to: number;
}

function movesOf(net: ReducibleNet): Map<number, Move[]> {
  const moves = new Map<number, Move[]>();
  const isFree = ({ place, weight }: Arc): boolean =>
    weight === 1 && net.visible[place] === 0 && net.heldPlaces[place] === 0;
  for (const transition of net.transitions()) {
    const [inputs, outputs] = [net.inputs(transition), net.outputs(transition)];
    if (inputs.length !== 1 || outputs.length !== 1 || !isFree(inputs[0]) || !isFree(outputs[0])) continue;
    const [from, to] = [inputs[0].place, outputs[0].place];
    if (from === to) continue;
    const others = moves.get(from);
    if (others === undefined) moves.set(from, [{ transition, from, to }]);
    else others.push({ transition, from, to });
  }
  return moves;
}

/** For each place of a component of two or more its smallest place: those that can be reached both ways (two searches, one backwards). */
function componentsOf(moves: ReadonlyMap<number, readonly Move[]>): Map<number, number> {
  const backwards = new Map<number, number[]>();
  for (const [from, list] of moves) {
    for (const { to } of list) backwards.set(to, [...(backwards.get(to) ?? []), from]);
  }
  const targets = (place: number): number[] => (moves.get(place) ?? []).map(({ to }) => to);
  const finished: number[] = [];
  const seen = new Set<number>();
  for (const root of moves.keys()) {
    const calls = seen.has(root) ? [] : [{ place: root, next: 0, targets: targets(root) }];
    seen.add(root);
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const target = call.targets[call.next++];
      if (target === undefined) {
        finished.push(call.place);
        calls.pop();
      } else if (!seen.has(target)) {
        seen.add(target);
        calls.push({ place: target, next: 0, targets: targets(target) });
      }
    }
  }
  const componentOf = new Map<number, number>();
  const assigned = new Set<number>();
  for (let root = finished.pop(); root !== undefined; root = finished.pop()) {
    if (assigned.has(root)) continue;
    const members = [root];
    assigned.add(root);
    for (let i = 0; i < members.length; i++) {
      for (const source of backwards.get(members[i]) ?? []) {
        if (assigned.has(source)) continue;
        assigned.add(source);
        members.push(source);
      }
    }
    if (members.length === 1) continue;
    const smallest = members.reduce((a, b) => Math.min(a, b));
    for (const member of members) componentOf.set(member, smallest);
  }
  return componentOf;
}

function fuse(net: ReducibleNet, componentOf: ReadonlyMap<number, number>, movement: Movement): void {
  const renamed = (arcs: readonly Arc[]): Arc[] => {
    const weights = new Map<number, number>();
    for (const { place, weight } of arcs) {
      const to = componentOf.get(place) ?? place;
      weights.set(to, (weights.get(to) ?? 0) + weight);
    }
    return [...weights].sort(([a], [b]) => a - b).map(([place, weight]) => ({ place, weight }));
  };
  const touched = new Set<number>();
  for (const place of componentOf.keys()) {
    for (const t of net.producers(place)) touched.add(t);
    for (const t of net.consumers(place)) touched.add(t);
  }
  const hasLoop = new Set<number>();
  for (const t of touched) {
    const inside = movement.componentOfMove(t);
    if (inside !== null && hasLoop.has(inside)) {
      net.removeTransition(t);
      continue;
    }
    if (inside !== null) {
      hasLoop.add(inside);
      movement.setLoop(t, inside);
    }
    net.setArcs(t, { inputs: renamed(net.inputs(t)), outputs: renamed(net.outputs(t)) });
  }
  for (const [place, smallest] of componentOf) {
    if (place === smallest) continue;
    net.setMarking(smallest, net.marking[smallest] + net.marking[place]);
    net.removePlace(place, null);
  }
}

/** Where the tokens of the components are while a run is lifted. */
class Movement {
  private readonly moves: ReadonlyMap<number, readonly Move[]>;
  private readonly componentOf: ReadonlyMap<number, number>;
  private readonly members = new Map<number, number[]>();
  /** The arcs at the components of every transition there, as they were. */
  private readonly inputs = new Map<number, readonly Arc[]>();
  private readonly outputs = new Map<number, readonly Arc[]>();
  private readonly initial = new Map<number, number>();
  private readonly loops = new Map<number, number>();

  constructor(
    net: ReducibleNet,
    moves: ReadonlyMap<number, readonly Move[]>,
    componentOf: ReadonlyMap<number, number>,
  ) {
    this.moves = moves;
    this.componentOf = componentOf;
    const inside = (arcs: readonly Arc[]): Arc[] => arcs.filter(({ place }) => componentOf.has(place));
    for (const [place, smallest] of componentOf) {
      this.members.set(smallest, [...(this.members.get(smallest) ?? []), place]);
      this.initial.set(place, net.marking[place]);
      for (const t of [...net.producers(place), ...net.consumers(place)]) {
        this.inputs.set(t, inside(net.inputs(t)));
        this.outputs.set(t, inside(net.outputs(t)));
      }
    }
  }

  /** The component within which the transition moves a token, or null. */
  componentOfMove(transition: number): number | null {
    const [inputs, outputs] = [this.inputs.get(transition) ?? [], this.outputs.get(transition) ?? []];
    if (inputs.length !== 1 || outputs.length !== 1) return null;
    const move = this.moves.get(inputs[0].place)?.find((other) => other.transition === transition);
    const component = this.componentOf.get(inputs[0].place)!;
    return move !== undefined && this.componentOf.get(move.to) === component ? component : null;
  }

  setLoop(transition: number, component: number): void {
    this.loops.set(transition, component);
  }

  readonly lift: StageLifting = ({ prefix, cycle }): TransitionRun | null => {
    const tokens = new Map(this.initial);
    const first: number[] = [];
    for (const t of prefix) if (!this.fire(t, tokens, first)) return null;
    const start = new Map(tokens);
    const round: number[] = [];
    for (const t of cycle) if (!this.fire(t, tokens, round)) return null;
    for (const [place, wanted] of start) {
      // Tokens go back to where they were, so that the cycle closes.
      if (!this.supply(place, wanted, (other) => start.get(other)!, tokens, round)) return null;
    }
    return { prefix: first, cycle: round };
  };

  private fire(transition: number, tokens: Map<number, number>, word: number[]): boolean {
    const component = this.loops.get(transition);
    if (component !== undefined) return this.goRound(component, tokens, word);
    const inputs = this.inputs.get(transition) ?? [];
    const needed = new Map(inputs.map(({ place, weight }) => [place, weight]));
    for (const { place, weight } of inputs) {
      if (!this.supply(place, weight, (other) => needed.get(other) ?? 0, tokens, word)) return false;
    }
    word.push(transition);
    for (const { place, weight } of inputs) tokens.set(place, tokens.get(place)! - weight);
    for (const { place, weight } of this.outputs.get(transition) ?? []) {
      tokens.set(place, tokens.get(place)! + weight);
    }
    return true;
  }

  /** Moves tokens to the place until it has `wanted`; other places keep what they need. */
  private supply(
    place: number,
    wanted: number,
    keeps: (other: number) => number,
    tokens: Map<number, number>,
    word: number[],
  ): boolean {
    for (const other of this.members.get(this.componentOf.get(place)!)!) {
      if (other === place) continue;
      const spare = tokens.get(other)! - keeps(other);
      const missing = wanted - tokens.get(place)!;
      if (missing <= 0) return true;
      const way = spare > 0 ? this.way(other, place) : [];
      for (let i = Math.min(spare, missing); i > 0; i--) {
        append(word, way);
        tokens.set(other, tokens.get(other)! - 1);
        tokens.set(place, tokens.get(place)! + 1);
      }
    }
    return tokens.get(place)! >= wanted;
  }

  private goRound(component: number, tokens: ReadonlyMap<number, number>, word: number[]): boolean {
    const from = this.members.get(component)!.find((place) => tokens.get(place)! > 0);
    if (from === undefined) return false;
    const move = this.moves.get(from)!.find(({ to }) => this.componentOf.get(to) === component)!;
    word.push(move.transition, ...this.way(move.to, from));
    return true;
  }

  /** The moves of one token from a place to another of the same component: breadth first. */
  private way(from: number, to: number): number[] {
    const cameBy = new Map<number, Move | null>([[from, null]]);
    const queue = [from];
    for (let i = 0; i < queue.length && !cameBy.has(to); i++) {
      for (const move of this.moves.get(queue[i]) ?? []) {
        if (cameBy.has(move.to) || !this.componentOf.has(move.to)) continue;
        cameBy.set(move.to, move);
        queue.push(move.to);
      }
    }
    const way: number[] = [];
    for (let move = cameBy.get(to); move != null; move = cameBy.get(move.from)) way.push(move.transition);
    return way.reverse();
  }
}
