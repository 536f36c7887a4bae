// Composition: moves of single processes become the transition groups of the system.
//
//  - asynchronous: every move by itself, every pair of a sending and a receiving move of two processes together;
//  - synchronous: every process makes one move in each step;
//  - with a property process, each of these together with every move of the property.
// In a group all guards read the state before it. Its effects run in this order: values handed over, effects process by
// process (sender before receiver, property last), and at the end the locations.
// A committed location lets only moves out of committed locations fire, both halves of a handshake included.

import type { Span } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { all, binary, constant, equals, variable } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import { collectReads, programSupport } from '../../expression/support.ts';
import type { Assignment, Group } from '../../model.ts';
import type { Declarations } from './declare.ts';
import type { Complaints, ProcessLayout, Vector } from './layout.ts';
import { lowerExpression, type Place } from './lower.ts';
import { type Move, movesOf } from './moves.ts';

/** The most groups that a composition may have. */
const MAX_GROUPS = 200_000;

/** A transition group, and what the plain successor function and the reports need to know of it. */
export interface ComposedGroup extends Group {
  readonly behaviour: Extract<Group['behaviour'], { kind: 'program' }>;
  /** The process whose location is asked first; the groups of a process are neighbours. */
  readonly owner: ProcessLayout;
  readonly from: number;
  /** The guard without the test of the owner's location. */
  readonly rest: Expression;
  /** The name without the number that tells namesakes apart. */
  readonly family: string;
  readonly span: Span;
  /** What fires together, the property process last. */
  readonly moves: readonly Move[];
}

/** Moves that fire together, with the values handed over between them. */
interface Step {
  readonly moves: readonly Move[];
  readonly transfers: readonly Assignment[];
}

/** Where complaints go, and what ends the run. */
interface ComposeContext {
  readonly complaints: Complaints;
  readonly stopwatch: Stopwatch;
}

/** All groups of the system. */
export function composeAll(
  composition: 'async' | 'sync',
  declarations: Declarations,
  context: ComposeContext,
): ComposedGroup[] {
  const { complaints, stopwatch } = context;
  const systemMoves: Move[][] = [];
  let propertyMoves: Move[] | null = null;
  for (const process of declarations.processes.values()) {
    stopwatch.tick();
    const moves = movesOf(process, declarations, complaints);
    if (process === declarations.property) propertyMoves = moves;
    else systemMoves.push(moves);
  }
  const steps =
    composition === 'async' ? interleave(systemMoves, declarations, context) : lockStep(systemMoves, context);
  if (steps.length * (propertyMoves?.length ?? 1) > MAX_GROUPS) {
    complaints.add('DVE309', `the composition has more than ${MAX_GROUPS} transitions`, { start: 0, end: 0 });
    return [];
  }
  const committed = composition === 'async' ? committedLocations(declarations, complaints) : new Map();
  const groups: ComposedGroup[] = [];
  for (const step of steps) {
    stopwatch.tick();
    const guards = commitGuards(step, committed);
    if (guards === null) continue;
    if (propertyMoves === null) groups.push(makeGroup(step, guards));
    for (const move of propertyMoves ?? []) groups.push(makeGroup({ ...step, moves: [...step.moves, move] }, guards));
  }
  return numberNamesakes(groups);
}

function interleave(moves: readonly (readonly Move[])[], declarations: Declarations, context: ComposeContext): Step[] {
  const { complaints, stopwatch } = context;
  const receivers = new Map<string, Move[]>();
  for (const move of moves.flat()) {
    if (move.handshake?.direction !== 'receive') continue;
    const { name } = move.handshake.channel;
    receivers.set(name, [...(receivers.get(name) ?? []), move]);
  }
  const steps: Step[] = [];
  for (const move of moves.flat()) {
    if (move.handshake === null) {
      steps.push({ moves: [move], transfers: [] });
    } else if (move.handshake.direction === 'send') {
      for (const partner of receivers.get(move.handshake.channel.name) ?? []) {
        stopwatch.tick();
        if (partner.process === move.process) continue;
        const transfers = handOver(move, partner, declarations.vector, complaints);
        if (transfers) steps.push({ moves: [move, partner], transfers });
      }
    }
  }
  return steps;
}

/**
 * The assignments that carry the values from sender to receiver. All values are those of the state before the step: where
 * a value reads what an earlier one has overwritten, they go through hidden variables, which are 0 between steps.
 */
function handOver(sender: Move, receiver: Move, vector: Vector, complaints: Complaints): Assignment[] | null {
  if (sender.handshake?.direction !== 'send' || receiver.handshake?.direction !== 'receive') return null;
  const { values, channel } = sender.handshake;
  const { places } = receiver.handshake;
  if (values.length !== places.length) {
    const counts = `${values.length} ${values.length === 1 ? 'value' : 'values'}, but ${receiver.name} takes ${places.length}`;
    complaints.add('DVE307', `${sender.name} sends ${counts} from channel \`${channel.name}\``, receiver.span);
    return null;
  }
  if (!overwritten(values, places)) return values.map((value, i) => ({ ...places[i], value }));
  const hidden = values.map((_, i) => hiddenVariable(vector, i));
  return [
    ...values.map((value, i) => ({ target: variable(hidden[i]), value, width: 'int16' as const })),
    ...places.map((place, i) => ({ ...place, value: variable(hidden[i]) })),
    ...hidden.map((cell) => ({ target: variable(cell), value: constant(0), width: 'none' as const })),
  ];
}

function overwritten(values: readonly Expression[], places: readonly Place[]): boolean {
  const written = new Set<number>();
  for (const [i, value] of values.entries()) {
    const reads = new Set<number>();
    collectReads(value, reads);
    for (const cell of reads) if (written.has(cell)) return true;
    const { target } = places[i];
    if (target.kind === 'variable') written.add(target.variable);
    else for (let k = 0; k < target.length; k++) written.add(target.base + k);
  }
  return false;
}

function hiddenVariable(vector: Vector, index: number): number {
  const name = `handed over ${index}`;
  const known = vector.variables.findIndex((cell) => cell.name === name);
  // 16 bits are enough: whatever receives the value keeps no more of it.
  return known !== -1 ? known : vector.add({ name, lower: -32768, upper: 32767 }, 0);
}

/** One move of every process, in every combination, the last process varying fastest. */
function lockStep(moves: readonly (readonly Move[])[], { complaints, stopwatch }: ComposeContext): Step[] {
  for (const move of moves.flat()) {
    if (move.handshake) {
      complaints.add('DVE307', 'the processes of a synchronous system cannot meet on channels', move.span);
    }
  }
  let steps: Step[] = [{ moves: [], transfers: [] }];
  for (const choices of moves) {
    if (steps.length * choices.length > MAX_GROUPS) {
      complaints.add('DVE309', `the composition has more than ${MAX_GROUPS} transitions`, { start: 0, end: 0 });
      return [];
    }
    steps = steps.flatMap((step) => {
      stopwatch.tick();
      return choices.map((move) => ({ moves: [...step.moves, move], transfers: [] }));
    });
  }
  return steps;
}

/** For each system process with committed locations, which ones. */
function committedLocations(declarations: Declarations, complaints: Complaints): Map<ProcessLayout, Set<number>> {
  const committed = new Map<ProcessLayout, Set<number>>();
  for (const process of declarations.processes.values()) {
    const locations = new Set<number>();
    for (const { text, span } of process.declaration.commit) {
      const state = process.states.get(text);
      if (state !== undefined) locations.add(state);
      else complaints.add('DVE303', `process \`${process.name}\` has no state \`${text}\``, span);
    }
    if (locations.size > 0 && process !== declarations.property) committed.set(process, locations);
  }
  return committed;
}

/** What commitment adds to the guard; null when it rules the step out. */
function commitGuards(step: Step, committed: ReadonlyMap<ProcessLayout, Set<number>>): Expression[] | null {
  const leaving = step.moves.filter((move) => committed.get(move.process)?.has(move.from)).length;
  if (leaving === step.moves.length) return [];
  if (leaving > 0) return null;
  const guards: Expression[] = [];
  for (const [process, locations] of committed) {
    if (step.moves.some((move) => move.process === process)) continue;
    for (const location of locations) guards.push(binary('!=', variable(process.location), constant(location)));
  }
  return guards;
}

function makeGroup({ moves, transfers }: Step, commitment: readonly Expression[]): ComposedGroup {
  const [first, ...others] = moves;
  const rest = all([
    ...others.map((move) => equals(move.process.location, move.from)),
    ...commitment,
    ...moves.map((move) => move.condition),
  ]);
  const guard = all([equals(first.process.location, first.from), rest]);
  const effects: Assignment[] = [...transfers, ...moves.flatMap((move) => move.effects)];
  for (const { process, from, to } of moves) {
    if (from !== to) effects.push({ target: variable(process.location), value: constant(to), width: 'none' });
  }
  const family = moves.map((move) => move.name).join('/');
  return {
    name: family,
    family,
    ...programSupport(guard, effects),
    behaviour: { kind: 'program', guard, effects },
    owner: first.process,
    from: first.from,
    rest,
    span: first.span,
    moves,
  };
}

/** Gives the second and further groups of one name the endings `#2`, `#3`, … */
function numberNamesakes(groups: readonly ComposedGroup[]): ComposedGroup[] {
  const seen = new Map<string, number>();
  return groups.map((group) => {
    const count = (seen.get(group.family) ?? 0) + 1;
    seen.set(group.family, count);
    return count === 1 ? group : { ...group, name: `${group.family}#${count}` };
  });
}

/** The assertions of all processes: `P` in state q implies the condition. */
export function assertionsOf(
  declarations: Declarations,
  complaints: Complaints,
): { process: ProcessLayout; condition: Expression }[] {
  const { globals, processes } = declarations;
  return [...processes.values()].flatMap((process) =>
    process.declaration.asserts.flatMap(({ state, condition }) => {
      const scope = { locals: process.locals, globals, processes };
      const lowered = lowerExpression(condition, scope, complaints);
      const location = process.states.get(state.text);
      if (location === undefined) {
        complaints.add('DVE303', `process \`${process.name}\` has no state \`${state.text}\``, state.span);
        return [];
      }
      const elsewhere = binary('!=', variable(process.location), constant(location));
      return [{ process, condition: { kind: 'any' as const, operands: [elsewhere, lowered] } }];
    }),
  );
}
