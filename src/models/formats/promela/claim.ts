// The `never` claim of a model in the form that automata are read from: states with labels, each a choice of guarded jumps. Guards are
// expressions of Promela in double quotes. A claim that comes to its end, or that violates an assertion, is matched.
import type { ProcessDeclaration } from './ast.ts';
import { Scope } from './declare.ts';
import { buildFlow } from './flow.ts';
import type { Resolver } from './resolve.ts';
import type { Edge, Point } from './terms.ts';
import { Region } from './types.ts';

const MATCHED = 'accept_matched';

/** The text of a claim; what a claim cannot do is complained about. */
export function claimText(claim: ProcessDeclaration, resolver: Resolver): string {
  const { declarations } = resolver;
  const scope = new Scope('local', new Region(), declarations.scope);
  const { points, end } = buildFlow(claim, scope, resolver);
  const label = (point: Point): string => {
    if (point === end) return MATCHED;
    const isAccepting = [...point.labels].some((name) => name.startsWith('accept'));
    return `${isAccepting ? 'accept_' : ''}S${point.number}`;
  };
  const refuse = ({ at, text }: Edge): string[] => {
    declarations.complaints.add('PML804', `\`${text}\` in a never claim is not supported`, at, 'a claim only looks');
    return [];
  };
  const jumps = (edge: Edge, before: string): string[] => {
    const { action, target } = edge;
    if (action.kind === 'else') return [`else -> goto ${label(target)}`];
    if (action.kind === 'skip') return [`(${before}) -> goto ${label(target)}`];
    if (action.kind === 'assert') {
      const asserted = `"${action.text}"`;
      return [`(${before} && !${asserted}) -> goto ${MATCHED}`, `(${before} && ${asserted}) -> goto ${label(target)}`];
    }
    if (action.kind !== 'test') return refuse(edge);
    const guard = action.term.kind === 'constant' ? String(action.term.value !== 0) : `"${edge.text}"`;
    const both = before === 'true' ? guard : `${before} && ${guard}`;
    // what is atomic is one step of the claim
    if (target.isInterior && target.edges.length === 1) return jumps(target.edges[0], both);
    return target.isInterior ? refuse(edge) : [`(${both}) -> goto ${label(target)}`];
  };
  const states = points
    .filter((point) => point !== end && !point.isInterior)
    .map((point) => {
      const choices = point.edges.flatMap((edge) => jumps(edge, 'true'));
      const shown = choices.length === 0 ? [`(false) -> goto ${label(point)}`] : choices;
      return `${label(point)}:\n  if\n${shown.map((choice) => `  :: ${choice}\n`).join('')}  fi;\n`;
    });
  if (scope.region.cells.length > 0) {
    declarations.complaints.add(
      'PML804',
      'variables of a never claim are not supported',
      claim.at,
      'declare them outside',
    );
  }
  return `never {\n${states.join('')}${MATCHED}:\n  skip\n}\n`;
}
