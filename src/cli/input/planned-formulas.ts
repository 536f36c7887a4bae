// What a configuration, or a campaign, names: formulas that stand in it, and files that are seen from its folder.
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { type PlannedCheck, pathText } from '../../config/index.ts';
import { type Diagnostic, InputError } from '../../diagnostics/index.ts';
import { FormulaStore, parseFormula } from '../../formula/index.ts';
import type { PlacedFormula } from '../output/unanswered.ts';

/** A net of the library. */
const LIBRARY = /^[a-z-]+:\d+$/;

/** The formulas that the configuration has; throws `InputError` with everything that is wrong with them. */
export function plannedFormulas({ properties }: PlannedCheck, file: string): PlacedFormula[] {
  const found: PlacedFormula[] = [];
  const problems: Diagnostic[] = [];
  for (const { id, text, path } of properties) {
    const sourceName = `${file}: ${pathText(path)}`;
    const { value, diagnostics } = parseFormula(text, { store: new FormulaStore(), sourceName });
    problems.push(...diagnostics);
    if (value !== null) found.push({ id, formula: value });
  }
  if (problems.length > 0) throw new InputError(problems);
  return found;
}

/** What is said of a model of a configuration that has nothing to be checked. */
export function withoutFormula(model: string, file: string): InputError {
  if (!existsSync(model) && !LIBRARY.test(model)) {
    return new InputError({ code: 'CMD002', message: `cannot read ${model}: it does not exist` });
  }
  const hint = `give it properties in ${file}: { model: '${model}', properties: { live: 'G F done' } }`;
  return new InputError({ code: 'CMD006', message: `${model} has no formula`, hint });
}

/** A path as it is seen from here; in the configuration it is seen from its own folder. */
export function placedPath(path: string, file: string): string {
  const found = resolve(dirname(file), path);
  return LIBRARY.test(path) && !existsSync(found) ? path : relative('.', found);
}
