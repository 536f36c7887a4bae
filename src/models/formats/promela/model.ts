// Promela as a model: parses, links and lays out a text.
import { InputError, type Parsed } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import { positionAt } from '../../../diagnostics/source.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { describeVariables } from '../../describe.ts';
import { EvaluationFault, type Expression } from '../../expression/expression.ts';
import type { Group, Model, ModelProperty, Names, StateEntry, Variable, VisitSuccessor } from '../../model.ts';
import type { StepParts } from '../../step-parts.ts';
import { Layout, placeName } from './layout.ts';
import { Machine, type Taken } from './machine.ts';
import { nameEverything, parseProposition } from './names.ts';
import { parsePromela } from './parse.ts';
import { findPlaces } from './places.ts';
import type { ReadInclude } from './preprocess.ts';
import { printed } from './printed.ts';
import { linkProgram, type Program } from './program.ts';
import { asPrograms } from './programs/model.ts';
import { propertiesOf } from './properties.ts';
import { stepPartsOf } from './step-parts.ts';
import { PlacesExceeded } from './steps.ts';

/** How a Promela text is read. */
interface PromelaOptions {
  readonly include?: ReadInclude;
}

/** Reads a Promela text. */
export function readPromela(source: Source, stopwatch: Stopwatch, { include }: PromelaOptions = {}): Parsed<Model> {
  const parsed = parsePromela(source, { stopwatch, include });
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  const linked = linkProgram(parsed.value);
  if (linked.value === null) return { value: null, diagnostics: linked.diagnostics };
  const program = linked.value;
  if (program.initial.length === 0) {
    const hint = 'begin with `init { … }`, or put `active` before a proctype';
    const message = 'no process is there at the beginning';
    return { value: null, diagnostics: [{ code: 'PML809', message, source, hint }] };
  }
  const places = findPlaces(program, stopwatch);
  return { value: new PromelaModel(source, program, { places, assertions: 'ignored' }), diagnostics: [] };
}

interface Choices {
  /** The most processes at a time. */
  readonly places: number;
  /** Whether a violated assertion ends the run, in a state that says so. */
  readonly assertions: 'watched' | 'ignored';
}

/** A model that was read from Promela. */
class PromelaModel implements Model {
  readonly name: string;
  readonly format = 'promela';
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  readonly properties: readonly ModelProperty[];
  readonly processes: readonly string[];
  readonly layout: Layout;
  private readonly source: Source;
  private readonly choices: Choices;
  private readonly machine: Machine;
  /** The model in programs, once somebody has asked. */
  private programs: Model | null | undefined;
  /** Lists of successors that nobody uses just now. */
  private readonly spare: Gathered[] = [];

  constructor(source: Source, program: Program, choices: Choices) {
    this.source = source;
    this.name = source.name;
    this.choices = choices;
    this.layout = new Layout(program, choices.places, choices.assertions);
    this.machine = new Machine(this.layout);
    this.variables = this.layout.variables;
    this.groups = groupsOf(this.layout);
    this.names = nameEverything(this.layout);
    this.processes = this.layout.slots.map(({ base }) => this.variables[base].name);
    this.properties = propertiesOf(program, () => this.withAssertions());
  }

  /** The same model in which a violated assertion is a state: `violated` is not 0 there, and nothing follows. */
  withAssertions(): PromelaModel {
    return new PromelaModel(this.source, this.layout.program, { ...this.choices, assertions: 'watched' });
  }

  initialStates(): readonly Int32Array[] {
    return [this.guarded(() => this.machine.initialState(), null)];
  }

  /** All successors are found before the first is visited: a visitor may ask for successors itself. */
  successors(state: Int32Array, visit: VisitSuccessor): void {
    const found = this.spare.pop() ?? new Gathered();
    try {
      found.clear();
      this.guarded(() => this.machine.successors(state, found.add), state);
      for (let i = 0; i < found.count; i++) visit(found.states[i], found.groups[i]);
    } finally {
      this.spare.push(found);
    }
  }

  /** The steps of the processes that make a step of the model: several for an atomic sequence. */
  waysBetween(group: number, from: ArrayLike<number>, to: ArrayLike<number>): readonly Taken[] {
    const goal = Int32Array.from(to);
    let found: readonly Taken[] | null = null;
    const start = Int32Array.from(from);
    this.machine.successors(
      start,
      (target, taken, way) => {
        if (found === null && taken === group && target.every((value, i) => value === goal[i])) found = way;
      },
      'way',
    );
    return found ?? [];
  }

  asPrograms(stopwatch: Stopwatch): Model | null {
    if (this.programs === undefined) this.programs = asPrograms(this, this.layout, stopwatch);
    return this.programs;
  }

  predicate(proposition: string): Parsed<Expression> {
    return parseProposition(proposition, this.layout, this.names);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return describeVariables(this.variables, state).map((entry, i) => {
      return i === this.layout.processes || state[i] === 0 ? { ...entry, plain: true } : entry;
    });
  }

  stepName(group: number, from: ArrayLike<number>, to: ArrayLike<number>): string {
    const way = this.waysBetween(group, from, to);
    return way.length === 0 ? this.groups[group].name : way.map((taken) => this.shown(taken)).join('; ');
  }

  stepParts(group: number, from: ArrayLike<number>, to: ArrayLike<number>): StepParts {
    return stepPartsOf(this.waysBetween(group, from, to), this.layout);
  }

  private shown({ pid, step, partner, state }: Taken): string {
    const { action } = step.edge;
    const own = `${this.processName(pid, step)} ${step.edge.text}`;
    if (action.kind === 'print') return `${own} ⇒ ${printed(action, this.machine.context(pid), state)}`;
    return partner === null ? own : `${own} → ${this.processName(partner.pid, partner.step)} ${partner.step.edge.text}`;
  }

  /** A process and the line on which it is: `P[1]:12`. */
  private processName(pid: number, { edge }: Taken['step']): string {
    const { processes } = this.layout.program;
    const type = this.layout.slots[pid].types.map((index) => processes[index]);
    const owner = type.find(({ flow }) => flow.points.some(({ edges }) => edges.includes(edge)));
    const { line } = positionAt(edge.at.source, edge.at.span.start);
    return `${placeName(owner === undefined ? type : [owner], pid)}:${line}`;
  }

  /** Does what may meet a fault of the model; says where. */
  private guarded<T>(work: () => T, state: ArrayLike<number> | null): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof PlacesExceeded) {
        const message = `there are more than ${this.layout.slots.length} processes at a time`;
        const hint = 'fewer were met when the model was looked at; does it start processes without end?';
        throw new InputError({ code: 'PML810', message, source: this.source, hint });
      }
      if (!(error instanceof EvaluationFault)) throw error;
      const shown = state === null ? '' : ` in the state ${shortly(this.describe(state))}`;
      throw new InputError({
        code: 'PML811',
        message: error.message,
        source: this.source,
        hint: `this happens${shown}`,
      });
    }
  }
}

/** Successors, in arrays that are used again. */
class Gathered {
  readonly states: Int32Array[] = [];
  readonly groups: number[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  readonly add = (state: Int32Array, group: number): void => {
    if (this.count === this.states.length) this.states.push(state.slice());
    else this.states[this.count].set(state);
    this.groups[this.count++] = group;
  };
}

function shortly(entries: readonly StateEntry[]): string {
  const shown = entries.filter(({ plain }) => !plain).map(({ name, value }) => `${name} = ${value}`);
  return shown.length > 12 ? `${shown.slice(0, 12).join(', ')}, …` : shown.join(', ');
}

/** The groups: for each place and type the steps of all control points. */
function groupsOf({ slots, program, variables }: Layout): Group[] {
  const every = variables.map((_, i) => i);
  const seen = new Map<string, number>();
  const groups: Group[] = [];
  for (const { pid, types } of slots) {
    const place = placeName(
      types.map((type) => program.processes[type]),
      pid,
    );
    for (const type of types) {
      for (const point of program.processes[type].flow.points) {
        for (const { at, text, action } of point.edges) {
          // fairness takes what is behind a slash for another process
          const family = `${place}.${positionAt(at.source, at.span.start).line} ${text.replaceAll('/', '÷')}`;
          const count = (seen.get(family) ?? 0) + 1;
          seen.set(family, count);
          const name = count === 1 ? family : `${family}#${count}`;
          const isSilent = point.isInterior || action.kind === 'end';
          groups.push({
            name,
            reads: every,
            writes: every,
            behaviour: { kind: 'opaque' },
            ...(isSilent && { isSilent }),
          });
        }
      }
    }
  }
  return groups;
}
