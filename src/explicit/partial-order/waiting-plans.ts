// The plans of a product, made when they are first asked for.
import { invariant } from '../../base/assert.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { TestingProperty } from '../product/testing-property.ts';
import { makeAtom } from './atoms.ts';
import { changePlan } from './change-plan.ts';
import { programParts } from './program-tables.ts';
import type { StubbornParts, StubbornTables } from './stubborn-tables.ts';
import { tokenParts } from './token-tables.ts';
import { type WaitingPlan, waitingPlan } from './waiting-plan.ts';

/** For a product without obstacle to stubborn sets. */
export class WaitingPlans {
  private readonly parts: StubbornParts;
  private allTables: StubbornTables | null = null;
  private readonly make: (q: number, letter: number) => WaitingPlan | null;
  private readonly stateCount: number;
  private readonly known = new Map<number, WaitingPlan | null>();

  constructor({ kripke, property }: SynchronisedProduct) {
    const { model } = kripke.graph;
    const parts = tokenParts(model) ?? programParts(model);
    const isKnown = property instanceof AutomatonProperty || property instanceof TestingProperty;
    invariant(parts !== null && isKnown, 'stubborn sets are for nets, programs and automata that are there as a whole');
    const { groups, effects } = parts;
    this.parts = parts;
    const { weakness, modes, variables } = property;
    // Only where a deadlock repeats does something follow every state.
    const isWon = weakness?.terminal === true && kripke.graph.options.deadlock === 'stutter';
    const shared = {
      variables,
      modes,
      letters: kripke.letters,
      atoms: kripke.expressions.map((predicate) => makeAtom(predicate, effects)),
      groups,
      won: isWon ? weakness.accepting : null,
    };
    this.stateCount = property.automaton.stateCount;
    if (property instanceof AutomatonProperty) {
      const context = { ...shared, automaton: property.automaton };
      this.make = (q, letter) => waitingPlan(context, q, letter);
    } else {
      const loops = (q: number): Int32Array => property.edges(q, 0, 0);
      const context = { ...shared, automaton: property.automaton, loops };
      this.make = (q, letter) => changePlan(context, q, letter);
    }
  }

  get tables(): StubbornTables {
    this.allTables ??= this.parts.tables();
    return this.allTables;
  }

  tablesFor(enabled: ReadonlySet<number>): StubbornTables {
    return this.allTables ?? this.parts.tables(enabled);
  }

  of(q: number, letter: number): WaitingPlan | null {
    const key = letter * this.stateCount + q;
    let plan = this.known.get(key);
    if (plan === undefined) {
      plan = withFaulty(this.make(q, letter), this.parts.faulty);
      this.known.set(key, plan);
    }
    return plan;
  }
}

/** The plan with transitions that every set must have. */
function withFaulty(plan: WaitingPlan | null, faulty: Int32Array): WaitingPlan | null {
  if (plan === null || faulty.length === 0) return plan;
  const always = [{ condition: null, helpers: faulty }];
  return { ...plan, alternatives: plan.alternatives.map((goals) => [...goals, always]) };
}
