// R3, dominated transitions: t₂ does what t₁ does, and needs at least as much.
//
// Condition: the same effect on every place, pre(t₁) ≤ pre(t₂). Effect: t₂ is removed. Proof: wherever t₂ fires, t₁ fires and leads to the
// same marking; so markings, steps between them and deadlocks are the same. [BDJ+19; TM20]
import type { Arc } from '../../models/petri/net.ts';
import type { ReducibleNet } from '../net.ts';
import { weightOf } from '../net.ts';
import type { Rule } from '../rule.ts';

/** Of the transitions with one effect, so many are kept for comparison: what is missed costs time, no verdict. */
const MOST_COMPARED = 32;

export const dominatedTransitions: Rule<'dominated'> = {
  name: 'dominated',
  preserves: 'all',
  apply(net, { transitions, stopwatch }) {
    if (transitions.length === 0) return 0;
    const withEffect = new Map<string, number[]>();
    for (const t of net.transitions()) {
      stopwatch.tick();
      if (net.isHeldTransition(t)) continue;
      const key = effectKey(net, t);
      const others = withEffect.get(key);
      if (others === undefined) withEffect.set(key, [t]);
      else others.push(t);
    }
    let applied = 0;
    for (const same of withEffect.values()) if (same.length > 1) applied += keepMinimal(net, same);
    return applied;
  },
};

function keepMinimal(net: ReducibleNet, same: readonly number[]): number {
  const needs = (t: number): number => net.inputs(t).reduce((sum, { weight }) => sum + weight, 0);
  const sorted = [...same].sort((a, b) => needs(a) - needs(b) || net.word(a).length - net.word(b).length || a - b);
  const kept: number[] = [];
  let applied = 0;
  for (const t of sorted) {
    if (kept.some((other) => isBelow(net.inputs(other), net.inputs(t)))) {
      net.removeTransition(t);
      applied++;
    } else if (kept.length < MOST_COMPARED) kept.push(t);
  }
  return applied;
}

function isBelow(less: readonly Arc[], more: readonly Arc[]): boolean {
  return less.length <= more.length && less.every(({ place, weight }) => weight <= weightOf(more, place));
}

/** The effect of a transition as text: both lists of arcs are ascending. */
function effectKey(net: ReducibleNet, transition: number): string {
  const [inputs, outputs] = [net.inputs(transition), net.outputs(transition)];
  let key = '';
  let [i, o] = [0, 0];
  while (i < inputs.length || o < outputs.length) {
    const [taken, put] = [inputs[i]?.place ?? Number.POSITIVE_INFINITY, outputs[o]?.place ?? Number.POSITIVE_INFINITY];
    const place = Math.min(taken, put);
    const effect = (put === place ? outputs[o++].weight : 0) - (taken === place ? inputs[i++].weight : 0);
    if (effect !== 0) key += `${place}:${effect} `;
  }
  return key;
}
