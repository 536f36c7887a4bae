// What all markings in decision diagrams say of the questions that are open.
import type { SymbolicSurvey } from '../../symbolic/net-survey.ts';
import type { NetKnowledge } from './knowledge.ts';
import type { ModelQuestion } from './question.ts';

/** Looks through the markings for the open kinds. Throws `LimitExceeded`; what was found until then stays. */
export function knowByDiagrams(
  known: NetKnowledge,
  kinds: ReadonlySet<ModelQuestion['kind']>,
  survey: SymbolicSurvey,
): void {
  const { sums, seen } = known;
  if (survey.hasDeadlock) seen.noteDeadlock(null);
  else known.mayHaveDeadlock = false;
  const noteMost = (sum: number): void => {
    const most = survey.most(sums[sum]);
    if (most === null) return;
    seen.noteValue(sum, most);
    known.prove(sum, most);
  };
  for (let sum = 0; sum < known.sumOfPlace(0); sum++) if (known.atMost[sum] > seen.most[sum]) noteMost(sum);
  if (kinds.has('safe')) {
    for (const i of known.places.keys()) if (known.atMost[known.sumOfPlace(i)] > 1) noteMost(known.sumOfPlace(i));
  }
  if (kinds.has('stable')) {
    for (const i of known.quietPlaces()) {
      const sum = known.sumOfPlace(i);
      const isStable = survey.isStable(sums[sum]);
      if (isStable) known.stable.add(known.places[i]);
      if (isStable) break;
      if (isStable === false) known.changing.add(known.places[i]);
    }
  }
  if (kinds.has('quasi-live') || kinds.has('live')) {
    for (const node of known.idleTransitions()) {
      if (survey.canFire(node)) known.firable.add(node);
      else known.dead.add(node);
    }
  }
  if (!kinds.has('live') || known.decide('live') !== null) return;
  for (const node of known.transitions) {
    if (known.live.has(node)) continue;
    if (survey.isLive(node)) known.live.add(node);
    else known.lost = node;
    if (known.lost !== null) return;
  }
}
