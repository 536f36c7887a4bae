// Matchers for vitest: `import 'tegata/vitest'` in a test file, or in a file of `setupFiles`.
import { expect } from 'vitest';
import { type ModelMatchers, matchers } from './matchers.ts';

expect.extend(matchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: merging needs the very parameters of the declaration in vitest
  interface Assertion<T = any> {
    toSatisfy: ModelMatchers<T>['toSatisfy'] &
      // biome-ignore lint/suspicious/noExplicitAny: the matcher of this name that vitest itself has
      ((matcher: (value: any) => boolean, message?: string) => void);
    toViolate: ModelMatchers<T>['toViolate'];
  }
}

// The declarations of this module must name vitest before they add to it: without this line the compiler leaves the import out.
export type { Assertion } from 'vitest';
export {
  type MatcherContext,
  type MatcherOptions,
  type MatcherResult,
  type ModelMatchers,
  matchers,
} from './matchers.ts';
