// G F f₀ ∧ … ∧ G F fₙ₋₁ for many conjuncts. As a state with an acceptance set for each it would have an edge for each set of conjuncts that a
// letter can satisfy: 2ⁿ of them. Here they are awaited in turn, with one acceptance set for all: n states with two edges each [GL02].
//
// A turn is a formula too, G F (fᵢ ∧ F (fᵢ₊₁ ∧ F (… ∧ F fᵢ₋₁))): whichever conjunct is awaited first, the language is the same. A state must
// not owe two turns at once, because they share their promise, and one would always be under way: so only conjunctions that are asked for
// once, and never again, are taken. The simplifier brings others there where it can.
import type { Formula } from '../../formula/formula.ts';
import { BOOLEAN } from '../../formula/traits.ts';
import { subformulas } from '../../formula/traverse.ts';

/** More conjuncts than these are awaited in turn; so many still give the smallest automaton at a bearable price. */
const MANY = 10;

/** One conjunct being awaited. */
export interface Turn {
  readonly awaited: Formula;
  /** The turn after this one. */
  readonly next: Formula;
  readonly isLast: boolean;
  /** The turn that comes first: it names all of them together. */
  readonly first: Formula;
  /** Whether one letter tells that the conjunct has not come yet. */
  readonly isDecided: boolean;
}

/** The formula with its turns, which are found by `of`. */
export class Turns {
  readonly formula: Formula;
  private readonly turns = new Map<Formula, Turn>();

  constructor(formula: Formula) {
    const mayHaveMany = formula.size > 3 * MANY;
    this.formula = mayHaveMany ? this.rewriteOnce(formula) : formula;
  }

  of(formula: Formula): Turn | undefined {
    return this.turns.get(formula);
  }

  /** Rewrites the subformulas that occur once, under operators that ask for them once. */
  private rewriteOnce(formula: Formula): Formula {
    const occurrences = occurrencesOf(formula);
    const rewritten = new Map<Formula, Formula>();
    const order: Formula[] = [];
    const stack = [formula];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      order.push(node);
      for (const i of askedOnce(node)) if (occurrences.get(node.children[i]) === 1) stack.push(node.children[i]);
    }
    for (const node of order.reverse()) {
      const children = node.children.map((child) => rewritten.get(child) ?? child);
      const same = children.every((child, i) => child === node.children[i]);
      rewritten.set(node, this.rewrite(same ? node : node.store.rebuild(node, children)));
    }
    return rewritten.get(formula)!;
  }

  /** Conjunctions of G F f, and G of conjunctions of F f. */
  private rewrite(node: Formula): Formula {
    const { store } = node;
    if (node.kind === 'globally' && node.children[0].kind === 'and') {
      const { children } = node.children[0];
      const awaited = children.filter(({ kind }) => kind === 'finally').map((child) => child.children[0]);
      if (awaited.length <= MANY) return node;
      const others = children.filter(({ kind }) => kind !== 'finally');
      return store.and(this.takeTurns(awaited), store.globally(store.and(...others)));
    }
    if (node.kind !== 'and') return node;
    const awaited = node.children.filter((child) => isRecurrence(child)).map((child) => child.children[0].children[0]);
    if (awaited.length <= MANY) return node;
    return store.and(this.takeTurns(awaited), ...node.children.filter((child) => !isRecurrence(child)));
  }

  /** Makes the turns, and returns the first. */
  private takeTurns(awaited: readonly Formula[]): Formula {
    const turns = awaited.map((_, i) => turnFormula([...awaited.slice(i), ...awaited.slice(0, i)]));
    const [first] = turns;
    awaited.forEach((f, i) => {
      const isLast = i === awaited.length - 1;
      const next = turns[isLast ? 0 : i + 1];
      this.turns.set(turns[i], { awaited: f, next, isLast, first, isDecided: f.has(BOOLEAN) });
    });
    return first;
  }
}

/** The operands that the operator asks for at one moment only, not again at every step. */
function askedOnce({ kind, children }: Formula): readonly number[] {
  switch (kind) {
    case 'and':
    case 'or':
      return children.map((_, i) => i);
    case 'next':
    case 'finally':
      return [0];
    case 'until':
    case 'weakUntil':
      return [1];
    case 'release':
    case 'strongRelease':
      return [0];
    default:
      return [];
  }
}

/** How often each subformula is an operand of another one. */
function occurrencesOf(formula: Formula): Map<Formula, number> {
  const counts = new Map<Formula, number>();
  for (const node of subformulas(formula)) {
    for (const child of node.children) counts.set(child, (counts.get(child) ?? 0) + 1);
  }
  return counts;
}

function isRecurrence(formula: Formula): boolean {
  return formula.kind === 'globally' && formula.children[0].kind === 'finally';
}

function turnFormula(awaited: readonly Formula[]): Formula {
  const { store } = awaited[0];
  const inner = awaited.reduceRight((rest, f) => store.finally(store.and(f, rest)), store.true);
  return store.globally(inner);
}
