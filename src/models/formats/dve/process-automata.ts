// The processes of a DVE model as automata.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ProcessAutomaton, ProcessTransition } from '../../process-automaton.ts';
import type { Effect, ProcessDeclaration, TransitionDeclaration } from './ast.ts';
import { parseDve } from './parse.ts';

/** The processes of a DVE model. Transitions from or to locations that are not declared are left out: reading the model complains about them. */
export function dveProcesses(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<ProcessAutomaton[]> {
  const { value, diagnostics } = parseDve(source, stopwatch);
  if (value === null) return { value: null, diagnostics };
  return { value: value.processes.map((process) => automatonOf(process, source.text)), diagnostics: [] };
}

function automatonOf(process: ProcessDeclaration, text: string): ProcessAutomaton {
  const { states, initial, accept, commit, transitions } = process;
  const number = new Map(states.map(({ text: name }, i) => [name, i]));
  const [accepting, committed] = [accept, commit].map((names) => new Set(names.map((one) => one.text)));
  return {
    name: process.name.text,
    locations: states.map(({ text: name }) => ({
      name,
      text: name,
      isAccepting: accepting.has(name),
      isCommitted: committed.has(name),
    })),
    initial: number.get(initial?.text ?? '') ?? 0,
    transitions: withSources(transitions).flatMap(({ from, transition }) => {
      const [source, target] = [number.get(from), number.get(transition.to.text)];
      return source === undefined || target === undefined ? [] : [{ source, target, ...textsOf(transition, text) }];
    }),
  };
}

/** A transition without a source has that of the one before it. */
function withSources(
  transitions: readonly TransitionDeclaration[],
): { from: string; transition: TransitionDeclaration }[] {
  let from = '';
  return transitions.map((transition) => {
    from = transition.from?.text ?? from;
    return { from, transition };
  });
}

function textsOf(
  { guards, sync, effects }: TransitionDeclaration,
  text: string,
): Pick<ProcessTransition, 'guard' | 'sync' | 'effect'> {
  const written = ({ start, end }: Span): string => text.slice(start, end).replace(/\s+/g, ' ').trim();
  const effectText = ({ target, value }: Effect): string => `${written(target.span)} = ${written(value.span)}`;
  return {
    guard: guards.map(({ span }) => written(span)).join(', '),
    sync: sync === null ? '' : written(sync.span).replace(/^sync\s+/, ''),
    effect: effects.map(effectText).join(', '),
  };
}
