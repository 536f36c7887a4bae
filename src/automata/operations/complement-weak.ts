// The complement of a weak automaton as a deterministic Büchi automaton: the breakpoint construction of Miyano and Hayashi
// [MH84], read for nondeterministic co-Büchi automata.
//
// A weak automaton accepts when some run stays in accepting components for ever. A state of the result is the set S of all
// states that runs may be in, with the subset B of those whose runs have been in accepting components since the last
// breakpoint. When B becomes empty there is a breakpoint, and B starts again as all accepting states of S. No run is accepting
// exactly when there are infinitely many breakpoints.
import type { BddRef } from '../../dd/bdd.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { buchi } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { componentFacts } from '../component-facts.ts';
import { componentsOf } from '../scc.ts';
import { letterClasses } from './letter-classes.ts';
import { productiveStates, universalStates } from './productive.ts';

/** A state of the breakpoint automaton; both lists ascend. */
interface Breakpoint {
  readonly all: readonly number[];
  readonly good: readonly number[];
}

/** What the construction asks about states of the weak automaton. */
interface StateFacts {
  readonly productive: Uint8Array;
  readonly accepting: Uint8Array;
  readonly universal: Uint8Array;
}

/** A deterministic Büchi automaton of all words that the weak automaton does not accept; at most 3^n states. */
export function complementWeak(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const stopwatch = Stopwatch.over(limits);
  return automaton.bdd.during(stopwatch, () => complementByBreakpoints(automaton, stopwatch));
}

function complementByBreakpoints(automaton: Automaton, stopwatch: Stopwatch): Automaton {
  const facts = factsOf(automaton, stopwatch);
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  const points: Breakpoint[] = [];
  const ids = new Map<string, number>();
  const intern = (point: Breakpoint): number => {
    const key = `${point.all.join()}|${point.good.join()}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = builder.addState();
      ids.set(key, id);
      points.push(point);
      stopwatch.countStates(points.length);
    }
    return id;
  };
  const initial = automaton.initial.filter((state) => facts.productive[state]).sort((a, b) => a - b);
  if (initial.some((state) => facts.universal[state])) return builder.build(buchi());
  builder.setInitial(intern({ all: initial, good: initial.filter((state) => facts.accepting[state]) }));
  for (let id = 0; id < points.length; id++) {
    stopwatch.look();
    addSteps(automaton, facts, { builder, id, point: points[id], intern, stopwatch });
  }
  const properties = { ...languageProperties(automaton.properties), deterministic: 'yes', unambiguous: 'yes' } as const;
  return builder.build(buchi(), { properties });
}

interface Source {
  readonly builder: AutomatonBuilder;
  readonly id: number;
  readonly point: Breakpoint;
  readonly intern: (point: Breakpoint) => number;
  readonly stopwatch: Stopwatch;
}

function addSteps(automaton: Automaton, facts: StateFacts, source: Source): void {
  const { builder, id, point, intern, stopwatch } = source;
  const { bdd, edgeStart, edgeLabel } = automaton;
  const labels: BddRef[] = [];
  for (const s of point.all) for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) labels.push(edgeLabel[e]);
  const merged = new Map<number, BddRef>();
  for (const letters of letterClasses(bdd, labels)) {
    stopwatch.tick();
    const all = successors(automaton, facts.productive, point.all, letters);
    if (all.some((state) => facts.universal[state])) continue; // every continuation is accepted
    const stayed = successors(automaton, facts.productive, point.good, letters);
    const good = stayed.filter((state) => facts.accepting[state]);
    const isBreak = good.length === 0;
    const target = intern({ all, good: isBreak ? all.filter((state) => facts.accepting[state]) : good });
    const key = target * 2 + (isBreak ? 1 : 0);
    merged.set(key, bdd.or(merged.get(key) ?? bdd.false, letters));
  }
  for (const [key, label] of merged) builder.addEdge(id, label, key & 1, key >>> 1);
}

function successors(
  automaton: Automaton,
  productive: Uint8Array,
  states: readonly number[],
  letters: BddRef,
): number[] {
  const { bdd, edgeStart, edgeLabel, edgeTarget } = automaton;
  const found = new Set<number>();
  for (const s of states) {
    for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) {
      const target = edgeTarget[e];
      if (productive[target] && !found.has(target) && bdd.isSubset(letters, edgeLabel[e])) found.add(target);
    }
  }
  return [...found].sort((a, b) => a - b);
}

function factsOf(automaton: Automaton, stopwatch: Stopwatch): StateFacts {
  const components = componentsOf(automaton);
  const facts = componentFacts(automaton, components, stopwatch);
  const accepting = new Uint8Array(automaton.stateCount);
  for (const state of components.states) accepting[state] = facts[components.of[state]].accepting ? 1 : 0;
  return {
    accepting,
    productive: productiveStates(automaton, components, stopwatch),
    universal: universalStates(automaton, components, facts),
  };
}
