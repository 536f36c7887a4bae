// Which emptiness check: the lightest one that is exact for the product, or the one that was asked for.
import type { DeadlockReading } from '../../models/deadlock.ts';
import type { Product } from '../product/product.ts';
import { couvreur } from './couvreur.ts';
import type { EmptinessName } from './names.ts';
import { ndfs } from './ndfs.ts';
import { reachability } from './reachability.ts';
import type { EmptinessCheck } from './result.ts';
import { tarjan } from './tarjan.ts';
import { twoPass } from './two-pass.ts';
import { weak } from './weak.ts';

/** All checks by name. Each is exact for the products to which `obstacle` says nothing. */
export const emptinessChecks: Readonly<Record<EmptinessName, EmptinessCheck>> = {
  couvreur,
  'two-pass': twoPass,
  ndfs,
  tarjan,
  reachability,
  weak,
};

/** Why the check cannot decide the product; null when it can. */
export function obstacle(name: EmptinessName, product: Product, deadlock: DeadlockReading): string | null {
  switch (name) {
    case 'couvreur':
      return forbidsMarks(product)
        ? 'the automaton also accepts by what happens only finitely often (livelocks, Fin)'
        : null;
    case 'weak':
      return product.weakness ? null : 'the automaton is not known to be weak';
    case 'reachability':
      if (!product.weakness?.terminal) return 'the automaton is not known to be terminal';
      return deadlock === 'drop' ? 'executions that end in a deadlock are dropped' : null;
    default:
      return null;
  }
}

/** The checks that are exact for the product, the lightest first. */
export function suitableChecks(product: Product, deadlock: DeadlockReading): EmptinessName[] {
  const order: readonly EmptinessName[] = ['reachability', 'weak', 'couvreur', 'two-pass', 'tarjan', 'ndfs'];
  return order.filter((name) => obstacle(name, product, deadlock) === null);
}

function forbidsMarks(product: Product): boolean {
  return product.modes.some(({ forbidden }) => forbidden !== 0);
}
