// The plans of a product, made when they are first asked for.
import { invariant } from '../../base/assert.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { TestingProperty } from '../product/testing-property.ts';
import { makeAtom } from './atoms.ts';
import { changePlan } from './change-plan.ts';
import { type TokenTables, tokenTables } from './token-tables.ts';
import { type WaitingPlan, waitingPlan } from './waiting-plan.ts';

/** For a product without obstacle to stubborn sets. */
export class WaitingPlans {
  readonly tables: TokenTables;
  private readonly make: (q: number, letter: number) => WaitingPlan | null;
  private readonly stateCount: number;
  private readonly known = new Map<number, WaitingPlan | null>();

  constructor({ kripke, property }: SynchronisedProduct) {
    const { model } = kripke.graph;
    const tables = tokenTables(model);
    const isKnown = property instanceof AutomatonProperty || property instanceof TestingProperty;
    invariant(tables !== null && isKnown, 'stubborn sets are for nets and automata that are there as a whole');
    this.tables = tables;
    const { weakness, modes, variables } = property;
    // Only where a deadlock repeats does something follow every state.
    const isWon = weakness?.terminal === true && kripke.graph.options.deadlock === 'stutter';
    const shared = {
      variables,
      modes,
      letters: kripke.letters,
      atoms: kripke.expressions.map((predicate) => makeAtom(predicate, model, tables)),
      groups: tables.groups,
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

  of(q: number, letter: number): WaitingPlan | null {
    const key = letter * this.stateCount + q;
    let plan = this.known.get(key);
    if (plan === undefined) {
      plan = this.make(q, letter);
      this.known.set(key, plan);
    }
    return plan;
  }
}
