// Implied variables: where an invariant gives the value of a variable from the others, states need not hold it. Guards still
// read it, from words that are computed once per expanded state and never stored ("virtual" words behind the real ones);
// effects leave it alone, since it follows.
//
// Definitions speak of stored variables only: when a variable becomes implied, it is replaced in those made before.
// [Sch03]
import { invariant } from '../../../base/assert.ts';
import type { LinearInvariant, Model } from '../../../models/model.ts';
import { bitsFor, type ImpliedVariable } from './packing.ts';

/** Longer sums cost more than the bits that they save. */
const MAX_TERMS = 24;
/** Larger factors do not occur in practice, and sums must stay exact. */
const MAX_FACTOR = 1 << 10;

/** The variables of a net that its invariants make superfluous, the widest first choice of each; none for other models. */
export function impliedVariables(model: Model): readonly ImpliedVariable[] {
  const { invariants = [] } = model;
  if (invariants.length === 0 || model.groups.some(({ behaviour }) => behaviour.kind !== 'tokens')) return [];
  if (model.initialStates().length !== 1) return [];
  const definitions = new Definitions(model);
  const shortFirst = [...invariants].sort((a, b) => a.terms.length - b.terms.length);
  for (const one of shortFirst) if (one.terms.length <= MAX_TERMS + 1) definitions.use(one);
  const found = definitions.list();
  checkStay(model, found);
  return found;
}

interface Definition {
  readonly constant: number;
  readonly terms: Map<number, number>;
}

class Definitions {
  private readonly model: Model;
  private readonly known = new Map<number, Definition>();
  /** Implied variables whose definitions name a variable. */
  private readonly users = new Map<number, Set<number>>();

  constructor(model: Model) {
    this.model = model;
  }

  list(): ImpliedVariable[] {
    return [...this.known].map(([variable, definition]) => ({ variable, ...definition }));
  }

  /** Lets the invariant define one more variable, if it can. */
  use({ terms, total }: LinearInvariant): void {
    // 0 = Σ weight · value - total, over stored variables.
    const equation: Definition = { constant: -total, terms: new Map() };
    const sum = terms.reduce((left, { variable, weight }) => {
      const definition = this.known.get(variable);
      return definition === undefined
        ? plus(left, { constant: 0, terms: new Map([[variable, 1]]) }, weight)
        : plus(left, definition, weight);
    }, equation);
    if (sum.terms.size > MAX_TERMS + 1) return;
    const variable = this.widestSolvable(sum.terms);
    if (variable !== -1) this.define(variable, solvedFor(sum, variable));
  }

  /** The variable of most bits that the equation gives without a division; -1 if there is none with a proven bound. */
  private widestSolvable(terms: ReadonlyMap<number, number>): number {
    let [best, bits] = [-1, 0];
    for (const [variable, factor] of terms) {
      const { lower, upper } = this.model.variables[variable];
      if (Math.abs(factor) !== 1 || lower === null || upper === null || upper - lower >= 2 ** 31) continue;
      const width = bitsFor({ lower, upper });
      if (width > bits) [best, bits] = [variable, width];
    }
    return best;
  }

  private define(variable: number, definition: Definition): void {
    const changed = new Map<number, Definition>();
    for (const user of this.users.get(variable) ?? []) {
      const before = this.known.get(user) as Definition;
      const factor = before.terms.get(variable) ?? 0;
      const without = { constant: before.constant, terms: new Map(before.terms) };
      without.terms.delete(variable);
      const after = plus(without, definition, factor);
      if (after.terms.size > MAX_TERMS || !isSmall(after)) return;
      changed.set(user, after);
    }
    if (definition.terms.size > MAX_TERMS || !isSmall(definition)) return;
    this.users.delete(variable);
    for (const [user, after] of changed) this.set(user, after);
    this.set(variable, definition);
  }

  private set(variable: number, definition: Definition): void {
    this.known.set(variable, definition);
    for (const term of definition.terms.keys()) {
      const users = this.users.get(term);
      if (users === undefined) this.users.set(term, new Set([variable]));
      else users.add(variable);
    }
  }
}

function plus(a: Definition, b: Definition, factor: number): Definition {
  const terms = new Map(a.terms);
  for (const [variable, weight] of b.terms) {
    const sum = (terms.get(variable) ?? 0) + weight * factor;
    if (sum === 0) terms.delete(variable);
    else terms.set(variable, sum);
  }
  return { constant: a.constant + b.constant * factor, terms };
}

/** The equation 0 = sum as a definition of the variable, whose factor is 1 or -1. */
function solvedFor(sum: Definition, variable: number): Definition {
  const factor = sum.terms.get(variable) === 1 ? -1 : 1;
  const terms = new Map<number, number>();
  for (const [term, weight] of sum.terms) if (term !== variable) terms.set(term, weight * factor);
  return { constant: sum.constant * factor, terms };
}

function isSmall({ constant, terms }: Definition): boolean {
  if (Math.abs(constant) >= 2 ** 31) return false;
  for (const factor of terms.values()) if (Math.abs(factor) > MAX_FACTOR) return false;
  return true;
}

/** Definitions hold at first, and each transition changes both of their sides alike: a wrong one must never pass. */
function checkStay(model: Model, implied: readonly ImpliedVariable[]): void {
  const [initial] = model.initialStates();
  const changes = model.variables.map((): { group: number; delta: number }[] => []);
  model.groups.forEach(({ behaviour }, group) => {
    if (behaviour.kind !== 'tokens') return;
    for (const { variable, delta } of behaviour.changes) changes[variable].push({ group, delta });
  });
  for (const { variable, constant, terms } of implied) {
    let value = constant;
    const drift = new Map<number, number>();
    const move = (of: number, factor: number): void => {
      for (const { group, delta } of changes[of]) drift.set(group, (drift.get(group) ?? 0) + factor * delta);
    };
    move(variable, -1);
    for (const [term, factor] of terms) {
      value += factor * initial[term];
      move(term, factor);
    }
    invariant(value === initial[variable], 'an invariant does not hold at first');
    for (const sum of drift.values()) invariant(sum === 0, 'a transition breaks an invariant');
  }
}
