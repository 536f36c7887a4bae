// R8, post-agglomeration: what happens after p happens at once.
//
// Around an invisible place p with H = •p, F = p•, H ∩ F = ∅. Conditions: every f ∈ F has p as its only input and is invisible; F has
// one member f, and w(h, p) is a multiple k of w(p, f) for each h; or all weights at p are the same and m₀(p) = 0. With one f, it is fired
// first as often as m₀(p) allows. Effect: h·fᵏ for all pairs; p, H and F are removed.
//
// Proof. From the large net: f needs nothing but what h gave it, only adds tokens elsewhere, and is not seen. So in any run each f can be moved
// to just behind its h, and where it never fires, be put there. What remains is a run of the small net with the same letters up
// to repetition. It is infinite if the run was: F alone cannot go on for ever, since only H refills p. A deadlock has no tokens left in p (but
// a rest that is too small), and is a deadlock of the small net: h·fᵏ can fire where h can. Back: each pair is written out. Deadlocks
// of the small net have p empty, so nothing of F can fire, and H cannot either. [Ber87; HP06; TM20]
import type { ReducibleNet } from '../net.ts';
import type { Rule } from '../rule.ts';
import { sequence, times } from '../word.ts';
import { replaceByPairs } from './agglomerate.ts';

/** More steps than these are not put in front of a run. */
const LONGEST_PREFIX = 10_000;

export const postAgglomeration: Rule<'post'> = {
  name: 'post',
  preserves: 'next-free',
  apply(net, scope) {
    let applied = 0;
    for (const place of simpleFirst(net, scope.places)) {
      scope.stopwatch.tick();
      if (!net.hasPlace(place) || !isCandidate(net, place)) continue;
      const followers = [...net.consumers(place)];
      const [first] = followers;
      const ready = Math.floor(net.marking[place] / net.taken(first, place));
      if (ready > 0 && !canStartWith(net, first, ready)) continue;
      const k = (h: number, f: number): number => net.put(h, place) / net.taken(f, place);
      const [word, outputs] = [net.word(first), net.outputs(first)];
      if (!replaceByPairs(net, place, k, scope)) continue;
      if (ready > 0) {
        net.prefix = sequence(net.prefix, times(word, ready));
        for (const { place: to, weight } of outputs) net.setMarking(to, net.marking[to] + ready * weight);
      }
      applied++;
    }
    return applied;
  },
};

/** Places with one consumer first: nothing is copied there, and more can follow. */
function simpleFirst(net: ReducibleNet, places: readonly number[]): number[] {
  const isSimple = (place: number): boolean => net.consumers(place).size === 1;
  return [...places.filter(isSimple), ...places.filter((place) => !isSimple(place))];
}

function isCandidate(net: ReducibleNet, place: number): boolean {
  if (net.visible[place] === 1 || net.heldPlaces[place] === 1) return false;
  const [before, after] = [net.producers(place), net.consumers(place)];
  if (after.size === 0) return false;
  for (const f of after) {
    if (before.has(f) || net.inputs(f).length !== 1 || net.isVisibleTransition(f)) return false;
  }
  const [first] = after;
  const unit = net.taken(first, place);
  if (after.size === 1) {
    for (const h of before) if (net.put(h, place) % unit !== 0) return false;
    return true;
  }
  if (net.marking[place] !== 0) return false;
  for (const f of after) if (net.taken(f, place) !== unit) return false;
  for (const h of before) if (net.put(h, place) !== unit) return false;
  return true;
}

/** Whether f can be fired so often at the beginning with numbers of tokens, and words, that stay small enough. */
function canStartWith(net: ReducibleNet, f: number, count: number): boolean {
  if (net.prefix.length + net.word(f).length * count > LONGEST_PREFIX) return false;
  return net.outputs(f).every(({ place, weight }) => net.marking[place] + count * weight <= 0x7fff_ffff);
}
