// Walks along solutions of the state equation to markings in which a sum of tokens is as large as it is known to be at most: what was proved, and what
// is seen, often meet there.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { PlannedWalks } from '../../explicit/walk/planned-walks.ts';
import { sumIn } from '../../models/petri/net-sightings.ts';
import { FiringPlans } from '../../reductions/lp/firing-plans.ts';
import type { NetKnowledge } from './knowledge.ts';

/** Walks to each bound. */
const ROUNDS = 3;

/** The bounds that are open are walked to. Throws `LimitExceeded`; what was seen until then stays. */
export function knowByPlans(known: NetKnowledge, seed: number, stopwatch: Stopwatch): void {
  const { model, sums, seen, atMost } = known;
  const open = [...sums.keys()].filter((sum) => sum < known.sumOfPlace(0) && Number.isFinite(atMost[sum]));
  const isOpen = (sum: number): boolean => seen.most[sum] < atMost[sum];
  if (!open.some(isOpen)) return;
  const plans = FiringPlans.of(model, stopwatch);
  if (plans === null) return;
  const walks = new PlannedWalks(model, stopwatch);
  for (let round = 0; round < ROUNDS; round++) {
    for (const sum of open.filter(isOpen)) {
      const { terms, constant } = sums[sum];
      const constraints = [{ terms, atLeast: atMost[sum] - constant }];
      const look = (marking: Int32Array): boolean => {
        for (const other of open) seen.noteValue(other, sumIn(sums[other], marking));
        return !isOpen(sum);
      };
      const plan = (marking: Int32Array): Float64Array | null => plans.toward(constraints, marking, stopwatch);
      walks.walk({ kindOf: plans.effectOf, plan }, { seed: seed + 1000 * round, stopwatch, look });
    }
  }
}
