// From a lasso of normal forms to one of the model. Each step of normal forms is a step of the model followed by a permutation; the
// permutations are put together along the way and undone. After one round of the cycle, the members may have changed places: it is gone round until they are
// back, or at least until the state is the same.
import { invariant } from '../../base/assert.ts';
import type { Model } from '../../models/model.ts';
import { type StateLasso, sameVector } from '../../models/state-lasso.ts';
import { composed, identity, inverse, type Permutation, type Symmetry } from '../../models/symmetry.ts';

/** Rounds of a cycle, and states of all of them. */
const MOST_ROUNDS = 100_000;
const MOST_STATES = 200_000;

/** The lasso, or path, in the model; null where it would be too long. */
export function unfoldLasso(model: Model, symmetry: Symmetry, { prefix, cycle }: StateLasso): StateLasso | null {
  const degree = symmetry.sizes.reduce((sum, size) => sum + size, 0);
  const forms = [...prefix, ...cycle];
  const [first] = forms;
  invariant(first !== undefined, 'a lasso needs a state');
  let back = inverse(waysOf(symmetry, model.initialStates(), first, degree));
  const unfolded = (form: Int32Array): Int32Array => {
    const state = form.slice();
    symmetry.permute(state, back);
    return state;
  };
  // After a step to a state that `way` brings into normal form, the state is what `way` and the permutations before, undone, make of that form.
  const after = (way: Permutation): Permutation => composed(inverse(way), back);
  const states: Int32Array[] = [];
  for (let i = 0; i < forms.length; i++) {
    if (i > 0) back = after(wayBetween(model, symmetry, forms[i - 1], forms[i], degree));
    states.push(unfolded(forms[i]));
  }
  const unfoldedPrefix = states.slice(0, prefix.length);
  if (cycle.length === 0) return { prefix: unfoldedPrefix, cycle: [] };
  const round = states.slice(prefix.length);
  const [start] = round;
  const ways = cycle.map((form, i) =>
    wayBetween(model, symmetry, cycle[(i + cycle.length - 1) % cycle.length], form, degree),
  );
  for (let rounds = 1; rounds < MOST_ROUNDS && round.length < MOST_STATES; rounds++) {
    back = after(ways[0]);
    const next = unfolded(cycle[0]);
    if (sameVector(next, start)) return { prefix: unfoldedPrefix, cycle: round };
    round.push(next);
    for (let i = 1; i < cycle.length; i++) {
      back = after(ways[i]);
      round.push(unfolded(cycle[i]));
    }
  }
  return null;
}

/** The permutation that brings one of the states into the given normal form. */
function waysOf(symmetry: Symmetry, states: readonly Int32Array[], form: Int32Array, degree: number): Permutation {
  const permutation = identity(degree);
  for (const state of states) {
    const normal = state.slice();
    symmetry.normalise(normal, permutation);
    if (sameVector(normal, form)) return permutation;
  }
  invariant(false, 'a lasso of normal forms does not start in an initial state');
}

/** The same for the successors of a state; where a deadlock repeats, nothing moves. */
function wayBetween(model: Model, symmetry: Symmetry, from: Int32Array, to: Int32Array, degree: number): Permutation {
  const permutation = identity(degree);
  const normal = new Int32Array(to.length);
  let way: Permutation | null = null;
  let isDead = true;
  model.successors(from, (target) => {
    isDead = false;
    if (way !== null) return;
    normal.set(target);
    symmetry.normalise(normal, permutation);
    if (sameVector(normal, to)) way = permutation.slice();
  });
  invariant(
    way !== null || (isDead && sameVector(from, to)),
    'a lasso of normal forms has a step that the model does not have',
  );
  return way ?? identity(degree);
}
