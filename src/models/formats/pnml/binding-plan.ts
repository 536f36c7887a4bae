// In which order a search for bindings goes: the most constrained next. A slot that an equation gives costs nothing, a pattern
// whose slots are all bound is a look into a table, a pattern with some bound is a look into an index. Slots that no
// pattern has come last, those with the fewest colours first. Every part of the condition is tested as soon as its slots are bound.
import type { ColouredTransition } from './coloured-net.ts';
import { type Guard, slotsOf } from './guard.ts';
import type { Pattern } from './needs.ts';
import type { ColourIndex, PossibleColours } from './possible-colours.ts';
import type { Choice } from './sorts.ts';

/** A component of a row and what it must be, or what it gives. */
interface Part {
  readonly component: number;
  readonly choice: Choice;
  readonly size: number;
}

/** A pattern is matched by the rows of its place. */
export interface MatchStep {
  readonly kind: 'match';
  readonly colours: PossibleColours;
  /** What is known before: the key of the index. */
  readonly known: readonly Part[];
  /** Null where all is known, or nothing. */
  readonly index: ColourIndex | null;
  /** What a row gives. */
  readonly gives: readonly Part[];
  /** What must agree in a row besides. */
  readonly agrees: readonly Part[];
  /** Which rows count: the new one only, those before it, or all that are visible. */
  readonly rows: 'new' | 'older' | 'all';
  readonly tests: readonly Guard[];
}

/** An equation gives the slot. */
interface GivenStep {
  readonly kind: 'given';
  readonly slot: number;
  /** The slot is the colour of `other`, less `offset`. */
  readonly other: Choice;
  readonly offset: number;
  readonly size: number;
  readonly tests: readonly Guard[];
}

/** Every colour of the sort is tried. */
interface ChooseStep {
  readonly kind: 'choose';
  readonly slot: number;
  readonly size: number;
  readonly tests: readonly Guard[];
}

export type Step = MatchStep | GivenStep | ChooseStep;

/** The steps for a transition when a row of pattern number `trigger` is new; null: among all visible rows. */
export function planSteps(
  transition: ColouredTransition,
  patterns: readonly Pattern[],
  places: readonly PossibleColours[],
  trigger: number | null,
): readonly Step[] {
  return new Planner(transition, patterns, places, trigger).run();
}

type Equation = Extract<Guard, { kind: 'compare' }>;

class Planner {
  private readonly transition: ColouredTransition;
  private readonly patterns: readonly Pattern[];
  private readonly places: readonly PossibleColours[];
  private readonly trigger: number | null;
  private readonly bound = new Set<number>();
  private readonly open: { readonly guard: Guard; readonly slots: ReadonlySet<number> }[];

  constructor(
    transition: ColouredTransition,
    patterns: readonly Pattern[],
    places: readonly PossibleColours[],
    trigger: number | null,
  ) {
    this.transition = transition;
    this.patterns = patterns;
    this.places = places;
    this.trigger = trigger;
    this.open = transition.guards.map((guard) => ({ guard, slots: slotsOf(guard) }));
  }

  run(): readonly Step[] {
    const steps: Step[] = [];
    const waiting = new Set(this.patterns.keys());
    if (this.trigger !== null) {
      waiting.delete(this.trigger);
      steps.push(this.match(this.trigger));
    }
    while (waiting.size > 0 || this.bound.size < this.transition.slots.length) {
      const given = this.given();
      if (given !== null) {
        steps.push(given);
        continue;
      }
      if (waiting.size > 0) {
        const next = this.mostConstrained(waiting);
        waiting.delete(next);
        steps.push(this.match(next));
      } else steps.push(this.choose());
    }
    return steps;
  }

  /** The pattern with the fewest colours that are still open. */
  private mostConstrained(waiting: ReadonlySet<number>): number {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const number of waiting) {
      const { place, choices } = this.patterns[number];
      const open = new Map<number, number>();
      choices.forEach(({ slot }, i) => {
        if (slot !== -1 && !this.bound.has(slot)) open.set(slot, this.places[place].domain[i].size);
      });
      const combinations = [...open.values()].reduce((product, size) => product * size, 1);
      if (combinations < least) [best, least] = [number, combinations];
    }
    return best;
  }

  private match(number: number): MatchStep {
    const { place, choices } = this.patterns[number];
    const colours = this.places[place];
    const isTrigger = number === this.trigger;
    const known: Part[] = [];
    const gives: Part[] = [];
    const agrees: Part[] = [];
    const fresh: number[] = [];
    choices.forEach((choice, component) => {
      const part = { component, choice, size: colours.domain[component].size };
      if (choice.slot === -1 || this.bound.has(choice.slot)) (isTrigger ? agrees : known).push(part);
      else if (fresh.includes(choice.slot)) agrees.push(part);
      else {
        fresh.push(choice.slot);
        gives.push(part);
      }
    });
    const isPartial = known.length > 0 && known.length < choices.length;
    const isOlder =
      this.trigger !== null && number < this.trigger && this.patterns[this.trigger].place === place && !isTrigger;
    return {
      kind: 'match',
      colours,
      known,
      index: isPartial ? colours.indexBy(known.map(({ component }) => component)) : null,
      gives,
      agrees,
      rows: isTrigger ? 'new' : isOlder ? 'older' : 'all',
      tests: this.bind(fresh),
    };
  }

  private given(): GivenStep | null {
    for (const { guard, slots } of this.open) {
      if (!isEquation(guard)) continue;
      const free = [...slots].filter((slot) => !this.bound.has(slot));
      if (free.length !== 1) continue;
      const [slot] = free;
      const [own, other] = guard.left.slot === slot ? [guard.left, guard.right] : [guard.right, guard.left];
      const size = guard.sort.size;
      return { kind: 'given', slot, other, offset: own.value, size, tests: this.bind([slot]) };
    }
    return null;
  }

  private choose(): ChooseStep {
    const { slots } = this.transition;
    let slot = -1;
    for (let i = 0; i < slots.length; i++) {
      if (!this.bound.has(i) && (slot === -1 || slots[i].size < slots[slot].size)) slot = i;
    }
    return { kind: 'choose', slot, size: slots[slot].size, tests: this.bind([slot]) };
  }

  /** The parts of the condition that can be tested when these slots are bound besides. */
  private bind(fresh: readonly number[]): Guard[] {
    for (const slot of fresh) this.bound.add(slot);
    const ready = this.open.filter(
      ({ slots }) => fresh.some((slot) => slots.has(slot)) && [...slots].every((slot) => this.bound.has(slot)),
    );
    return ready.map(({ guard }) => guard);
  }
}

/** An equation between two slots, or a slot and a constant: it determines one side by the other. */
function isEquation(guard: Guard): guard is Equation {
  return guard.kind === 'compare' && guard.operator === '=' && guard.left.slot !== guard.right.slot;
}
