// A tight automaton of a formula, found on the fly: a word with n letters in prefix and cycle together that satisfies the formula has an
// accepting run with n states in its lasso [KS06]. For shortest counterexamples: other automata may need more states than the word has letters.
//
// A state says of every subformula whether it holds at the present position. That is tight, because what holds at a position of a
// lasso depends on the position only ([SB05] say the same of the symbolic tableau). It is the closure construction of
// SAV, "Constructing B_φ", with these differences: a state is only made for letters that the model shows; and all binary temporal
// operators are treated alike, as fixpoints of
//
//     φ = now ∨ (stay ∧ X φ)       least (U, F, M) or greatest (W, G, R); an edge carries the mark of φ unless φ waits for its end
//
// so that none of them has to be written by others.
import { invariant } from '../../base/assert.ts';
import { Int32List } from '../../base/growable.ts';
import { LimitExceeded } from '../../diagnostics/limit.ts';
import type { Formula } from '../../formula/formula.ts';
import { isTemporalKind } from '../../formula/kinds.ts';
import { subformulas } from '../../formula/traverse.ts';
import type { LetterTable } from './letters.ts';
import type { AcceptanceMode, Property } from './product.ts';

/** States for one letter; more are too many for a search that follows all of them. */
const MOST_STATES = 1 << 10;
/** Temporal operators have a bit each. */
const MOST_OPERATORS = 30;

/** A formula as a property of its own words. */
export class TightProperty implements Property {
  readonly reads = 'change';
  readonly modes: readonly AcceptanceMode[];
  private readonly letters: LetterTable;
  private readonly nodes: readonly Node[];
  /** The states for each letter, made when it is first asked for. */
  private readonly statesOf: Int32Array[] = [];
  /** For each state: what it says of its own position, which bits of its successors must be what, and its marks. */
  private readonly says = new Int32List();
  private readonly constrains = new Int32List();
  private readonly demands = new Int32List();
  private readonly marks = new Int32List();
  private readonly satisfies: boolean[] = [];

  /** `names` are the propositions of the letters, in their order. Throws `LimitExceeded` where there would be too many states. */
  constructor(formula: Formula, letters: LetterTable, names: readonly string[]) {
    this.letters = letters;
    this.nodes = nodesOf(formula, names);
    let required = 0;
    for (const { kind, bit } of this.nodes) if (bit !== 0 && kind !== 'next') required |= bit;
    this.modes = [{ required, forbidden: 0 }];
  }

  initialStates(letter: number): readonly number[] {
    return Array.from(this.statesFor(letter)).filter((state) => this.satisfies[state]);
  }

  edges(state: number, _from: number, to: number): Int32Array {
    const [mask, demanded, marks] = [this.constrains.get(state), this.demands.get(state), this.marks.get(state)];
    const found = new Int32List();
    for (const target of this.statesFor(to)) {
      if ((this.says.get(target) & mask) !== demanded) continue;
      found.push(target);
      found.push(marks);
    }
    return found.toArray();
  }

  private statesFor(letter: number): Int32Array {
    return (this.statesOf[letter] ??= this.makeStates(letter));
  }

  private makeStates(letter: number): Int32Array {
    const states = new Int32List();
    for (const truth of this.consistentTruths(letter)) {
      states.push(this.satisfies.length);
      this.addState(truth);
    }
    return states.toArray();
  }

  /** The truth of all nodes at a position with this letter, in every way that is consistent there. */
  private consistentTruths(letter: number): Uint8Array[] {
    const rows = [new Uint8Array(this.nodes.length)];
    for (const [i, node] of this.nodes.entries()) {
      for (let r = rows.length - 1; r >= 0; r--) {
        const row = rows[r];
        const value = this.valueOf(node, row, letter);
        row[i] = value === true ? 1 : 0;
        if (value !== null) continue;
        const other = row.slice();
        other[i] = 1;
        rows.push(other);
      }
      if (rows.length > MOST_STATES) throw tooManyOperators();
    }
    return rows;
  }

  /** Whether the node holds, given what holds below it; null where that is up to the next position. */
  private valueOf(node: Node, row: Uint8Array, letter: number): boolean | null {
    const holds = (child: number): boolean => row[child] === 1;
    const { operands } = node;
    switch (node.kind) {
      case 'true':
      case 'false':
        return node.kind === 'true';
      case 'proposition':
        return this.letters.holds(letter, node.proposition);
      case 'not':
        return !holds(operands[0]);
      case 'and':
        return operands.every(holds);
      case 'or':
        return operands.some(holds);
      case 'implies':
        return !holds(operands[0]) || holds(operands[1]);
      case 'equivalent':
        return holds(operands[0]) === holds(operands[1]);
      case 'xor':
        return holds(operands[0]) !== holds(operands[1]);
      case 'next':
        return null;
      default: {
        const { now, stay } = fixpointOf(node, holds);
        return now ? true : stay ? null : false;
      }
    }
  }

  private addState(truth: Uint8Array): void {
    const holds = (child: number): boolean => truth[child] === 1;
    let [says, constrains, demands, marks] = [0, 0, 0, 0];
    for (const [i, node] of this.nodes.entries()) {
      if (node.bit === 0) continue;
      if (node.kind === 'next') {
        if (holds(node.operands[0])) says |= node.bit;
        if (holds(i)) demands |= node.bit;
        constrains |= node.bit;
        continue;
      }
      if (holds(i)) says |= node.bit;
      const { now, stay, isLeast } = fixpointOf(node, holds);
      if (!now && stay) {
        constrains |= node.bit;
        if (holds(i)) demands |= node.bit;
      }
      // a least fixpoint that holds, or a greatest one that does not, waits for its end
      if (holds(i) !== isLeast || now || !stay) marks |= node.bit;
    }
    this.says.push(says);
    this.constrains.push(constrains);
    this.demands.push(demands);
    this.marks.push(marks);
    this.satisfies.push(holds(this.nodes.length - 1));
  }
}

/** A subformula; those that it is made of come before it. */
interface Node {
  readonly kind: Formula['kind'];
  readonly operands: readonly number[];
  /** Of a proposition: its number in the letters. */
  readonly proposition: number;
  /** Of a temporal operator, otherwise 0. */
  readonly bit: number;
}

function nodesOf(formula: Formula, names: readonly string[]): Node[] {
  const all = subformulas(formula);
  const places = new Map(all.map((node, i) => [node, i]));
  let operators = 0;
  const nodes = all.map(({ kind, children, name }): Node => {
    const proposition = kind === 'proposition' ? names.indexOf(name) : 0;
    invariant(proposition >= 0, 'the letters show every proposition of the formula');
    const bit = isTemporalKind(kind) ? 1 << operators++ : 0;
    return { kind, operands: children.map((child) => places.get(child)!), proposition, bit };
  });
  if (operators > MOST_OPERATORS) throw tooManyOperators();
  return nodes;
}

function tooManyOperators(): LimitExceeded {
  return new LimitExceeded('states', 'the formula has too many temporal operators for a shortest counterexample');
}

/** The parts of a temporal operator φ = now ∨ (stay ∧ X φ), where it stands. */
function fixpointOf(
  { kind, operands }: Node,
  holds: (node: number) => boolean,
): { readonly now: boolean; readonly stay: boolean; readonly isLeast: boolean } {
  const [left, right] = [holds(operands[0]), operands.length > 1 && holds(operands[1])];
  switch (kind) {
    case 'finally':
      return { now: left, stay: true, isLeast: true };
    case 'globally':
      return { now: false, stay: left, isLeast: false };
    case 'until':
      return { now: right, stay: left, isLeast: true };
    case 'weakUntil':
      return { now: right, stay: left, isLeast: false };
    case 'strongRelease':
      return { now: left && right, stay: right, isLeast: true };
    case 'release':
      return { now: left && right, stay: right, isLeast: false };
    default:
      invariant(false, `${kind} is not defined by a fixpoint`);
  }
}
