// How much a model stutters: the share of its transitions that change no proposition, the "stuttering ratio" of [BDKT14, Table 1].
import type { Observation } from '../models/observation.ts';
import { countSteps } from './count.ts';
import type { ExploredModel } from './explored-model.ts';
import type { RunOptions } from './race.ts';

/** Between 0 and 1; null where counting would take too long, or there is no transition. */
export function stutteringShare(
  explored: ExploredModel,
  { predicates }: Observation,
  options: RunOptions = {},
): number | null {
  const { space, labellings } = explored.states(options);
  const labelling = labellings.of(predicates);
  const all = space.model.groups.flatMap((_, group) => [...space.relationsOf(group)]);
  const stuttering = all.flatMap((relation) => labelling.splitByChange(relation).get(0) ?? []);
  const [part, whole] = [stuttering, all].map((relations) => countSteps(space, relations));
  return part === null || whole === null || whole === 0n ? null : Number((part * 1_000_000n) / whole) / 1e6;
}
