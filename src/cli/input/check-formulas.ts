// The formulas of a check: those that are given, or those of the model itself.
import { type Diagnostic, InputError, type Stopwatch } from '../../diagnostics/index.ts';
import type { PlacedFormula } from '../output/unanswered.ts';
import { budgetOf, freshBudgetOf, processStart } from '../threads/budget.ts';
import { newSignals } from '../threads/check-job.ts';
import type { FormulaInput } from './formula-input.ts';
import { isModuleName } from './module-name.ts';
import { formulasBeside, mayHaveProperties } from './module-properties.ts';
import { bringsQuestions } from './own-questions.ts';

/** The formulas of the model itself, where none is given: in a file beside it, which is read, or exported by its module, or in both places. */
export function ownFormulas(model: string, input: FormulaInput): 'beside' | 'exported' | 'both' | 'none' {
  const beside = formulasBeside(model);
  if (beside !== null) input.addFile(beside);
  const exports = isModuleName(model) && mayHaveProperties(model);
  if (beside !== null) return exports ? 'both' : 'beside';
  return bringsQuestions(model) || exports ? 'exported' : 'none';
}

/** Nothing to check is not a success. */
export function noFormula(): InputError {
  const hint = "give one as an argument, with -F FILE or through a pipe: tegata check MODEL 'G(a -> F b)'";
  return new InputError({ code: 'CMD001', message: 'no formula was given', hint });
}

/** What reading may use. */
interface ReadingLimits {
  /** For each formula. */
  readonly seconds: number | undefined;
  readonly memoryBytes: number;
}

/**
 * The budget for reading a formula, one after the other: each has its time, the first one from the start of the process on unless
 * formulas are waited for. Ctrl-C ends the process meanwhile.
 */
function readingBudgets(
  { seconds, memoryBytes }: ReadingLimits,
  { mayWait }: { readonly mayWait: boolean },
): () => Stopwatch {
  const job = { started: processStart(), memoryBytes, signals: newSignals() };
  const limits = { seconds };
  let isFirst = !mayWait;
  return () => {
    const budget = isFirst ? budgetOf(job, limits) : freshBudgetOf(job, limits);
    isFirst = false;
    return budget;
  };
}

/** All formulas with their places; throws `InputError` with everything that is wrong with them. */
export async function readFormulas(
  input: FormulaInput,
  texts: readonly string[],
  reading: ReadingLimits,
): Promise<readonly PlacedFormula[]> {
  const stopwatchFor = readingBudgets(reading, { mayWait: input.mayWait(texts) });
  const limits = { silence: reading.seconds, stopwatchFor };
  const formulas: PlacedFormula[] = [];
  const problems: Diagnostic[] = [];
  for await (const { formula, diagnostics, sourceName, line } of input.read(texts, limits)) {
    problems.push(...diagnostics);
    const origin = sourceName.startsWith('<') ? {} : { origin: { file: sourceName, line } };
    if (formula !== null) formulas.push({ formula, ...origin });
  }
  if (problems.length > 0) throw new InputError(problems);
  return formulas;
}
