// The normal form in which a certificate has its formulas: literals, ∧, ∨, X, U and R, over the constructors of the store. F a is true U a,
// G a is false R a, a W b is b R (a ∨ b), a M b is b U (a ∧ b). A program that shares no code with this one makes the same form of the text of a
// formula (docs/certificates.md), so what is done here is part of the format.
import type { Formula, FormulaStore } from '../formula/formula.ts';
import { fold } from '../formula/traverse.ts';

/** A formula and its negation, both in normal form. */
interface NormalForms {
  readonly yes: Formula;
  readonly no: Formula;
}

/** Both normal forms of a formula. */
export function normalForms(formula: Formula): NormalForms {
  const { store } = formula;
  return fold<NormalForms>(formula, (node, [a, b, ...more]) => {
    switch (node.kind) {
      case 'true':
      case 'false':
        return { yes: node, no: store.not(node) };
      case 'proposition':
        return { yes: node, no: store.not(node) };
      case 'not':
        return negated(a);
      case 'next':
        return { yes: store.next(a.yes), no: store.next(a.no) };
      case 'finally':
        return until(store, { yes: store.true, no: store.false }, a);
      case 'globally':
        return negated(until(store, { yes: store.true, no: store.false }, negated(a)));
      case 'and':
        return and(store, [a, b, ...more]);
      case 'or':
        return or(store, [a, b, ...more]);
      case 'implies':
        return a.yes === b.yes ? { yes: store.true, no: store.false } : or(store, [negated(a), b]);
      case 'equivalent':
        return equivalent(store, a, b);
      case 'xor':
        return negated(equivalent(store, a, b));
      case 'until':
        return until(store, a, b);
      case 'release':
        return release(store, a, b);
      case 'weakUntil':
        return release(store, b, or(store, [a, b]));
      case 'strongRelease':
        return until(store, b, and(store, [a, b]));
    }
  });
}

function negated({ yes, no }: NormalForms): NormalForms {
  return { yes: no, no: yes };
}

function and(store: FormulaStore, parts: readonly NormalForms[]): NormalForms {
  return { yes: store.and(...parts.map(({ yes }) => yes)), no: store.or(...parts.map(({ no }) => no)) };
}

function or(store: FormulaStore, parts: readonly NormalForms[]): NormalForms {
  return negated(and(store, parts.map(negated)));
}

function equivalent(store: FormulaStore, a: NormalForms, b: NormalForms): NormalForms {
  if (a.yes === b.yes) return { yes: store.true, no: store.false };
  return {
    yes: store.or(store.and(a.yes, b.yes), store.and(a.no, b.no)),
    no: store.or(store.and(a.yes, b.no), store.and(a.no, b.yes)),
  };
}

function until(store: FormulaStore, a: NormalForms, b: NormalForms): NormalForms {
  return { yes: plainUntil(store, a.yes, b.yes), no: plainRelease(store, a.no, b.no) };
}

function release(store: FormulaStore, a: NormalForms, b: NormalForms): NormalForms {
  return negated(until(store, negated(a), negated(b)));
}

function plainUntil(store: FormulaStore, a: Formula, b: Formula): Formula {
  if (a === store.true && b.kind === 'until' && b.children[0] === a) return b;
  return store.until(a, b);
}

function plainRelease(store: FormulaStore, a: Formula, b: Formula): Formula {
  if (a === store.false && b.kind === 'release' && b.children[0] === a) return b;
  return store.release(a, b);
}
