// Predicates of the model as filters over the reachable codes. Connectives are joined diagram by diagram; a comparison of linear
// expressions is built from the top down over partial sums, so that the tokens of many places cost little; anything else is
// evaluated for every combination of the values that it reads.
import { invariant } from '../base/assert.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import { type BinaryOperator, EvaluationFault, type Expression, evaluate } from '../models/expression/expression.ts';
import { collectReads } from '../models/expression/support.ts';
import { deadFilter } from './enabled.ts';
import { ALWAYS, type Filter, type FilterStore, NEVER, terminal } from './filter.ts';
import { type Linear, linearForm } from './linear.ts';
import type { SymbolicSpace } from './space.ts';

/** The value of a predicate where evaluating it is a fault of the model. */
export const FAULT = 2;
const FAULTS: Filter = terminal(FAULT);

/** More combinations of values are not tried one by one. */
const MAX_COMBINATIONS = 300_000;

/** Makes filters of the predicates of one space. */
export class PredicateEncoder {
  private readonly space: SymbolicSpace;
  private readonly store: FilterStore;
  private dead: Filter | null = null;

  constructor(space: SymbolicSpace, store: FilterStore) {
    this.space = space;
    this.store = store;
  }

  /** 1 where the expression is not 0, else 0; `FAULT` where it cannot be evaluated. Throws `LimitExceeded`. */
  encode(expression: Expression): Filter {
    switch (expression.kind) {
      case 'constant':
        return expression.value === 0 ? NEVER : ALWAYS;
      case 'dead':
        this.dead ??= deadFilter(this.store, this.space);
        return this.dead;
      case 'all':
        return this.connect(expression.operands, NEVER);
      case 'any':
        return this.connect(expression.operands, ALWAYS);
      case 'unary':
        return expression.operator === '!' ? this.negate(this.encode(expression.operand)) : this.enumerate(expression);
      case 'binary':
        return this.binary(expression);
      default:
        return this.compare(expression, '!=', { kind: 'constant', value: 0 });
    }
  }

  /** From the left: the first operand that is `decisive` or a fault decides. Balanced, as the operation is associative. */
  private connect(operands: readonly Expression[], decisive: Filter): Filter {
    const neutral = decisive === ALWAYS ? NEVER : ALWAYS;
    const join = (a: Filter, b: Filter): Filter =>
      this.store.combine(a, b, (x, y) => {
        if (x === decisive || x === FAULTS || y === neutral) return x;
        return x === neutral ? y : null;
      });
    let parts = operands.map((operand) => this.encode(operand));
    while (parts.length > 1) {
      const half: Filter[] = [];
      for (let i = 0; i < parts.length; i += 2) {
        half.push(i + 1 < parts.length ? join(parts[i], parts[i + 1]) : parts[i]);
      }
      parts = half;
    }
    return parts[0] ?? neutral;
  }

  private negate(filter: Filter): Filter {
    return this.store.map(filter, (value) => (value === FAULT ? FAULT : 1 - value));
  }

  private binary(expression: Extract<Expression, { kind: 'binary' }>): Filter {
    const { operator, left, right } = expression;
    switch (operator) {
      case '&&':
        return this.connect([left, right], NEVER);
      case '||':
        return this.connect([left, right], ALWAYS);
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.compare(left, operator, right);
      default:
        return this.compare(expression, '!=', { kind: 'constant', value: 0 });
    }
  }

  private compare(left: Expression, operator: Comparison, right: Expression): Filter {
    const range = (variable: number): readonly [number, number] => {
      return extremes(this.valuesOf(this.space.levelOf[variable]));
    };
    const difference = linearForm(left, right, range);
    if (difference === null) return this.enumerate({ kind: 'binary', operator, left, right });
    return this.compareLinear(difference, operator);
  }

  /** The codes of a level stand for these values. */
  private valuesOf(level: number): number[] {
    const coding = this.space.transitions.codings[this.space.variableAt[level]];
    return Array.from({ length: this.store.size(level) }, (_, code) => coding.decode(code));
  }

  /** Σ coefficient · value + constant compared with 0. */
  private compareLinear({ coefficients, constant }: Linear, operator: Comparison): Filter {
    const levels = [...coefficients.keys()].map((v) => this.space.levelOf[v]).sort((a, b) => b - a);
    const terms = levels.map((level) => {
      const coefficient = coefficients.get(this.space.variableAt[level])!;
      return this.valuesOf(level).map((value) => coefficient * value);
    });
    // What the terms from number i on can add at least and at most.
    const rest: (readonly [number, number])[] = [[0, 0]];
    for (const term of [...terms].reverse()) {
      const [least, most] = extremes(term);
      rest.unshift([rest[0][0] + least, rest[0][1] + most]);
    }
    const memo = levels.map(() => new Map<number, Filter>());
    const build = (index: number, sum: number): Filter => {
      const known = decided(operator, sum + rest[index][0], sum + rest[index][1]);
      if (known !== null) return known;
      let filter = memo[index].get(sum);
      if (filter === undefined) {
        filter = this.store.nodeBy(levels[index], (code) => build(index + 1, sum + terms[index][code]));
        memo[index].set(sum, filter);
      }
      return filter;
    };
    return build(0, constant);
  }

  private enumerate(expression: Expression): Filter {
    const reads = new Set<number>();
    collectReads(expression, reads);
    const levels = [...reads].map((variable) => this.space.levelOf[variable]).sort((a, b) => b - a);
    const combinations = levels.reduce((product, level) => product * this.store.size(level), 1);
    if (combinations > MAX_COMBINATIONS) throw new LimitExceeded('memory', 'a predicate reads too many values');
    const values = levels.map((level) => this.valuesOf(level));
    const state = new Int32Array(this.space.levelOf.length);
    const build = (index: number): Filter => {
      if (index === levels.length) return this.evaluated(expression, state);
      const variable = this.space.variableAt[levels[index]];
      return this.store.nodeBy(levels[index], (code) => {
        state[variable] = values[index][code];
        return build(index + 1);
      });
    };
    return build(0);
  }

  private evaluated(expression: Expression, state: Int32Array): Filter {
    const isDead = (): never => invariant(false, '`dead` is not a number') as never;
    try {
      return evaluate(expression, state, isDead) === 0 ? NEVER : ALWAYS;
    } catch (error) {
      if (error instanceof EvaluationFault) return FAULTS;
      throw error;
    }
  }
}

function extremes(values: readonly number[]): readonly [number, number] {
  let [least, most] = [values[0], values[0]];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

type Comparison = Extract<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>='>;

/** Whether every (ALWAYS) or no (NEVER) number from `low` to `high` compares with 0 by the operator; null when some do and some do not. */
function decided(operator: Comparison, low: number, high: number): Filter | null {
  switch (operator) {
    case '==':
      if (low > 0 || high < 0) return NEVER;
      return low === 0 && high === 0 ? ALWAYS : null;
    case '!=':
      if (low > 0 || high < 0) return ALWAYS;
      return low === 0 && high === 0 ? NEVER : null;
    case '<':
      return high < 0 ? ALWAYS : low >= 0 ? NEVER : null;
    case '<=':
      return high <= 0 ? ALWAYS : low > 0 ? NEVER : null;
    case '>':
      return low > 0 ? ALWAYS : high <= 0 ? NEVER : null;
    case '>=':
      return low >= 0 ? ALWAYS : high < 0 ? NEVER : null;
  }
}
