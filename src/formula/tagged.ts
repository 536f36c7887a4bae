// Formulas in program text: ltl`G(${request} -> F ${grant})`, or ltl('G(request -> F grant)').
import { Formula, FormulaStore } from './formula.ts';
import { parseLtl } from './parse.ts';
import { printFormula } from './print/print.ts';

/** What may stand between `${` and `}`: a formula, or the name of a proposition (whatever characters it has). */
export type FormulaPart = Formula | string;

/**
 * The formula that a template or a text stands for. Formulas put into a template are operands, as if in parentheses; strings
 * are propositions. Throws `InputError` where the text is not a formula.
 */
export function ltl(text: string | TemplateStringsArray, ...parts: readonly FormulaPart[]): Formula {
  if (typeof text === 'string') return parseLtl(text);
  return parseLtl(templateText(text, parts));
}

/** The text of a template, its parts written as formulas. */
function templateText(strings: TemplateStringsArray, parts: readonly FormulaPart[]): string {
  const names = new FormulaStore();
  const written = parts.map((part) =>
    part instanceof Formula ? `(${printFormula(part)})` : printFormula(names.proposition(part)),
  );
  return strings.map((piece, i) => piece + (written[i] ?? '')).join('');
}
