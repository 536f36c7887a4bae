// Samples of what cross-tests find to hold, for the verifier: models whose propositions are conditions without text are written with the text.
import type { CheckOptions } from '../../src/check/options.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import type { Expression } from '../../src/models/expression/expression.ts';
import type { Model } from '../../src/models/model.ts';
import { isNetModel } from '../../src/models/petri/net-model.ts';
import { naiveGraph, naiveLetters } from '../helpers/naive-check.ts';
import { quoted } from '../helpers/odd-names.ts';
import { complaintOn } from './certified.ts';

interface Sample {
  readonly model: Model;
  /** It holds. */
  readonly formula: Formula;
  /** What propositions mean; as the model says unless given. */
  readonly conditions?: ReadonlyMap<string, Expression>;
}

/** What is wrong with the certificate of a P/T net or of a graph; null where it is verified, and for models that no file stands for. */
export function complaintOnSample({ model, formula, conditions }: Sample, options: CheckOptions = {}): string | null {
  const names = propositionsOf(formula);
  if (isNetModel(model)) {
    const nameOf = (variable: number): string => quoted(model.variables[variable].name);
    const { store } = formula;
    const meant = names.map((name) => {
      const text = conditionText(conditions?.get(name) ?? model.predicate(name).value!, nameOf);
      return [name, store.proposition(text)] as const;
    });
    return complaintOn(model.net, substitute(formula, new Map(meant)), options);
  }
  // A graph as the helpers make them; labels that could be read in two ways are refused by the verifier.
  if (model.format !== 'kripke' || names.some((name) => /^dead\(\)$|\n/.test(name))) return null;
  const propositions = names.filter((name) => name !== 'dead');
  const found = naiveGraph(model, { deadlock: 'drop', maxStates: 100 })!;
  const successors = found.steps.map((steps) => steps.map(({ target }) => target));
  const labels = naiveLetters(model, found, propositions).map((letter) => [...letter]);
  return complaintOn({ graph: { initial: found.initial, successors, labels }, propositions }, formula, options);
}

/** An expression as text, in parentheses. */
function conditionText(expression: Expression, nameOf: (variable: number) => string): string {
  const joined = (operands: readonly Expression[], operator: string, none: string): string =>
    operands.length === 0 ? none : `(${operands.map((operand) => conditionText(operand, nameOf)).join(operator)})`;
  switch (expression.kind) {
    case 'constant':
      return String(expression.value);
    case 'variable':
      return nameOf(expression.variable);
    case 'dead':
      return 'dead ( )'; // as no odd name is written
    case 'unary':
      return `(${expression.operator} ${conditionText(expression.operand, nameOf)})`;
    case 'binary':
      return joined([expression.left, expression.right], ` ${expression.operator} `, '');
    case 'sum':
      return joined(expression.operands, ' + ', '0');
    case 'all':
      return joined(expression.operands, ' && ', '(0 = 0)');
    case 'any':
      return joined(expression.operands, ' || ', '(0 = 1)');
    default:
      throw new Error(`no text for ${expression.kind}`);
  }
}
