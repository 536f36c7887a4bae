/** An error in Tegata itself: a broken invariant. It is never the user's fault, and never turned into a verdict. */
export class InternalError extends Error {
  override name = 'InternalError';
}

/** Throws an `InternalError` unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InternalError(message);
}

/** Marks the branch of a `switch` that the types say cannot be reached. */
export function assertNever(value: never): never {
  throw new InternalError(`unexpected case: ${String(value)}`);
}
