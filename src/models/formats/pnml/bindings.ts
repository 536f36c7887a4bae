// All bindings of a coloured transition that its condition allows. The search binds one slot after another, takes a slot
// from an equation as soon as the other side is bound, and tests each part of the condition as early as it can.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ColouredTransition } from './coloured-net.ts';
import { colourOf, type Guard, holds, slotsOf } from './guard.ts';
import type { ColourSet } from './possible-colours.ts';

/** One step of the search: the slot, its candidates or the equation that gives it, and what is tested then. */
interface Step {
  readonly slot: number;
  readonly allowed: ColourSet;
  readonly candidates: readonly number[];
  readonly given: Extract<Guard, { kind: 'compare' }> | null;
  readonly tests: readonly Guard[];
}

/** What a search for bindings may use. */
interface BindingSearch {
  /** The most attempts. */
  readonly budget: number;
  readonly stopwatch: Stopwatch;
}

/**
 * Calls `visit` with every binding (one reused array), until it answers false. Returns the number of attempts, or -1
 * when they would exceed the budget.
 */
export function forEachBinding(
  transition: ColouredTransition,
  domains: readonly ColourSet[],
  { budget, stopwatch }: BindingSearch,
  visit: (binding: Int32Array) => boolean,
): number {
  const binding = new Int32Array(transition.slots.length);
  if (
    !allHold(
      transition.guards.filter((guard) => slotsOf(guard).size === 0),
      binding,
    )
  )
    return 0;
  const steps = plan(transition, domains);
  if (steps.length === 0) {
    visit(binding);
    return 1;
  }
  const cursors = new Int32Array(steps.length);
  let attempts = 0;
  let depth = 0;
  while (depth >= 0) {
    const step = steps[depth];
    const colour = candidate(step, cursors[depth]++, binding);
    if (colour === -1) {
      cursors[depth--] = 0;
      continue;
    }
    stopwatch.tick();
    if (++attempts > budget) return -1;
    binding[step.slot] = colour;
    if (step.allowed[colour] === 0 || !allHold(step.tests, binding)) continue;
    if (depth < steps.length - 1) depth++;
    else if (!visit(binding)) break;
  }
  return attempts;
}

function allHold(guards: readonly Guard[], binding: Int32Array): boolean {
  for (const guard of guards) if (!holds(guard, binding)) return false;
  return true;
}

/** The candidate number `cursor` of a step, or -1 when there are no more. */
function candidate({ slot, candidates, given }: Step, cursor: number, binding: Int32Array): number {
  if (given === null) return cursor < candidates.length ? candidates[cursor] : -1;
  if (cursor > 0) return -1;
  const [own, other] = given.left.slot === slot ? [given.left, given.right] : [given.right, given.left];
  const { size } = given.sort;
  return (colourOf(other, given.sort, binding) - own.value + size) % size;
}

function plan({ slots, guards }: ColouredTransition, domains: readonly ColourSet[]): Step[] {
  const steps: Step[] = [];
  const bound = new Set<number>();
  const candidates = domains.map((set) => [...set.keys()].filter((colour) => set[colour] === 1));
  const open = guards.map((guard) => ({ guard, slots: slotsOf(guard) })).filter((entry) => entry.slots.size > 0);
  while (bound.size < slots.length) {
    const given = open.find((entry) => isEquation(entry.guard) && unbound(entry.slots, bound).length === 1);
    const slot = given ? unbound(given.slots, bound)[0] : smallest(candidates, bound);
    bound.add(slot);
    const ready = open.filter((entry) => entry.slots.has(slot) && unbound(entry.slots, bound).length === 0);
    steps.push({
      slot,
      allowed: domains[slot],
      candidates: candidates[slot],
      given: given ? (given.guard as Step['given']) : null,
      tests: ready.map((entry) => entry.guard),
    });
  }
  return steps;
}

/** An equation between two slots, or a slot and a constant: it determines one side by the other. */
function isEquation(guard: Guard): boolean {
  return guard.kind === 'compare' && guard.operator === '=' && guard.left.slot !== guard.right.slot;
}

function unbound(slots: ReadonlySet<number>, bound: ReadonlySet<number>): number[] {
  return [...slots].filter((slot) => !bound.has(slot));
}

function smallest(candidates: readonly (readonly number[])[], bound: ReadonlySet<number>): number {
  let best = -1;
  for (let slot = 0; slot < candidates.length; slot++) {
    if (!bound.has(slot) && (best === -1 || candidates[slot].length < candidates[best].length)) best = slot;
  }
  return best;
}
