// Matchers for jest: `import 'tegata/jest'` in a test file, or in a file of `setupFilesAfterEnv`. Where `expect` is not a global
// (`injectGlobals: false`), say `expect.extend(matchers)` with the `matchers` of this module.
import type {} from 'expect';
import type { ModelMatchers } from './matchers.ts';
import { matchers } from './matchers.ts';

const { expect } = globalThis as { expect?: { extend?: (added: typeof matchers) => void } };
expect?.extend?.(matchers);

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ModelMatchers<T, R> {}
}

declare global {
  // The types of `@types/jest` live in this name space.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: merging needs the very parameters of that declaration
    interface Matchers<R, T = {}> extends ModelMatchers<T, R> {}
  }
}

export type { MatcherContext, MatcherOptions, MatcherResult, ModelMatchers } from './matchers.ts';
export { matchers } from './matchers.ts';
