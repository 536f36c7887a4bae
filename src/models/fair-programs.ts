// A model of programs under weak fairness, as programs again: kernels and decision diagrams read it. The state has one more number, `taken`,
// with a bit for each assumption that the step into this state satisfies. Whether something of an assumption can move is asked of the guards.
//
//     FG enabled → GF taken,  that is  GF(¬enabled ∨ taken)
//
// fair-model.ts has any model and strong assumptions too, by its own successor function.
import type { Parsed } from '../diagnostics/diagnostic.ts';
import type { Formula, FormulaStore } from '../formula/formula.ts';
import { isProgramModel } from './analysis/ranges.ts';
import { any, binary, constant, unary, variable } from './expression/build.ts';
import type { Expression } from './expression/expression.ts';
import { programSupport } from './expression/support.ts';
import type { Assumption } from './fairness.ts';
import type { Group, LinearInvariant, Model, Names, StateEntry, Variable, VisitSuccessor } from './model.ts';
import type { Observation } from './observation.ts';
import { stepNameOf } from './step-name.ts';

/** Whether assumptions about a model can be put into programs. */
export function canBeFairPrograms(model: Model, assumptions: readonly Assumption[]): boolean {
  return isProgramModel(model) && assumptions.every(({ kind }) => kind === 'weak');
}

/** Assumptions are about groups of this model, all of them weak. */
export class FairPrograms implements Model {
  readonly name: string;
  readonly format: Model['format'];
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  readonly invariants?: readonly LinearInvariant[];
  /** The model as it was given. */
  readonly inner: Model;
  readonly width: number;
  private readonly assumptions: readonly Assumption[];
  private readonly bits: Int32Array;
  private readonly target: Int32Array;

  constructor(model: Model, assumptions: readonly Assumption[]) {
    this.inner = model;
    this.name = model.name;
    this.format = model.format;
    this.names = model.names;
    if (model.invariants !== undefined) this.invariants = model.invariants;
    this.assumptions = assumptions;
    this.width = model.variables.length;
    this.variables = [...model.variables, { name: 'taken', lower: 0, upper: 2 ** assumptions.length - 1 }];
    this.bits = new Int32Array(model.groups.length);
    for (const [i, { groups }] of assumptions.entries()) for (const group of groups) this.bits[group] |= 1 << i;
    this.groups = model.groups.map((group, i) => this.remembering(group, i));
    this.target = new Int32Array(this.variables.length);
  }

  /** What the assumptions say, over propositions that no user can write, and what these stand for in this model. */
  assumed(store: FormulaStore): { readonly formula: Formula; readonly observation: Observation } {
    const names: string[] = [];
    const predicates: Expression[] = [];
    const fair = this.assumptions.map(({ groups }, i) => {
      const proposition = store.ownProposition(`fair ${i}`);
      names.push(proposition.name);
      const isTaken = binary('!=', binary('&', variable(this.width), constant(1 << i)), constant(0));
      predicates.push(any([isTaken, unary('!', this.enabled(groups))]));
      return store.globally(store.finally(proposition));
    });
    return { formula: store.and(...fair), observation: { names, predicates } };
  }

  /** The state of the inner model. */
  below(state: Int32Array): Int32Array {
    return state.slice(0, this.width);
  }

  initialStates(): readonly Int32Array[] {
    return this.inner.initialStates().map((state) => {
      const vector = new Int32Array(this.variables.length);
      vector.set(state);
      return vector;
    });
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { width, target } = this;
    this.inner.successors(state.subarray(0, width), (next, group) => {
      target.set(next);
      target[width] = this.bits[group];
      visit(target, group);
    });
  }

  predicate(proposition: string): Parsed<Expression> {
    return this.inner.predicate(proposition);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.inner.describe(Array.prototype.slice.call(state, 0, this.width) as number[]);
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    return stepNameOf(this.inner, { group, from, to });
  }

  private remembering(group: Group, index: number): Group {
    const { behaviour } = group;
    if (behaviour.kind !== 'program') return group;
    const { guard } = behaviour;
    const remember = { target: variable(this.width), value: constant(this.bits[index]), width: 'none' as const };
    const effects = [...behaviour.effects, remember];
    return { ...group, ...programSupport(guard, effects), behaviour: { kind: 'program', guard, effects } };
  }

  /** Whether one of the groups can move: its requirements after the guard only choose between ways that begin alike. */
  private enabled(groups: ReadonlySet<number>): Expression {
    const guards = new Map<string, Expression>();
    for (const group of groups) {
      const { behaviour } = this.inner.groups[group];
      if (behaviour.kind === 'program') guards.set(JSON.stringify(behaviour.guard), behaviour.guard);
    }
    return any([...guards.values()]);
  }
}
