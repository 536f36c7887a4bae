// How a verification ends without success.

/** The certificate does not prove what it says: exit status 10. */
export class Refused extends Error {}

/** Something cannot be read, or is outside of what this verifier knows: exit status 65. */
export class BadInput extends Error {}

export function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Refused(reason);
}

export function inputUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new BadInput(reason);
}
