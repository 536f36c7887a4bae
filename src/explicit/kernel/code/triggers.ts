// An order of a net's transitions in which few guards need testing: each is put under a trigger, the one of its input
// places that the fewest transitions ask for, and is only looked at where the trigger is marked; some triggers of one
// word are tested together before that. In most markings of a large net nearly all triggers are empty. Successors come
// in another order than the model's, so this is for searches that leave the order open.
import type { Group } from '../../../models/model.ts';
import { type Field, fieldMask, type Packing } from '../packing/packing.ts';

/** A place, and the transitions that are looked at where it is marked. */
interface Trigger {
  readonly word: number;
  readonly mask: bigint;
  readonly groups: readonly number[];
}

/** Triggers of one word that are tested together; without a mask there is nothing to be tested. */
interface Cluster {
  readonly word: number;
  readonly mask: bigint | null;
  readonly triggers: readonly Trigger[];
}

/** Triggers of a cluster, and transitions under them. */
const CLUSTER_TRIGGERS = 8;
const CLUSTER_GROUPS = 60;

/** The transitions under their triggers; those without one make the last cluster. */
export function clusterByTriggers(groups: readonly Group[], packing: Packing): Cluster[] {
  const askers = countAskers(groups, packing.fields.length);
  const byPlace = new Map<number, number[]>();
  const always: number[] = [];
  groups.forEach((group, number) => {
    const place = triggerOf(group, packing.fields, askers);
    if (place === -1) always.push(number);
    else byPlace.set(place, [...(byPlace.get(place) ?? []), number]);
  });
  const places = [...byPlace.keys()].sort((a, b) => {
    const [one, other] = [packing.fields[a], packing.fields[b]];
    return one.word - other.word || one.shift - other.shift;
  });
  const clusters: Cluster[] = [];
  for (const place of places) {
    const field = packing.fields[place];
    const trigger = { word: field.word, mask: fieldMask(field), groups: byPlace.get(place) ?? [] };
    const last = clusters.at(-1);
    if (last !== undefined && takes(last, trigger)) clusters[clusters.length - 1] = joined(last, trigger);
    else clusters.push({ word: field.word, mask: trigger.mask, triggers: [trigger] });
  }
  if (always.length > 0) clusters.push({ word: 0, mask: null, triggers: [{ word: 0, mask: 0n, groups: always }] });
  return clusters;
}

function takes({ word, triggers }: Cluster, trigger: Trigger): boolean {
  const groups = triggers.reduce((sum, one) => sum + one.groups.length, trigger.groups.length);
  return word === trigger.word && triggers.length < CLUSTER_TRIGGERS && groups <= CLUSTER_GROUPS;
}

function joined({ word, mask, triggers }: Cluster, trigger: Trigger): Cluster {
  return { word, mask: (mask ?? 0n) | trigger.mask, triggers: [...triggers, trigger] };
}

/** How many transitions need tokens in each place. */
function countAskers(groups: readonly Group[], places: number): Int32Array {
  const askers = new Int32Array(places);
  for (const { behaviour } of groups) {
    if (behaviour.kind !== 'tokens') continue;
    for (const { variable, atLeast } of behaviour.conditions) if (atLeast > 0) askers[variable]++;
  }
  return askers;
}

/** The place to test first, which a mask tells to be empty or not; -1 if there is none. */
function triggerOf({ behaviour }: Group, fields: readonly Field[], askers: Int32Array): number {
  let best = -1;
  if (behaviour.kind !== 'tokens') return best;
  for (const { variable, atLeast } of behaviour.conditions) {
    const { bits, lower } = fields[variable];
    if (atLeast <= 0 || bits === 0 || lower !== 0) continue;
    if (best === -1 || askers[variable] < askers[best]) best = variable;
  }
  return best;
}
