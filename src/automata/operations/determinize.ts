// Determinisation of generalized Büchi automata to parity automata: the subset construction over Safra trees.

import { Int32List } from '../../base/growable.ts';
import type { BddRef } from '../../dd/bdd.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { acceptAll } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder, languageProperties } from '../automaton.ts';
import { componentFacts } from '../component-facts.ts';
import { isDeterministic } from '../properties.ts';
import { componentsOf } from '../scc.ts';
import { setsIn } from './acceptance-forms.ts';
import { letterClasses } from './letter-classes.ts';
import { leastPriorities, parityMarks } from './parity.ts';
import { productiveStates } from './productive.ts';
import { initialTree, type SafraTree, stepTree, type TreeContext, type TreeEdge, treeKey } from './safra-tree.ts';
import { toGeneralizedBuchi } from './to-generalized-buchi.ts';

/**
 * A deterministic automaton for the same language, whose acceptance is parity (Büchi or "all" where that suffices). It need
 * not be complete. An automaton that is deterministic already is given back, its acceptance as it is.
 */
export function determinize(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  if (isDeterministic(automaton)) return automaton.with({ properties: { deterministic: 'yes' } });
  return determinizeToParity(automaton, limits);
}

/** A deterministic parity automaton for the same language, deterministic or not as the given one may be. */
export function determinizeToParity(automaton: Automaton, limits?: Limits | Stopwatch): Automaton {
  const stopwatch = Stopwatch.over(limits);
  const source = toGeneralizedBuchi(automaton, stopwatch);
  const { builder, priorities } = source.bdd.during(stopwatch, () => explore(source, stopwatch));
  const bare = builder.build(acceptAll());
  // The edges are added state by state, so that their order is the order of the priorities.
  const given = { of: priorities.toArray(), deciding: 'smallest', accepting: 'odd' } as const;
  const least = leastPriorities(bare, given, stopwatch);
  const { acceptance, marks } = parityMarks(bare, least.priorities, least.highest);
  const properties = { ...languageProperties(automaton.properties), deterministic: 'yes', unambiguous: 'yes' } as const;
  return bare.with({ acceptance, edgeMarks: marks, properties, name: automaton.name });
}

function explore(automaton: Automaton, stopwatch: Stopwatch): { builder: AutomatonBuilder; priorities: Int32List } {
  const context = contextOf(automaton, stopwatch);
  const { productive } = context;
  const builder = new AutomatonBuilder(automaton.propositions, automaton.bdd);
  const priorities = new Int32List();
  const trees: SafraTree[] = [];
  const ids = new Map<string, number>();
  const intern = (tree: SafraTree): number => {
    const key = treeKey(tree);
    let id = ids.get(key);
    if (id === undefined) {
      id = builder.addState();
      ids.set(key, id);
      trees.push(tree);
      stopwatch.countStates(trees.length);
    }
    return id;
  };
  const initial = automaton.initial.filter((state) => productive[state]);
  builder.setInitial(intern(initialTree(context, initial)));
  for (let id = 0; id < trees.length; id++) {
    stopwatch.look();
    for (const [, edge] of mergedSteps(automaton, context, trees[id], intern)) {
      builder.addEdge(id, edge.label, 0, edge.target);
      priorities.push(edge.priority);
    }
  }
  return { builder, priorities };
}

interface MacroEdge {
  label: BddRef;
  readonly target: number;
  readonly priority: number;
}

/** The edges out of a tree; letters with the same target and priority share one. */
function mergedSteps(
  automaton: Automaton,
  context: Context,
  tree: SafraTree,
  intern: (tree: SafraTree) => number,
): Map<string, MacroEdge> {
  const { bdd, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const { productive } = context;
  const merged = new Map<string, MacroEdge>();
  const labels: BddRef[] = [];
  for (const s of tree.states) for (let e = edgeStart[s]; e < edgeStart[s + 1]; e++) labels.push(edgeLabel[e]);
  for (const letters of letterClasses(bdd, labels)) {
    context.stopwatch.tick();
    const edges = (i: number): TreeEdge[] => {
      const found: TreeEdge[] = [];
      for (let e = edgeStart[tree.states[i]]; e < edgeStart[tree.states[i] + 1]; e++) {
        if (productive[edgeTarget[e]] && bdd.isSubset(letters, edgeLabel[e]))
          found.push({ target: edgeTarget[e], marks: edgeMarks[e] });
      }
      return found;
    };
    const step = stepTree(context, tree, edges);
    if (step.tree.states.length === 0) continue;
    const target = intern(step.tree);
    const key = `${target},${step.priority}`;
    const known = merged.get(key);
    if (known !== undefined) known.label = bdd.or(known.label, letters);
    else merged.set(key, { label: letters, target, priority: step.priority });
  }
  return merged;
}

interface Context extends TreeContext {
  readonly stopwatch: Stopwatch;
  /** 1 for the states from which some word is accepted; runs through others are not followed. */
  readonly productive: Uint8Array;
}

/** Which components accept, and which marks are to be waited for in each. */
function contextOf(automaton: Automaton, stopwatch: Stopwatch): Context {
  const components = componentsOf(automaton);
  const always = new Int32Array(components.count).fill(-1);
  const { edgeStart, edgeMarks, edgeTarget } = automaton;
  for (const state of components.states) {
    const c = components.of[state];
    for (let e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (components.of[edgeTarget[e]] === c) always[c] &= edgeMarks[e];
    }
  }
  const marks = componentFacts(automaton, components, stopwatch).map((facts, c) =>
    facts.accepting ? (facts.rejecting ? setsIn(facts.marks & ~always[c]) : []) : null,
  );
  return { stopwatch, component: components.of, marks, productive: productiveStates(automaton, components, stopwatch) };
}
