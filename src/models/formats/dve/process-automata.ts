// The processes of a DVE model as automata, as their author wrote them: locations, and transitions with their texts. For pictures.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Effect, ProcessDeclaration, TransitionDeclaration } from './ast.ts';
import { parseDve } from './parse.ts';

export interface ProcessTransition {
  /** Locations by their place in the list. */
  readonly source: number;
  readonly target: number;
  /** Empty where there is none: it may always be taken. */
  readonly guard: string;
  /** Such as `c!x`; empty where it is no communication. */
  readonly sync: string;
  /** Such as `x = 1, y = 0`; empty where nothing changes. */
  readonly effect: string;
}

/** One process. */
export interface ProcessAutomaton {
  readonly name: string;
  readonly locations: readonly {
    readonly name: string;
    readonly isAccepting: boolean;
    readonly isCommitted: boolean;
  }[];
  readonly initial: number;
  readonly transitions: readonly ProcessTransition[];
}

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
