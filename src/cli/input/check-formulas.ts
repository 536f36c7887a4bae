// The formulas of a check: those that are given, or those of the model itself.
import { type Diagnostic, InputError } from '../../diagnostics/index.ts';
import type { Formula } from '../../formula/index.ts';
import type { CheckJob } from '../threads/check-job.ts';
import type { FormulaInput } from './formula-input.ts';
import { isModuleName } from './module-name.ts';
import { formulasBeside, mayHaveProperties } from './module-properties.ts';

/** A formula, and where it was found if that was a file. */
export type PlacedFormula = Omit<CheckJob['formulas'][number], 'formula'> & { readonly formula: Formula };

/** The formulas of the model itself, where none is given: in a file beside it, which is read, or exported by its module. */
export function ownFormulas(model: string, input: FormulaInput): 'beside' | 'exported' | 'none' {
  const beside = formulasBeside(model);
  if (beside !== null) input.addFile(beside);
  if (beside !== null) return 'beside';
  return isModuleName(model) && mayHaveProperties(model) ? 'exported' : 'none';
}

/** Nothing to check is not a success. */
export function noFormula(): InputError {
  const hint = "give one as an argument, with -F FILE or through a pipe: tegata check MODEL 'G(a -> F b)'";
  return new InputError({ code: 'CMD001', message: 'no formula was given', hint });
}

/** All formulas with their places; throws `InputError` with everything that is wrong with them. */
export async function readFormulas(
  input: FormulaInput,
  texts: readonly string[],
  seconds: number | undefined,
): Promise<readonly PlacedFormula[]> {
  const formulas: PlacedFormula[] = [];
  const problems: Diagnostic[] = [];
  for await (const { formula, diagnostics, sourceName, line } of input.read(texts, seconds)) {
    problems.push(...diagnostics);
    const origin = sourceName.startsWith('<') ? {} : { origin: { file: sourceName, line } };
    if (formula !== null) formulas.push({ formula, ...origin });
  }
  if (problems.length > 0) throw new InputError(problems);
  return formulas;
}
