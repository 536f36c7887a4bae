// The names of a model as plain tables: most formats know all their references in advance.

import type { Group, Names, Variable } from '../model.ts';
import { ANY } from '../model.ts';
import { any, constant } from './build.ts';
import type { Expression } from './expression.ts';

/** Names that are looked up in maps. Filled by the format that makes it. */
export class NameTable implements Names {
  private readonly values = new Map<string, Expression>();
  private readonly truths = new Map<string, Expression>();
  /** For references to enumerations: the numbers of their values. */
  private readonly enumerations = new Map<string, ReadonlyMap<string, number>>();
  private readonly groupsByName = new Map<string, Group[]>();

  /** Makes `reference` a number; `values` are the names of 0, 1, … */
  addValue(reference: string, expression: Expression, values?: readonly string[]): void {
    this.values.set(reference, expression);
    if (values) this.enumerations.set(reference, new Map(values.map((value, number) => [value, number])));
  }

  /** Makes every variable a reference by its own name, unless that is taken. */
  addVariables(variables: readonly Variable[]): void {
    for (const [number, { name, values }] of variables.entries()) {
      if (!this.values.has(name)) this.addValue(name, { kind: 'variable', variable: number }, values);
    }
  }

  addTruth(reference: string, expression: Expression): void {
    this.truths.set(reference, expression);
  }

  /** Makes `name` a transition: it can fire when one of its groups can. */
  addTransition(name: string, group: Group): void {
    const known = this.groupsByName.get(name);
    if (known) known.push(group);
    else this.groupsByName.set(name, [group]);
  }

  value(reference: string): Expression | null {
    return this.values.get(reference) ?? null;
  }

  truth(reference: string): Expression | null {
    return this.truths.get(reference) ?? null;
  }

  valueNamed(reference: string, value: string): number | null {
    return this.enumerations.get(reference)?.get(value) ?? null;
  }

  fireable(transition: string): Expression | null {
    const groups = this.groupsByName.get(transition);
    if (groups === undefined) return null;
    const guards = groups.map(guardOf);
    return guards.includes(null) ? null : any(guards as Expression[]);
  }

  *references(): Iterable<string> {
    yield* this.values.keys();
    for (const name of this.truths.keys()) if (!this.values.has(name)) yield name;
  }

  transitions(): Iterable<string> {
    return this.groupsByName.keys();
  }
}

/** When a group can fire, as an expression; null where only its successor function knows. */
function guardOf({ behaviour }: Group): Expression | null {
  switch (behaviour.kind) {
    case 'program':
      return behaviour.guard;
    case 'tokens':
      return { kind: 'all', operands: behaviour.conditions.flatMap(tokenGuards) };
    case 'table': {
      const { columns, rows } = behaviour;
      const width = 2 * columns.length;
      const alternatives: Expression[] = [];
      for (let row = 0; row < (width === 0 ? 0 : rows.length); row += width) {
        const tests = columns.flatMap((column, i) =>
          rows[row + i] === ANY ? [] : [compare('==', column, rows[row + i])],
        );
        alternatives.push({ kind: 'all', operands: tests });
      }
      return { kind: 'any', operands: alternatives };
    }
    case 'opaque':
      return null;
  }
}

function tokenGuards(condition: { variable: number; atLeast: number; below: number | null }): Expression[] {
  const guards = [compare('>=', condition.variable, condition.atLeast)];
  if (condition.below !== null) guards.push(compare('<', condition.variable, condition.below));
  return guards;
}

function compare(operator: '==' | '>=' | '<', variable: number, value: number): Expression {
  return { kind: 'binary', operator, left: { kind: 'variable', variable }, right: constant(value) };
}
