// Bounds of the variables of a net, and sums that stay constant, from its structure alone. A non-negative combination y of variables
// whose weighted sum no group increases (y·C ≤ 0) bounds each of its variables: x ≤ y·m₀ / y(x). One that no group changes is an
// invariant.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Group, LinearInvariant, Model, Variable } from '../model.ts';
import { MAX_TOKENS } from '../petri/net.ts';
import { isNetModel } from '../petri/net-model.ts';
import { combinationsThatNeverGrow, type EliminationBudget, type Pairs } from './elimination.ts';

/** Larger nets are left as they are: the rows alone would take more memory than the net. */
const MAX_CHANGES = 200_000;

type TokenGroup = Group & { readonly behaviour: Extract<Group['behaviour'], { kind: 'tokens' }> };

/** What is known of a net besides its file. */
interface FoundSums {
  readonly variables: readonly Variable[];
  readonly invariants: readonly LinearInvariant[];
}

/** A model of tokens: all groups move them, no variable is ever below 0, and there is one initial state. */
type TokenModel = Model & { readonly groups: readonly TokenGroup[] };

/** Whether sums can be looked for. */
export function isTokenModel(model: Model): model is TokenModel {
  return (
    (model.groups.length > 0 || isNetModel(model)) &&
    model.groups.every(({ behaviour }) => behaviour.kind === 'tokens') &&
    model.variables.every(({ lower }) => lower !== null && lower >= 0) &&
    model.initialStates().length === 1
  );
}

/**
 * The variables with the bounds that sums give, where they are better than those known, and the invariants; null where nothing can be
 * gained or the net is too large.
 */
export function findSums(model: TokenModel, budget: EliminationBudget, stopwatch: Stopwatch): FoundSums | null {
  const bounds = model.variables.map(({ upper }) => upper ?? Number.POSITIVE_INFINITY);
  const changes = changesOf(model.groups);
  if (changes === null || bounds.every((bound) => bound <= 1)) return null;
  const [initial] = model.initialStates();
  const invariants: LinearInvariant[] = [];
  for (const used of ['drop', 'keep'] as const) {
    if (used === 'keep' && !bounds.includes(Number.POSITIVE_INFINITY)) break;
    const options = { variableCount: bounds.length, budget, used, stopwatch };
    for (const row of combinationsThatNeverGrow(changes, options)) {
      const { terms } = row;
      let total = 0;
      for (let i = 0; i < terms.length; i += 2) total += terms[i + 1] * initial[terms[i]];
      if (total > Number.MAX_SAFE_INTEGER) continue; // not exact
      if (used === 'drop' && row.changes.length === 0) invariants.push(invariantOf(terms, total));
      for (let i = 0; i < terms.length; i += 2) {
        bounds[terms[i]] = Math.min(bounds[terms[i]], Math.floor(total / terms[i + 1]));
      }
    }
  }
  // Beyond, the model has a fault, which a bound would hide.
  const variables = model.variables.map(
    (variable, i): Variable =>
      bounds[i] <= MAX_TOKENS && bounds[i] !== variable.upper ? { ...variable, upper: bounds[i] } : variable,
  );
  return { variables, invariants };
}

/**
 * The variables of each combination that no group changes (a semiflow), ascending, as far as the budget reaches: for variable
 * orders, which do not mind a missing one. None where the model is not one of tokens.
 */
export function semiflowSupports(model: Model, budget: EliminationBudget, stopwatch: Stopwatch): number[][] {
  const changes = isTokenModel(model) ? changesOf(model.groups) : null;
  if (changes === null) return [];
  const options = { variableCount: model.variables.length, budget, used: 'drop', stopwatch } as const;
  return combinationsThatNeverGrow(changes, options)
    .filter((row) => row.changes.length === 0)
    .map(({ terms }) => terms.filter((_, i) => i % 2 === 0).sort((a, b) => a - b));
}

/** What each group adds to which variables; null when there are too many changes. */
function changesOf(groups: readonly TokenGroup[]): Pairs[] | null {
  let count = 0;
  for (const { behaviour } of groups) count += behaviour.changes.length;
  if (count > MAX_CHANGES) return null;
  return groups.map(({ behaviour }) => behaviour.changes.flatMap(({ variable, delta }) => [variable, delta]));
}

function invariantOf(pairs: Pairs, total: number): LinearInvariant {
  const terms: { variable: number; weight: number }[] = [];
  for (let i = 0; i < pairs.length; i += 2) terms.push({ variable: pairs[i], weight: pairs[i + 1] });
  return { terms, total };
}
