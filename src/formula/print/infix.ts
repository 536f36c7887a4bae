// Printing in infix notation, with a stack of what is still to be written: linear in the length of the result, at any depth.
import type { Formula } from '../formula.ts';
import type { Kind } from '../kinds.ts';
import type { Style } from './style.ts';

/** Where parentheses are put: where they are needed, or around every operand that is not a name or constant. */
export type Parentheses = 'minimal' | 'full';

/** The formula in the given notation. */
export function printInfix(formula: Formula, style: Style, parentheses: Parentheses): string {
  const written: string[] = [];
  const pending: (Formula | string)[] = [formula];
  while (pending.length > 0) {
    const item = pending.pop()!;
    if (typeof item === 'string') written.push(item);
    else expand(item, { style, parentheses, written, pending });
  }
  return written.join('');
}

interface Work {
  readonly style: Style;
  readonly parentheses: Parentheses;
  readonly written: string[];
  readonly pending: (Formula | string)[];
}

/** Writes a leaf, or replaces a formula by its operator and operands on the stack. */
function expand(formula: Formula, work: Work): void {
  const { style, written, pending } = work;
  const { kind, children } = formula;
  switch (kind) {
    case 'true':
    case 'false':
      written.push(style.constants[kind]);
      return;
    case 'proposition':
      written.push(style.name(formula.name));
      return;
    case 'not':
    case 'next':
    case 'finally':
    case 'globally':
      written.push(style.prefixes[kind]);
      if (spaced(work) && kind !== 'not' && isWord(children[0])) written.push(' ');
      pushOperand(formula, children[0], work);
      return;
    default:
      for (let i = children.length - 1; i >= 0; i--) {
        pushOperand(formula, children[i], work);
        if (i > 0) pending.push(style.infixes[kind]);
      }
  }
}

function spaced({ style, parentheses }: Work): boolean {
  return style.spacedWords && parentheses === 'minimal';
}

/** A proposition whose name begins with two letters: `grant`, but not `a` or `p0`. */
function isWord(formula: Formula): boolean {
  return /^[A-Za-z_]{2}/.test(formula.name);
}

function pushOperand(parent: Formula, child: Formula, { style, parentheses, pending }: Work): void {
  const enclosed = parentheses === 'full' ? enclosedInFull(parent, child) : needsParentheses(parent, child, style);
  if (enclosed) pending.push(style.close, child, style.open);
  else pending.push(child);
}

function enclosedInFull(parent: Formula, child: Formula): boolean {
  if (child.children.length > 0) return true;
  return parent.children.length === 1 && parent.kind !== 'not';
}

function needsParentheses(parent: Formula, child: Formula, style: Style): boolean {
  if (child.children.length < 2) return false;
  return !(style.conventional && mayStandBare(parent.kind, child.kind));
}

/** Pairs of operators about whose order of binding all agree. */
function mayStandBare(parent: Kind, child: Kind): boolean {
  const implication = parent === 'implies' || parent === 'equivalent';
  return child === 'and' ? implication || parent === 'or' : child === 'or' && implication;
}
