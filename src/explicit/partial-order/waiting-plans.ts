// The plans of a product, made when they are first asked for.
import { invariant } from '../../base/assert.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { makeAtom } from './atoms.ts';
import { type TokenTables, tokenTables } from './token-tables.ts';
import { type PlanContext, type WaitingPlan, waitingPlan } from './waiting-plan.ts';

/** For a product without obstacle to stubborn sets. */
export class WaitingPlans {
  readonly tables: TokenTables;
  private readonly context: PlanContext;
  private readonly known = new Map<number, WaitingPlan | null>();

  constructor({ kripke, property }: SynchronisedProduct) {
    const { model } = kripke.graph;
    const tables = tokenTables(model);
    invariant(tables !== null && property instanceof AutomatonProperty, 'stubborn sets are for nets and automata');
    this.tables = tables;
    const { weakness } = property;
    // Only where a deadlock repeats does something follow every state.
    const isWon = weakness?.terminal === true && kripke.graph.options.deadlock === 'stutter';
    this.context = {
      automaton: property.automaton,
      variables: property.variables,
      modes: property.modes,
      letters: kripke.letters,
      atoms: kripke.expressions.map((predicate) => makeAtom(predicate, model, tables)),
      groups: tables.groups,
      won: isWon ? weakness.accepting : null,
    };
  }

  of(q: number, letter: number): WaitingPlan | null {
    const key = letter * this.context.automaton.stateCount + q;
    let plan = this.known.get(key);
    if (plan === undefined) {
      plan = waitingPlan(this.context, q, letter);
      this.known.set(key, plan);
    }
    return plan;
  }
}
