// Explicit searches up to symmetry: of states that a permutation leads to each other one is visited. What is permuted is found in nets, and
// declared in models in code; only what leaves every proposition of the question as it is (docs/adr/016). Lassos are brought back to the
// model that was searched.
import { InputError } from '../diagnostics/diagnostic.ts';
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Progress } from '../explicit/emptiness/result.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { formOf } from '../explicit/symmetry/expression-form.ts';
import { findMemberSets, type MemberSet, partners } from '../explicit/symmetry/member-sets.ts';
import { NumberedQuotient, QuotientSource } from '../explicit/symmetry/quotient-source.ts';
import { type ChosenMembers, TokenSymmetry } from '../explicit/symmetry/token-symmetry.ts';
import { unfoldLasso } from '../explicit/symmetry/unfold-lasso.ts';
import { isTokenModel } from '../models/analysis/sums.ts';
import type { DeadlockReading } from '../models/deadlock.ts';
import { evaluate } from '../models/expression/expression.ts';
import { collectReads } from '../models/expression/support.ts';
import type { DeclaredSymmetry, Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { Symmetry } from '../models/symmetry.ts';
import type { EngineAnswer } from './answer.ts';
import { condense } from './condense.ts';
import { searchExplicitly } from './explicit-engine.ts';
import type { CompleteChoices, CompleteExplicit } from './options.ts';
import { FormulaQuestion, type Question } from './question.ts';
import type { SymmetryCounts } from './result.ts';
import { stateBound } from './state-bound.ts';

/** How large a net may be, in arcs, and how many may be looked at until all sets are found: unasked, and where it is asked for. */
const UNASKED = { mostArcs: 20_000, effort: 4_000_000 };
const ASKED = { mostArcs: 2_000_000, effort: 400_000_000 };
/** A net with no more states is searched as it is unless asked: the kernel is soon through. */
const FEW_STATES = 20_000;
/** Searches of nets leave the kernel, which costs so much: unasked, each state must stand for so many while the search is this long, or it is given up. */
const TRIAL = { from: 2000, to: 20_000 };
const WORTHWHILE = 50;

interface SymmetricTask {
  readonly question: Question;
  readonly engine: CompleteExplicit;
  readonly stopwatch: Stopwatch;
  readonly onProgress?: (progress: Progress) => void;
  readonly isEnough?: (path: StateLasso) => boolean;
}

/** What a search is done with: what is permuted, and the question in a form that does not tell that apart. */
interface Plan {
  /** Questions with the same key can share states. */
  readonly key: string;
  readonly question: Question;
  readonly symmetry: Symmetry;
  readonly basis: SymmetryCounts['basis'];
  readonly source: () => QuotientSource | NumberedQuotient;
}

interface Used {
  readonly plan: Plan;
  readonly graph: ModelGraph;
  readonly source: QuotientSource | NumberedQuotient;
  readonly symmetry: Symmetry;
}

/** The search goes on without symmetry. */
class WithoutSymmetry extends Error {
  override name = 'WithoutSymmetry';
}

/** A proposition tells members of this declared set apart. */
class ToldApart extends Error {
  override name = 'ToldApart';
  readonly set: number;

  constructor(set: number) {
    super();
    this.set = set;
  }
}

export class SymmetricSearches {
  private readonly model: Model;
  private readonly choices: Pick<CompleteChoices, 'deadlock' | 'fairness'>;
  private readonly found = new Map<CompleteExplicit['symmetry'], readonly MemberSet[]>();
  /** Declared sets that a question tells apart. */
  private readonly toldApart = new WeakMap<Question, Set<number>>();
  private readonly declaredPlans = new WeakMap<Question, Plan>();
  /** Plans by their keys that were given up, and why. */
  private readonly givenUp = new Map<string, string>();
  private used: Used | null = null;

  constructor(model: Model, choices: Pick<CompleteChoices, 'deadlock' | 'fairness'>) {
    this.model = model;
    this.choices = choices;
  }

  /** The answer; or why there is none by symmetry, in words, or null where nobody asked. Throws `InputError` where a declaration is wrong. */
  search(task: SymmetricTask): EngineAnswer | { readonly unused: string | null } {
    const { symmetry } = task.engine;
    if (symmetry === 'none') return { unused: null };
    const obstacle = this.obstacle(task.engine);
    const isTried = this.model.symmetry !== undefined || symmetry === 'always';
    if (obstacle !== null) return { unused: isTried ? obstacle : null };
    for (;;) {
      const plan = this.plan(task);
      if (typeof plan === 'string') return { unused: isTried ? plan : null };
      const before = this.givenUp.get(plan.key);
      if (before !== undefined && symmetry === 'auto') return { unused: isTried ? before : null };
      try {
        return this.searchBy(plan, task);
      } catch (error) {
        if (error instanceof ToldApart) {
          const apart = this.toldApart.get(task.question) ?? new Set();
          this.toldApart.set(task.question, apart.add(error.set));
          this.declaredPlans.delete(task.question);
          continue;
        }
        if (!(error instanceof WithoutSymmetry)) throw error;
        this.used = null;
        this.givenUp.set(plan.key, error.message);
        return { unused: isTried ? error.message : null };
      }
    }
  }

  get isUsed(): boolean {
    return this.used !== null;
  }

  /** Lets go of the states. */
  clear(): void {
    this.used = null;
  }

  /** Why nothing is permuted whatever the formula. */
  private obstacle(engine: CompleteExplicit): string | null {
    const { deadlock, fairness } = this.choices;
    if (fairness !== undefined) return 'fairness speaks of single transitions';
    if (deadlock === 'error') return 'every deadlock counts';
    if (engine.counterexample === 'shortest') return 'the shortest lasso of the model is asked for';
    if (engine.fullProduct === 'counted') return 'states of the product are counted';
    if (engine.partialOrder === 'always') return 'stubborn sets are asked for';
    if (this.model.symmetry === undefined && !isTokenModel(this.model))
      return 'the model is no net and declares no symmetry';
    return null;
  }

  private plan({ question, engine }: SymmetricTask): Plan | string {
    const { symmetry: declared } = this.model;
    if (declared !== undefined) return this.declaredPlan(declared, question);
    if (engine.symmetry === 'auto' && stateBound(this.model) <= FEW_STATES) return 'the net has few states';
    const sets = this.memberSets(engine.symmetry);
    if (sets.length === 0) return 'no parts of the net were found that can change places';
    const forms = [question, ...condensedForms(question)].map((form) => {
      const chosen = sets.flatMap((set) => unseen(set, form.observationFor(engine.automaton)));
      return { form, chosen, count: chosen.reduce((sum, { members }) => sum + members.length, 0) };
    });
    const { form, chosen } = forms.reduce((best, next) => (next.count > best.count ? next : best));
    const symmetry = TokenSymmetry.of(chosen);
    if (symmetry === null) return 'the formula tells apart what could change places';
    const key = chosen.map(({ set, members }) => `${sets.indexOf(set)}:${members.join()}`).join(' ');
    const isTrial = engine.symmetry === 'auto';
    if (isTrial && permutationsOf(symmetry) < WORTHWHILE) return 'there are few permutations';
    const onExpansion = (found: number, represented: number): void => {
      if (isTrial && found > TRIAL.from && found < TRIAL.to && represented < WORTHWHILE * found)
        throw new WithoutSymmetry('it saved too little');
    };
    const source = (): QuotientSource => new QuotientSource(this.model, symmetry, onExpansion);
    return { key, question: form, symmetry, basis: 'verified', source };
  }

  private memberSets(use: CompleteExplicit['symmetry']): readonly MemberSet[] {
    const { mostArcs, effort } = use === 'always' ? ASKED : UNASKED;
    const { groups, variables } = this.model;
    const known = this.found.get(use);
    if (known !== undefined) return known;
    const sets = findMemberSets({ groups, places: variables.length, mostArcs, effort: { left: effort } });
    this.found.set(use, sets);
    return sets;
  }

  private declaredPlan(declared: DeclaredSymmetry, question: Question): Plan | string {
    const known = this.declaredPlans.get(question);
    if (known !== undefined) return known;
    const apart = this.toldApart.get(question) ?? new Set();
    const sets = [...declared.sets.keys()].filter((set) => !apart.has(set) && declared.sets[set].size > 1);
    if (sets.length === 0) return 'the formula tells apart what could change places';
    const [condensed = question] = condensedForms(question);
    const symmetry = declared.quotient(sets, {
      see: lettersOf(condensed.observation),
      onDifference: (set) => {
        throw new ToldApart(set);
      },
    });
    const source = (): NumberedQuotient => new NumberedQuotient(this.model, symmetry);
    const plan: Plan = { key: `declared ${sets.join()}`, question: condensed, symmetry, basis: 'declared', source };
    this.declaredPlans.set(question, plan);
    return plan;
  }

  private searchBy(plan: Plan, task: SymmetricTask): EngineAnswer {
    const { engine, stopwatch, onProgress, isEnough } = task;
    const { deadlock } = this.choices;
    const { graph, source, symmetry } = this.use(plan, deadlock, stopwatch);
    const { question } = plan;
    const inModel = (lasso: StateLasso): StateLasso => this.unfolded(plan, symmetry, lasso);
    const answer = searchExplicitly({
      graph,
      deadlock,
      question,
      engine: { ...engine, partialOrder: 'none' },
      stopwatch,
      onProgress,
      ...(isEnough && { isEnough: (path: StateLasso) => isEnough(inModel(path)) }),
    });
    const { sizes } = symmetry;
    const counts: SymmetryCounts = {
      sets: sizes,
      permutations: permutationsOf(symmetry),
      represented: Math.round(source.represented),
      basis: plan.basis,
    };
    const statistics = { ...answer.statistics, symmetry: counts };
    const { found } = answer;
    if (found.outcome !== 'violated') return { ...answer, engine, statistics };
    return { ...answer, engine, statistics, found: { ...found, lasso: inModel(found.lasso) } };
  }

  /** The states of the plan: what is known of them is used, and more is added. */
  private use(plan: Plan, deadlock: DeadlockReading, stopwatch: Stopwatch): Used {
    const { states } = stopwatch.limits;
    const { used } = this;
    // Each question has the propositions of models in code tried on each state: these states are not shared.
    const isKnown = plan.basis === 'verified' ? used?.plan.key === plan.key : used?.plan === plan;
    if (used !== null && isKnown && used.graph.options.maxStates === states) return used;
    const source = plan.source();
    const graph = new ModelGraph(this.model, { deadlock: deadlockStep(deadlock), maxStates: states, source });
    this.used = { plan, graph, source, symmetry: plan.symmetry };
    return this.used;
  }

  private unfolded(plan: Plan, symmetry: Symmetry, lasso: StateLasso): StateLasso {
    const unfolded = unfoldLasso(this.model, symmetry, lasso);
    if (unfolded === null) throw new WithoutSymmetry('a counterexample would be too long when it is written out');
    if (plan.basis === 'declared') this.requireRun(unfolded, lasso, plan.question.observation);
    return unfolded;
  }

  /** What was declared may be wrong, and the propositions were only tried on some states. */
  private requireRun({ prefix, cycle }: StateLasso, forms: StateLasso, observation: Observation): void {
    const states = [...prefix, ...cycle];
    for (const [i, state] of states.entries()) {
      const next: Int32Array | undefined = states[i + 1] ?? cycle[0];
      let isDead = true;
      let isStep = next === undefined;
      this.model.successors(state, (target) => {
        isDead = false;
        isStep ||= target[0] === next?.[0];
      });
      if (!isStep && !(isDead && next?.[0] === state[0])) throw wrongDeclaration();
    }
    const see = lettersOf(observation);
    const [below, above] = [states, [...forms.prefix, ...forms.cycle]];
    const isSame = below.every((state, i) => {
      const turn = i < prefix.length ? i : prefix.length + ((i - prefix.length) % forms.cycle.length);
      return see(state) === see(above[turn]);
    });
    if (!isSame) throw new WithoutSymmetry('the formula tells apart what could change places');
  }
}

function wrongDeclaration(): InputError {
  return new InputError({
    code: 'TSM806',
    message: 'the symmetry that the model declares is none: a run up to permutations is no run of the model',
    hint: 'with guard: "always" every state is looked at, and the first one is shown that is wrong',
  });
}

/** The question with one proposition for each Boolean part: permutations may leave that as it is though they do not leave its propositions. */
function condensedForms(question: Question): readonly FormulaQuestion[] {
  if (!(question instanceof FormulaQuestion)) return [];
  const { formula, observation } = condense(question.formula, question.observation, { from: 2 });
  return formula === question.formula ? [] : [new FormulaQuestion(formula, observation, question.asked)];
}

/** Members of the set that may change places so that no proposition says anything else: in as many parts as need be. */
function unseen(set: MemberSet, { predicates }: Observation): readonly ChosenMembers[] {
  const parts: number[][] = [];
  const reads = predicates.map((predicate) => {
    const seen = new Set<number>();
    collectReads(predicate, seen);
    return seen;
  });
  const forms = new Map<number, string>();
  const isUnseen = (i: number, j: number): boolean => {
    const swapped = partners(set.swap(i, j));
    return predicates.every((predicate, p) => {
      if (![...reads[p]].some((variable) => swapped.has(variable))) return true;
      const form = forms.get(p) ?? formOf(predicate, (variable) => variable);
      forms.set(p, form);
      return form === formOf(predicate, (variable) => swapped.get(variable) ?? variable);
    });
  };
  // To be exchanged unseen is an equivalence: (i k) = (i j)(j k)(i j).
  for (let member = 0; member < set.size; member++) {
    const part = parts.find(([first]) => isUnseen(first, member));
    if (part === undefined) parts.push([member]);
    else part.push(member);
  }
  return parts.filter(({ length }) => length > 1).map((members) => ({ set, members }));
}

/** What the propositions say of a state. Permutations keep deadlocks. */
function lettersOf({ predicates }: Observation): (vector: Int32Array) => string {
  return (vector) => predicates.map((predicate) => (evaluate(predicate, vector, () => false) === 0 ? 0 : 1)).join('');
}

function permutationsOf({ sizes }: Symmetry): number {
  return sizes.reduce((product, size) => product * factorial(size), 1);
}

function factorial(n: number): number {
  let product = 1;
  for (let i = 2; i <= n; i++) product *= i;
  return product;
}
