// Place/transition nets: the token game.
import { inputUnless, type Model, type Names, refuseUnless, type State } from './model.ts';

export type Place = Readonly<{ id: string; name: string; initial: number; capacity: number | null }>;

/** Numbers by place. */
type Arcs = Map<number, number>;

/** Enabled only below as many tokens as the inhibitors say. */
export type Transition = Readonly<{ id: string; name: string; inputs: Arcs; outputs: Arcs; inhibitors: Arcs }>;

/** The most tokens, and the largest weight. */
export const MOST = 2 ** 31 - 1;

export class NetModel implements Model {
  readonly variables: readonly string[];
  readonly initial: readonly State[];
  readonly names: Names;
  readonly places: readonly Place[];
  readonly transitions: readonly Transition[];
  /** Places whose tokens a name has been asked for. */
  readonly seen = new Set<number>();
  private readonly conditions: readonly Int32Array[];
  private readonly changes: readonly Int32Array[];

  constructor(places: readonly Place[], transitions: readonly Transition[]) {
    this.places = places;
    this.transitions = transitions;
    this.variables = places.map(({ id }) => id);
    this.initial = [Int32Array.from(places, ({ initial }) => initial)];
    this.changes = transitions.map(changesOf);
    this.conditions = transitions.map((one) => conditionsOf(one, places));
    const [byPlace, byTransition] = [index(places), index(transitions)];
    this.names = {
      value: (name) => {
        const place = byPlace.get(name);
        if (place === undefined) return undefined;
        this.seen.add(place);
        return (state) => state[place];
      },
      valueNamed: () => undefined,
      fireable: (name) => {
        const t = byTransition.get(name);
        if (t === undefined) return undefined;
        for (const place of touched(transitions[t])) this.seen.add(place);
        return (state) => Number(this.isEnabled(state, t));
      },
    };
  }

  successors(state: State, visit: (successor: State) => void): void {
    const next = state.slice();
    for (let t = 0; t < this.conditions.length; t++) {
      if (!this.isEnabled(state, t)) continue;
      const changes = this.changes[t];
      for (let i = 0; i < changes.length; i += 2) {
        const tokens = state[changes[i]] + changes[i + 1];
        refuseUnless(tokens <= MOST, 'a place gets more than 2^31 - 1 tokens');
        next[changes[i]] = tokens;
      }
      visit(next);
      for (let i = 0; i < changes.length; i += 2) next[changes[i]] = state[changes[i]];
    }
  }

  private isEnabled(state: State, transition: number): boolean {
    const conditions = this.conditions[transition];
    for (let i = 0; i < conditions.length; i += 3) {
      const tokens = state[conditions[i]];
      if (tokens < conditions[i + 1] || tokens > conditions[i + 2]) return false;
    }
    return true;
  }
}

export function touched({ inputs, outputs, inhibitors }: Transition): number[] {
  return [...new Set([...inputs.keys(), ...outputs.keys(), ...inhibitors.keys()])];
}

export function change({ inputs, outputs }: Transition, place: number): number {
  return (outputs.get(place) ?? 0) - (inputs.get(place) ?? 0);
}

/** Flat: place, change. */
function changesOf(one: Transition): Int32Array {
  const isWell = [...one.inputs.values(), ...one.outputs.values()].every((weight) => weight <= MOST);
  inputUnless(isWell, 'model: an arc has a weight above 2^31 - 1');
  return Int32Array.from(touched(one).flatMap((p) => (change(one, p) === 0 ? [] : [p, change(one, p)])));
}

/** Flat: place, least tokens, most tokens. */
function conditionsOf(one: Transition, places: readonly Place[]): Int32Array {
  const conditions = touched(one).map((p) => {
    const { capacity } = places[p];
    const room = capacity === null || change(one, p) <= 0 ? MOST : capacity - change(one, p);
    return [p, one.inputs.get(p) ?? 0, Math.min(room, (one.inhibitors.get(p) ?? MOST + 1) - 1)];
  });
  return Int32Array.from(conditions.filter(([, least, most]) => least > 0 || most < MOST).flat());
}

/** Ids first, then names that no id and no other node has. */
function index(nodes: readonly { readonly id: string; readonly name: string }[]): Map<string, number> {
  const found = new Map(nodes.map(({ id }, i) => [id, i]));
  inputUnless(found.size === nodes.length, 'model: an id is there twice');
  const count = new Map<string, number>();
  for (const { id, name } of nodes) if (name !== id) count.set(name, (count.get(name) ?? 0) + 1);
  for (const [i, { name }] of nodes.entries()) if (count.get(name) === 1 && !found.has(name)) found.set(name, i);
  return found;
}
