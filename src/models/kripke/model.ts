// Explicit Kripke structures as models. The state vector is the number of the state, followed by one 0/1 variable per
// proposition: these repeat what the number says, but a predicate is then one load, however many states there are.
// Each name of steps is one `table` group.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { binary, constant, equals, variable } from '../expression/build.ts';
import type { Expression } from '../expression/expression.ts';
import { NameTable } from '../expression/name-table.ts';
import { parsePredicate } from '../expression/predicate.ts';
import type { Group, Model, Names, StateEntry, Variable, VisitSuccessor } from '../model.ts';
import type { KripkeStructure } from './structure.ts';

/** The model of a Kripke structure, whatever it was written in. */
export function kripkeModel(name: string, structure: KripkeStructure, stopwatch: Stopwatch): Model {
  return new KripkeModel(name, structure, stopwatch);
}

/** What the variable with the state is called: `state`, `the state`, …, whatever no proposition is called. */
function stateName(propositions: readonly string[]): string {
  let name = 'state';
  while (propositions.includes(name)) name = `the ${name}`;
  return name;
}

class KripkeModel implements Model {
  readonly name: string;
  readonly format = 'kripke';
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  private readonly structure: KripkeStructure;
  /** All state vectors, and for each group the successors of each state. */
  private readonly vectors: readonly Int32Array[];
  private readonly next: readonly (readonly number[])[][];

  constructor(name: string, structure: KripkeStructure, stopwatch: Stopwatch) {
    this.name = name;
    this.structure = structure;
    const { states, propositions, labels, steps, edges } = structure;
    this.vectors = states.map((_, id) => {
      stopwatch.tick();
      return Int32Array.from([id, ...propositions.map((_, p) => (labels[id].has(p) ? 1 : 0))]);
    });
    const next: number[][][] = steps.map(() => states.map(() => []));
    for (const { from, to, step } of edges) next[step][from].push(to);
    this.next = next;
    this.variables = [
      {
        name: stateName(propositions),
        lower: 0,
        upper: states.length - 1,
        values: states,
      },
      ...propositions.map((proposition) => ({ name: proposition, lower: 0, upper: 1 })),
    ];
    this.groups = steps.map((step, number) => this.group(step, number));
    this.names = this.nameEverything();
  }

  initialStates(): readonly Int32Array[] {
    return this.structure.initial.map((id) => this.vectors[id].slice());
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    for (let group = 0; group < this.groups.length; group++) {
      for (const target of this.next[group][state[0]]) visit(this.vectors[target], group);
    }
  }

  predicate(proposition: string): Parsed<Expression> {
    return parsePredicate(proposition, this.names);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    const [{ name }, ...propositions] = this.variables;
    return [
      { name, value: this.structure.states[state[0]], plain: false },
      ...propositions.map((proposition, i) => ({
        name: proposition.name,
        value: String(state[i + 1]),
        plain: state[i + 1] === 0,
      })),
    ];
  }

  private group(name: string, number: number): Group {
    const columns = this.variables.map((_, i) => i);
    const rows: number[] = [];
    for (const [from, targets] of this.next[number].entries()) {
      for (const to of targets) {
        for (const value of this.vectors[from]) rows.push(value);
        for (const value of this.vectors[to]) rows.push(value);
      }
    }
    return {
      name,
      reads: columns,
      writes: columns,
      behaviour: { kind: 'table', columns, rows: Int32Array.from(rows) },
    };
  }

  private nameEverything(): NameTable {
    const names = new NameTable();
    names.addVariables(this.variables);
    const { name } = this.variables[0];
    for (const [id, state] of this.structure.states.entries()) names.addTruth(`${name}.${state}`, equals(0, id));
    for (const [i, proposition] of this.structure.propositions.entries()) {
      names.addTruth(proposition, binary('!=', variable(i + 1), constant(0)));
    }
    for (const group of this.groups) names.addTransition(group.name, group);
    return names;
  }
}
