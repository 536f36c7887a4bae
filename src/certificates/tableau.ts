// The automaton of a certificate: sets of obligations in normal form, expanded for one letter at a time.
//
// A choice meets all obligations of a moment: what it asks of the next moment, and which formulas a U b it postpones. Of two choices the one that
// asks and postpones no less than the other is left out. Every run that satisfies the obligations follows a choice that postpones only what
// it has to (docs/certificates.md), so that a run accepted by nobody here satisfies nothing.
import type { Formula } from '../formula/formula.ts';

/** Sorted lists of formulas. */
interface Choice {
  readonly next: readonly Formula[];
  readonly postponed: readonly Formula[];
}

const NOTHING: Choice = { next: [], postponed: [] };

/** The least choices for a set of obligations; `holds` says which propositions the letter has. */
export function choicesFor(obligations: readonly Formula[], holds: (proposition: Formula) => boolean): Choice[] {
  const known = new Map<Formula, readonly Choice[]>();
  let all: readonly Choice[] = [NOTHING];
  for (const obligation of obligations) {
    expand(obligation, known, holds);
    all = both(all, known.get(obligation)!);
  }
  return all.map(({ next, postponed }) => ({ next: withoutImplied(next), postponed }));
}

/** Puts the choices of the formula into the table, after those that they are made of. */
function expand(formula: Formula, known: Map<Formula, readonly Choice[]>, holds: (p: Formula) => boolean): void {
  const stack = [formula];
  while (stack.length > 0) {
    const node = stack[stack.length - 1];
    const parts = node.isLiteral || node.kind === 'next' ? [] : node.children;
    const missing = parts.filter((part) => !known.has(part));
    if (missing.length > 0 && !known.has(node)) {
      for (const part of missing) stack.push(part);
      continue;
    }
    if (!known.has(node)) {
      const made = parts.map((part) => known.get(part)!);
      known.set(node, combine(node, made, holds));
    }
    stack.pop();
  }
}

function combine(
  node: Formula,
  parts: readonly (readonly Choice[])[],
  holds: (p: Formula) => boolean,
): readonly Choice[] {
  switch (node.kind) {
    case 'true':
      return [NOTHING];
    case 'proposition':
      return holds(node) ? [NOTHING] : [];
    case 'not':
      return holds(node.children[0]) ? [] : [NOTHING];
    case 'and':
      return parts.reduce(both);
    case 'or':
      return least(parts.flat());
    case 'next':
      return [{ next: conjunctsOf(node.children[0]), postponed: [] }];
    case 'until':
      return least([...parts[1], ...both(parts[0], [{ next: [node], postponed: [node] }])]);
    case 'release':
      return both(parts[1], least([...parts[0], { next: [node], postponed: [] }]));
    default: // false: other kinds do not occur in normal form
      return [];
  }
}

function both(left: readonly Choice[], right: readonly Choice[]): readonly Choice[] {
  if (left.length === 1 && left[0] === NOTHING) return right;
  if (right.length === 1 && right[0] === NOTHING) return left;
  const found = left.flatMap((a) =>
    right.map((b) => ({ next: union(a.next, b.next), postponed: union(a.postponed, b.postponed) })),
  );
  return least(found);
}

/** Those that no other one makes needless. */
function least(found: readonly Choice[]): readonly Choice[] {
  return found.filter((choice, i) => {
    return !found.some((other, k) => {
      if (k === i || !isWithin(other, choice)) return false;
      return k < i || !isWithin(choice, other); // of equal ones the first stays
    });
  });
}

function isWithin(a: Choice, b: Choice): boolean {
  return isSubset(a.next, b.next) && isSubset(a.postponed, b.postponed);
}

function isSubset(a: readonly Formula[], b: readonly Formula[]): boolean {
  return a.length <= b.length && a.every((formula) => b.includes(formula));
}

function union(a: readonly Formula[], b: readonly Formula[]): readonly Formula[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x.id - y.id);
}

/** A conjunction as the set of its parts, sorted. */
export function conjunctsOf(formula: Formula): readonly Formula[] {
  if (formula.kind === 'true') return [];
  return formula.kind === 'and' ? [...formula.children].sort((x, y) => x.id - y.id) : [formula];
}

/** Without what another member of the set implies at once: g beside a R g, a ∨ b and c U b beside b. */
export function withoutImplied(set: readonly Formula[]): readonly Formula[] {
  const released = new Set(set.flatMap(({ kind, children }) => (kind === 'release' ? conjunctsOf(children[1]) : [])));
  return set.filter((formula) => {
    if (released.has(formula)) return false;
    if (formula.kind === 'or') return !formula.children.some((part) => set.includes(part));
    return formula.kind !== 'until' || !set.includes(formula.children[1]);
  });
}
