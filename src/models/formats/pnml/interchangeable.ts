// Variables of a coloured transition that can be exchanged: its arcs and its condition stay the same, but for the order in which things are
// written. Bindings that differ only by such an exchange take and put the same tokens, so one of them can stand for all: the one in which
// the colours ascend.
import { assertNever } from '../../../base/assert.ts';
import type { ColouredArc, ColouredTransition } from './coloured-net.ts';
import type { Guard } from './guard.ts';
import { type Choice, sameSort } from './sorts.ts';

/** Transitions with more slots are left alone. */
const MAX_SLOTS = 32;

/** Classes of two or more slots, ascending, whose colours can be permuted. */
export function interchangeableSlots(transition: ColouredTransition): number[][] {
  const { slots } = transition;
  if (slots.length > MAX_SLOTS) return [];
  const signature = new Signature(transition);
  const itself = signature.of((slot) => slot);
  const classes: number[][] = [];
  for (let slot = 0; slot < slots.length; slot++) {
    // Exchanges of two generate all permutations, so it is enough to compare with one of each class.
    const others = classes.find(([first]) => {
      if (!sameSort(slots[first], slots[slot])) return false;
      const exchange = (s: number): number => (s === first ? slot : s === slot ? first : s);
      return signature.of(exchange) === itself;
    });
    if (others === undefined) classes.push([slot]);
    else others.push(slot);
  }
  return classes.filter(({ length }) => length > 1);
}

/** The condition that the colours of each class ascend. */
export function ascending({ slots }: ColouredTransition, classes: readonly (readonly number[])[]): Guard[] {
  const choice = (slot: number): Choice => ({ slot, value: 0, count: 1 });
  return classes.flatMap((members) =>
    members.slice(1).map((slot, i): Guard => {
      const sort = slots[slot];
      return { kind: 'compare', operator: '<=', left: choice(members[i]), right: choice(slot), sort };
    }),
  );
}

/** The binding with the colours of each class in ascending order. */
export function ascended(binding: ArrayLike<number>, classes: readonly (readonly number[])[]): Int32Array {
  const result = Int32Array.from(binding);
  for (const members of classes) {
    const colours = members.map((slot) => binding[slot]).sort((a, b) => a - b);
    members.forEach((slot, i) => {
      result[slot] = colours[i];
    });
  }
  return result;
}

type Renaming = (slot: number) => number;

/** What a transition does as a text that does not depend on the order of operands. */
class Signature {
  private readonly transition: ColouredTransition;
  /** Lists of choices without variables, by number: no renaming changes them, and they can be long. */
  private readonly constants = new Map<readonly Choice[], number>();

  constructor(transition: ColouredTransition) {
    this.transition = transition;
  }

  of(renaming: Renaming): string {
    const { inputs, outputs, inhibitors, guards } = this.transition;
    const sides = [inputs, outputs, inhibitors].map((side) => this.side(side, renaming));
    return [...sides, guards.map((guard) => this.guard(guard, renaming)).sort(byText)].join('\n');
  }

  private side(arcs: readonly ColouredArc[], renaming: Renaming): string {
    const summands = arcs.flatMap((arc) =>
      arc.summands.map(({ count, components }) => {
        const parts = components.map((choices) => this.choices(choices, renaming));
        return `${arc.place}: ${count} ${parts.join(' x ')}`;
      }),
    );
    return summands.sort(byText).join('; ');
  }

  private choices(choices: readonly Choice[], renaming: Renaming): string {
    if (choices.every(({ slot }) => slot === -1)) {
      if (choices.length === 1) return this.choice(choices[0], renaming);
      const number = this.constants.get(choices) ?? this.constants.size;
      this.constants.set(choices, number);
      return `constants ${number}`;
    }
    const texts = choices.map((choice) => this.choice(choice, renaming));
    return texts.sort(byText).join(' or ');
  }

  private choice({ slot, value, count }: Choice, renaming: Renaming): string {
    return `${count}*${slot === -1 ? 'colour' : renaming(slot)}+${value}`;
  }

  private guard(guard: Guard, renaming: Renaming): string {
    switch (guard.kind) {
      case 'constant':
        return String(guard.value);
      case 'compare': {
        const sides = [guard.left, guard.right].map((side) => this.choice(side, renaming));
        if (guard.operator === '=') sides.sort(byText);
        return `(${sides.join(` ${guard.operator} `)})`;
      }
      case 'not':
        return `not ${this.guard(guard.operand, renaming)}`;
      case 'and':
      case 'or': {
        const operands = guard.operands.map((operand) => this.guard(operand, renaming)).sort(byText);
        return `(${operands.join(` ${guard.kind} `)})`;
      }
      default:
        return assertNever(guard);
    }
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
