// Static variable orders by name. An order lists all variables of a model, the first on top of the diagrams.
//
// No order is best everywhere, and the two directions of one order may differ a hundredfold, so the candidates are made one at a
// time, cheap and promising ones first, for a race that usually ends with the first.
import { InputError } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Model } from '../../models/model.ts';
import { forceOrder } from './force.ts';
import { greedyOrder } from './greedy.ts';
import { groupSupports, type Hypergraph, hypergraph, invariantSupports } from './hypergraph.ts';

/** The ways to make an order; each also exists upside down. */
export const orderHeuristics = [
  'greedy',
  'force-invariants',
  'greedy-force',
  'force',
  'greedy-transitions',
  'given',
] as const;

export type OrderHeuristic = (typeof orderHeuristics)[number];

/** `greedy` or `greedy-reverse`, and so on; `user` for an order that was given as a list. */
export type OrderName = OrderHeuristic | `${OrderHeuristic}-reverse` | 'user';

export const orderNames: readonly OrderName[] = orderHeuristics.flatMap((name) => [name, `${name}-reverse` as const]);

export interface VariableOrder {
  readonly name: OrderName;
  /** Variable numbers from the top level down. */
  readonly variables: Int32Array;
}

/** Makes the orders of one model on demand; what several of them need is made once. */
export class OrderMaker {
  private readonly model: Model;
  private readonly stopwatch: Stopwatch;
  private readonly steps: readonly (readonly number[])[];
  private readonly made = new Map<OrderHeuristic, Int32Array>();
  private readonly graphs = new Map<string, Hypergraph>();

  /** `steps` are the variables that belong together, ascending; those of the groups unless given. */
  constructor(
    model: Model,
    stopwatch: Stopwatch = new Stopwatch(),
    steps: readonly (readonly number[])[] = groupSupports(model),
  ) {
    this.model = model;
    this.stopwatch = stopwatch;
    this.steps = steps;
  }

  /** The order of that name, which is not `user`. */
  order(name: Exclude<OrderName, 'user'>): VariableOrder {
    const reversed = name.endsWith('-reverse');
    const variables = this.heuristic((reversed ? name.slice(0, -'-reverse'.length) : name) as OrderHeuristic);
    return { name, variables: reversed ? variables.slice().reverse() : variables };
  }

  private heuristic(name: OrderHeuristic): Int32Array {
    let order = this.made.get(name);
    if (order === undefined) {
      order = this.make(name);
      this.made.set(name, order);
    }
    return order;
  }

  private make(name: OrderHeuristic): Int32Array {
    const given = Int32Array.from(this.model.variables, (_, i) => i);
    const { stopwatch } = this;
    switch (name) {
      case 'given':
        return given;
      case 'greedy':
        return greedyOrder(this.graph('steps'), stopwatch);
      case 'greedy-transitions':
        return greedyOrder(this.graph('groups'), stopwatch);
      case 'force-invariants':
        return forceOrder(this.graph('steps'), given, { restarts: 'several', stopwatch });
      case 'force':
        return forceOrder(this.graph('groups'), given, { restarts: 'several', stopwatch });
      case 'greedy-force':
        return forceOrder(this.graph('steps'), this.heuristic('greedy'), {
          restarts: 'once',
          stopwatch,
        });
    }
  }

  private graph(edges: 'steps' | 'groups'): Hypergraph {
    let graph = this.graphs.get(edges);
    if (graph === undefined) {
      const { model } = this;
      const supports = edges === 'groups' ? groupSupports(model) : [...this.steps, ...invariantSupports(model)];
      graph = hypergraph(model.variables.length, supports);
      this.graphs.set(edges, graph);
    }
    return graph;
  }

  /** The sum of the highest levels that the steps look at or change: saturation fires them from there. */
  sumOfTops({ variables }: VariableOrder): number {
    const levels = new Int32Array(variables.length);
    for (const [i, variable] of variables.entries()) levels[variable] = variables.length - i;
    let sum = 0;
    for (const step of this.steps) sum += step.reduce((top, variable) => Math.max(top, levels[variable]), 0);
    return sum;
  }
}

/**
 * The order that a user lists by names, one a line, the top level first. Variables that are not named follow in the order of the
 * model; unknown and repeated names are an `InputError`.
 */
export function orderFromNames(model: Model, text: string, fileName: string): VariableOrder {
  const numbers = new Map(model.variables.map(({ name }, i) => [name, i]));
  const chosen = new Set<number>();
  for (const line of text.split(/\r?\n/)) {
    const name = line.trim();
    if (name === '' || name.startsWith('#')) continue;
    const variable = numbers.get(name);
    if (variable === undefined) {
      const hint = didYouMean(name, numbers.keys());
      throw new InputError({ code: 'SYM901', message: `${fileName}: the model has no variable \`${name}\``, hint });
    }
    if (chosen.has(variable)) {
      throw new InputError({ code: 'SYM902', message: `${fileName}: the variable \`${name}\` is listed twice` });
    }
    chosen.add(variable);
  }
  for (let i = 0; i < model.variables.length; i++) chosen.add(i);
  return { name: 'user', variables: Int32Array.from(chosen) };
}
