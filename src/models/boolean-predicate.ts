// A Boolean formula over propositions as one predicate on states.
import { invariant } from '../base/assert.ts';
import type { Formula } from '../formula/formula.ts';
import { fold } from '../formula/traverse.ts';
import type { Expression } from './expression/expression.ts';

/** The predicate of a formula without temporal operators, over those of its propositions. */
export function booleanPredicate(part: Formula, predicateOf: ReadonlyMap<string, Expression>): Expression {
  const not = (operand: Expression): Expression => ({ kind: 'unary', operator: '!', operand });
  return fold<Expression>(part, (node, operands) => {
    switch (node.kind) {
      case 'true':
      case 'false':
        return { kind: 'constant', value: node.kind === 'true' ? 1 : 0 };
      case 'proposition':
        return predicateOf.get(node.name)!;
      case 'not':
        return not(operands[0]);
      case 'and':
        return { kind: 'all', operands };
      case 'or':
        return { kind: 'any', operands };
      case 'implies':
        return { kind: 'any', operands: [not(operands[0]), operands[1]] };
      case 'equivalent':
      case 'xor': {
        const operator = node.kind === 'xor' ? '!=' : '==';
        return { kind: 'binary', operator, left: not(operands[0]), right: not(operands[1]) };
      }
      default:
        invariant(false, `${node.kind} is no Boolean operator`);
    }
  });
}
