// Traces: runs of a model written down, and followed again.
//
// JSON:  { "model": "…", "kind": "lasso", "trace": [ { "state": {…} }, { "step": "…", "state": {…} }, … ], "loop": 2 }
// ITF:   the informal trace format (Apalache, Quint): { "#meta": …, "vars": […], "states": [ … ], "loop": 2 }, with the
//        step that led to a state in its "#meta".
// `loop` is the index of the state to which the run returns after its last one, for runs that never end. `kind` is that of a counterexample. Every
// variable has a value; what pages and pictures carry along leaves out what is plain (0, false, null, what is empty), and may do so in any JSON that is
// read. In ITF one called `#meta` is written with one `#` more.
import type { Diagnostic, Parsed } from '../diagnostics/diagnostic.ts';
import type { Source, Span } from '../diagnostics/source.ts';
import { type Json, JsonProblem, readJson } from './formats/json-reader.ts';
import type { Model, StateEntry } from './model.ts';
import { type Choice, Simulation } from './simulation.ts';
import { jsonValueOf, type StateJsonValue, stateToJson } from './state-json.ts';
import type { WatchedValue } from './watch.ts';

/** `short` is JSON without what is plain. */
export type TraceFormat = 'json' | 'short' | 'itf';

/** A run: its states, and the names of the steps between them (the first has none). */
export interface Trace {
  readonly model: Model;
  readonly steps: readonly (Pick<Choice, 'name' | 'state'> & {
    /** The values of watched expressions, which are noted beside the state. */
    readonly watched?: Readonly<Record<string, WatchedValue>>;
  })[];
  readonly loop?: number;
  /** Of a counterexample: whether it ends where the formula is lost. */
  readonly kind?: 'prefix' | 'lasso';
}

/** The trace as an object for JSON.stringify. */
export function traceToJson({ model, steps, loop, kind }: Trace, format: TraceFormat): object {
  const end = loop === undefined ? {} : { loop };
  if (format !== 'itf') {
    const trace = steps.map(({ name, state, watched }, i) => {
      const entries = model.describe(state);
      return {
        ...(i > 0 && { step: name }),
        state: stateToJson(format === 'short' ? entries.filter(({ plain }) => !plain) : entries),
        ...(watched && { watched }),
      };
    });
    return { model: model.name, ...(kind && { kind }), trace, ...end };
  }
  const described = steps.map(({ state }) => model.describe(state));
  const vars = [...new Set(described.flatMap((entries) => entries.map(({ name }) => itfName(name))))];
  const states = described.map((entries, index) => ({
    '#meta': {
      index,
      ...(index > 0 && { step: steps[index].name }),
      ...(steps[index].watched && { watched: steps[index].watched }),
    },
    ...Object.fromEntries(entries.map((entry) => [itfName(entry.name), itfValue(entry)])),
  }));
  return {
    '#meta': { format: 'ITF', description: `a run of ${model.name}`, source: model.name, ...(kind && { kind }) },
    vars,
    states,
    ...end,
  };
}

/** A name that is not that of the notes on a state. */
function itfName(name: string): string {
  return /^#+meta$/.test(name) ? `#${name}` : name;
}

function itfValue(entry: StateEntry): StateJsonValue | { '#bigint': string } {
  const { value, raw } = entry;
  if (raw === null) return value; // the format has no null
  return raw === undefined && /^-?\d{16,}$/.test(value) ? { '#bigint': value } : jsonValueOf(entry);
}

/** A state of a written trace: the step that leads to it, and the values that it names. */
interface WrittenState {
  readonly step: string | null;
  readonly values: ReadonlyMap<string, string>;
  /** Whether variables that are not named are plain. */
  readonly short: boolean;
  readonly span: Span;
}

/** Follows a written trace (either format) through `model`. Where several steps fit, the first is taken. */
export function replayTrace(model: Model, source: Source): Parsed<Simulation> {
  try {
    const simulation = new Simulation(model);
    for (const [index, written] of readTrace(readJson(source)).entries()) follow(simulation, written, index);
    return { value: simulation, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const diagnostic: Diagnostic = { code: 'SIM901', message: error.message, span: error.span, source };
    return { value: null, diagnostics: [diagnostic] };
  }
}

function follow(simulation: Simulation, written: WrittenState, index: number): void {
  const { model } = simulation;
  if (index === 0 && simulation.state !== null) {
    if (fits(model, simulation.state, written)) return;
    throw new JsonProblem('this is not the initial state of the model', written.span);
  }
  const choices = simulation.choices();
  const named = choices.filter(({ name }) => written.step === null || name === written.step);
  const found = named.find(({ state }) => fits(model, state, written));
  if (found) {
    simulation.take(found);
    return;
  }
  if (index === 0) throw new JsonProblem('this is not an initial state of the model', written.span);
  if (named.length === 0) {
    const enabled = [...new Set(choices.map(({ name }) => `\`${name}\``))].slice(0, 8).join(', ');
    const what = `step ${index}, \`${written.step}\`, cannot be taken here`;
    throw new JsonProblem(`${what}; ${enabled === '' ? 'nothing can' : `${enabled} can`}`, written.span);
  }
  throw new JsonProblem(`step ${index} does not lead to this state`, written.span);
}

function fits(model: Model, state: Int32Array, { values, short }: WrittenState): boolean {
  const entries = model.describe(state);
  const known = new Set<string>();
  for (const { name, value, plain, raw } of entries) {
    const written = values.get(name);
    known.add(name);
    if (written === undefined) {
      if (short && !plain) return false;
    } else if (written !== value && written !== raw) return false;
  }
  // in ITF, what begins with `#` and is no variable is a note of some tool
  for (const name of values.keys()) if (!known.has(name) && (short || !name.startsWith('#'))) return false;
  return true;
}

function readTrace(json: Json): WrittenState[] {
  const trace = memberOf(json, 'trace');
  const states = memberOf(json, 'states');
  const list = trace ?? states;
  if (list?.kind !== 'array')
    throw new JsonProblem('expected an array `trace` (or `states`, in ITF)', (list ?? json).span);
  return list.items.map((item) => {
    const state = trace ? memberOf(item, 'state') : item;
    if (state?.kind !== 'object') throw new JsonProblem('expected an object with the values of the state', item.span);
    const step = trace ? memberOf(item, 'step') : memberOf(memberOf(item, '#meta'), 'step');
    if (step !== undefined && step.kind !== 'string') throw new JsonProblem('expected the name of a step', step.span);
    const values = new Map<string, string>();
    for (const { key, value } of state.members) {
      if (trace) values.set(key, textOf(value));
      else if (!key.startsWith('#') || value.kind === 'string' || value.kind === 'other') {
        values.set(
          key.replace(/^##+meta$/, (name) => name.slice(1)),
          textOf(value),
        );
      }
    }
    return { step: step?.text ?? null, values, short: trace !== undefined, span: (step ?? state).span };
  });
}

function memberOf(json: Json | undefined, key: string): Json | undefined {
  return json?.kind === 'object' ? json.members.find((member) => member.key === key)?.value : undefined;
}

function textOf(json: Json): string {
  if (json.kind === 'string') return json.text;
  if (json.kind === 'other') return String(json.value);
  const bigint = memberOf(json, '#bigint');
  if (bigint?.kind === 'string') return bigint.text;
  if (json.kind === 'array' && json.items.length === 0) return '[]';
  if (json.kind === 'object' && json.members.length === 0) return '{}';
  throw new JsonProblem('expected a number or a string', json.span);
}
