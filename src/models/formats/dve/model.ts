// DVE models: text in, `Model` out. Each transition, synchronised pair, or combination with the property process is one
// `program` group; the plain successor function runs their closures, asking only the groups whose owner is in the
// right location.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import { InputError } from '../../../diagnostics/diagnostic.ts';
import type { Source } from '../../../diagnostics/source.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { describeVariables, shownState } from '../../describe.ts';
import { compileEffects, compileExpression, type Effector, type Evaluator } from '../../expression/closures.ts';
import { EvaluationFault, type Expression } from '../../expression/expression.ts';
import { parsePredicate } from '../../expression/predicate.ts';
import type { Model, Names, StateEntry, Variable, VisitSuccessor } from '../../model.ts';
import type { StepParts } from '../../step-parts.ts';
import type { DveSystem } from './ast.ts';
import { assertionsOf, type ComposedGroup, composeAll } from './compose.ts';
import { declareAll } from './declare.ts';
import { Complaints } from './layout.ts';
import { describeChannels, nameEverything } from './names.ts';
import { parseDve } from './parse.ts';
import { stepPartsOf } from './step-parts.ts';

/** Reads a DVE model. */
export function readDve(source: Source, stopwatch: Stopwatch = new Stopwatch()): Parsed<Model> {
  const parsed = parseDve(source, stopwatch);
  if (parsed.value === null) return { value: null, diagnostics: parsed.diagnostics };
  return compileDve(parsed.value, source, stopwatch);
}

function compileDve(system: DveSystem, source: Source, stopwatch: Stopwatch): Parsed<Model> {
  const complaints = new Complaints(source);
  const declarations = declareAll(system, complaints, stopwatch);
  const visible = declarations.vector.variables.length; // composing may add hidden variables behind these
  const groups = composeAll(system.composition, declarations, { complaints, stopwatch });
  const assertions = assertionsOf(declarations, complaints);
  for (const process of declarations.processes.values()) {
    for (const { text, span } of process.declaration.accept) {
      if (process.states.has(text)) continue;
      complaints.add('DVE303', `process \`${process.name}\` has no state \`${text}\``, span);
    }
  }
  if (complaints.list.length > 0) return { value: null, diagnostics: complaints.list.slice(0, 20) };
  const names = nameEverything({ ...declarations, visible }, groups, assertions);
  const { variables, initial } = declarations.vector;
  const channels = describeChannels(declarations);
  const processes = [...declarations.processes.values()].map(({ name }) => name);
  const parts: Parts = { variables, visible, initial: Int32Array.from(initial), groups, names, processes, channels };
  return { value: new DveModel(source, parts, stopwatch), diagnostics: [] };
}

/** What the plain successor function runs for a group. */
interface Runnable {
  readonly group: number;
  readonly guard: Evaluator;
  readonly run: Effector;
}

interface Parts {
  readonly variables: readonly Variable[];
  /** How many of the variables are shown; those behind are hidden, and 0 between steps. */
  readonly visible: number;
  readonly initial: Int32Array;
  readonly groups: readonly ComposedGroup[];
  readonly names: Names;
  readonly processes: readonly string[];
  /** Puts the buffers of channels in place of their variables. */
  readonly channels: (entries: readonly StateEntry[], state: ArrayLike<number>) => readonly StateEntry[];
}

class DveModel implements Model {
  readonly name: string;
  readonly format = 'dve';
  readonly variables: readonly Variable[];
  readonly groups: readonly ComposedGroup[];
  readonly names: Names;
  readonly processes: readonly string[];
  private readonly source: Source;
  private readonly parts: Parts;
  /** For each owner the variable of its location, and for each location what may fire there. */
  private readonly owners: { readonly location: number; readonly choices: Runnable[][] }[] = [];
  private readonly target: Int32Array;

  constructor(source: Source, parts: Parts, stopwatch: Stopwatch) {
    this.name = source.name;
    this.source = source;
    this.parts = parts;
    this.variables = parts.variables;
    this.groups = parts.groups;
    this.names = parts.names;
    this.processes = parts.processes;
    this.target = new Int32Array(parts.variables.length);
    for (const [number, group] of parts.groups.entries()) {
      stopwatch.tick();
      this.addRunnable(number, group);
    }
  }

  initialStates(): readonly Int32Array[] {
    return [this.parts.initial.slice()];
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { target, owners } = this;
    let group = -1;
    try {
      for (let p = 0; p < owners.length; p++) {
        const { location, choices } = owners[p];
        const list = choices[state[location]];
        for (let i = 0; i < list.length; i++) {
          const choice = list[i];
          group = choice.group;
          if (choice.guard(state) === 0) continue;
          target.set(state);
          if (choice.run(target)) visit(target, group);
        }
      }
    } catch (error) {
      if (error instanceof EvaluationFault) throw this.fault(error, group, state);
      throw error;
    }
  }

  predicate(proposition: string): Parsed<Expression> {
    return parsePredicate(proposition, this.names);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.parts.channels(describeVariables(this.variables.slice(0, this.parts.visible), state), state);
  }

  stepParts(group: number, from: ArrayLike<number>): StepParts {
    return stepPartsOf(this.groups[group].moves, from);
  }

  private addRunnable(number: number, { owner, from, rest, behaviour }: ComposedGroup): void {
    let last = this.owners.at(-1);
    if (last?.location !== owner.location) {
      last = { location: owner.location, choices: Array.from({ length: owner.states.size }, () => []) };
      this.owners.push(last);
    }
    const guard = compileExpression(rest);
    last.choices[from].push({ group: number, guard, run: compileEffects(behaviour.effects) });
  }

  private fault(error: EvaluationFault, group: number, state: Int32Array): InputError {
    const { name, span } = this.groups[group];
    return new InputError({
      code: 'DVE310',
      message: `${error.message}, in the transition \`${name}\``,
      span,
      source: this.source,
      hint: `this happens in the state ${shownState(this.describe(state))}`,
    });
  }
}
