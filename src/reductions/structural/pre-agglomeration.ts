// R9, pre-agglomeration: what only prepares for p waits until it is needed.
//
// Around an invisible place p with H = •p, F = p•, H ∩ F = ∅, m₀(p) = 0, all weights at p are 1. Conditions: every h ∈ H puts one token into
// p and nothing else, is invisible, consumes something, and is the only consumer of each of its inputs but for transitions that change
// nothing at all. Effect: h·f for all pairs; p, H and F are removed.
//
// Proof. From the large net: nobody else takes what h takes, nobody but F needs what it gives, and it is not seen. So in any run each h can wait
// until just before its f, and be left out where there is none. What remains is infinite if the run was: H alone cannot go on for ever,
// since it does not refill its inputs. At a deadlock with tokens in p all of F is blocked by other places, so after leaving out the last h
// all pairs are blocked too; then nothing can move, or only what changes nothing, which is the letter repeated for ever either way. Back: pairs are written out. At a deadlock of the small net some h may still fire, finitely often and
// unseen; if one can, all of F is blocked by other places, and what follows is a deadlock. In full: ADR 010. [Ber87; HP06; TM20]
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';
import { replaceByPairs } from './agglomerate.ts';

/** Transitions that change nothing may need the same place; where there are more of them, nobody looks. */
const MOST_CONSUMERS = 4;

export const preAgglomeration: Rule<'pre'> = {
  name: 'pre',
  preserves: 'next-free',
  apply(net, scope) {
    let applied = 0;
    for (const place of candidates(net, scope.places)) {
      scope.stopwatch.tick();
      if (net.hasPlace(place) && isCandidate(net, place) && replaceByPairs(net, place, () => 1, scope)) applied++;
    }
    return applied;
  },
};

/** The places that were touched, and those behind a transition that has become the only one to take from one of them. */
function candidates(net: ReducibleNet, touched: readonly number[]): Set<number> {
  const found = new Set(touched);
  for (const place of touched) {
    if (net.consumers(place).size > MOST_CONSUMERS) continue;
    for (const h of net.consumers(place)) if (net.outputs(h).length === 1) found.add(net.outputs(h)[0].place);
  }
  return found;
}

function isCandidate(net: ReducibleNet, place: number): boolean {
  if (net.visible[place] === 1 || net.heldPlaces[place] === 1 || net.marking[place] !== 0) return false;
  const [before, after] = [net.producers(place), net.consumers(place)];
  if (before.size === 0 || after.size === 0) return false;
  for (const f of after) if (before.has(f) || net.taken(f, place) !== 1) return false;
  for (const h of before) {
    if (net.put(h, place) !== 1 || net.outputs(h).length !== 1) return false;
    if (net.inputs(h).length === 0 || net.isVisibleTransition(h) || net.isHeldTransition(h)) return false;
    if (!net.inputs(h).every((arc) => isOnlyTaker(net, h, arc.place))) return false;
  }
  return true;
}

/** Whether all others that need the place change nothing at all. */
function isOnlyTaker(net: ReducibleNet, h: number, place: number): boolean {
  if (net.consumers(place).size > MOST_CONSUMERS) return false;
  for (const t of net.consumers(place)) if (t !== h && !net.isNeutral(t)) return false;
  return true;
}
