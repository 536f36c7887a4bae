// All emptiness checks, and which of them suit a product.
import type { DeadlockReading } from '../../models/deadlock.ts';
import type { Product } from '../product/product.ts';
import type { EmptinessCheck } from './check.ts';
import { couvreurCheck } from './couvreur.ts';
import { ndfsCheck } from './ndfs.ts';
import { reachabilityCheck } from './reachability.ts';
import { tarjanCheck } from './tarjan.ts';
import { twoPassCheck, wholeTwoPassCheck } from './two-pass.ts';
import { weakCheck } from './weak.ts';

/** The checks, the lightest first: unless one is asked for, the first that has no obstacle is taken. */
export const emptinessChecks = [
  reachabilityCheck,
  weakCheck,
  couvreurCheck,
  twoPassCheck,
  wholeTwoPassCheck,
  tarjanCheck,
  ndfsCheck,
] as const satisfies readonly EmptinessCheck[];

/** The names of the checks, as options, results and tables of measurements use them. */
export type EmptinessName = (typeof emptinessChecks)[number]['name'];

export const emptinessNames: readonly EmptinessName[] = emptinessChecks.map(({ name }) => name);

/** The check with this name. */
export function emptinessCheck(name: EmptinessName): EmptinessCheck<EmptinessName> {
  return emptinessChecks.find((check) => check.name === name)!;
}

/** The checks that are exact for the product, the lightest first. */
export function suitableChecks(product: Product, deadlock: DeadlockReading): EmptinessCheck<EmptinessName>[] {
  return emptinessChecks.filter((check) => check.obstacle(product, deadlock) === null);
}
