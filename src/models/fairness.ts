// Fairness assumptions: what may be assumed of infinite executions, who is meant by it, and the judge that says whether a lasso of the
// model satisfies them. The judge shares nothing with the model that searches use (fair-model.ts) but the assumptions themselves.
import { InputError } from '../diagnostics/diagnostic.ts';
import { nearestNames } from '../diagnostics/nearest.ts';
import type { Model } from './model.ts';

/** Names of processes or transitions; or each process, or each transition, by itself. */
export type FairnessScope<Name extends string = string> = 'processes' | 'transitions' | readonly Name[];

/** What may be assumed of infinite executions. */
export interface Fairness<Name extends string = string> {
  /** What can move from some time on without a break moves again and again. */
  readonly weak?: FairnessScope<Name>;
  /** What can move again and again does move again and again. */
  readonly strong?: FairnessScope<Name>;
}

/** The names of which fairness can be assumed in a model whose type knows them, for `Names` that are literals; otherwise any. */
export type FairnessNameFor<M, Names extends string> = string extends Names
  ? Names
  : M extends { readonly groups: readonly { readonly name: infer T extends string }[] }
    ? T | (T extends `${infer Process}.${string}` ? Process : never)
    : string;

/** More assumptions do not fit the numbers of a state of the fair model. */
const MOST = 30;

/** An assumption about a set of transition groups, named by a transition or by a process. */
export interface Assumption {
  readonly kind: 'weak' | 'strong';
  readonly name: string;
  readonly groups: ReadonlySet<number>;
}

/** The cycle of a lasso: what can move in each state, and the group that does; null where a deadlock repeats. */
interface FairnessMoment {
  readonly enabled: ReadonlySet<number>;
  readonly taken: number | null;
}

/**
 * Whether going round the cycle for ever is fair. Weak: some state of the cycle enables nothing of the set, or some step is one of it.
 * Strong: if some state of the cycle enables the set, some step is one of it.
 */
export function isFair(assumptions: readonly Assumption[], cycle: readonly FairnessMoment[]): boolean {
  return assumptions.every(({ kind, groups }) => {
    const isEnabled = ({ enabled }: FairnessMoment): boolean => [...enabled].some((group) => groups.has(group));
    if (cycle.some(({ taken }) => taken !== null && groups.has(taken))) return true;
    return kind === 'weak' ? !cycle.every(isEnabled) : !cycle.some(isEnabled);
  });
}

/** The assumptions about the model. Throws `InputError` where a name is none of its processes and transitions. */
export function assumptionsOf(model: Model, fairness: Fairness): Assumption[] {
  const transitions = groupsBy(model, (name) => [name]);
  const processes = groupsBy(model, processesOf);
  const found: Assumption[] = [];
  for (const kind of ['weak', 'strong'] as const) {
    const scope = fairness[kind] ?? [];
    // In a net, `P` and `P.start` may both be transitions: who is named is meant, before a process is thought of.
    const meant = scope === 'processes' ? processes : scope === 'transitions' ? transitions : null;
    for (const name of meant === null ? new Set(scope) : meant.keys()) {
      const groups = meant === null ? (transitions.get(name) ?? processes.get(name)) : meant.get(name);
      if (groups === undefined) throw unknownName(name, new Set([...transitions.keys(), ...processes.keys()]));
      found.push({ kind, name, groups });
    }
  }
  if (found.length <= MOST) return found;
  const message = `${found.length} fairness assumptions are too many: at most ${MOST} can be made together`;
  throw new InputError({ code: 'CHK721', message, hint: 'assume fairness of those that the property needs' });
}

/** The groups of each transition, or of whatever it counts for. */
function groupsBy(model: Model, keysOf: (transition: string) => readonly string[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const [group, { name }] of model.groups.entries()) {
    for (const key of keysOf(name)) {
      const groups = found.get(key) ?? new Set();
      found.set(key, groups.add(group));
    }
  }
  return found;
}

/** The processes that take part in a transition: `P` and `Q` for `P.a->b/Q.c->d`; one without a dot is its own process. */
function processesOf(transition: string): string[] {
  if (!transition.includes('.')) return [transition];
  return transition.split('/').map((part) => part.slice(0, Math.max(part.indexOf('.'), 0)) || part);
}

function unknownName(name: string, known: Iterable<string>): InputError {
  const names = [...known];
  const near = nearestNames(name, names);
  const offered = near.length > 0 ? near : names.slice(0, 10);
  return new InputError({
    code: 'CHK720',
    message: `fairness is assumed of \`${name}\`, but the model has no such process or transition`,
    ...(offered.length > 0 && { hint: `it has ${offered.map((other) => `\`${other}\``).join(', ')}` }),
  });
}
