// A formula as a source of letters: its states are the formulas that are owed, expanded when they are reached. This is the direct
// tableau from LTL to testing automata that [BDK12, §3] leaves as future work: no TGBA exists at any time, and a state (ψ, ℓ)
// knows of the last letter ℓ only the propositions that occur in ψ.
import type { BddRef } from '../../../dd/bdd.ts';
import type { Formula } from '../../../formula/formula.ts';
import { nnf } from '../../../formula/nnf.ts';
import { printFormula } from '../../../formula/print/print.ts';
import { propositionsOf } from '../../../formula/traverse.ts';
import type { LetterSource, SourceEdge } from '../read-labelling.ts';
import { withLetter } from '../state-names.ts';
import { Expansion } from './expansion.ts';

/** Decides whether a formula is stutter-invariant; may say no when it does not know. */
export type Decide = (formula: Formula) => boolean;

/** The formula, to be labelled with the letters it has read. Nothing is expanded before it is asked for. */
export class FormulaSource implements LetterSource {
  readonly propositions: readonly string[];
  private readonly formula: Formula;
  private readonly expansion: Expansion;
  private readonly decide: Decide;
  private readonly formulas: Formula[] = [];
  private readonly numberOf = new Map<Formula, number>();
  /** Formulas that ask the same of now and later are one state. */
  private readonly byPresent = new Map<BddRef, number>();

  constructor(formula: Formula, decide: Decide) {
    this.formula = nnf(formula);
    this.propositions = propositionsOf(this.formula);
    this.expansion = new Expansion(this.propositions);
    this.decide = decide;
  }

  get initial(): readonly number[] {
    return [this.number(this.formula)];
  }

  get bdd(): Expansion['bdd'] {
    return this.expansion.bdd;
  }

  setCount(): number {
    return this.expansion.goalCount;
  }

  edges(state: number): readonly SourceEdge[] {
    // an edge carries the marks of all goals that it does not put off; goals met later are not put off by it
    return this.expansion.waysOf(this.formulas[state]).map(({ label, owed, putOff }) => ({
      label,
      marks: ~putOff,
      target: this.number(owed),
    }));
  }

  observed(state: number): readonly number[] {
    const names = propositionsOf(this.formulas[state]);
    return names.map((name) => this.propositions.indexOf(name)).sort((a, b) => a - b);
  }

  isStutterInvariant(state: number): boolean {
    return this.decide(this.formulas[state]);
  }

  isAccepting(): boolean {
    return false;
  }

  nameState(state: number, letters: BddRef): string {
    return withLetter(printFormula(this.formulas[state]), this.bdd, this.propositions, letters);
  }

  private number(formula: Formula): number {
    let number = this.numberOf.get(formula);
    if (number !== undefined) return number;
    const present = this.expansion.present(formula);
    number = this.byPresent.get(present);
    if (number === undefined) {
      number = this.formulas.push(formula) - 1;
      this.byPresent.set(present, number);
    }
    this.numberOf.set(formula, number);
    return number;
  }
}
