// Other names for propositions: substitution, tidy names in order of first appearance, and names for whole Boolean
// subformulas, so that a tool which is slow in the number of propositions sees as few of them as possible.
import { type Formula, type FormulaStore, isConstant } from './formula.ts';
import { BOOLEAN } from './traits.ts';
import { fold, propositionsOf, subformulas } from './traverse.ts';

/** What a relabelling gives: the new formula, and the old formula behind each new name. */
export interface Relabelled {
  readonly formula: Formula;
  /** From each new name to the formula (a proposition, or a Boolean formula) that it stands for. */
  readonly meaning: ReadonlyMap<string, Formula>;
}

export type NameStyle = 'p0' | 'a';

/** Replaces propositions by formulas, all at once; propositions without an entry stay. */
export function substitute(formula: Formula, replacement: ReadonlyMap<string, Formula>): Formula {
  return replaceNodes(formula, (node) => (node.kind === 'proposition' ? replacement.get(node.name) : undefined));
}

/** Renames the propositions to p0, p1, … or a, b, c, …, in the order in which a reader meets them. */
export function relabel(formula: Formula, style: NameStyle = 'p0'): Relabelled {
  return rename(formula, (node) => node.kind === 'proposition', namesOf(style));
}

/**
 * Renames maximal Boolean subformulas. Two of them may share a proposition only by being equal; those that are entangled
 * otherwise are left as they are, with their propositions renamed, so that both formulas have the same models up to
 * the renaming: φ is satisfiable, valid, or stutter-invariant exactly when the result is, and `substitute` with
 * `meaning` leads back.
 */
export function relabelBoolean(formula: Formula, style: NameStyle = 'p0'): Relabelled {
  const free = freeBooleans(formula);
  return rename(formula, (node) => free.has(node) || node.kind === 'proposition', namesOf(style));
}

/** The maximal Boolean subformulas whose propositions occur nowhere else. */
export function independentBooleans(formula: Formula): Formula[] {
  const maximal = [...maximalBooleans(formula)];
  const owners = new Map<string, number>();
  for (const node of maximal) {
    for (const name of propositionsOf(node)) owners.set(name, (owners.get(name) ?? 0) + 1);
  }
  return maximal.filter((node) => propositionsOf(node).every((name) => owners.get(name) === 1));
}

/** Those of them that take both truth values. */
function freeBooleans(formula: Formula): Set<Formula> {
  return new Set(independentBooleans(formula).filter((node) => isContingent(node, propositionsOf(node))));
}

function maximalBooleans(formula: Formula): Set<Formula> {
  const maximal = new Set<Formula>();
  if (formula.has(BOOLEAN)) return maximal.add(formula);
  for (const node of subformulas(formula)) {
    if (node.has(BOOLEAN)) continue;
    for (const child of node.children) if (child.has(BOOLEAN) && !isConstant(child)) maximal.add(child);
  }
  return maximal;
}

/** The number of propositions up to which truth is decided by trying all valuations. */
const MAX_TRIED = 10;

/** Whether a Boolean formula is true under one valuation and false under another; `false` also when there are too many. */
function isContingent(node: Formula, names: readonly string[]): boolean {
  if (names.length > MAX_TRIED) return false;
  const { store } = node;
  const seen = new Set<Formula>();
  for (let valuation = 0; valuation < 2 ** names.length && seen.size < 2; valuation++) {
    const values = new Map(names.map((name, i) => [name, store.constant(((valuation >> i) & 1) === 1)]));
    seen.add(substitute(node, values));
  }
  return seen.size === 2;
}

function rename(formula: Formula, isRenamed: (node: Formula) => boolean, names: (i: number) => string): Relabelled {
  const fresh = new Map<Formula, Formula>();
  const meaning = new Map<string, Formula>();
  for (const node of inReadingOrder(formula, isRenamed)) {
    const name = names(fresh.size);
    fresh.set(node, node.store.proposition(name));
    meaning.set(name, node);
  }
  return { formula: replaceNodes(formula, (node) => fresh.get(node)), meaning };
}

/** The nodes that `isWanted` accepts, outermost only, each at its first appearance from left to right. */
function inReadingOrder(formula: Formula, isWanted: (node: Formula) => boolean): Set<Formula> {
  const found = new Set<Formula>();
  const seen = new Set<Formula>();
  const stack = [formula];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (seen.has(node)) continue;
    seen.add(node);
    if (isWanted(node)) found.add(node);
    else for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
  return found;
}

/** Replaces the nodes for which there is a replacement, and rebuilds what is above them. */
export function replaceNodes(formula: Formula, replacement: (node: Formula) => Formula | undefined): Formula {
  return fold<Formula>(formula, (node, children) => replacement(node) ?? rebuild(node.store, node, children));
}

function rebuild(store: FormulaStore, node: Formula, children: readonly Formula[]): Formula {
  return children.every((child, i) => child === node.children[i]) ? node : store.rebuild(node, children);
}

function namesOf(style: NameStyle): (i: number) => string {
  return style === 'p0' ? (i) => `p${i}` : letterName;
}

/** a, b, …, z, aa, ab, … */
function letterName(i: number): string {
  let name = '';
  for (let rest = i; rest >= 0; rest = Math.floor(rest / 26) - 1) name = String.fromCharCode(97 + (rest % 26)) + name;
  return name;
}
