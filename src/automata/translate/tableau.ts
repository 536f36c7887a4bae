// LTL → TGBA by Couvreur's tableau over decision diagrams [Cou99; BDK11, §2].
//
// A state is a conjunction of formulas. Its present is one Boolean function over the propositions, a variable Next[g] for
// each formula g that may be owed to the next state, and a variable Promise[g] for each g that an until puts off. An
// irredundant cover of that function gives the edges: the propositions of a cube are the label, its Next variables are
// the target, and an edge carries the mark of each promise that it does not make. States with the same function are one.
import { append } from '../../base/append.ts';
import { assertNever } from '../../base/assert.ts';
import { Bdd, type BddRef } from '../../dd/bdd.ts';
import { Transfer } from '../../dd/transfer.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import { allMarks, generalizedBuchi, MAX_SETS, tooManySets } from '../acceptance.ts';
import { type Automaton, AutomatonBuilder } from '../automaton.ts';
import { decomposeByLetters, decomposeByPrimes } from './decompose.ts';
import { type Turn, Turns } from './turns.ts';

interface TableauOptions {
  /**
   * How the edges of a state are found: 'primes' covers its function by prime implicants, whose labels may overlap;
   * 'letters' first splits the letters by what they leave owed, so that labels overlap only where a choice remains.
   */
  readonly splitting?: 'primes' | 'letters';
  /** The propositions of the automaton, if more than occur in the formula. */
  readonly propositions?: readonly string[];
  /** Rewrites the formula of each state before it is looked up, keeping its language and negation normal form. */
  readonly rewrite?: (formula: Formula) => Formula;
  readonly limits?: Limits | Stopwatch;
  /** A manager to use, whose first variables are the propositions. */
  readonly bdd?: Bdd;
}

/** The automaton of a formula in negation normal form: unreduced, its states named by their formulas. */
export function tableau(formula: Formula, options: TableauOptions = {}): Automaton {
  return new Tableau(formula, options).run();
}

/**
 * Up to so many propositions are the first variables of the diagrams. More of them become variables where they are met, beside what is owed with
 * them: if all came first, the diagram of a ∧ X f ∨ b ∧ X g ∨ … would have to remember which of them hold.
 */
const FEW = 10;

/** What a variable stands for: a proposition or a promise by its number, or a formula that is owed. */
type Meaning =
  | { readonly kind: 'proposition'; readonly index: number }
  | { readonly kind: 'promise'; readonly index: number }
  | { readonly kind: 'next'; readonly formula: Formula };

/** One translation; Next and Promise variables come into being as they are met. */
class Tableau {
  private readonly options: TableauOptions;
  private readonly stopwatch: Stopwatch;
  private readonly turns: Turns;
  private readonly propositions: readonly string[];
  private readonly indexOf: ReadonlyMap<string, number>;
  private readonly work: Bdd;
  private readonly presents = new Map<Formula, BddRef>();
  private readonly nextVariables = new Map<Formula, BddRef>();
  private readonly promiseVariables = new Map<Formula, BddRef>();
  private readonly propositionVariables = new Map<string, BddRef>();
  private readonly meaning: Meaning[] = [];
  private readonly stateOf = new Map<BddRef, number>();
  private readonly stateFormulas: Formula[] = [];
  private readonly stateFunctions: BddRef[] = [];
  private readonly known = new Map<Formula, number>();

  constructor(formula: Formula, options: TableauOptions) {
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    this.turns = new Turns(formula);
    this.propositions = options.propositions ?? propositionsOf(formula);
    this.indexOf = new Map(this.propositions.map((name, i) => [name, i]));
    this.work = new Bdd();
    if (this.propositions.length <= FEW || options.splitting === 'letters') {
      for (const name of this.propositions) this.proposition(name);
    }
  }

  run(): Automaton {
    return this.work.during(this.stopwatch, () => this.build(this.turns.formula));
  }

  private build(formula: Formula): Automaton {
    const builder = new AutomatonBuilder(this.propositions, this.options.bdd);
    const variables: number[] = [];
    const transfer = new Transfer(this.work, builder.bdd, variables);
    const promises: { source: number; label: BddRef; made: number; target: number }[] = [];
    builder.setInitial(this.state(formula));
    for (let source = 0; source < this.stateFormulas.length; source++) {
      this.stopwatch.look();
      for (const meaning of this.meaning.slice(variables.length)) {
        variables.push(meaning.kind === 'proposition' ? meaning.index : -1);
      }
      for (const { label, owed } of this.decompose(this.stateFunctions[source])) {
        const { made, target } = this.readOwed(owed);
        promises.push({ source, label: transfer.copy(label), made, target });
      }
    }
    builder.addStates(this.stateFormulas.length);
    const all = allMarks(this.promiseVariables.size);
    for (const { source, label, made, target } of promises) builder.addEdge(source, label, all & ~made, target);
    return builder.build(generalizedBuchi(this.promiseVariables.size), { stateFormulas: this.stateFormulas });
  }

  private decompose(present: BddRef): ReturnType<typeof decomposeByPrimes> {
    const { work, meaning } = this;
    if (this.options.splitting === 'letters') return decomposeByLetters(work, present, this.propositions.length);
    return decomposeByPrimes(work, present, (variable) => meaning[variable].kind === 'proposition');
  }

  /** The target and the promises of an edge, from the variables of its cube beyond the propositions. */
  private readOwed(owed: readonly number[]): { made: number; target: number } {
    let made = 0;
    const formulas: Formula[] = [];
    for (const variable of owed) {
      const meaning = this.meaning[variable];
      if (meaning.kind === 'promise') made |= 1 << meaning.index;
      else if (meaning.kind === 'next') formulas.push(meaning.formula);
    }
    const { store } = this.stateFormulas[0];
    return { made, target: this.state(store.and(...formulas)) };
  }

  /** The number of the state for a formula; formulas with the same present and future are one state. */
  private state(formula: Formula): number {
    const already = this.known.get(formula);
    if (already !== undefined) return already;
    const rewritten = this.options.rewrite?.(formula) ?? formula;
    const present = this.present(rewritten);
    let state = this.stateOf.get(present);
    if (state === undefined) {
      state = this.stateFormulas.length;
      this.stopwatch.countStates(state + 1);
      this.stateOf.set(present, state);
      this.stateFormulas.push(rewritten);
      this.stateFunctions.push(present);
    }
    this.known.set(formula, state);
    return state;
  }

  /** What the formula asks of the present letter, of the next state, and what it puts off. */
  private present(formula: Formula): BddRef {
    const stack = [formula];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (this.presents.has(node)) {
        stack.pop();
        continue;
      }
      const missing = this.askedNow(node).filter((child) => !this.presents.has(child));
      if (missing.length > 0) {
        append(stack, missing);
        continue;
      }
      this.stopwatch.tick();
      this.presents.set(node, this.unfold(node));
      stack.pop();
    }
    return this.presents.get(formula)!;
  }

  /** The formulas whose present is part of the present of this one. */
  private askedNow(node: Formula): readonly Formula[] {
    const turn = this.turns.of(node);
    if (turn !== undefined) return [turn.awaited];
    return node.kind === 'next' ? [] : node.children;
  }

  /** What is awaited comes, and it is the turn of the next; or it does not, and stays promised. All turns together are one promise. */
  private unfoldTurn(node: Formula, { awaited, next, isLast, first, isDecided }: Turn): BddRef {
    const { work } = this;
    const present = this.presents.get(awaited)!;
    const promise = this.promise(first);
    const come = work.and(present, isLast ? this.next(next) : work.and(promise, this.next(next)));
    const wait = work.and(promise, this.next(node));
    return work.or(come, isDecided ? work.and(work.not(present), wait) : wait);
  }

  /** The expansion laws, with the promise of each until (strong release) that is put off. */
  private unfold(node: Formula): BddRef {
    const { work } = this;
    const turn = this.turns.of(node);
    if (turn !== undefined) return this.unfoldTurn(node, turn);
    const parts = this.askedNow(node).map((child) => this.presents.get(child)!);
    const [left, right] = parts;
    switch (node.kind) {
      case 'true':
        return work.true;
      case 'false':
        return work.false;
      case 'proposition':
        return this.proposition(node.name);
      case 'not':
        return work.not(left);
      case 'and':
        return work.andAll(parts);
      case 'or':
        return work.orAll(parts);
      case 'next':
        return this.next(node.children[0]);
      case 'finally':
        return work.or(left, work.and(this.promise(node.children[0]), this.next(node)));
      case 'globally':
        return work.and(this.always(node.children[0]), this.next(node));
      case 'until':
        return work.or(right, work.and(left, work.and(this.promise(node.children[1]), this.next(node))));
      case 'weakUntil':
        return work.or(right, work.and(left, this.next(node)));
      case 'release':
        return work.and(right, work.or(left, this.next(node)));
      case 'strongRelease':
        return work.and(right, work.or(left, work.and(this.promise(node.children[0]), this.next(node))));
      case 'implies':
      case 'equivalent':
      case 'xor':
        return this.booleanOnly(node, left, right);
      default:
        return assertNever(node.kind);
    }
  }

  private booleanOnly(node: Formula, left: BddRef, right: BddRef): BddRef {
    if (node.kind === 'implies') return this.work.implies(left, right);
    return node.kind === 'xor' ? this.work.xor(left, right) : this.work.equivalent(left, right);
  }

  /**
   * The present of g where G g renews it at every step: an until need not be owed to the next state, since the next
   * state asks for it anyway; its promise alone is enough.
   */
  private always(child: Formula): BddRef {
    const { work } = this;
    const conjuncts = child.kind === 'and' ? child.children : [child];
    return work.andAll(
      conjuncts.map((conjunct) => {
        const parts = conjunct.children.map((operand) => this.presents.get(operand) ?? -1);
        if (conjunct.kind === 'finally') return work.or(parts[0], this.promise(conjunct.children[0]));
        if (conjunct.kind === 'until') {
          return work.or(parts[1], work.and(parts[0], this.promise(conjunct.children[1])));
        }
        if (conjunct.kind === 'strongRelease') {
          return work.and(parts[1], work.or(parts[0], this.promise(conjunct.children[0])));
        }
        return this.presents.get(conjunct)!;
      }),
    );
  }

  private next(formula: Formula): BddRef {
    if (formula.kind === 'and') return this.work.andAll(formula.children.map((child) => this.next(child)));
    if (formula.kind === 'true' || formula.kind === 'false') return this.work.constant(formula.kind === 'true');
    let variable = this.nextVariables.get(formula);
    if (variable === undefined) {
      variable = this.newVariable({ kind: 'next', formula });
      this.nextVariables.set(formula, variable);
    }
    return variable;
  }

  private promise(formula: Formula): BddRef {
    let variable = this.promiseVariables.get(formula);
    if (variable === undefined) {
      if (this.promiseVariables.size === MAX_SETS) throw tooManySets();
      variable = this.newVariable({ kind: 'promise', index: this.promiseVariables.size });
      this.promiseVariables.set(formula, variable);
    }
    return variable;
  }

  private proposition(name: string): BddRef {
    let variable = this.propositionVariables.get(name);
    if (variable === undefined) {
      variable = this.newVariable({ kind: 'proposition', index: this.indexOf.get(name)! });
      this.propositionVariables.set(name, variable);
    }
    return variable;
  }

  private newVariable(meaning: Meaning): BddRef {
    this.meaning.push(meaning);
    return this.work.variable(this.work.addVariable());
  }
}
