// Conditions of coloured transitions: comparisons of colours, joined by connectives, and split into conjuncts so that the search
// for bindings can test each as early as possible.
import { assertNever } from '../../../base/assert.ts';
import type { XmlElement } from '../xml/xml-stream.ts';
import type { BasicSort, Choice } from './sorts.ts';
import { sameDomain, type Term, type TermReader } from './terms.ts';

type Comparison = '=' | '<' | '<=';

export type Guard =
  | { readonly kind: 'constant'; readonly value: boolean }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Choice;
      readonly right: Choice;
      readonly sort: BasicSort;
    }
  | { readonly kind: 'not'; readonly operand: Guard }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Guard[] };

const TRUE: Guard = { kind: 'constant', value: true };

/** The condition as a guard; null after a complaint. */
export function readGuard(element: XmlElement, reader: TermReader): Guard | null {
  switch (element.name) {
    case 'condition': {
      const structure = element.children.find((child) => child.name === 'structure');
      return structure ? readGuard(structure, reader) : TRUE;
    }
    case 'structure':
    case 'subterm':
      if (element.children.length === 1) return readGuard(element.children[0], reader);
      return reader.complain(element, 'NET206', `\`${element.name}\` must contain exactly one term`);
    case 'and':
    case 'or': {
      const operands = readAll(element, reader);
      return operands && { kind: element.name, operands };
    }
    case 'not': {
      const operands = readAll(element, reader);
      return operands && { kind: 'not', operand: operands[0] };
    }
    case 'imply': {
      const operands = readAll(element, reader);
      if (operands === null) return null;
      if (operands.length !== 2) return reader.complain(element, 'NET206', '`imply` needs two operands');
      return { kind: 'or', operands: [{ kind: 'not', operand: operands[0] }, operands[1]] };
    }
    case 'booleanconstant':
      return { kind: 'constant', value: element.attributes.value === 'true' };
    default:
      return readComparison(element, reader);
  }
}

function readAll(element: XmlElement, reader: TermReader): Guard[] | null {
  const operands = element.children.map((child) => readGuard(child, reader));
  if (operands.includes(null)) return null;
  if (operands.length === 0) return reader.complain(element, 'NET206', `\`${element.name}\` has no operands`);
  return operands as Guard[];
}

function readComparison(element: XmlElement, reader: TermReader): Guard | null {
  const build = COMPARISONS[element.name];
  if (build === undefined)
    return reader.complain(element, 'NET213', `conditions of kind \`${element.name}\` are not supported`);
  if (element.children.length !== 2)
    return reader.complain(element, 'NET206', `\`${element.name}\` needs two operands`);
  const terms = element.children.map((child) => reader.read(child));
  const [left, right] = terms;
  if (left === null || right === null) return null;
  if (!sameDomain(left.domain, right.domain))
    return reader.complain(element, 'NET216', 'colours of different sorts are compared');
  if (![left, right].every(isColour)) return reader.complain(element, 'NET216', 'only single colours can be compared');
  const ordered = element.name !== 'equality' && element.name !== 'inequality';
  if (ordered && left.domain.length > 1) return reader.complain(element, 'NET216', 'tuples have no order');
  return build(left, right);
}

const COMPARISONS: Readonly<Record<string, (left: Term, right: Term) => Guard>> = {
  equality: (left, right) => compare('=', left, right),
  inequality: (left, right) => ({ kind: 'not', operand: compare('=', left, right) }),
  lessthan: (left, right) => compare('<', left, right),
  lessthanorequal: (left, right) => compare('<=', left, right),
  greaterthan: (left, right) => compare('<', right, left),
  greaterthanorequal: (left, right) => compare('<=', right, left),
};

function isColour({ summands }: Term): boolean {
  return summands.length === 1 && summands[0].count === 1 && summands[0].components.every(({ length }) => length === 1);
}

function compare(operator: Comparison, left: Term, right: Term): Guard {
  const operands = left.domain.map(
    (sort, i): Guard => ({
      kind: 'compare',
      operator,
      left: left.summands[0].components[i][0],
      right: right.summands[0].components[i][0],
      sort,
    }),
  );
  return operands.length === 1 ? operands[0] : { kind: 'and', operands };
}

/** The parts that must all hold. Negations are moved inwards as far as that finds more of them. */
export function conjuncts(guard: Guard): Guard[] {
  if (guard.kind === 'and') return guard.operands.flatMap(conjuncts);
  if (guard.kind === 'constant' && guard.value) return [];
  if (guard.kind !== 'not') return [guard];
  const { operand } = guard;
  if (operand.kind === 'not') return conjuncts(operand.operand);
  if (operand.kind === 'or') return operand.operands.flatMap((part) => conjuncts({ kind: 'not', operand: part }));
  return [guard];
}

/** The slots that a guard depends on. */
export function slotsOf(guard: Guard, slots: Set<number> = new Set()): Set<number> {
  switch (guard.kind) {
    case 'constant':
      break;
    case 'compare':
      for (const { slot } of [guard.left, guard.right]) if (slot !== -1) slots.add(slot);
      break;
    case 'not':
      slotsOf(guard.operand, slots);
      break;
    case 'and':
    case 'or':
      for (const operand of guard.operands) slotsOf(operand, slots);
      break;
    default:
      assertNever(guard);
  }
  return slots;
}

/** The colour that a choice denotes under a binding. */
export function colourOf(choice: Choice, sort: BasicSort, binding: ArrayLike<number>): number {
  return choice.slot === -1 ? choice.value : (binding[choice.slot] + choice.value) % sort.size;
}

/** Whether the guard holds; every slot that it depends on must be bound. */
export function holds(guard: Guard, binding: ArrayLike<number>): boolean {
  switch (guard.kind) {
    case 'constant':
      return guard.value;
    case 'compare': {
      const left = colourOf(guard.left, guard.sort, binding);
      const right = colourOf(guard.right, guard.sort, binding);
      if (guard.operator === '=') return left === right;
      return guard.operator === '<' ? left < right : left <= right;
    }
    case 'not':
      return !holds(guard.operand, binding);
    case 'and':
      return guard.operands.every((operand) => holds(operand, binding));
    case 'or':
      return guard.operands.some((operand) => holds(operand, binding));
    default:
      return assertNever(guard);
  }
}
