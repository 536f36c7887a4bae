// Whether the process in a place can move, as an expression over the state: `enabled` of claims and formulas.
import { all, any, constant, equals } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import type { Layout } from './layout.ts';
import { Expressions, numberOf, type View } from './programs/expressions.ts';
import { NotCompiled } from './programs/not-compiled.ts';
import { Path } from './programs/path.ts';
import { Questions } from './programs/questions.ts';
import { type EnabledIn, NotAProposition } from './to-expression.ts';

/** Answers the question for the places of a model. Waiting for `timeout` is no way to move. */
export function enabledIn(layout: Layout): EnabledIn {
  return (slot) => {
    const expressions = new Expressions(layout);
    try {
      return canMove(slot, layout, expressions, new Questions(expressions, new Map()));
    } catch (error) {
      if (!(error instanceof NotCompiled)) throw error;
      throw new NotAProposition(`\`enabled\` is not known of this model: ${error.message}`);
    }
  };
}

function canMove(slot: number, layout: Layout, expressions: Expressions, questions: Questions): Expression {
  const { base, types } = layout.slots[slot];
  return any(
    types.flatMap((type) => {
      const { flow, provided } = layout.program.processes[type];
      const view: View = { slot, type, path: Path.from(new Map()), timeout: false };
      const isProvided = provided === null ? [] : [expressions.term(provided, view)];
      return flow.points.map((point) => {
        const hasElse = point.edges.some(({ action }) => action.kind === 'else');
        const moves = hasElse ? constant(1) : questions.anyOf(point.edges, view);
        return all([equals(base, numberOf(layout, type, point)), ...isProvided, moves]);
      });
    }),
  );
}
