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
import { decompose, type Splitting } from './decompose.ts';

interface TableauOptions {
  /**
   * How the edges of a state are found: 'primes' covers its function by prime implicants, whose labels may overlap;
   * 'letters' first splits the letters by what they leave owed, so that labels overlap only where a choice remains.
   */
  readonly splitting?: Splitting;
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
  return new Tableau(formula, options).run(formula);
}

/** One translation; the variables of `work` are the propositions, then Next and Promise variables as they are met. */
class Tableau {
  private readonly options: TableauOptions;
  private readonly stopwatch: Stopwatch;
  private readonly propositions: readonly string[];
  private readonly indexOf: ReadonlyMap<string, number>;
  private readonly work: Bdd;
  private readonly presents = new Map<Formula, BddRef>();
  private readonly nextVariables = new Map<Formula, BddRef>();
  private readonly promiseVariables = new Map<Formula, BddRef>();
  /** What each variable after the propositions stands for: a formula owed, or the number of a promise. */
  private readonly meaning: (Formula | number)[] = [];
  private readonly stateOf = new Map<BddRef, number>();
  private readonly stateFormulas: Formula[] = [];
  private readonly stateFunctions: BddRef[] = [];
  private readonly known = new Map<Formula, number>();

  constructor(formula: Formula, options: TableauOptions) {
    this.options = options;
    this.stopwatch = Stopwatch.over(options.limits);
    this.propositions = options.propositions ?? propositionsOf(formula);
    this.indexOf = new Map(this.propositions.map((name, i) => [name, i]));
    this.work = new Bdd(this.propositions.length);
  }

  run(formula: Formula): Automaton {
    return this.work.during(this.stopwatch, () => this.build(formula));
  }

  private build(formula: Formula): Automaton {
    const builder = new AutomatonBuilder(this.propositions, this.options.bdd);
    const transfer = new Transfer(this.work, builder.bdd);
    const width = this.propositions.length;
    const promises: { source: number; label: BddRef; made: number; target: number }[] = [];
    builder.setInitial(this.state(formula));
    for (let source = 0; source < this.stateFormulas.length; source++) {
      this.stopwatch.look();
      for (const { label, owed } of decompose(this.work, this.stateFunctions[source], width, this.options.splitting)) {
        const { made, target } = this.readOwed(owed);
        promises.push({ source, label: transfer.copy(label), made, target });
      }
    }
    builder.addStates(this.stateFormulas.length);
    const all = allMarks(this.promiseVariables.size);
    for (const { source, label, made, target } of promises) builder.addEdge(source, label, all & ~made, target);
    return builder.build(generalizedBuchi(this.promiseVariables.size), { stateFormulas: this.stateFormulas });
  }

  /** The target and the promises of an edge, from the variables of its cube beyond the propositions. */
  private readOwed(owed: readonly number[]): { made: number; target: number } {
    let made = 0;
    const formulas: Formula[] = [];
    for (const variable of owed) {
      const meaning = this.meaning[variable - this.propositions.length];
      if (typeof meaning === 'number') made |= 1 << meaning;
      else formulas.push(meaning);
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
      const missing = node.kind === 'next' ? [] : node.children.filter((child) => !this.presents.has(child));
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

  /** The expansion laws, with the promise of each until (strong release) that is put off. */
  private unfold(node: Formula): BddRef {
    const { work } = this;
    const parts = node.kind === 'next' ? [] : node.children.map((child) => this.presents.get(child)!);
    const [left, right] = parts;
    switch (node.kind) {
      case 'true':
        return work.true;
      case 'false':
        return work.false;
      case 'proposition':
        return work.variable(this.indexOf.get(node.name)!);
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
      variable = this.work.variable(this.work.addVariable());
      this.nextVariables.set(formula, variable);
      this.meaning.push(formula);
    }
    return variable;
  }

  private promise(formula: Formula): BddRef {
    let variable = this.promiseVariables.get(formula);
    if (variable === undefined) {
      if (this.promiseVariables.size === MAX_SETS) throw tooManySets();
      variable = this.work.variable(this.work.addVariable());
      this.meaning.push(this.promiseVariables.size);
      this.promiseVariables.set(formula, variable);
    }
    return variable;
  }
}
