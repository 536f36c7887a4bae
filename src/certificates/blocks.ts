// What a proof with a diagram is made of: the product of the model with the tableau in decision diagrams, and what each step of the hull of its
// fair cycles takes away.
import { LimitExceeded } from '../diagnostics/limit.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import { ExploredModel } from '../symbolic/explored-model.ts';
import { hullBlocks } from '../symbolic/hull-blocks.ts';
import type { DiagramProofParts } from './diagram-proof.ts';
import type { ProofRequest } from './proof-request.ts';
import { placesOf } from './records.ts';
import { tableauAutomaton } from './tableau-automaton.ts';
import { TableauTable } from './tableau-table.ts';
import { infinitelyMany, isInfinite } from './unbounded.ts';

/** Null where the product with the model accepts something. */
export function blocksOf(
  searched: Model,
  { result, formula, observation, search }: ProofRequest,
): DiagramProofParts | 'too large' | null {
  const { limits } = search;
  const tableau = new TableauTable(formula, observation.names);
  const made = tableauAutomaton(tableau);
  if (made === null) return 'too large';
  const { deadlock } = result.options;
  const model = analyse(searched, { stopwatch: limits });
  if (isInfinite(model, limits)) throw infinitelyMany();
  const request = { ...made, observation, deadlock, variables: placesOf(model), limits };
  const blocks = hullBlocks(new ExploredModel(model), request);
  const most = limits.bound('states');
  if (blocks !== null && most !== undefined && blocks.pairs > most) {
    throw new LimitExceeded('states', `the product has more than ${most} states`);
  }
  return blocks && { model, tableau, blocks, stopwatch: limits };
}
