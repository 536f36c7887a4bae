// Matchers for vitest: `import 'tegata/vitest'` in a test file, or in a file of `setupFiles`.
import { expect } from 'vitest';
import type { Formula } from '../formula/formula.ts';
import type { FairnessNameFor } from '../models/fairness.ts';
import type { FormulaCompletion, FormulaTextFor } from '../models/typescript/formula-text.ts';
import { type MatcherOptions, type ModelMatchers, matchers } from './matchers.ts';

expect.extend(matchers);

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: merging needs the very parameters of the declaration in vitest
  interface Assertion<T = any> {
    /**
     * All infinite executions of the model satisfy the formula. Or, as vitest itself has it, the value satisfies the function; one
     * signature for both, since the compiler explains the last one alone.
     */
    toSatisfy: <const F extends string, N extends string>(
      // biome-ignore lint/suspicious/noExplicitAny: as in vitest
      formula: Formula | (F & FormulaTextFor<T, F>) | NoInfer<FormulaCompletion<T, F>> | ((value: any) => boolean),
      options?: MatcherOptions<FairnessNameFor<T, N>> | string,
    ) => void;
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
