// Tokens beyond what a decision diagram holds. The events of a net do not lead to such states, so that none is reached; before anything is
// concluded from that, it has to be known that none was left out.
import { MAX_VALUE } from '../dd/mdd/index.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { SymbolicSpace } from './space.ts';
import type { GroupTransitions } from './transitions.ts';

type TokenGroup = Extract<GroupTransitions, { kind: 'tokens' }>;

/** A change that is smaller cannot lead from a small value (see `Mdd.hasSmallValues`) beyond the largest one. */
const SMALL_CHANGE = 1 << 30;

function tooMany(): LimitExceeded {
  return new LimitExceeded('memory', `a place has more than ${MAX_VALUE} tokens, which no decision diagram holds`);
}

/** Throws `LimitExceeded` if a place of the state has more tokens than a diagram holds. */
export function refuseTokens(state: ArrayLike<number>): void {
  for (let i = 0; i < state.length; i++) if (state[i] > MAX_VALUE) throw tooMany();
}

/** Whether the transition needs a place with more tokens than a diagram holds, or gives it as many whenever it happens. */
export function alwaysOverflows({ conditions, changes }: TokenGroup): boolean {
  if (conditions.some(({ atLeast }) => atLeast > MAX_VALUE)) return true;
  return changes.some(({ variable, delta }) => {
    const least = conditions.find((condition) => condition.variable === variable)?.atLeast ?? 0;
    return delta > 0 && least + delta > MAX_VALUE;
  });
}

/** Throws if a successor of a reachable state was left out: the model's fault, or `LimitExceeded` where it has none. */
export function refuseOverflow(space: SymbolicSpace): void {
  const groups = space.transitions.groups.filter((group) => group.kind === 'tokens');
  const isSmall = groups.every(({ changes }) => changes.every(({ delta }) => delta < SMALL_CHANGE));
  if (space.mdd.hasSmallValues && isSmall) return;
  const maxima = space.mdd.maxima(space.states);
  for (const group of groups) {
    for (const { variable, delta } of group.changes) {
      if (delta > 0 && maxima[space.levelOf[variable]] + delta > MAX_VALUE) refuse(space, group, variable, delta);
    }
  }
}

/** Throws if some reachable state enables the transition and has too many tokens for it in the place. */
function refuse(space: SymbolicSpace, { conditions }: TokenGroup, variable: number, delta: number): void {
  const { mdd, levelOf, model } = space;
  const bounds = new Map([[levelOf[variable], { min: MAX_VALUE - delta + 1, max: MAX_VALUE }]]);
  for (const { variable: other, atLeast, below } of conditions) {
    const { min, max } = bounds.get(levelOf[other]) ?? { min: 0, max: MAX_VALUE };
    bounds.set(levelOf[other], { min: Math.max(min, atLeast), max: Math.min(max, below === null ? max : below - 1) });
  }
  const ascending = [...bounds].sort(([a], [b]) => a - b);
  const vector = mdd.pick(
    mdd.filter(
      space.states,
      ascending.map(([level, { min, max }]) => ({ level, min: Math.max(0, min), max })),
    ),
  );
  if (vector === null) return;
  model.successors(space.stateOf(vector), () => {});
  throw tooMany();
}
