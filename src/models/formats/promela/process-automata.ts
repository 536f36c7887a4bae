// The processes of a Promela model as automata: the control points of SPIN, and a transition for each step. The inside of a d_step is one step.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import { positionAt, type Source } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ProcessAutomaton, ProcessLocation, ProcessTransition } from '../../process-automaton.ts';
import { Layout, pointName } from './layout.ts';
import { parsePromela } from './parse.ts';
import { findPlaces } from './places.ts';
import { linkProgram, type Process } from './program.ts';
import type { Edge, Point } from './terms.ts';

/**
 * The processes of a Promela model. A place that processes of several types may take is there once for each type: a state says which of them
 * is there, by its location. Places of one type have the same lists of locations and transitions.
 */
export function promelaProcesses(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<ProcessAutomaton[]> {
  const parsed = parsePromela(source, { stopwatch });
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  const linked = linkProgram(parsed.value);
  if (linked.value === null) return { value: null, diagnostics: linked.diagnostics };
  const program = linked.value;
  const { slots, variables } = new Layout(program, findPlaces(program, stopwatch), 'ignored');
  const types = program.processes.map(automatonOf);
  const places = slots.flatMap(({ base, types: here }) =>
    here.map((type) => ({ name: variables[base].name, ...types[type] })),
  );
  return { value: places, diagnostics: [] };
}

function automatonOf({ name, flow }: Process): Omit<ProcessAutomaton, 'name'> {
  const { start, end } = flow;
  // a process that never ends has its end as its last point, to which nothing leads
  const isReached = (point: Point): boolean =>
    point !== end ||
    point === start ||
    flow.points.some((one) => one !== end && one.edges.some(({ target }) => target === end));
  const points = flow.points.filter(isReached);
  return {
    locations: points.map((point) => locationOf(point, name, point === end)),
    initial: start.number - 1,
    transitions: points.flatMap((point) =>
      point.edges.flatMap((edge) => (edge.action.kind === 'end' ? [] : [transitionOf(point, edge)])),
    ),
  };
}

function locationOf({ number, labels, isInterior }: Point, process: string, isEnd: boolean): ProcessLocation {
  const [label] = labels;
  return {
    name: pointName(process, number, labels),
    text: label ?? (isEnd ? 'end' : String(number)),
    isAccepting: [...labels].some((one) => one.startsWith('accept')),
    isCommitted: isInterior,
  };
}

function transitionOf(from: Point, { action, target, text, at }: Edge): ProcessTransition {
  const isGuard = action.kind === 'test' || action.kind === 'else';
  const isSync = action.kind === 'send' || action.kind === 'receive';
  return {
    source: from.number - 1,
    target: target.number - 1,
    guard: isGuard ? text : '',
    sync: isSync ? text : '',
    effect: isGuard || isSync ? '' : text,
    line: positionAt(at.source, at.span.start).line,
  };
}
