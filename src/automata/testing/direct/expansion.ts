// What a formula asks of the present letter, and what it leaves for later: the expansion laws of LTL, as one Boolean function
// over the propositions, a variable "g is owed to the next position" for each formula g, and a variable "the until with goal g is
// put off" for each g [Cou99]. Formulas are in negation normal form.
import { append } from '../../../base/append.ts';
import { assertNever } from '../../../base/assert.ts';
import { Bdd, type BddRef } from '../../../dd/bdd.ts';
import type { Formula } from '../../../formula/formula.ts';
import { MAX_SETS, type Marks, tooManySets } from '../../acceptance.ts';
import { decomposeByLetters } from '../../translate/decompose.ts';

/** One way to satisfy a formula: a letter in `label` now, and `owed` from the next position on. */
interface Way {
  readonly label: BddRef;
  readonly owed: Formula;
  /** The goals that are put off, by number. */
  readonly putOff: Marks;
}

/** Expands formulas over one list of propositions, which are the first variables of its manager. */
export class Expansion {
  readonly bdd: Bdd;
  private readonly propositions: readonly string[];
  private readonly presents = new Map<Formula, BddRef>();
  private readonly owedVariables = new Map<Formula, BddRef>();
  private readonly goals = new Map<Formula, BddRef>();
  /** What each variable after the propositions stands for: a formula that is owed, or the number of a goal. */
  private readonly meaning: (Formula | number)[] = [];

  constructor(propositions: readonly string[]) {
    this.propositions = propositions;
    this.bdd = new Bdd(propositions.length);
  }

  /** The number of goals met so far. */
  get goalCount(): number {
    return this.goals.size;
  }

  /** The ways to satisfy the formula. Letters are told apart by what they leave open, so that ways overlap only for a choice. */
  waysOf(formula: Formula): Way[] {
    const pieces = decomposeByLetters(this.bdd, this.present(formula), this.propositions.length);
    return pieces.map(({ label, owed }) => {
      const meanings = owed.map((variable) => this.meaning[variable - this.propositions.length]);
      const formulas = meanings.filter((meaning) => typeof meaning !== 'number');
      const goals = meanings.filter((meaning) => typeof meaning === 'number');
      const putOff = goals.reduce((marks, goal) => marks | (1 << goal), 0);
      return { label, owed: formula.store.and(...formulas), putOff };
    });
  }

  /** The function of the formula; the same for formulas that ask the same of now and later. */
  present(formula: Formula): BddRef {
    const stack = [formula];
    for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
      const missing = node.kind === 'next' ? [] : node.children.filter((child) => !this.presents.has(child));
      if (missing.length > 0 && !this.presents.has(node)) {
        append(stack, missing);
        continue;
      }
      if (!this.presents.has(node)) this.presents.set(node, this.expand(node));
      stack.pop();
    }
    return this.presents.get(formula)!;
  }

  private expand(node: Formula): BddRef {
    const { bdd } = this;
    const parts = node.kind === 'next' ? [] : node.children.map((child) => this.presents.get(child)!);
    const [left, right] = parts;
    switch (node.kind) {
      case 'true':
      case 'false':
        return bdd.constant(node.kind === 'true');
      case 'proposition':
        return bdd.variable(this.propositions.indexOf(node.name));
      case 'not':
        return bdd.not(left);
      case 'and':
        return bdd.andAll(parts);
      case 'or':
        return bdd.orAll(parts);
      case 'next':
        return this.later(node.children[0]);
      case 'finally':
        return bdd.or(left, this.puttingOff(node, node.children[0]));
      case 'globally':
        return bdd.and(this.renewed(node.children[0]), this.later(node));
      case 'until':
        return bdd.or(right, bdd.and(left, this.puttingOff(node, node.children[1])));
      case 'weakUntil':
        return bdd.or(right, bdd.and(left, this.later(node)));
      case 'release':
        return bdd.and(right, bdd.or(left, this.later(node)));
      case 'strongRelease':
        return bdd.and(right, bdd.or(left, this.puttingOff(node, node.children[0])));
      case 'implies':
        return bdd.implies(left, right);
      case 'equivalent':
        return bdd.equivalent(left, right);
      case 'xor':
        return bdd.xor(left, right);
      default:
        return assertNever(node.kind);
    }
  }

  /** g inside G g, which asks for g again at the next position: an until among its conjuncts need not be owed as well. */
  private renewed(child: Formula): BddRef {
    const { bdd } = this;
    const conjuncts = child.kind === 'and' ? child.children : [child];
    return bdd.andAll(
      conjuncts.map((conjunct) => {
        const [left, right] = conjunct.children.map((operand) => this.presents.get(operand) ?? bdd.false);
        if (conjunct.kind === 'finally') return bdd.or(left, this.goal(conjunct.children[0]));
        if (conjunct.kind === 'until') return bdd.or(right, bdd.and(left, this.goal(conjunct.children[1])));
        if (conjunct.kind === 'strongRelease') return bdd.and(right, bdd.or(left, this.goal(conjunct.children[0])));
        return this.presents.get(conjunct)!;
      }),
    );
  }

  private puttingOff(node: Formula, goal: Formula): BddRef {
    return this.bdd.and(this.goal(goal), this.later(node));
  }

  private later(formula: Formula): BddRef {
    if (formula.kind === 'true' || formula.kind === 'false') return this.bdd.constant(formula.kind === 'true');
    if (formula.kind === 'and') return this.bdd.andAll(formula.children.map((child) => this.later(child)));
    let variable = this.owedVariables.get(formula);
    if (variable === undefined) this.owedVariables.set(formula, (variable = this.newVariable(formula)));
    return variable;
  }

  private goal(formula: Formula): BddRef {
    let variable = this.goals.get(formula);
    if (variable === undefined) {
      if (this.goals.size === MAX_SETS) throw tooManySets();
      this.goals.set(formula, (variable = this.newVariable(this.goals.size)));
    }
    return variable;
  }

  private newVariable(meaning: Formula | number): BddRef {
    this.meaning.push(meaning);
    return this.bdd.variable(this.bdd.addVariable());
  }
}
