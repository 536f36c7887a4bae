// The truth of a formula on all lassos of given shapes at once: one bit for each lasso, so that exhaustive comparisons are
// quick. It follows the judge case by case, and a test compares it with the judge.
import type { Formula } from '../../src/formula/formula.ts';
import { subformulas } from '../../src/formula/traverse.ts';
import type { Word } from '../../src/formula/word.ts';

export interface Shape {
  readonly prefix: number;
  readonly cycle: number;
}

/** Every shape up to the given lengths. */
export function shapesUpTo(prefix: number, cycle: number): Shape[] {
  const shapes: Shape[] = [];
  for (let u = 0; u <= prefix; u++) for (let v = 1; v <= cycle; v++) shapes.push({ prefix: u, cycle: v });
  return shapes;
}

/** All words of one shape over `names`, in the order of the bits of a table: bit i·k + j of the index is name j at i. */
export function wordsOf({ prefix, cycle }: Shape, names: readonly string[]): Word[] {
  const length = prefix + cycle;
  return Array.from({ length: 2 ** (length * names.length) }, (_, index) => {
    const letters = Array.from({ length }, (_letter, i) => {
      return new Set(names.filter((_name, j) => (index >> (i * names.length + j)) & 1));
    });
    return { prefix: letters.slice(0, prefix), cycle: letters.slice(prefix) };
  });
}

type Bits = Uint32Array;

/** Evaluates formulas over fixed propositions on all words of fixed shapes, remembering subformulas. */
export class LassoTable {
  private readonly names: readonly string[];
  private readonly shapes: readonly Shape[];
  private readonly known: Map<Formula, Bits[]>[];

  constructor(names: readonly string[], shapes: readonly Shape[]) {
    this.names = names;
    this.shapes = shapes;
    this.known = shapes.map(() => new Map());
  }

  /** For each shape, the bits of the words that satisfy the formula. */
  languages(formula: Formula): Bits[] {
    return this.shapes.map((_, s) => this.along(formula, s)[0]);
  }

  isEquivalent(a: Formula, b: Formula): boolean {
    return a === b || this.shapes.every((_, s) => this.compare(a, b, s, (x, y) => x === y));
  }

  implies(a: Formula, b: Formula): boolean {
    return this.shapes.every((_, s) => this.compare(a, b, s, (x, y) => (x & ~y) === 0));
  }

  /** For one shape, the bits of the words that satisfy the formula from each position on. */
  along(formula: Formula, s: number): Bits[] {
    const known = this.known[s];
    if (!known.has(formula)) {
      for (const node of subformulas(formula)) if (!known.has(node)) known.set(node, this.evaluate(node, s));
    }
    return known.get(formula)!;
  }

  private compare(a: Formula, b: Formula, s: number, test: (x: number, y: number) => boolean): boolean {
    const [left, right] = [this.along(a, s)[0], this.along(b, s)[0]];
    return left.every((bits, i) => test(bits, right[i]));
  }

  private evaluate(node: Formula, s: number): Bits[] {
    const { prefix, cycle } = this.shapes[s];
    const length = prefix + cycle;
    const count = 2 ** (length * this.names.length);
    const words = Math.ceil(count / 32);
    const [a, b] = node.children.map((child) => this.known[s].get(child)!);
    const after = (i: number): number => (i + 1 < length ? i + 1 : prefix);
    const at = (value: (i: number, w: number) => number): Bits[] => {
      return Array.from({ length }, (_, i) =>
        trim(
          Uint32Array.from({ length: words }, (_word, w) => value(i, w)),
          count,
        ),
      );
    };
    const fixpoint = (start: number, step: (i: number, w: number, later: number) => number): Bits[] => {
      const value = at(() => start);
      for (let round = 0; round <= length; round++) {
        for (let i = length - 1; i >= 0; i--) {
          for (let w = 0; w < words; w++) value[i][w] = step(i, w, value[after(i)][w]);
          trim(value[i], count);
        }
      }
      return value;
    };
    switch (node.kind) {
      case 'true':
        return at(() => -1);
      case 'false':
        return at(() => 0);
      case 'proposition': {
        const j = this.names.indexOf(node.name);
        return at((i, w) => propositionBits(i * this.names.length + j, w));
      }
      case 'not':
        return at((i, w) => ~a[i][w]);
      case 'and':
        return at((i, w) => node.children.reduce((bits, child) => bits & this.known[s].get(child)![i][w], -1));
      case 'or':
        return at((i, w) => node.children.reduce((bits, child) => bits | this.known[s].get(child)![i][w], 0));
      case 'implies':
        return at((i, w) => ~a[i][w] | b[i][w]);
      case 'equivalent':
        return at((i, w) => ~(a[i][w] ^ b[i][w]));
      case 'xor':
        return at((i, w) => a[i][w] ^ b[i][w]);
      case 'next':
        return at((i, w) => a[after(i)][w]);
      case 'finally':
        return fixpoint(0, (i, w, later) => a[i][w] | later);
      case 'globally':
        return fixpoint(-1, (i, w, later) => a[i][w] & later);
      case 'until':
      case 'weakUntil':
        return fixpoint(node.kind === 'until' ? 0 : -1, (i, w, later) => b[i][w] | (a[i][w] & later));
      case 'release':
      case 'strongRelease':
        return fixpoint(node.kind === 'release' ? -1 : 0, (i, w, later) => b[i][w] & (a[i][w] | later));
    }
  }
}

/** The 32 bits from index 32·w on of "bit `position` of the index is set". */
function propositionBits(position: number, w: number): number {
  if (position >= 5) return (w >> (position - 5)) & 1 ? -1 : 0;
  return [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000][position];
}

/** Clears the bits beyond `count`, in place. */
function trim(bits: Bits, count: number): Bits {
  if (count < 32) bits[0] &= 2 ** count - 1;
  return bits;
}
