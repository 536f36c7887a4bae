// Nets as plain data, for other threads: texts in a few lists and numbers in typed arrays, which go without a copy. The model that is made of them is
// the one that was sent: the same places, transitions and names, also those of nodes and instances of coloured nets, and what was found out about it.
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import { ColouredInstances, type ColouredNames } from '../formats/pnml/instance-names.ts';
import type { LinearInvariant, Model } from '../model.ts';
import type { Arc, Families, InhibitorArc, Net, Place, Transition } from './net.ts';
import { isNetModel, type NetModel, netModel } from './net-model.ts';

export interface SendableNet {
  readonly name: string;
  readonly format: Model['format'];
  readonly places: SendableNodes;
  readonly transitions: SendableNodes;
  /** Of each place the numbers of `placeNumbers`; what there is not is not a number. */
  readonly numbers: Float64Array;
  /** Of each transition how many arcs of three kinds it has, then these, two numbers each: inputs, outputs, inhibitors. */
  readonly arcs: Float64Array;
  readonly families: SendableFamilies | null;
  /** What an analysis has found: the bounds of the places, and the invariants. Null where there was none. */
  readonly findings: { readonly uppers: Float64Array; readonly invariants: readonly LinearInvariant[] } | null;
}

interface SendableNodes {
  readonly ids: readonly string[];
  /** Null where all are the ids. */
  readonly names: readonly string[] | null;
}

type SendableFamilies = Omit<Families, 'unmade'> & { readonly unmade: ColouredNames };

/** Tokens at the beginning, capacity, promised bound, level. */
const NUMBERS_OF_A_PLACE = 4;

/** Null where the model is no net, or one with families that are no data. */
export function toSendableNet(model: Model): SendableNet | null {
  if (!isNetModel(model)) return null;
  const { net, format } = model;
  const { places, transitions } = net;
  const families = net.families && sendableFamilies(net.families);
  if (net.families !== null && families === null) return null;
  return {
    name: net.name,
    format,
    places: nodesOf(places),
    transitions: nodesOf(transitions),
    numbers: Float64Array.from(places.flatMap(placeNumbers)),
    arcs: arcsOf(transitions),
    families,
    findings: model.invariants === undefined ? null : { uppers: uppersOf(model), invariants: model.invariants },
  };
}

/** What can be handed over instead of being copied. */
export function transferablesOf({ numbers, arcs, findings }: SendableNet): ArrayBuffer[] {
  const arrays = [numbers, arcs, ...(findings === null ? [] : [findings.uppers])];
  return arrays.map(({ buffer }) => buffer as ArrayBuffer);
}

/** The model that was sent. Throws `LimitExceeded`. */
export function fromSendableNet(sent: SendableNet, stopwatch: Stopwatch = new Stopwatch()): NetModel {
  const { name, format, families, findings } = sent;
  const net: Net = {
    name,
    places: placesFrom(sent),
    transitions: transitionsFrom(sent, stopwatch),
    families: families && { ...families, unmade: new ColouredInstances(families.unmade) },
  };
  const model = netModel(net, format, stopwatch);
  if (findings === null) return model;
  const { uppers, invariants } = findings;
  const variables = model.variables.map((variable, i) => ({ ...variable, upper: orNull(uppers[i]) }));
  return Object.assign(Object.create(model) as NetModel, { variables, invariants });
}

function sendableFamilies({ places, transitions, unmade, alike }: Families): SendableFamilies | null {
  return unmade instanceof ColouredInstances ? { places, transitions, alike, unmade: unmade.names } : null;
}

function nodesOf(nodes: readonly { readonly id: string; readonly name: string }[]): SendableNodes {
  const isNamedByIds = nodes.every(({ id, name }) => id === name);
  return { ids: nodes.map(({ id }) => id), names: isNamedByIds ? null : nodes.map(({ name }) => name) };
}

function placeNumbers({ initial, capacity, promised, level }: Place): number[] {
  return [initial, capacity ?? Number.NaN, promised ?? Number.NaN, level ?? Number.NaN];
}

function placesFrom({ places: { ids, names }, numbers }: SendableNet): Place[] {
  return ids.map((id, i) => {
    const at = i * NUMBERS_OF_A_PLACE;
    return {
      id,
      name: names === null ? id : names[i],
      initial: numbers[at],
      capacity: orNull(numbers[at + 1]),
      promised: orNull(numbers[at + 2]),
      level: orNull(numbers[at + 3]),
    };
  });
}

function arcsOf(transitions: readonly Transition[]): Float64Array {
  let length = 0;
  for (const { inputs, outputs, inhibitors } of transitions) {
    length += 3 + 2 * (inputs.length + outputs.length + inhibitors.length);
  }
  const arcs = new Float64Array(length);
  let at = 0;
  for (const { inputs, outputs, inhibitors } of transitions) {
    for (const side of [inputs, outputs, inhibitors]) arcs[at++] = side.length;
    for (const side of [inputs, outputs]) {
      for (const { place, weight } of side) {
        arcs[at++] = place;
        arcs[at++] = weight;
      }
    }
    for (const { place, below } of inhibitors) {
      arcs[at++] = place;
      arcs[at++] = below;
    }
  }
  return arcs;
}

function transitionsFrom({ transitions: { ids, names }, arcs }: SendableNet, stopwatch: Stopwatch): Transition[] {
  let at = 0;
  const arc = (): Arc => ({ place: arcs[at++], weight: arcs[at++] });
  const inhibitor = (): InhibitorArc => ({ place: arcs[at++], below: arcs[at++] });
  return ids.map((id, i) => {
    stopwatch.tick();
    const [ofInputs, ofOutputs, ofInhibitors] = [arcs[at++], arcs[at++], arcs[at++]];
    return {
      id,
      name: names === null ? id : names[i],
      inputs: times(ofInputs, arc),
      outputs: times(ofOutputs, arc),
      inhibitors: times(ofInhibitors, inhibitor),
    };
  });
}

function times<A>(count: number, make: () => A): readonly A[] {
  return Array.from({ length: count }, make);
}

function uppersOf({ variables }: Model): Float64Array {
  return Float64Array.from(variables, ({ upper }) => upper ?? Number.NaN);
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
