// Random automata, for tests and comparisons.
import type { Random } from '../base/random.ts';
import type { BddRef } from '../dd/bdd.ts';
import { type Acceptance, allMarks, generalizedBuchi } from './acceptance.ts';
import { type Automaton, AutomatonBuilder } from './automaton.ts';

export interface RandomAutomatonOptions {
  readonly states: number;
  readonly propositions: readonly string[];
  readonly acceptance?: Acceptance;
  /** Mean number of edges out of a state; 1.6 by default. */
  readonly density?: number;
  /** Probability of each mark on each edge; 0.2 by default. */
  readonly markProbability?: number;
  /** Marks on edges, or the same marks on all edges of a state. */
  readonly marksOn?: 'edges' | 'states';
  readonly initialStates?: number;
}

/** An automaton whose states are all reachable. Depends on the options and the state of `random` only. */
export function randomAutomaton(random: Random, options: RandomAutomatonOptions): Automaton {
  const { states, propositions, acceptance = generalizedBuchi(1), density = 1.6, markProbability = 0.2 } = options;
  const builder = new AutomatonBuilder(propositions);
  builder.addStates(states);
  for (let i = 0; i < (options.initialStates ?? 1); i++) builder.setInitial(i);
  const marks = (): number => {
    let mask = 0;
    for (let set = 0; set < acceptance.setCount; set++) if (random.chance(markProbability)) mask |= 1 << set;
    return mask & allMarks(acceptance.setCount);
  };
  const stateMarks = Array.from({ length: states }, marks);
  const add = (source: number, target: number): void => {
    const mask = options.marksOn === 'states' ? stateMarks[source] : marks();
    builder.addEdge(source, randomLabel(random, builder), mask, target);
  };
  for (let state = 1; state < states; state++) add(random.below(state), state);
  for (let left = Math.round(states * density) - (states - 1); left > 0; left--) {
    add(random.below(states), random.below(states));
  }
  return builder.build(acceptance);
}

/** A disjunction of one or two random cubes: never false. */
function randomLabel(random: Random, builder: AutomatonBuilder): BddRef {
  const { bdd } = builder;
  let label: BddRef = bdd.false;
  for (let i = random.between(1, 2); i > 0; i--) {
    let cube: BddRef = bdd.true;
    builder.propositions.forEach((_, variable) => {
      if (random.chance(0.6)) cube = bdd.and(cube, bdd.literal(variable, random.chance(0.5)));
    });
    label = bdd.or(label, cube);
  }
  return label;
}
