// What is left of expressions when some of their variables have values. Residuals are hash-consed: what is left of `x + y < 3` after x = 1 and of `z + y < 3` after z = 1
// is the same number, and what does not depend on a variable does not change with it. A relation that is built level by level remembers of the levels above
// only these numbers.
//
// Faults are values here: `FAULT` comes out of a division by zero or an index out of range, and goes through everything that is evaluated, from the left,
// up to where a connective is decided.

import { reduceTo } from '../models/expression/closures.ts';
import { applyBinary, type BinaryOperator, EvaluationFault, type Expression } from '../models/expression/expression.ts';
import type { Assignment } from '../models/model.ts';

export type Residual = number;

/** The evaluation fails. */
export const FAULT: Residual = 0;

type Node =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'fault' }
  | { readonly kind: 'variable'; readonly variable: number }
  | { readonly kind: 'unary'; readonly operator: '-' | '~' | '!'; readonly parts: readonly Residual[] }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly parts: readonly Residual[] }
  | { readonly kind: 'sum' | 'all' | 'any'; readonly parts: readonly Residual[] }
  /** The index, then the elements of the array. */
  | { readonly kind: 'element'; readonly parts: readonly Residual[] }
  /** Condition, value if it is not 0, value if it is. */
  | { readonly kind: 'choice'; readonly parts: readonly Residual[] }
  | { readonly kind: 'reduced'; readonly width: Assignment['width']; readonly parts: readonly Residual[] }
  /** 1 where the part has a value, a fault where it has none. */
  | { readonly kind: 'succeeds'; readonly parts: readonly Residual[] }
  /** 0 where the part has a value, 1 where it has none. */
  | { readonly kind: 'fails'; readonly parts: readonly Residual[] };

const NOTHING: readonly number[] = [];

/** The residuals of one model. */
export class ResidualStore {
  private readonly nodes: Node[] = [{ kind: 'fault' }];
  private readonly supports: (readonly number[])[] = [NOTHING];
  private readonly failing: boolean[] = [true];
  private readonly numbers = new Map<string, Residual>();
  /** By residual: what it is for a value of a variable. */
  private readonly after: (Map<string, Residual> | undefined)[] = [];

  /** The variables that it depends on, ascending. */
  support(residual: Residual): readonly number[] {
    return this.supports[residual];
  }

  /** Whether it may come to a fault. */
  mayFail(residual: Residual): boolean {
    return this.failing[residual];
  }

  /** Its value, or null if it depends on variables or is a fault. */
  value(residual: Residual): number | null {
    const node = this.nodes[residual];
    return node.kind === 'constant' ? node.value : null;
  }

  constant(value: number): Residual {
    return this.intern({ kind: 'constant', value }, `c${value}`);
  }

  variable(variable: number): Residual {
    return this.intern({ kind: 'variable', variable }, `v${variable}`);
  }

  equal(a: Residual, b: Residual): Residual {
    return this.make({ kind: 'binary', operator: '==', parts: [a, b] });
  }

  /** The element of an array that the index chooses. */
  element(index: Residual, elements: readonly Residual[]): Residual {
    return this.make({ kind: 'element', parts: [index, ...elements] });
  }

  choice(condition: Residual, then: Residual, otherwise: Residual): Residual {
    return this.make({ kind: 'choice', parts: [condition, then, otherwise] });
  }

  reduced(width: Assignment['width'], part: Residual): Residual {
    return this.make({ kind: 'reduced', width, parts: [part] });
  }

  succeeds(part: Residual): Residual {
    return this.make({ kind: 'succeeds', parts: [part] });
  }

  fails(part: Residual): Residual {
    return this.make({ kind: 'fails', parts: [part] });
  }

  /** The expression over the values that the variables have by then. */
  of(expression: Expression, values: (variable: number) => Residual): Residual {
    const of = (part: Expression): Residual => this.of(part, values);
    switch (expression.kind) {
      case 'constant':
        return this.constant(expression.value);
      case 'variable':
        return values(expression.variable);
      case 'element': {
        const elements = Array.from({ length: expression.length }, (_, i) => values(expression.base + i));
        return this.element(of(expression.index), elements);
      }
      case 'unary':
        return this.make({ kind: 'unary', operator: expression.operator, parts: [of(expression.operand)] });
      case 'binary': {
        const { operator, left, right } = expression;
        const parts = [of(left), of(right)];
        if (operator === '&&') return this.make({ kind: 'all', parts });
        if (operator === '||') return this.make({ kind: 'any', parts });
        return this.make({ kind: 'binary', operator, parts });
      }
      case 'sum':
      case 'all':
      case 'any':
        return this.make({ kind: expression.kind, parts: expression.operands.map(of) });
      default:
        // Only in predicates.
        return FAULT;
    }
  }

  /** What is left when the variable has the value. */
  substitute(residual: Residual, variable: number, value: number): Residual {
    if (!this.supports[residual].includes(variable)) return residual;
    const node = this.nodes[residual];
    if (node.kind === 'variable') return this.constant(value);
    if (!('parts' in node)) return residual;
    const known = (this.after[residual] ??= new Map());
    const key = `${variable}=${value}`;
    let result = known.get(key);
    if (result === undefined) {
      result = this.make({ ...node, parts: node.parts.map((part) => this.substitute(part, variable, value)) });
      known.set(key, result);
    }
    return result;
  }

  /** The variables of the indices of arrays, as far as they are not known. */
  indexVariables(residual: Residual, found: Set<number>): void {
    const seen = new Set<Residual>();
    const pending = [residual];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const node = this.nodes[next];
      if (seen.has(next) || !('parts' in node)) continue;
      seen.add(next);
      if (node.kind === 'element') for (const variable of this.supports[node.parts[0]]) found.add(variable);
      pending.push(...node.parts);
    }
  }

  /** The residual of the node, as simple as it can be. */
  private make(node: Extract<Node, { parts: unknown }>): Residual {
    const { parts } = node;
    switch (node.kind) {
      case 'all':
      case 'any':
        return this.connective(node.kind, parts);
      case 'choice':
        return this.chosen(parts);
      case 'element':
        return this.chosenElement(parts);
      case 'succeeds':
        if (parts[0] === FAULT) return FAULT;
        return this.failing[parts[0]] ? this.keep(node) : this.constant(1);
      case 'fails':
        if (parts[0] === FAULT) return this.constant(1);
        return this.failing[parts[0]] ? this.keep(node) : this.constant(0);
      default:
        break;
    }
    if (parts.includes(FAULT)) return FAULT;
    const values = parts.map((part) => this.value(part));
    if (values.includes(null)) return this.keep(node);
    return this.computed(node, values as number[]);
  }

  private computed(node: Extract<Node, { parts: unknown }>, values: readonly number[]): Residual {
    switch (node.kind) {
      case 'unary':
        if (node.operator === '!') return this.constant(values[0] === 0 ? 1 : 0);
        return this.constant(node.operator === '-' ? -values[0] | 0 : ~values[0]);
      case 'binary':
        try {
          return this.constant(applyBinary(node.operator, values[0], values[1]));
        } catch (error) {
          if (error instanceof EvaluationFault) return FAULT;
          throw error;
        }
      case 'reduced':
        return this.constant(reduceTo(node.width, values[0]));
      default:
        return this.constant(values.reduce((sum, value) => sum + value, 0));
    }
  }

  /** Operands count from the left, up to the first that decides or fails. */
  private connective(kind: 'all' | 'any', parts: readonly Residual[]): Residual {
    const decisive = kind === 'all' ? 0 : 1;
    const left: Residual[] = [];
    let isSafe = true;
    for (const part of parts) {
      const value = this.value(part);
      if (value !== null) {
        if ((value !== 0 ? 1 : 0) !== decisive) continue;
        if (isSafe) return this.constant(decisive);
      }
      left.push(part);
      if (value !== null || part === FAULT) break;
      isSafe &&= !this.failing[part];
    }
    if (left.length === 0) return this.constant(1 - decisive);
    return left[0] === FAULT ? FAULT : this.keep({ kind, parts: left });
  }

  private chosen([condition, then, otherwise]: readonly Residual[]): Residual {
    if (condition === FAULT) return FAULT;
    const value = this.value(condition);
    if (value !== null) return value !== 0 ? then : otherwise;
    return then === otherwise && !this.failing[condition]
      ? then
      : this.keep({ kind: 'choice', parts: [condition, then, otherwise] });
  }

  private chosenElement(parts: readonly Residual[]): Residual {
    if (parts[0] === FAULT) return FAULT;
    const index = this.value(parts[0]);
    if (index === null) return this.keep({ kind: 'element', parts });
    return index < 0 || index >= parts.length - 1 ? FAULT : parts[1 + index];
  }

  private keep(node: Extract<Node, { parts: unknown }>): Residual {
    const more = 'operator' in node ? node.operator : 'width' in node ? node.width : '';
    return this.intern(node, `${node.kind} ${more} ${node.parts.join()}`);
  }

  private intern(node: Node, key: string): Residual {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const residual = this.nodes.push(node) - 1;
    this.numbers.set(key, residual);
    this.supports.push(this.supportOf(node));
    this.failing.push(this.canFail(node));
    return residual;
  }

  private supportOf(node: Node): readonly number[] {
    if (node.kind === 'variable') return [node.variable];
    if (!('parts' in node)) return NOTHING;
    const found = new Set(node.parts.flatMap((part) => this.supports[part]));
    return [...found].sort((a, b) => a - b);
  }

  private canFail(node: Node): boolean {
    if (!('parts' in node) || node.kind === 'fails') return false;
    if (node.kind === 'element') return true;
    if (node.kind === 'binary' && (node.operator === '/' || node.operator === '%')) return true;
    return node.parts.some((part) => this.failing[part]);
  }
}
