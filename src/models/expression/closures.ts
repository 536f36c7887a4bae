// Expressions and assignments compiled to closures: the plain successor functions run these instead of walking the tree.
// The same values and the same faults as `evaluate`; the forms that guards are full of (a variable against a constant)
// have closures of their own.
import { assertNever } from '../../base/assert.ts';
import type { Assignment, Effect } from '../model.ts';
import { applyBinary, type BinaryOperator, EvaluationFault, type Expression } from './expression.ts';

/** Computes a number from a state. Throws `EvaluationFault`. */
export type Evaluator = (state: Int32Array) => number;

/** Changes a state in place; false where a requirement is not met, and the state is worth nothing. Throws `EvaluationFault`. */
export type Effector = (state: Int32Array) => boolean;

/** The closure that computes `expression`, which must not contain `dead`. */
export function compileExpression(expression: Expression): Evaluator {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'variable': {
      const { variable } = expression;
      return (state) => state[variable];
    }
    case 'element': {
      const { base } = expression;
      const index = compileIndex(expression);
      return (state) => state[base + index(state)];
    }
    case 'unary':
      return compileUnary(expression.operator, compileExpression(expression.operand));
    case 'binary':
      return compileBinary(expression);
    case 'sum':
      return compileSum(expression.operands.map(compileExpression));
    case 'all':
      return compileAll(expression.operands.map(compileExpression));
    case 'any':
      return compileAny(expression.operands.map(compileExpression));
    case 'lookup': {
      const { variable, of } = expression;
      return (state) => of(state[variable]);
    }
    case 'dead':
      return () => 0;
    default:
      return assertNever(expression);
  }
}

/** The closure that runs the effects one after another. */
export function compileEffects(effects: readonly Effect[]): Effector {
  const steps = effects.map((effect) =>
    'required' in effect ? compileRequirement(effect.required) : compileAssignment(effect),
  );
  switch (steps.length) {
    case 0:
      return () => true;
    case 1:
      return steps[0];
    case 2: {
      const [first, second] = steps;
      return (state) => first(state) && second(state);
    }
    default:
      return (state) => {
        for (let i = 0; i < steps.length; i++) if (!steps[i](state)) return false;
        return true;
      };
  }
}

function compileRequirement(required: Expression): Effector {
  const test = compileExpression(required);
  return (state) => test(state) !== 0;
}

/** `value` as it is stored in a variable of the given width. */
export function reduceTo(width: Assignment['width'], value: number): number {
  if (width === 'byte') return value & 0xff;
  return width === 'int16' ? (value << 16) >> 16 : value;
}

function compileAssignment({ target, value, width }: Assignment): Effector {
  if (target.kind === 'variable') {
    const { variable } = target;
    if (value.kind === 'constant') {
      const stored = reduceTo(width, value.value);
      return (state) => {
        state[variable] = stored;
        return true;
      };
    }
    const compute = reducing(width, compileExpression(value));
    return (state) => {
      state[variable] = compute(state);
      return true;
    };
  }
  const compute = reducing(width, compileExpression(value));
  const { base } = target;
  const index = compileIndex(target);
  return (state) => {
    const stored = compute(state);
    state[base + index(state)] = stored;
    return true;
  };
}

function reducing(width: Assignment['width'], compute: Evaluator): Evaluator {
  if (width === 'byte') return (state) => compute(state) & 0xff;
  return width === 'int16' ? (state) => (compute(state) << 16) >> 16 : compute;
}

function compileIndex(target: Extract<Expression, { kind: 'element' }>): Evaluator {
  const { length, name } = target;
  const compute = compileExpression(target.index);
  return (state) => {
    const index = compute(state);
    if (index < 0 || index >= length) {
      throw new EvaluationFault(`index ${index} is outside of ${name}[0 … ${length - 1}]`);
    }
    return index;
  };
}

function compileUnary(operator: '-' | '~' | '!', operand: Evaluator): Evaluator {
  if (operator === '!') return (state) => (operand(state) === 0 ? 1 : 0);
  return operator === '-' ? (state) => -operand(state) | 0 : (state) => ~operand(state);
}

function compileBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): Evaluator {
  if (left.kind === 'variable' && right.kind === 'constant') {
    const short = compileVariableConstant(operator, left.variable, right.value);
    if (short) return short;
  }
  const a = compileExpression(left);
  const b = compileExpression(right);
  switch (operator) {
    case '+':
      return (state) => (a(state) + b(state)) | 0;
    case '-':
      return (state) => (a(state) - b(state)) | 0;
    case '*':
      return (state) => Math.imul(a(state), b(state));
    case '==':
      return (state) => (a(state) === b(state) ? 1 : 0);
    case '!=':
      return (state) => (a(state) !== b(state) ? 1 : 0);
    case '<':
      return (state) => (a(state) < b(state) ? 1 : 0);
    case '<=':
      return (state) => (a(state) <= b(state) ? 1 : 0);
    case '>':
      return (state) => (a(state) > b(state) ? 1 : 0);
    case '>=':
      return (state) => (a(state) >= b(state) ? 1 : 0);
    case '&&':
      return compileAll([a, b]);
    case '||':
      return compileAny([a, b]);
    default:
      return (state) => applyBinary(operator, a(state), b(state));
  }
}

function compileVariableConstant(operator: BinaryOperator, variable: number, value: number): Evaluator | null {
  switch (operator) {
    case '==':
      return (state) => (state[variable] === value ? 1 : 0);
    case '!=':
      return (state) => (state[variable] !== value ? 1 : 0);
    case '<':
      return (state) => (state[variable] < value ? 1 : 0);
    case '<=':
      return (state) => (state[variable] <= value ? 1 : 0);
    case '>':
      return (state) => (state[variable] > value ? 1 : 0);
    case '>=':
      return (state) => (state[variable] >= value ? 1 : 0);
    case '+':
      return (state) => (state[variable] + value) | 0;
    case '-':
      return (state) => (state[variable] - value) | 0;
    default:
      return null;
  }
}

function compileSum(operands: readonly Evaluator[]): Evaluator {
  return (state) => {
    let total = 0;
    for (let i = 0; i < operands.length; i++) total += operands[i](state);
    return total;
  };
}

function compileAll(operands: readonly Evaluator[]): Evaluator {
  if (operands.length === 2) {
    const [a, b] = operands;
    return (state) => (a(state) !== 0 && b(state) !== 0 ? 1 : 0);
  }
  return (state) => {
    for (let i = 0; i < operands.length; i++) if (operands[i](state) === 0) return 0;
    return 1;
  };
}

function compileAny(operands: readonly Evaluator[]): Evaluator {
  if (operands.length === 2) {
    const [a, b] = operands;
    return (state) => (a(state) !== 0 || b(state) !== 0 ? 1 : 0);
  }
  return (state) => {
    for (let i = 0; i < operands.length; i++) if (operands[i](state) !== 0) return 1;
    return 0;
  };
}
