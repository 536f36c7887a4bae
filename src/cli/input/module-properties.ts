// Formulas that come with a model: `export const properties = { name: 'formula', … }` of a module, and the file `model.ltl` beside `model.pnml`.
import { existsSync } from 'node:fs';
import { type Diagnostic, InputError } from '../../diagnostics/index.ts';
import { type Formula, FormulaStore, parseFormula, printFormula } from '../../formula/index.ts';
import { isFile, readText } from './read-file.ts';
import { MODULE_LIMIT } from './size-limits.ts';

/** A formula of a module, with its name there. */
export interface NamedFormula {
  readonly id: string;
  readonly formula: Formula;
}

/** The formulas that a module exports: texts, or what `ltl` gives. Throws `InputError` with everything that is wrong with them. */
export function namedFormulas(exported: unknown, path: string): NamedFormula[] {
  if (exported === undefined) return [];
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) {
    throw new InputError({
      code: 'CMD003',
      message: `the properties of the module ${path} are not an object`,
      hint: HINT,
    });
  }
  const found: NamedFormula[] = [];
  const problems: Diagnostic[] = [];
  for (const [id, value] of Object.entries(exported)) {
    const text = typeof value === 'string' ? value : isFormula(value) ? printFormula(value) : null;
    if (text === null) {
      const message = `the property ${id} of the module ${path} is not a formula`;
      problems.push({ code: 'CMD003', message, hint: HINT });
      continue;
    }
    const parsed = parseFormula(text, { store: new FormulaStore(), sourceName: `${path}: ${id}` });
    problems.push(...parsed.diagnostics);
    if (parsed.value !== null) found.push({ id, formula: parsed.value });
  }
  if (problems.length > 0) throw new InputError(problems);
  return found;
}

const HINT = "write `export const properties = { name: 'G(request -> F grant)' }`";

/** A formula, perhaps of another copy of the library. */
function isFormula(value: unknown): value is Formula {
  return typeof value === 'object' && value !== null && 'kind' in value && 'children' in value;
}

/** Whether a module may export properties. It is run later, and elsewhere; the word alone tells enough. */
export function mayHaveProperties(path: string): boolean {
  return isFile(path) && /\bproperties\b/.test(readText(path, MODULE_LIMIT));
}

/** The file of formulas beside a model: of the same name, with the ending `.ltl`. */
export function formulasBeside(model: string): string | null {
  const file = model.replace(/\.[^./\\]+$/, '.ltl');
  return file !== model && existsSync(model) && isFile(file) ? file : null;
}
