// A model with a monitor beside it: one more variable, which has the state of the monitor before it reads the letter of the state. A state of it is
// one of the product of both, where a deadlock repeats for ever. Only for exploring.
import { invariant } from '../../base/assert.ts';
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { type Expression, evaluate } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import { mentionsDead } from '../../models/expression/walk.ts';
import type { Group, LinearInvariant, Model, Names, StateEntry, Variable, VisitSuccessor } from '../../models/model.ts';
import { LOST, type MonitorTable } from './monitor.ts';
import { MonitoredNumbering } from './monitored-numbering.ts';

/** A monitor that reads conditions on states, one for each bit of a letter. */
export interface Monitor extends MonitorTable {
  readonly conditions: readonly Expression[];
}

export class MonitoredModel implements Model {
  readonly name: string;
  readonly format: Model['format'];
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  readonly invariants?: readonly LinearInvariant[];
  readonly inner: Model;
  readonly monitor: Monitor;
  /** Where the model numbers its states. */
  readonly numbering?: MonitoredNumbering;
  private readonly source: Int32Array;
  private readonly target: Int32Array;

  /** No condition may ask for `dead`. */
  constructor(inner: Model, monitor: Monitor) {
    invariant(!monitor.conditions.some(mentionsDead), 'a monitor does not ask for `dead`');
    this.inner = inner;
    this.monitor = monitor;
    this.name = inner.name;
    this.format = inner.format;
    this.groups = inner.groups;
    this.names = inner.names;
    this.invariants = inner.invariants;
    this.variables = [...inner.variables, { name: 'monitor', lower: 0, upper: monitor.states - 1 }];
    this.source = new Int32Array(inner.variables.length);
    this.target = new Int32Array(this.variables.length);
    const { numbering } = inner;
    if (numbering === undefined) return;
    const reads = new Set<number>();
    for (const condition of monitor.conditions) collectReads(condition, reads);
    const wanted = [...reads];
    this.numbering = new MonitoredNumbering(numbering, monitor, (state) => {
      numbering.read(state, this.source, wanted);
      return this.letter(this.source);
    });
  }

  /** The variable that has the state of the monitor. */
  get variable(): number {
    return this.inner.variables.length;
  }

  /** Where what must not happen has happened. */
  get met(): Expression {
    return {
      kind: 'binary',
      operator: '==',
      left: { kind: 'variable', variable: this.variable },
      right: { kind: 'constant', value: this.monitor.met },
    };
  }

  initialStates(): readonly Int32Array[] {
    return this.inner.initialStates().map((state) => Int32Array.from([...state, 0]));
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    const { variable, source, target, monitor } = this;
    source.set(state.subarray(0, variable));
    const next = monitor.next[(state[variable] << monitor.letterBits) | this.letter(source)];
    if (next === LOST) return;
    const reach = (reached: Int32Array, group: number): void => {
      target.set(reached);
      target[variable] = next;
      visit(target, group);
    };
    let steps = 0;
    this.inner.successors(source, (reached, group) => {
      steps++;
      reach(reached, group);
    });
    if (steps === 0) reach(source, -1);
  }

  predicate(proposition: string): Parsed<Expression> {
    return this.inner.predicate(proposition);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.inner.describe(Array.from(state).slice(0, this.variable));
  }

  private letter(state: Int32Array): number {
    return this.monitor.conditions.reduce(
      (letter, condition, bit) => (evaluate(condition, state) === 0 ? letter : letter | (1 << bit)),
      0,
    );
  }
}
