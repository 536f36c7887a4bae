// The plans of a product, made when they are first asked for.
import { invariant } from '../../base/assert.ts';
import type { PlanSource, SetSource } from '../kernel/product/stubborn-tables.ts';
import { AutomatonProperty } from '../product/automaton-property.ts';
import type { SynchronisedProduct } from '../product/product.ts';
import { TestingProperty } from '../product/testing-property.ts';
import { makeAtom } from './atoms.ts';
import { changePlan } from './change-plan.ts';
import { type ProgramParts, programParts } from './program-tables.ts';
import type { StubbornParts, StubbornRows, StubbornTables } from './stubborn-tables.ts';
import { tokenParts } from './token-tables.ts';
import { type WaitingPlan, waitingPlan } from './waiting-plan.ts';

/** For a product without obstacle to stubborn sets. */
export class WaitingPlans implements PlanSource {
  private readonly product: SynchronisedProduct;
  private readonly parts: ProgramParts;
  private hastyPlans: PlansByParts | null = null;
  private exactPlans: PlansByParts | null = null;

  constructor(product: SynchronisedProduct, parts: ProgramParts = partsOf(product)) {
    this.product = product;
    this.parts = parts;
  }

  /** Those of another product of the same model. */
  over(product: SynchronisedProduct): WaitingPlans {
    return new WaitingPlans(product, this.parts);
  }

  get hasty(): SetSource | null {
    const { hasty } = this.parts;
    this.hastyPlans ??= hasty && new PlansByParts(this.product, hasty);
    return this.hastyPlans;
  }

  private get exact(): PlansByParts {
    this.exactPlans ??= new PlansByParts(this.product, this.parts.exact);
    return this.exactPlans;
  }

  get rows(): StubbornRows {
    return this.exact.rows;
  }

  get tables(): StubbornTables {
    return this.exact.tables;
  }

  of(q: number, letter: number): WaitingPlan | null {
    return this.exact.of(q, letter);
  }
}

function partsOf({ kripke }: SynchronisedProduct): ProgramParts {
  const { model } = kripke.graph;
  const tokens = tokenParts(model);
  const parts = tokens === null ? programParts(model) : { hasty: null, exact: tokens };
  invariant(parts !== null, 'stubborn sets are for nets and programs');
  return parts;
}

class PlansByParts implements SetSource {
  private readonly parts: StubbornParts;
  private allTables: StubbornTables | null = null;
  private readonly make: (q: number, letter: number) => WaitingPlan | null;
  private readonly stateCount: number;
  private readonly known = new Map<number, WaitingPlan | null>();

  constructor({ kripke, property }: SynchronisedProduct, parts: StubbornParts) {
    const isKnown = property instanceof AutomatonProperty || property instanceof TestingProperty;
    invariant(isKnown, 'stubborn sets are for automata that are there as a whole');
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

  get rows(): StubbornRows {
    return this.parts.rows;
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
