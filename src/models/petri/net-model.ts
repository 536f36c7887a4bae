// A place/transition net as a model: one variable per place, one group per transition.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { EvaluationFault, type Expression } from '../expression/expression.ts';
import { parsePredicate } from '../expression/predicate.ts';
import type {
  Group,
  Model,
  Names,
  StateEntry,
  TokenChange,
  TokenCondition,
  Variable,
  VisitSuccessor,
} from '../model.ts';
import { type Arc, MAX_TOKENS, type Net, type Transition } from './net.ts';
import { NetNames } from './net-names.ts';

/** The model of a net, with its net at hand for writers and structural analyses. */
export interface NetModel extends Model {
  readonly net: Net;
}

/** Wraps `net` as a model; `format` says where it came from. The stopwatch can end that with `LimitExceeded`. */
export function netModel(net: Net, format: Model['format'] = 'net', stopwatch: Stopwatch = new Stopwatch()): NetModel {
  return new CompiledNet(net, format, stopwatch);
}

/** Whether the model is a net, so that it can be written as one. */
export function isNetModel(model: Model): model is NetModel {
  return 'net' in model;
}

class CompiledNet implements NetModel {
  readonly name: string;
  readonly net: Net;
  readonly format: Model['format'];
  readonly variables: readonly Variable[];
  readonly groups: readonly Group[];
  readonly names: Names;
  /** Made when it is first asked for: symbolic runs do without. */
  private firing: FiringTable | null = null;

  constructor(net: Net, format: Model['format'], stopwatch: Stopwatch) {
    this.name = net.name;
    this.net = net;
    this.format = format;
    this.variables = net.places.map(({ id, capacity, promised }) => {
      const variable = { name: id, lower: 0, upper: capacity };
      return promised === null ? variable : { ...variable, promised };
    });
    this.groups = net.transitions.map((transition) => {
      stopwatch.tick();
      return groupOf(net, transition);
    });
    this.names = new NetNames(net, this.groups);
  }

  initialStates(): readonly Int32Array[] {
    const { places } = this.net;
    const state = new Int32Array(places.length);
    for (let i = 0; i < places.length; i++) state[i] = places[i].initial;
    return [state];
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    this.firing ??= new FiringTable(this.groups);
    this.firing.successors(state, visit);
  }

  predicate(proposition: string): Parsed<Expression> {
    return parsePredicate(proposition, this.names);
  }

  describe(state: ArrayLike<number>): readonly StateEntry[] {
    return this.net.places.map(({ id }, place) => ({
      name: id,
      value: String(state[place]),
      plain: state[place] === 0,
    }));
  }
}

function groupOf(net: Net, transition: Transition): Group {
  const changes = changesOf(transition);
  const conditions = conditionsOf(net, transition, changes);
  return {
    name: transition.id,
    reads: conditions.map((condition) => condition.variable),
    writes: changes.map((change) => change.variable),
    behaviour: { kind: 'tokens', conditions, changes },
  };
}

/** What firing adds to each place, ascending by place; places that keep their tokens are left out. */
function changesOf({ inputs, outputs }: Transition): TokenChange[] {
  const changes: TokenChange[] = [];
  const taken = weights(inputs);
  const given = weights(outputs);
  for (const { place, weight } of inputs) {
    const delta = given(place) - weight;
    if (delta !== 0) changes.push({ variable: place, delta });
  }
  for (const { place, weight } of outputs) if (taken(place) === 0) changes.push({ variable: place, delta: weight });
  // A copy has no room for more; in a net of many transitions that room would be most of the memory.
  return changes.sort((a, b) => a.variable - b.variable).slice();
}

/** The weight of the arc on a place, or 0. Most transitions have too few arcs for a table to pay. */
function weights(arcs: readonly Arc[]): (place: number) => number {
  if (arcs.length > 16) {
    const table = new Map(arcs.map(({ place, weight }) => [place, weight]));
    return (place) => table.get(place) ?? 0;
  }
  return (place) => {
    for (const arc of arcs) if (arc.place === place) return arc.weight;
    return 0;
  };
}

/** Input arcs, inhibitor arcs and the capacities of places that gain tokens, merged to one condition per place. */
function conditionsOf(net: Net, transition: Transition, changes: readonly TokenChange[]): TokenCondition[] {
  const conditions = transition.inputs.map(
    ({ place, weight }): TokenCondition => ({ variable: place, atLeast: weight, below: null }),
  );
  let positions: Map<number, number> | null = null;
  const restrict = (variable: number, limit: number): void => {
    positions ??= new Map(conditions.map((condition, index) => [condition.variable, index]));
    const index = positions.get(variable) ?? conditions.length;
    const { atLeast, below } = conditions[index] ?? { atLeast: 0, below: null };
    conditions[index] = { variable, atLeast, below: Math.min(below ?? limit, limit) };
    positions.set(variable, index);
  };
  for (const { place, below } of transition.inhibitors) restrict(place, below);
  for (const { variable, delta } of changes) {
    const { capacity } = net.places[variable];
    if (capacity !== null && delta > 0) restrict(variable, Math.max(0, capacity - delta + 1));
  }
  return conditions.sort((a, b) => a.variable - b.variable);
}

const NOTHING = { conditions: [], changes: [] } as const;

/** Conditions and changes of all groups in flat arrays, for a quick plain successor function. */
class FiringTable {
  /** Group g has the conditions `conditionStart[g]` … `conditionStart[g + 1] - 1`, likewise the changes. */
  private readonly conditionStart: Int32Array;
  private readonly conditionPlace: Int32Array;
  private readonly atLeast: Int32Array;
  /** Exclusive upper end; 2^31 where there is none. */
  private readonly below: Float64Array;
  private readonly changeStart: Int32Array;
  private readonly changePlace: Int32Array;
  private readonly delta: Float64Array;
  private readonly groups: readonly Group[];

  constructor(groups: readonly Group[]) {
    this.groups = groups;
    const behaviours = groups.map(({ behaviour }) => (behaviour.kind === 'tokens' ? behaviour : NOTHING));
    this.conditionStart = starts(behaviours.map(({ conditions }) => conditions.length));
    this.changeStart = starts(behaviours.map(({ changes }) => changes.length));
    const [conditionCount, changeCount] = [this.conditionStart[groups.length], this.changeStart[groups.length]];
    this.conditionPlace = new Int32Array(conditionCount);
    this.atLeast = new Int32Array(conditionCount);
    this.below = new Float64Array(conditionCount);
    this.changePlace = new Int32Array(changeCount);
    this.delta = new Float64Array(changeCount);
    let [i, j] = [0, 0];
    for (const { conditions, changes } of behaviours) {
      for (const { variable, atLeast, below } of conditions) {
        this.conditionPlace[i] = variable;
        this.atLeast[i] = atLeast;
        this.below[i++] = below ?? MAX_TOKENS + 1;
      }
      for (const { variable, delta } of changes) {
        this.changePlace[j] = variable;
        this.delta[j++] = delta;
      }
    }
  }

  successors(state: Int32Array, visit: VisitSuccessor): void {
    // A fresh array per call: a visitor may ask for successors itself.
    const target = state.slice();
    for (let group = 0; group < this.groups.length; group++) {
      if (!this.isEnabled(state, group)) continue;
      this.apply(state, target, group);
      visit(target, group);
      const end = this.changeStart[group + 1];
      for (let i = this.changeStart[group]; i < end; i++) target[this.changePlace[i]] = state[this.changePlace[i]];
    }
  }

  private isEnabled(state: Int32Array, group: number): boolean {
    const end = this.conditionStart[group + 1];
    for (let i = this.conditionStart[group]; i < end; i++) {
      const tokens = state[this.conditionPlace[i]];
      if (tokens < this.atLeast[i] || tokens >= this.below[i]) return false;
    }
    return true;
  }

  private apply(state: Int32Array, target: Int32Array, group: number): void {
    const end = this.changeStart[group + 1];
    for (let i = this.changeStart[group]; i < end; i++) {
      const place = this.changePlace[i];
      const tokens = state[place] + this.delta[i];
      if (tokens > MAX_TOKENS) {
        throw new EvaluationFault(`firing ${this.groups[group].name} gives a place more than 2^31 - 1 tokens`);
      }
      target[place] = tokens;
    }
  }
}

function starts(lengths: readonly number[]): Int32Array {
  const result = new Int32Array(lengths.length + 1);
  for (let i = 0; i < lengths.length; i++) result[i + 1] = result[i] + lengths[i];
  return result;
}
