// The emptiness checks that can decide a product: the one that was asked for, or all that are exact, the lightest first.
import { InputError } from '../diagnostics/diagnostic.ts';
import type { EmptinessCheck } from '../explicit/emptiness/check.ts';
import { type EmptinessName, emptinessCheck, suitableChecks } from '../explicit/emptiness/checks.ts';
import type { Product } from '../explicit/product/product.ts';
import type { DeadlockReading } from '../models/deadlock.ts';

/** Throws `InputError` where the one that was asked for does not fit. */
export function chosenChecks(
  product: Product,
  deadlock: DeadlockReading,
  name: EmptinessName | undefined,
): readonly EmptinessCheck<EmptinessName>[] {
  const suitable = suitableChecks(product, deadlock);
  if (name === undefined) return suitable;
  const asked = emptinessCheck(name);
  const reason = asked.obstacle(product, deadlock);
  if (reason === null) return [asked];
  throw new InputError({
    code: 'CHK710',
    message: `the emptiness check ${name} cannot decide this: ${reason}`,
    hint: `these can: ${suitable.map((check) => check.name).join(', ')}`,
  });
}
