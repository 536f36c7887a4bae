// Writing the format of LBTT, which holds generalized Büchi automata. The first line has the numbers of states and sets, with
// `t` when marks are on edges; a state has its number, whether it is initial, and its marks; each edge its target,
// its marks and its label in prefix notation. Every list ends with -1.
import { irredundantCover, isPositive, literalVariable } from '../dd/cover.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { quoteName } from '../formula/syntax/quoting.ts';
import { isGeneralizedBuchi, type Marks } from './acceptance.ts';
import type { Automaton } from './automaton.ts';
import { setsIn } from './operations/acceptance-forms.ts';
import { hasStateAcceptance } from './properties.ts';

export interface LbttOptions {
  /** Marks on states where that is possible, or always on edges. `states-if-possible` unless given. */
  readonly marks?: 'states-if-possible' | 'edges';
}

/** The automaton in LBTT's format, without a final newline. Its acceptance must be generalized Büchi. */
export function printLbtt(automaton: Automaton, options: LbttOptions = {}): string {
  if (!isGeneralizedBuchi(automaton.acceptance)) {
    throw new UsageError('printLbtt: the acceptance condition must be generalized Büchi');
  }
  const { stateCount, acceptance, edgeStart, edgeLabel, edgeMarks, edgeTarget } = automaton;
  const onStates = options.marks !== 'edges' && hasStateAcceptance(automaton);
  const initial = new Set(automaton.initial);
  const lines = [`${stateCount} ${acceptance.setCount}${onStates ? '' : 't'}`];
  for (let state = 0; state < stateCount; state++) {
    const first = edgeStart[state];
    const own = onStates ? ` ${marksText(first < edgeStart[state + 1] ? edgeMarks[first] : 0)}` : '';
    lines.push(`${state} ${initial.has(state) ? 1 : 0}${own}`);
    for (let e = first; e < edgeStart[state + 1]; e++) {
      const marks = onStates ? '' : `${marksText(edgeMarks[e])} `;
      lines.push(`${edgeTarget[e]} ${marks}${prefixLabel(automaton, edgeLabel[e])}`);
    }
    lines.push('-1');
  }
  return lines.join('\n');
}

function marksText(marks: Marks): string {
  return [...setsIn(marks), -1].join(' ');
}

/** The label as a sum of products in prefix notation. */
function prefixLabel({ bdd, propositions }: Automaton, label: number): string {
  if (label === bdd.true) return 't';
  if (label === bdd.false) return 'f';
  const cubes = irredundantCover(bdd, label).map((cube) => {
    const literals = cube.map((literal) => {
      const name = propositions[literalVariable(literal)];
      return `${isPositive(literal) ? '' : '! '}${/^p[0-9]+$/.test(name) ? name : quoteName(name)}`;
    });
    return [...Array.from({ length: literals.length - 1 }, () => '&'), ...literals].join(' ');
  });
  return [...Array.from({ length: cubes.length - 1 }, () => '|'), ...cubes].join(' ');
}
