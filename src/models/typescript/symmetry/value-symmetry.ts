// The declared symmetry of a model of plain values: normal forms of its states, and whether the declaration is true as far as a sample
// of states and permutations shows.
import { Random } from '../../../base/random.ts';
import type { DeclaredQuotient, DeclaredSet, DeclaredSymmetry, StateNumbering, Witness } from '../../model.ts';
import type { Permutation } from '../../symmetry.ts';
import { Guard, type GuardLevel } from '../guard.ts';
import { problem, shown } from '../problems.ts';
import { ValueCodes } from '../value-codes.ts';
import { NormalForms } from './normal-value.ts';
import { permuteValue } from './permute-value.ts';
import { type ScalarSet, type Symmetric, scalarSets } from './symmetric-set.ts';

/** States on which all rotations and swaps of neighbours are tried; later one rotation, and a random permutation. */
const TRIED_IN_FULL = 500;
/** Of a large set so many are tried at once. */
const MOST_TRIED = 16;

/** What is asked of the model. */
export interface SymmetricModel {
  readonly width: number;
  firstValue(): unknown;
  valueOf(state: number): unknown;
  /** The number of a value that may be new. */
  numberOf(value: unknown): number;
  fill(state: number, vector: Int32Array): void;
  /** The vector of a value that is no state yet; valid until the next call. */
  vectorFor(value: unknown): Int32Array;
  /** What follows a value, by the user's functions. */
  successorsOf(value: unknown): readonly unknown[];
  /** The states with each replaced by what `form` makes of it. */
  numbering(form: (value: unknown) => unknown): StateNumbering;
}

export class ValueSymmetry implements DeclaredSymmetry {
  private readonly model: SymmetricModel;
  private readonly declared: Symmetric;
  private readonly guard: GuardLevel | undefined;
  private made: readonly ScalarSet[] | null = null;

  constructor(model: SymmetricModel, declared: Symmetric, guard: GuardLevel | undefined) {
    this.model = model;
    this.declared = declared;
    this.guard = guard;
  }

  get sets(): readonly DeclaredSet[] {
    return this.scalars();
  }

  quotient(sets: readonly number[], witness: Witness): DeclaredQuotient {
    const scalars = this.scalars();
    return new ValueQuotient(
      this.model,
      sets.map((number) => ({ number, set: scalars[number], forms: new NormalForms(scalars[number]) })),
      witness,
      this.guard,
    );
  }

  private scalars(): readonly ScalarSet[] {
    this.made ??= scalarSets(this.declared, this.model.firstValue());
    return this.made;
  }
}

interface UsedSet {
  /** In the declaration. */
  readonly number: number;
  readonly set: ScalarSet;
  readonly forms: NormalForms;
}

class ValueQuotient implements DeclaredQuotient {
  readonly sizes: readonly number[];
  readonly numbering: StateNumbering;
  private readonly model: SymmetricModel;
  private readonly sets: readonly UsedSet[];
  private readonly witness: Witness;
  private readonly level: GuardLevel | undefined;
  private readonly guard: Guard;
  private inspected = 0;
  private readonly random = new Random(1);
  private readonly codes = new ValueCodes();
  private readonly vector: Int32Array;

  constructor(model: SymmetricModel, sets: readonly UsedSet[], witness: Witness, level: GuardLevel | undefined) {
    this.model = model;
    this.sets = sets;
    this.witness = witness;
    this.level = level;
    this.guard = new Guard(level);
    this.sizes = sets.map(({ set }) => set.size);
    this.vector = new Int32Array(model.width);
    this.numbering = model.numbering((value) => this.seenNormal(value));
  }

  permute(state: Int32Array, permutation: Permutation): void {
    let value = this.model.valueOf(state[0]);
    let first = 0;
    for (const { set } of this.sets) {
      const from = first;
      value = permuteValue(value, set, (member) => permutation[from + member] - from);
      first += set.size;
    }
    this.model.fill(this.model.numberOf(value), state);
  }

  normalise(state: Int32Array, permutation?: Permutation): void {
    const { value, goals } = this.normal(this.model.valueOf(state[0]));
    if (permutation !== undefined) permutation.set(goals);
    this.model.fill(this.model.numberOf(value), state);
  }

  orbit(state: Int32Array): number {
    return this.normal(this.model.valueOf(state[0])).orbit;
  }

  inspect(state: number): void {
    const { model, witness } = this;
    model.fill(state, this.vector);
    const seen = witness.see(this.vector);
    const value = model.valueOf(state);
    const isChecked = this.guard.isDue();
    const round = this.inspected++;
    for (const { set, number } of this.sets) {
      for (const goals of this.sample(set, round)) {
        const goal = (member: number): number => goals[member];
        const permuted = permuteValue(value, set, goal);
        if (permuted === value) continue;
        if (witness.see(model.vectorFor(permuted)) !== seen) witness.onDifference(number);
        if (isChecked) this.requireSymmetric(set, { value, permuted, goal });
      }
    }
  }

  /** The normal form of a state that was found: the same must be seen of both. */
  private seenNormal(state: unknown): unknown {
    const { model, witness } = this;
    let value = state;
    let seen: string | null = null;
    for (const { forms, number } of this.sets) {
      const { value: normal } = forms.of(value);
      if (normal === value) continue;
      seen ??= witness.see(model.vectorFor(value));
      if (witness.see(model.vectorFor(normal)) !== seen) witness.onDifference(number);
      value = normal;
    }
    return value;
  }

  /** The normal form, with what each member became, numbered through all sets. */
  private normal(state: unknown): { readonly value: unknown; readonly goals: number[]; readonly orbit: number } {
    let value = state;
    let orbit = 1;
    const goals: number[] = [];
    for (const { forms } of this.sets) {
      const first = goals.length;
      const normal = forms.of(value);
      value = normal.value;
      orbit *= normal.orbit;
      for (const goal of normal.goals) goals.push(first + goal);
    }
    return { value, goals, orbit };
  }

  /** Permutations of a set that are tried. A rotation brings each member to another place, so that whoever looks at one place sees it. */
  private sample({ size }: ScalarSet, round: number): readonly Int32Array[] {
    const isFull = round < TRIED_IN_FULL || this.level === 'always';
    const tried: Int32Array[] = [];
    const add = (goal: (member: number) => number): void => {
      tried.push(Int32Array.from({ length: size }, (_, member) => goal(member)));
    };
    for (let i = 0; i < Math.min(size - 1, isFull ? MOST_TRIED : 1); i++) {
      const by = 1 + ((round + i) % (size - 1));
      add((member) => (member + by) % size);
      if (isFull && size > 2) add((member) => (member === by ? by - 1 : member === by - 1 ? by : member));
    }
    const shuffled = this.shuffled(size);
    if (size > 2) add((member) => shuffled[member]);
    return tried;
  }

  private shuffled(size: number): number[] {
    const members = Array.from({ length: size }, (_, i) => i);
    for (let i = size - 1; i > 0; i--) {
      const other = this.random.below(i + 1);
      [members[i], members[other]] = [members[other], members[i]];
    }
    return members;
  }

  /** The steps of the permuted state must be the permuted steps. */
  private requireSymmetric(
    set: ScalarSet,
    { value, permuted, goal }: { value: unknown; permuted: unknown; goal: (member: number) => number },
  ): void {
    const codesOf = (values: readonly unknown[]): Set<number> => new Set(values.map((next) => this.codes.codeOf(next)));
    const expected = codesOf(this.model.successorsOf(value).map((next) => permuteValue(next, set, goal)));
    const actual = codesOf(this.model.successorsOf(permuted));
    if (expected.size === actual.size && [...expected].every((code) => actual.has(code))) return;
    const message = `the members of the symmetric set \`${set.title}\` cannot change places: two states that differ by that alone have different steps`;
    throw problem('TSM806', message, `one of them is ${shown(value)}; the other is ${shown(permuted)}`);
  }
}
