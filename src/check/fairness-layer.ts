// Fairness as a layer: the model above remembers who could move and who did, the question becomes assumptions → formula, and a lasso is
// brought back by forgetting what was remembered.
import { invariant } from '../base/assert.ts';
import { FairModel } from '../models/fair-model.ts';
import { canBeFairPrograms, FairPrograms } from '../models/fair-programs.ts';
import { type Assumption, assumptionsOf, type Fairness } from '../models/fairness.ts';
import type { Model } from '../models/model.ts';
import { type StateLasso, sameVector } from '../models/state-lasso.ts';
import { type Layer, sizeOf } from './layer.ts';
import { FairQuestion } from './question.ts';

/**
 * Fairness speaks of the groups of the model that was given; `below` is that model, or its programs. Throws `InputError` where the model does
 * not have the processes or transitions that fairness is assumed of.
 */
export function fairnessLayer(given: Model, below: Model, fairness: Fairness): Layer {
  const assumptions = programsOf(below.origins, assumptionsOf(given, fairness));
  const fair = canBeFairPrograms(below, assumptions)
    ? new FairPrograms(below, assumptions)
    : new FairModel(below, fairness);
  return {
    model: fair,
    observe: (question) => {
      const { formula, observation } = question;
      const { store } = formula;
      const assumed = fair.assumed(store);
      const observed = {
        names: [...observation.names, ...assumed.observation.names],
        // The variables of the model below come first above too, so its predicates mean the same.
        predicates: [...observation.predicates, ...assumed.observation.predicates],
      };
      return new FairQuestion(store.implies(assumed.formula, formula), observed, question);
    },
    lift: (lasso) => liftFair(fair, lasso),
    // A deadlock of the model stays one, and every step stays a step.
    preserves: { deadlocks: true, formulas: 'all' },
    summary: { name: 'fairness', below: sizeOf(below), above: sizeOf(fair) },
  };
}

/** Assumptions about the groups of a model, about those of its programs. */
function programsOf(origins: readonly number[] | undefined, assumptions: readonly Assumption[]): readonly Assumption[] {
  if (origins === undefined) return assumptions;
  return assumptions.map((assumption) => ({
    ...assumption,
    groups: new Set(origins.flatMap((origin, group) => (assumption.groups.has(origin) ? [group] : []))),
  }));
}

/** Which step was taken is what fairness is about, and the states below do not tell: it is found before they are forgotten. */
function liftFair(fair: FairModel | FairPrograms, { prefix, cycle }: StateLasso): StateLasso {
  const states = [...prefix, ...cycle];
  const { origins } = fair.inner;
  const groups = states.map((state, i) => {
    const group = groupBetween(fair, state, i + 1 < states.length ? states[i + 1] : cycle[0]);
    return group === null || origins === undefined ? group : origins[group];
  });
  const below = (part: readonly Int32Array[]): Int32Array[] => part.map((state) => fair.below(state));
  return { prefix: below(prefix), cycle: below(cycle), groups };
}

function groupBetween(model: Model, from: Int32Array, to: Int32Array): number | null {
  let found: number | null = null;
  let degree = 0;
  model.successors(from, (target, group) => {
    degree++;
    if (found === null && sameVector(target, to)) found = group;
  });
  invariant(found !== null || degree === 0, 'a fair lasso has a step that the fair model does not have');
  return found;
}
