// What a model is to be checked for: its `ltl` blocks as formulas in the syntax of the house, with expressions of Promela as quoted
// propositions, and what SPIN looks for without a formula.
import type { Model, ModelProperty } from '../../model.ts';
import type { LtlNode } from './ast.ts';
import { ENDED, VIOLATED } from './names.ts';
import { printExpression } from './print.ts';
import { allEdges, type Program } from './program.ts';

/** The properties of a model; `watching` makes the model that watches assertions. */
export function propertiesOf({ specification, processes, claim }: Program, watching: () => Model): ModelProperty[] {
  const written = specification.formulas.map(({ name, formula }) => {
    return { name, kind: 'formula' as const, formula: formulaText(formula) };
  });
  const hasAssertions = [...allEdges(processes)].some(({ action }) => action.kind === 'assert');
  const assertions: ModelProperty = {
    name: 'assertions',
    kind: 'fault',
    formula: `G !${VIOLATED}`,
    model: watching,
  };
  const ends: ModelProperty = { name: 'end states', kind: 'fault', formula: `G !(dead & !${ENDED})` };
  const claims: ModelProperty[] =
    claim === null ? [] : [{ name: specification.never!.name, kind: 'claim', formula: claim }];
  return [...written, ...claims, ...(hasAssertions ? [assertions] : []), ends];
}

function formulaText(node: LtlNode): string {
  switch (node.kind) {
    case 'state':
      return node.value.kind === 'number'
        ? node.value.value === 0
          ? 'false'
          : 'true'
        : `"${printExpression(node.value)}"`;
    case 'unary':
      return `${node.operator}(${formulaText(node.operand)})`;
    case 'binary':
      return `(${formulaText(node.left)}) ${node.operator} (${formulaText(node.right)})`;
  }
}
