// Random words that an automaton accepts, read off its own accepting runs: where random words hardly ever satisfy a formula,
// these always should.
import { allMarks } from '../../src/automata/acceptance.ts';
import type { Automaton } from '../../src/automata/automaton.ts';
import { acceptingComponents } from '../../src/automata/component-facts.ts';
import { type Components, componentsOf } from '../../src/automata/scc.ts';
import type { Random } from '../../src/base/random.ts';
import type { BddRef } from '../../src/dd/bdd.ts';
import type { Letter, Word } from '../../src/formula/word.ts';

/** A word that a pruned automaton with generalized Büchi acceptance accepts, or null if its language is empty. */
export function acceptedWord(automaton: Automaton, random: Random): Word | null {
  const components = componentsOf(automaton);
  const accepting = acceptingComponents(automaton, components);
  let state = random.pick(automaton.initial);
  const prefix: number[] = [];
  const go = (edges: readonly number[], into: number[]): void => {
    for (const e of edges) {
      into.push(e);
      state = automaton.edgeTarget[e];
    }
  };
  for (let steps = random.below(6); steps > 0 && degree(automaton, state) > 0; steps--) {
    go([random.between(automaton.edgeStart[state], automaton.edgeStart[state + 1] - 1)], prefix);
  }
  const entry = shortestPath(automaton, state, (e) => isInner(automaton, components, e, accepting));
  if (entry === null) return null;
  go(entry.slice(0, -1), prefix);
  const home = state;
  const inner = (e: number): boolean => isInner(automaton, components, e, accepting);
  const cycle: number[] = [];
  go([entry[entry.length - 1]], cycle);
  let seen = automaton.edgeMarks[cycle[0]];
  while ((seen & allMarks(automaton.acceptance.setCount)) !== allMarks(automaton.acceptance.setCount)) {
    go(shortestPath(automaton, state, (e) => (automaton.edgeMarks[e] & ~seen) !== 0, inner)!, cycle);
    seen = cycle.reduce((marks, e) => marks | automaton.edgeMarks[e], 0);
  }
  if (state !== home) go(shortestPath(automaton, state, (e) => automaton.edgeTarget[e] === home, inner)!, cycle);
  const letters = (edges: readonly number[]): Letter[] =>
    edges.map((e) => randomLetter(automaton, automaton.edgeLabel[e], random));
  return { prefix: letters(prefix), cycle: letters(cycle) };
}

function degree(automaton: Automaton, state: number): number {
  return automaton.edgeStart[state + 1] - automaton.edgeStart[state];
}

function isInner(automaton: Automaton, components: Components, e: number, accepting: Uint8Array): boolean {
  const c = components.of[sourceOf(automaton, e)];
  return accepting[c] === 1 && components.of[automaton.edgeTarget[e]] === c;
}

function sourceOf(automaton: Automaton, e: number): number {
  let state = 0;
  while (automaton.edgeStart[state + 1] <= e) state++;
  return state;
}

/** The edges of a shortest path whose last edge is wanted, over allowed edges. */
function shortestPath(
  automaton: Automaton,
  from: number,
  isWanted: (e: number) => boolean,
  isAllowed: (e: number) => boolean = () => true,
): number[] | null {
  const queue: { state: number; path: number[] }[] = [{ state: from, path: [] }];
  const seen = new Set([from]);
  for (const { state, path } of queue) {
    for (let e = automaton.edgeStart[state]; e < automaton.edgeStart[state + 1]; e++) {
      if (!isAllowed(e)) continue;
      if (isWanted(e)) return [...path, e];
      const target = automaton.edgeTarget[e];
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push({ state: target, path: [...path, e] });
    }
  }
  return null;
}

function randomLetter(automaton: Automaton, label: BddRef, random: Random): Letter {
  const { bdd, propositions } = automaton;
  const letter = new Set<string>();
  let f = label;
  propositions.forEach((name, variable) => {
    let value = random.chance(0.5);
    if (!bdd.isConstant(f) && bdd.topVariable(f) === variable) {
      const [low, high] = [bdd.low(f), bdd.high(f)];
      if (low === bdd.false) value = true;
      else if (high === bdd.false) value = false;
      f = value ? high : low;
    }
    if (value) letter.add(name);
  });
  return letter;
}
