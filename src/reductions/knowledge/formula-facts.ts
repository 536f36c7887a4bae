// Formulas about a net made smaller by what is known of all its runs, before anything is searched: parts that speak of one moment and are
// always or never true (by the state equation), and the letters of the first moments. The new formula has the value of the given one on
// every run of the net, under every reading of deadlocks and every fairness assumption; on other words the two may differ.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { printFormula } from '../../formula/print/print.ts';
import { replaceNodes } from '../../formula/relabel.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { BOOLEAN } from '../../formula/traits.ts';
import { subformulas } from '../../formula/traverse.ts';
import { booleanPredicate } from '../../models/boolean-predicate.ts';
import type { Expression } from '../../models/expression/expression.ts';
import type { Model } from '../../models/model.ts';
import type { Observation } from '../../models/observation.ts';
import { type AskedCondition, type Decision, type LinearOptions, StateEquationFacts } from '../lp/decide.ts';
import { rewriteAtStart } from './first-letters.ts';
import { FirstMoments } from './first-moments.ts';
import { RunFacts } from './run-facts.ts';

/** A formula, as the facts leave it. */
export interface SimplifiedFormula {
  /** The same as given where no fact was of use. */
  readonly formula: Formula;
  /** Propositions of the given formula, and how many of them have one value in all reachable states. */
  readonly propositions: number;
  readonly decided: number;
}

/** Boolean parts with more operators are not asked about as a whole. */
const MOST_NODES = 60;

/** What is known of one net; made once for all questions about it. */
export class FormulaFacts {
  private readonly runs: RunFacts;
  private readonly equation: StateEquationFacts;
  private readonly moments: FirstMoments;

  private constructor(model: Model, equation: StateEquationFacts, stopwatch: Stopwatch) {
    this.runs = new RunFacts(model);
    this.equation = equation;
    this.moments = new FirstMoments(model, stopwatch);
  }

  /** Null where the model is no net. Throws `LimitExceeded`. */
  static of(model: Model, options: LinearOptions): FormulaFacts | null {
    const equation = StateEquationFacts.of(model, options);
    return equation && new FormulaFacts(model, equation, options.stopwatch);
  }

  /** The formula with the facts put in. Throws `LimitExceeded`. */
  simplify(formula: Formula, observation: Observation, stopwatch: Stopwatch): SimplifiedFormula {
    const predicateOf = new Map(observation.names.map((name, i) => [name, observation.predicates[i]]));
    const asked = [...predicateOf].map(([name, condition]) => ({ name: `proposition ${name}`, condition }));
    const decisions = this.equation.decideAll(asked, stopwatch);
    const decisionOf = (name: string): Decision => decisions.get(`proposition ${name}`)!;
    const decided = observation.names.filter((name) => decisionOf(name) !== 'open').length;
    const facts = { propositions: observation.names.length, decided };
    const literal = replaceNodes(formula, (node) =>
      node.kind === 'proposition' ? constantOf(node, decisionOf(node.name)) : undefined,
    );
    const small = simplify(literal, { limits: stopwatch });
    const boolean = this.withoutBooleans(small, predicateOf, stopwatch);
    const started = rewriteAtStart(boolean, this.moments.letters(observation));
    const isOfUse = literal !== formula || boolean !== small || started !== boolean;
    return { ...facts, formula: isOfUse ? simplify(started, { limits: stopwatch }) : formula };
  }

  /** What all runs satisfy besides, as a formula. */
  ofRuns(formula: Formula, observation: Observation): Formula {
    return this.runs.about(formula, observation, this.moments.everyLetter(observation));
  }

  /** Conjunctions that no reachable state satisfies, and disjunctions that all do, become constants. */
  private withoutBooleans(
    formula: Formula,
    predicateOf: ReadonlyMap<string, Expression>,
    stopwatch: Stopwatch,
  ): Formula {
    const asked = new Map<Formula, AskedCondition>();
    for (const node of subformulas(formula)) {
      if (!isConnective(node) || (node.traits & BOOLEAN) === 0 || node.size > MOST_NODES) continue;
      const condition = booleanPredicate(node, predicateOf);
      // With all operands open, a conjunction cannot be always true, nor a disjunction never.
      asked.set(node, { name: printFormula(node), condition, wanted: node.kind === 'and' ? 'never' : 'always' });
    }
    if (asked.size === 0) return formula;
    const decisions = this.equation.decideAll([...asked.values()], stopwatch);
    return replaceNodes(formula, (node) => {
      const condition = asked.get(node);
      return condition && constantOf(node, decisions.get(condition.name)!);
    });
  }
}

function isConnective({ kind, children }: Formula): boolean {
  return (kind === 'and' || kind === 'or') && children.length > 1;
}

function constantOf({ store }: Formula, decision: Decision): Formula | undefined {
  return decision === 'open' ? undefined : store.constant(decision === 'always');
}
