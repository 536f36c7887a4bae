// Steps of a token game written out as a run of the model.
import type { Model } from '../../models/model.ts';
import type { TokenGame } from '../../models/petri/token-game.ts';
import type { StateLasso } from '../../models/state-lasso.ts';

interface Steps {
  readonly prefix: readonly number[];
  /** Back to the marking after the prefix; none where that is a deadlock which repeats. */
  readonly cycle: readonly number[];
}

/** The lasso of these steps. */
export function lassoOfSteps(model: Model, game: TokenGame, { prefix, cycle }: Steps): StateLasso {
  const states = statesAlong(model, game, [...prefix, ...cycle]);
  const isDeadlock = cycle.length === 0;
  return {
    prefix: states.slice(0, prefix.length),
    cycle: isDeadlock ? states.slice(prefix.length) : states.slice(prefix.length, prefix.length + cycle.length),
    groups: [...prefix, ...(isDeadlock ? [null] : cycle)],
  };
}

/** The path of these steps, which may go on in any way. */
export function pathOfSteps(model: Model, game: TokenGame, steps: readonly number[]): StateLasso {
  return { prefix: statesAlong(model, game, steps), cycle: [], groups: steps };
}

/** The path of these steps, where there is no token game. */
export function pathAlong(model: Model, steps: readonly number[]): StateLasso {
  const forEachChange: TokenGame['forEachChange'] = (t, visit) => {
    const { behaviour } = model.groups[t];
    if (behaviour.kind === 'tokens') for (const { variable, delta } of behaviour.changes) visit(variable, delta);
  };
  return { prefix: statesAlong(model, { forEachChange }, steps), cycle: [], groups: steps };
}

/** The states before and after each step. */
function statesAlong(model: Model, game: Pick<TokenGame, 'forEachChange'>, steps: readonly number[]): Int32Array[] {
  const [initial] = model.initialStates();
  const marking = initial.slice();
  const states = [marking.slice()];
  for (const t of steps) {
    game.forEachChange(t, (place, delta) => (marking[place] += delta));
    states.push(marking.slice());
  }
  return states;
}
