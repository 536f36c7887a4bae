// States as records: the variables in as many bits as they need. Where the compiled kernel holds the states, a record is what it holds: its words without
// the bytes that no field uses.
import type { Packing } from '../explicit/kernel/packing/packing.ts';
import { WORD_BYTES } from '../explicit/kernel/protocol.ts';
import type { StateSpace } from '../explicit/kernel/store/state-space.ts';
import type { ModelGraph } from '../explicit/product/model-graph.ts';
import type { Model } from '../models/model.ts';
import { type CertificateVariable, recordLength } from './format.ts';
import type { Output } from './output.ts';

/** Puts the records of states. */
interface StateRecords {
  readonly variables: readonly CertificateVariable[];
  put(state: number, output: Output): void;
}

export function recordsOf(graph: ModelGraph): StateRecords {
  const { space } = graph.states;
  const isDirect = space !== undefined && graph.model.format !== 'kripke' && space.kernel.packing.implied.length === 0;
  if (isDirect) return new KernelRecords(space);
  const vector = new Int32Array(graph.model.variables.length);
  const variables = variablesOfStates(graph.model, (visit) => {
    for (let state = 0; state < graph.states.size; state++) {
      graph.states.read(state, vector);
      visit(vector);
    }
  });
  const packer = new RecordPacker(graph.model, variables);
  const put = (state: number, output: Output): void => {
    graph.states.read(state, vector);
    output.bytes(packer.pack(vector));
  };
  return { variables, put };
}

class KernelRecords implements StateRecords {
  readonly variables: readonly CertificateVariable[];
  private readonly space: StateSpace;
  private readonly bytes: Uint8Array;
  /** Bytes of each word that are used. */
  private readonly used: readonly number[];

  constructor(space: StateSpace) {
    const { packing, memory } = space.kernel;
    this.space = space;
    this.bytes = new Uint8Array(memory.buffer);
    this.used = usedBytes(packing);
    const starts = this.used.map((_, word) => this.used.slice(0, word).reduce((sum, bytes) => sum + bytes, 0));
    this.variables = packing.fields.map(({ word, shift, bits, lower }, i) => [
      space.model.variables[i].name,
      lower,
      bits === 0 ? 0 : 8 * starts[word] + shift,
      bits,
    ]);
  }

  put(state: number, output: Output): void {
    const at = this.space.kernel.core.stateAt(state) >>> 0;
    const { used, bytes } = this;
    for (let word = 0; word < used.length; word++) output.bytes(bytes, at + word * WORD_BYTES, used[word]);
  }
}

function usedBytes({ fields, words }: Packing): number[] {
  const used = Array.from({ length: words }, () => 0);
  for (const { word, shift, bits } of fields) {
    if (bits > 0) used[word] = Math.max(used[word], Math.ceil((shift + bits) / 8));
  }
  return used;
}

/** The entries of a state that a certificate has: of an explicit graph the number of the state alone, which says everything. */
export function placesOf(model: Model): number[] {
  return model.format === 'kripke' ? [0] : model.variables.map((_, place) => place);
}

/** Each variable with its least value and the bits for its range, over the states that `visit` gives. */
export function variablesOfStates(
  model: Model,
  visitAll: (visit: (state: ArrayLike<number>) => void) => void,
): CertificateVariable[] {
  const places = placesOf(model);
  const least = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(places.length).fill(Number.NEGATIVE_INFINITY);
  visitAll((state) => {
    for (let i = 0; i < places.length; i++) {
      const value = state[places[i]];
      if (value < least[i]) least[i] = value;
      if (value > most[i]) most[i] = value;
    }
  });
  return variablesFor(
    model,
    places.map((_, i) => [least[i], most[i]]),
  );
}

/** The variables of a model whose values lie in these ranges, for each entry of `placesOf`; a range may be empty. */
export function variablesFor(
  model: Model,
  ranges: readonly (readonly [least: number, most: number])[],
): CertificateVariable[] {
  let offset = 0;
  return placesOf(model).map((place, i) => {
    const [least, most] = ranges[i];
    const bits = most > least ? bitsFor(most - least) : 0;
    offset += bits;
    return [model.variables[place].name, most >= least ? least : 0, offset - bits, bits];
  });
}

function bitsFor(most: number): number {
  let bits = 0;
  while (2 ** bits <= most) bits++;
  return bits;
}

/** Packs states into records. */
export class RecordPacker {
  private readonly record: Uint8Array;
  private readonly places: readonly number[];
  private readonly variables: readonly CertificateVariable[];

  constructor(model: Model, variables: readonly CertificateVariable[]) {
    this.record = new Uint8Array(recordLength({ variables }));
    this.places = placesOf(model);
    this.variables = variables;
  }

  /** The record of the state; the array is used again. */
  pack(state: ArrayLike<number>): Uint8Array {
    const { record } = this;
    record.fill(0);
    this.places.forEach((place, i) => {
      const [, least, offset, bits] = this.variables[i];
      let value = state[place] - least;
      for (let at = offset; at < offset + bits; ) {
        const taken = Math.min(8 - (at & 7), offset + bits - at);
        record[at >> 3] |= (value & ((1 << taken) - 1)) << (at & 7);
        value >>>= taken;
        at += taken;
      }
    });
    return record;
  }
}
