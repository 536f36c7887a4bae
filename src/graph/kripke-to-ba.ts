// A Kripke structure as a Büchi automaton [VL25, "From Kripke Structures to Büchi Automata"]: B_M = (S ∪ {q₀}, 2^AP, δ, {q₀}, S ∪ {q₀}). An edge reads
// the letter of the state that it leads to, those of q₀ lead to the initial states, and every state is accepting: the
// language is that of the letters along the infinite paths.
import { generalizedBuchi } from '../automata/acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automata/automaton.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { deadlockError } from '../models/deadlock.ts';
import type { StateGraph } from './state-graph.ts';

/**
 * The automaton of the words that a state graph shows, over the propositions that the graph was asked for. A Kripke structure has no states without
 * successors: unless given, they repeat for ever (`stutter`); with `drop` paths that end there are none, with `error` they are refused.
 * q₀ is state 0, state s of the graph is state s + 1.
 */
export function kripkeToBa(
  graph: StateGraph,
  { deadlock = 'stutter' }: { readonly deadlock?: DeadlockReading } = {},
): Automaton {
  const { states, steps, propositions, initial, model } = graph;
  const builder = new AutomatonBuilder(propositions);
  const { bdd } = builder;
  const letters = states.map(({ holds }) =>
    propositions.reduceRight((cube, name, i) => bdd.and(bdd.literal(i, holds.includes(name)), cube), bdd.true),
  );
  builder.addStates(states.length + 1);
  builder.setInitial(0);
  const add = (source: number, target: number): void => builder.addEdge(source, letters[target], 1, target + 1);
  for (let state = 0; state < initial; state++) add(0, state);
  const next = states.map(() => new Set<number>());
  for (const { source, target } of steps) next[source].add(target);
  next.forEach((targets, source) => {
    if (targets.size === 0 && deadlock === 'error') throw deadlockError(model, states[source].vector);
    if (targets.size === 0 && deadlock === 'stutter') targets.add(source);
    for (const target of targets) add(source + 1, target);
  });
  return builder.build(generalizedBuchi(1), { name: model.name, stateNames: ['q0', ...states.map((_, i) => `s${i}`)] });
}
