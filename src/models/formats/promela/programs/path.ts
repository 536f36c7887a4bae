// A path: what one step of the model does, statement by statement. It collects conditions and assignments, and knows the values that
// variables are sure to have on the way, so that a loop with a known number of rounds becomes a sequence.
import { constant, equals, unary, variable } from '../../../expression/build.ts';
import type { Expression } from '../../../expression/expression.ts';
import { collectReads } from '../../../expression/support.ts';
import { walk } from '../../../expression/walk.ts';
import type { Assignment, Effect } from '../../../model.ts';
import { type CellType, reduceTo } from '../types.ts';
import { NotCompiled } from './not-compiled.ts';

/** More effects than this in one step are left to the interpreter. */
const MAX_EFFECTS = 2_000;

/** An expression that has no value. */
export const FAULT: Expression = { kind: 'binary', operator: '/', left: constant(1), right: constant(0) };

/** Whether the evaluation may fault. */
export function canFault(expression: Expression): boolean {
  for (const part of walk([expression])) {
    if (part.kind === 'element') return true;
    if (part.kind !== 'binary' || (part.operator !== '/' && part.operator !== '%')) continue;
    if (part.right.kind !== 'constant' || part.right.value === 0) return true;
  }
  return false;
}

export function not(expression: Expression): Expression {
  return unary('!', expression);
}

/** The value as a cell of the type keeps it. */
export function reduced({ bits }: CellType, value: Expression): Expression {
  if (value.kind === 'constant') return constant(reduceTo({ name: '', bits }, value.value));
  if (bits === 0 || bits === 32) return value;
  if (bits > 0) return { kind: 'binary', operator: '&', left: value, right: constant(2 ** bits - 1) };
  const shift = constant(32 + bits);
  const left: Expression = { kind: 'binary', operator: '<<', left: value, right: shift };
  return { kind: 'binary', operator: '>>', left, right: shift };
}

export class Path {
  private readonly guard: Expression[];
  private readonly effects: Effect[];
  /** Values of variables that no step assigns, and of others at this moment. */
  private readonly fixed: ReadonlyMap<number, number>;
  private readonly values: Map<number, number>;
  /** Whether the step faults where it has come so far: nothing that follows matters. */
  isFaulty = false;

  private constructor(
    guard: Expression[],
    effects: Effect[],
    { fixed, values }: { readonly fixed: ReadonlyMap<number, number>; readonly values: Map<number, number> },
  ) {
    this.guard = guard;
    this.effects = effects;
    this.fixed = fixed;
    this.values = values;
  }

  /** A path on which nothing has happened, in a model where some variables always have these values. */
  static from(fixed: ReadonlyMap<number, number>): Path {
    return new Path([], [], { fixed, values: new Map() });
  }

  fork(): Path {
    const { fixed, values } = this;
    const forked = new Path([...this.guard], [...this.effects], { fixed, values: new Map(values) });
    forked.isFaulty = this.isFaulty;
    return forked;
  }

  /** The value that a variable is sure to have now. */
  valueOf(subject: number): number | undefined {
    return this.values.get(subject) ?? this.fixed.get(subject);
  }

  /** A variable, or its value. */
  read(subject: number): Expression {
    const value = this.valueOf(subject);
    return value === undefined ? variable(subject) : constant(value);
  }

  /** Notes the value that a variable is sure to have. */
  remember(subject: number, value: number): void {
    this.values.set(subject, value);
  }

  /** Goes on only where the condition holds; false where it never does. */
  demand(condition: Expression): boolean {
    if (condition === FAULT) this.isFaulty = true;
    if (condition.kind === 'constant') return condition.value !== 0;
    if (condition.kind === 'all') return condition.operands.every((operand) => this.demand(operand));
    if (this.effects.length === 0) this.guard.push(condition);
    else this.add({ required: condition });
    if (condition.kind === 'binary' && condition.operator === '==') {
      const { left, right } = condition;
      if (left.kind === 'variable' && right.kind === 'constant') this.values.set(left.variable, right.value);
    }
    return true;
  }

  /** Asks for the value of a variable by its name in the state, so that groups with other values of it stand apart. */
  demandValue(subject: number, value: number): boolean {
    const known = this.valueOf(subject);
    return known === undefined ? this.demand(equals(subject, value)) : known === value;
  }

  assign(target: Assignment['target'], value: Expression): void {
    if (this.isFaulty) return;
    this.add({ target, value, width: 'none' });
    if (target.kind === 'element') {
      for (let i = 0; i < target.length; i++) this.values.delete(target.base + i);
    } else if (value.kind === 'constant') {
      this.values.set(target.variable, value.value);
    } else {
      this.values.delete(target.variable);
    }
  }

  /** Several assignments whose values are those before the first of them. */
  assignTogether(assignments: readonly Pick<Assignment, 'target' | 'value'>[]): void {
    const written = new Set<number>();
    for (const { target, value } of assignments) {
      const reads = new Set<number>();
      collectReads(value, reads);
      for (const read of reads) if (written.has(read)) throw new NotCompiled('values that depend on each other');
      if (target.kind === 'variable') written.add(target.variable);
      else for (let i = 0; i < target.length; i++) written.add(target.base + i);
    }
    for (const { target, value } of assignments) this.assign(target, value);
  }

  /** The step: its guard, and its effects without those that others replace. */
  finished(): { readonly guard: readonly Expression[]; readonly effects: readonly Effect[] } {
    const kept: Effect[] = [];
    const replaced = new Set<number>();
    const keep = (...read: Expression[]): void => {
      const reads = new Set<number>();
      for (const expression of read) collectReads(expression, reads);
      for (const variable of reads) replaced.delete(variable);
    };
    for (const effect of this.effects.toReversed()) {
      if ('required' in effect) {
        keep(effect.required);
      } else if (effect.target.kind === 'variable') {
        if (replaced.has(effect.target.variable) && !canFault(effect.value)) continue;
        replaced.add(effect.target.variable);
        keep(effect.value);
      } else {
        keep(effect.target, effect.value);
      }
      kept.push(effect);
    }
    return { guard: this.guard, effects: kept.reverse() };
  }

  private add(effect: Effect): void {
    if (this.effects.push(effect) > MAX_EFFECTS) throw new NotCompiled('a step that goes on for long');
  }
}
