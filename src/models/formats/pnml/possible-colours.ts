// Which colours can ever occur, place by place and component by component: an over-approximation by a monotone fixpoint.
// A slot of a transition ranges only over colours that all its input places can hold, and only bindings
// within these ranges are unfolded; what is left out could never fire.

import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ColouredArc, ColouredNet, ColouredTransition } from './coloured-net.ts';
import { holds, slotsOf } from './guard.ts';
import type { Choice } from './sorts.ts';
import type { Summand } from './terms.ts';

/** A set of colours of one basic sort: entry c is 1 when colour c is in it. */
export type ColourSet = Uint8Array;

/** For every transition the possible colours of each slot; null when it can never fire. */
export function possibleBindings(net: ColouredNet, stopwatch: Stopwatch): (readonly ColourSet[] | null)[] {
  return new Fixpoint(net, stopwatch).run();
}

class Fixpoint {
  private readonly net: ColouredNet;
  private readonly stopwatch: Stopwatch;
  /** `marked[p][i]`: colours of component i that tokens of place p can have. */
  private readonly marked: ColourSet[][];
  private readonly consumers: number[][];
  /** Slots restricted by the conditions on them alone. */
  private readonly base: ColourSet[][];

  constructor(net: ColouredNet, stopwatch: Stopwatch) {
    this.net = net;
    this.stopwatch = stopwatch;
    this.marked = net.places.map(({ domain }) => domain.map(({ size }) => new Uint8Array(size)));
    this.consumers = net.places.map(() => []);
    net.transitions.forEach(({ inputs }, t) => {
      for (const { place } of inputs) this.consumers[place].push(t);
    });
    this.base = net.transitions.map(unaryDomains);
  }

  run(): (readonly ColourSet[] | null)[] {
    this.net.places.forEach(({ initial }, place) => {
      for (const summand of initial) this.mark(place, summand, []);
    });
    const waiting = new Set(this.net.transitions.keys());
    for (const t of waiting) {
      this.stopwatch.tick();
      waiting.delete(t); // it goes to the end again when an input changes
      const slots = this.slotsOf(t);
      if (slots === null) continue;
      for (const { place, summands } of this.net.transitions[t].outputs) {
        let changed = false;
        for (const summand of summands) if (this.mark(place, summand, slots)) changed = true;
        if (changed) for (const consumer of this.consumers[place]) waiting.add(consumer);
      }
    }
    return this.net.transitions.map((_, t) => this.slotsOf(t));
  }

  private slotsOf(t: number): ColourSet[] | null {
    const slots = this.base[t].map((set) => set.slice());
    for (const arc of this.net.transitions[t].inputs) if (!this.restrict(slots, arc)) return null;
    return slots.every((set) => set.includes(1)) ? slots : null;
  }

  /** Every token that the arc needs must be possible; false when that cannot be. */
  private restrict(slots: ColourSet[], { place, summands }: ColouredArc): boolean {
    if (summands.some(takesAway)) return true; // what is subtracted need not be there
    for (const { count, components } of summands) {
      if (count === 0) continue;
      for (let i = 0; i < components.length; i++) {
        if (!components[i].every((choice) => this.narrow(slots, choice, this.marked[place][i]))) return false;
      }
    }
    return true;
  }

  private narrow(slots: ColourSet[], { slot, value, count }: Choice, allowed: ColourSet): boolean {
    if (count === 0) return true;
    if (slot === -1) return allowed[value] === 1;
    const set = slots[slot];
    for (let colour = 0; colour < set.length; colour++) {
      if (set[colour] === 1 && allowed[(colour + value) % set.length] === 0) set[colour] = 0;
    }
    return true;
  }

  private mark(place: number, { count, components }: Summand, slots: readonly ColourSet[]): boolean {
    if (count <= 0) return false;
    let changed = false;
    const add = (set: ColourSet, colour: number): void => {
      if (set[colour] === 0) {
        set[colour] = 1;
        changed = true;
      }
    };
    components.forEach((choices, i) => {
      const set = this.marked[place][i];
      for (const { slot, value } of choices) {
        if (slot === -1) add(set, value);
        else {
          const possible = slots[slot];
          for (let colour = 0; colour < possible.length; colour++) {
            if (possible[colour] === 1) add(set, (colour + value) % set.length);
          }
        }
      }
    });
    return changed;
  }
}

function takesAway({ count, components }: Summand): boolean {
  return count < 0 || components.some((choices) => choices.some((choice) => choice.count < 0));
}

function unaryDomains({ slots, guards }: ColouredTransition): ColourSet[] {
  const sets = slots.map(({ size }) => new Uint8Array(size).fill(1));
  const binding = new Int32Array(slots.length);
  for (const guard of guards) {
    const used = [...slotsOf(guard)];
    if (used.length !== 1) continue;
    const [slot] = used;
    for (let colour = 0; colour < sets[slot].length; colour++) {
      binding[slot] = colour;
      if (!holds(guard, binding)) sets[slot][colour] = 0;
    }
  }
  return sets;
}
