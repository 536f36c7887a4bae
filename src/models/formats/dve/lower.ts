// Expressions of DVE to expressions over the state vector: names are looked up, constants folded. A local variable hides
// a global one of the same name; what is unknown gets a diagnostic and counts as 0, so that all of it is reported.
import { assertNever } from '../../../base/assert.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { all, any, binary, constant, element, equals, unary, variable } from '../../expression/build.ts';
import type { Expression } from '../../expression/expression.ts';
import type { DveExpression, Identifier, Reference } from './ast.ts';
import type { Complaints, ProcessLayout, Storage, Width } from './layout.ts';

/** What can be named at some place of the model. */
export interface Scope {
  readonly locals: ReadonlyMap<string, Storage>;
  readonly globals: ReadonlyMap<string, Storage>;
  readonly processes: ReadonlyMap<string, ProcessLayout>;
}

const NOTHING: Expression = constant(0);

/** The place that an assignment writes. */
export interface Place {
  readonly target: Extract<Expression, { kind: 'variable' | 'element' }>;
  readonly width: Width;
}

/** `expression` over the state vector. */
export function lowerExpression(expression: DveExpression, scope: Scope, complaints: Complaints): Expression {
  const lower = (part: DveExpression): Expression => lowerExpression(part, scope, complaints);
  switch (expression.kind) {
    case 'number':
      return constant(expression.value);
    case 'reference':
      return lowerReference(expression, scope, complaints);
    case 'location': {
      const process = findProcess(expression.process, scope, complaints);
      const state = process && findState(process, expression.state, complaints);
      return process && state !== null ? equals(process.location, state) : NOTHING;
    }
    case 'unary':
      return unary(expression.operator, lower(expression.operand));
    case 'binary':
      return binary(expression.operator, lower(expression.left), lower(expression.right));
    case 'all':
      return all(expression.operands.map(lower));
    case 'any':
      return any(expression.operands.map(lower));
    case 'imply':
      return any([unary('!', lower(expression.left)), lower(expression.right)]);
    default:
      return assertNever(expression);
  }
}

/** The place that `reference` names as target; null after a complaint. */
export function lowerTarget(reference: Reference, scope: Scope, complaints: Complaints): Place | null {
  const storage = findStorage(reference, scope, complaints);
  if (storage === null) return null;
  const shown = reference.name.text;
  if (storage.kind === 'constant' || (storage.kind === 'array' && storage.constant)) {
    complaints.add('DVE305', `\`${shown}\` is a constant and cannot be assigned`, reference.span);
    return null;
  }
  const target = access(reference, storage, scope, complaints);
  if (target.kind !== 'variable' && target.kind !== 'element') return null;
  return { target, width: storage.width };
}

/** The number of `state` in `process`, or null after a complaint. */
export function findState(process: ProcessLayout, state: Identifier, complaints: Complaints): number | null {
  const found = process.states.get(state.text);
  if (found !== undefined) return found;
  const hint = didYouMean(state.text, process.states.keys());
  complaints.add('DVE303', `process \`${process.name}\` has no state \`${state.text}\``, state.span, hint);
  return null;
}

function lowerReference(reference: Reference, scope: Scope, complaints: Complaints): Expression {
  const storage = findStorage(reference, scope, complaints);
  return storage === null ? NOTHING : access(reference, storage, scope, complaints);
}

function access(reference: Reference, storage: Storage, scope: Scope, complaints: Complaints): Expression {
  const { index } = reference;
  const shown = reference.name.text;
  if (storage.kind === 'array') {
    // An array without an index is its first element: the language allows it, and models rely on it.
    return element(storage, index === null ? constant(0) : lowerExpression(index, scope, complaints));
  }
  if (index !== null) {
    complaints.add('DVE305', `\`${shown}\` is not an array`, reference.span);
    return NOTHING;
  }
  return storage.kind === 'constant' ? constant(storage.value) : variable(storage.variable);
}

function findStorage(reference: Reference, scope: Scope, complaints: Complaints): Storage | null {
  const { process, name } = reference;
  if (process !== null) {
    const owner = findProcess(process, scope, complaints);
    if (owner === null) return null;
    const storage = owner.locals.get(name.text);
    if (storage !== undefined) return storage;
    const hint = didYouMean(name.text, owner.locals.keys());
    complaints.add('DVE303', `process \`${owner.name}\` has no variable \`${name.text}\``, name.span, hint);
    return null;
  }
  const storage = scope.locals.get(name.text) ?? scope.globals.get(name.text);
  if (storage !== undefined) return storage;
  const hint = didYouMean(name.text, [...scope.locals.keys(), ...scope.globals.keys()]);
  complaints.add('DVE303', `unknown variable \`${name.text}\``, name.span, hint);
  return null;
}

function findProcess(name: Identifier, scope: Scope, complaints: Complaints): ProcessLayout | null {
  const process = scope.processes.get(name.text);
  if (process !== undefined) return process;
  const hint = didYouMean(name.text, scope.processes.keys());
  complaints.add('DVE303', `unknown process \`${name.text}\``, name.span, hint);
  return null;
}
