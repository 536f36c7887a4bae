// A model of Promela in programs: the same states and steps as the interpreter's, in groups that can be compiled for a kernel and read
// by decision diagrams.
import type { Stopwatch } from '../../../../diagnostics/stopwatch.ts';
import { compileEffects, compileExpression, type Effector, type Evaluator } from '../../../expression/closures.ts';
import { EvaluationFault } from '../../../expression/expression.ts';
import { programSupport } from '../../../expression/support.ts';
import type { Group, Model, VisitSuccessor } from '../../../model.ts';
import type { Layout } from '../layout.ts';
import { type CompiledStep, compileSteps } from './compile.ts';
import { NotCompiled } from './not-compiled.ts';

/** The model in programs, or null where it uses what programs cannot say. */
export function asPrograms(model: Model, layout: Layout, stopwatch: Stopwatch): Model | null {
  try {
    const [initial] = model.initialStates();
    return new PromelaPrograms(model, layout, compileSteps(layout, initial, stopwatch));
  } catch (error) {
    if (error instanceof NotCompiled || error instanceof EvaluationFault) return null;
    throw error;
  }
}

/** What the plain successor function runs for a group. */
interface Runnable {
  readonly group: number;
  readonly guard: Evaluator;
  readonly run: Effector;
}

class PromelaPrograms implements Model {
  readonly name: string;
  readonly format = 'promela';
  readonly variables: Model['variables'];
  readonly groups: readonly Group[];
  readonly names: Model['names'];
  readonly origins: readonly number[];
  private readonly given: Model;
  private readonly runnables: readonly Runnable[];
  private readonly target: Int32Array;

  constructor(given: Model, layout: Layout, steps: readonly CompiledStep[]) {
    this.given = given;
    this.name = given.name;
    this.variables = given.variables;
    this.names = given.names;
    this.target = new Int32Array(given.variables.length);
    this.groups = steps.map(({ actor, edge, guard, effects }, i): Group => {
      const name = `${layout.variables[layout.slots[actor.slot].base].name} ${edge.text} (${i})`;
      return { name, ...programSupport(guard, effects), behaviour: { kind: 'program', guard, effects } };
    });
    this.origins = steps.map(({ origin }) => origin);
    this.runnables = steps.map(({ guard, effects }, group) => ({
      group,
      guard: compileExpression(guard),
      run: compileEffects(effects),
    }));
  }

  initialStates(): readonly Int32Array[] {
    return this.given.initialStates();
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { target } = this;
    try {
      for (const { group, guard, run } of this.runnables) {
        if (guard(state) === 0) continue;
        target.set(state);
        if (run(target)) visit(target, group);
      }
    } catch (error) {
      // The interpreter meets the fault too, and says where.
      if (error instanceof EvaluationFault) this.given.successors(state, () => {});
      throw error;
    }
  }

  predicate(proposition: string): ReturnType<Model['predicate']> {
    return this.given.predicate(proposition);
  }

  describe(state: ArrayLike<number>): ReturnType<Model['describe']> {
    return this.given.describe(state);
  }
}
