// The judge: LTL on ultimately periodic words, straight from the definition. Small, obvious and slow on purpose, and
// independent of all other code: every automaton, engine and rewriting rule is compared with it.
import { assertNever } from '../base/assert.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Formula } from './formula.ts';
import { subformulas } from './traverse.ts';
import { letterAt, nextPosition, type Word, wordLength } from './word.ts';

/** Whether the word satisfies the formula: w ⊨ φ. Throws `LimitExceeded` when the watch says so before that is known. */
export function satisfies(word: Word, formula: Formula, watch?: Pick<Stopwatch, 'look'>): boolean {
  return truthAlong(word, formula, watch).get(formula)![0];
}

/** For every subformula, its truth at each of the |u| + |v| positions of the word. */
export function truthAlong(word: Word, formula: Formula, watch?: Pick<Stopwatch, 'look'>): Map<Formula, boolean[]> {
  const truth = new Map<Formula, boolean[]>();
  for (const node of subformulas(formula)) {
    watch?.look();
    const operands = node.children.map((child) => truth.get(child)!);
    truth.set(node, evaluate(word, node, operands));
  }
  return truth;
}

function evaluate(word: Word, node: Formula, operands: boolean[][]): boolean[] {
  const [left, right] = operands;
  const at = (value: (i: number) => boolean): boolean[] => Array.from({ length: wordLength(word) }, (_, i) => value(i));
  switch (node.kind) {
    case 'true':
      return at(() => true);
    case 'false':
      return at(() => false);
    case 'proposition':
      return at((i) => letterAt(word, i).has(node.name));
    case 'not':
      return at((i) => !left[i]);
    case 'and':
      return at((i) => operands.every((operand) => operand[i]));
    case 'or':
      return at((i) => operands.some((operand) => operand[i]));
    case 'implies':
      return at((i) => !left[i] || right[i]);
    case 'equivalent':
      return at((i) => left[i] === right[i]);
    case 'xor':
      return at((i) => left[i] !== right[i]);
    case 'next':
      return at((i) => left[nextPosition(word, i)]);
    case 'finally':
      return fixpoint(word, false, (i, later) => left[i] || later);
    case 'globally':
      return fixpoint(word, true, (i, later) => left[i] && later);
    case 'until':
      return fixpoint(word, false, (i, later) => right[i] || (left[i] && later));
    case 'weakUntil':
      return fixpoint(word, true, (i, later) => right[i] || (left[i] && later));
    case 'release':
      return fixpoint(word, true, (i, later) => right[i] && (left[i] || later));
    case 'strongRelease':
      return fixpoint(word, false, (i, later) => right[i] && (left[i] || later));
    default:
      return assertNever(node.kind);
  }
}

/**
 * The least (from `false`) or greatest (from `true`) solution of x[i] = step(i, x[i + 1]). Each round goes backwards
 * over all positions, so the second round already sees the values of the cycle; rounds repeat until nothing changes.
 */
function fixpoint(word: Word, start: boolean, step: (i: number, later: boolean) => boolean): boolean[] {
  const value = new Array<boolean>(wordLength(word)).fill(start);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = value.length - 1; i >= 0; i--) {
      const now = step(i, value[nextPosition(word, i)]);
      if (now !== value[i]) {
        value[i] = now;
        changed = true;
      }
    }
  }
  return value;
}
