// Lays out all declarations of a DVE model and tells which names mean what.
import { didYouMean } from '../../../diagnostics/nearest.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { ChannelDeclaration, DveExpression, DveSystem, ProcessDeclaration } from './ast.ts';
import {
  type ChannelLayout,
  type Complaints,
  isNewName,
  numberStates,
  type ProcessLayout,
  type Storage,
  Vector,
  widthOf,
} from './layout.ts';
import { findState, lowerExpression } from './lower.ts';

/** Everything that is declared, with its place in the state vector. */
export interface Declarations {
  readonly vector: Vector;
  readonly globals: ReadonlyMap<string, Storage>;
  readonly channels: ReadonlyMap<string, ChannelLayout>;
  /** In the order of declaration; the property process is among them. */
  readonly processes: ReadonlyMap<string, ProcessLayout>;
  readonly property: ProcessLayout | null;
}

/** Lays out `system`; what is wrong with its declarations goes to `complaints`. */
export function declareAll(system: DveSystem, complaints: Complaints, stopwatch: Stopwatch): Declarations {
  const globals = new Map<string, Storage>();
  const vector = new Vector(complaints, (expression, locals) => compute(expression, { locals, globals }, complaints));
  for (const declaration of system.variables) vector.declare(declaration, globals, '');
  const channels = new Map<string, ChannelLayout>();
  for (const declaration of system.channels) {
    if (isNewName(declaration.name, channels, 'channel', complaints)) {
      channels.set(declaration.name.text, layOutChannel(declaration, vector, globals));
    }
  }
  const processes = new Map<string, ProcessLayout>();
  for (const declaration of system.processes) {
    stopwatch.tick();
    if (isNewName(declaration.name, processes, 'process', complaints)) {
      processes.set(declaration.name.text, layOutProcess(declaration, vector, globals, complaints));
    }
  }
  return { vector, globals, channels, processes, property: findProperty(system, processes, complaints) };
}

function compute(
  expression: DveExpression,
  scope: { locals: ReadonlyMap<string, Storage>; globals: ReadonlyMap<string, Storage> },
  complaints: Complaints,
): number | null {
  const before = complaints.list.length;
  const value = lowerExpression(expression, { ...scope, processes: new Map() }, complaints);
  if (value.kind === 'constant') return value.value;
  if (complaints.list.length === before) {
    complaints.add(
      'DVE306',
      'this value is not known before the run',
      expression.span,
      'use numbers and constants only',
    );
  }
  return null;
}

function layOutChannel(
  declaration: ChannelDeclaration,
  vector: Vector,
  globals: ReadonlyMap<string, Storage>,
): ChannelLayout {
  const name = declaration.name.text;
  const widths = declaration.types?.map(widthOf) ?? null;
  const capacity = declaration.size === null ? 0 : vector.size(declaration.size, globals, 'a buffer', 0);
  if (capacity === 0 || widths === null) return { name, widths, capacity: 0, count: -1, fields: [] };
  const count = vector.add({ name: `${name}.length`, lower: 0, upper: capacity }, 0);
  const fields = widths.map((width, field) => {
    const base = vector.variables.length;
    const bounds = width === 'byte' ? { lower: 0, upper: 255 } : { lower: -32768, upper: 32767 };
    const prefix = widths.length === 1 ? name : `${name}.${field}`;
    for (let i = 0; i < capacity; i++) vector.add({ name: `${prefix}[${i}]`, ...bounds }, 0);
    return base;
  });
  return { name, widths, capacity, count, fields };
}

function layOutProcess(
  declaration: ProcessDeclaration,
  vector: Vector,
  globals: ReadonlyMap<string, Storage>,
  complaints: Complaints,
): ProcessLayout {
  const name = declaration.name.text;
  const states = numberStates(declaration, complaints);
  const shown = globals.has(name) ? `process ${name}` : name;
  const bounds = { lower: 0, upper: Math.max(0, states.size - 1), values: [...states.keys()] };
  const location = vector.add({ name: shown, ...bounds }, 0);
  const locals = new Map<string, Storage>();
  for (const variable of declaration.variables) vector.declare(variable, locals, `${name}.`);
  const process: ProcessLayout = { name, declaration, location, states, locals };
  if (declaration.initial !== null) {
    vector.initial[location] = findState(process, declaration.initial, complaints) ?? 0;
  }
  return process;
}

function findProperty(
  { property, processes: declared }: DveSystem,
  processes: ReadonlyMap<string, ProcessLayout>,
  complaints: Complaints,
): ProcessLayout | null {
  if (property === null) {
    if (declared.length === 0) {
      complaints.add('DVE308', 'the system has no processes', { start: 0, end: 0 });
    }
    return null;
  }
  const found = processes.get(property.text);
  if (found === undefined) {
    const hint = didYouMean(property.text, processes.keys());
    complaints.add('DVE303', `unknown process \`${property.text}\``, property.span, hint);
  } else if (processes.size === 1) {
    complaints.add('DVE308', 'the system has no process besides its property', property.span);
  }
  return found ?? null;
}
