// Questions that a model brings along: the `ltl` blocks of a Promela file, and what SPIN looks for in one without them.
import { type Automaton, readAutomata } from '../../automata/index.ts';
import { type Diagnostic, InputError } from '../../diagnostics/index.ts';
import { type Formula, type FormulaStore, parseFormula } from '../../formula/index.ts';
import type { Model, ModelProperty } from '../../models/index.ts';

/** Endings of files that may have formulas inside. */
const WITH_FORMULAS = /\.(pml|pm|promela)$/i;

/** Whether a file of this name brings its own questions; known before it is read. */
export function bringsQuestions(path: string): boolean {
  return WITH_FORMULAS.test(path);
}

/** A question of a model, and the variant of the model that it is about. */
interface OwnQuestion {
  readonly id: string;
  /** What must hold, or true where a claim says what must not happen. */
  readonly formula: Formula;
  readonly claim?: Automaton;
  readonly about?: Model;
}

/** The questions where nobody asked any: the formulas and the claim of the model, or the faults where it has neither. */
export function ownQuestions(model: Model, store: FormulaStore): OwnQuestion[] {
  const properties = model.properties ?? [];
  const formulas = properties.filter(({ kind }) => kind !== 'fault');
  return asked(formulas.length > 0 ? formulas : properties, store);
}

/** The questions about the faults that a model can have by itself. Throws `InputError` where it knows of none. */
export function faultQuestions(model: Model, store: FormulaStore): OwnQuestion[] {
  const faults = (model.properties ?? []).filter(({ kind }) => kind === 'fault');
  if (faults.length > 0) return asked(faults, store);
  const hint = 'write what must hold as a formula; `--deadlock error` finds deadlocks';
  throw new InputError({ code: 'CMD001', message: `${model.name} has no assertions: it is not in Promela`, hint });
}

/** The formula of this name that the model has, if the question is nothing but a name. */
export function namedByModel(model: Model, formula: Formula): OwnQuestion | null {
  if (formula.kind !== 'proposition') return null;
  const property = model.properties?.find(({ name, kind }) => kind !== 'fault' && name === formula.name);
  return property === undefined ? null : asked([property], formula.store)[0];
}

function asked(properties: readonly ModelProperty[], store: FormulaStore): OwnQuestion[] {
  const problems: Diagnostic[] = [];
  const questions = properties.flatMap(({ name, kind, formula: text, model }): OwnQuestion[] => {
    if (kind === 'claim') {
      const [read] = readAutomata(text, { sourceName: `<${name}>` });
      problems.push(...read.diagnostics);
      return read.value === null ? [] : [{ id: name, formula: store.true, claim: read.value }];
    }
    const { value, diagnostics } = parseFormula(text, { store, sourceName: `<${name}>` });
    problems.push(...diagnostics);
    return value === null ? [] : [{ id: name, formula: value, ...(model && { about: model() }) }];
  });
  if (problems.length > 0) throw new InputError(problems);
  return questions;
}
