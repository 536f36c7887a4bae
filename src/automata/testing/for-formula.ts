// From a formula to a testing automaton of any kind: the door to this folder.
import { assertNever } from '../../base/assert.ts';
import { InputError, UsageError } from '../../diagnostics/diagnostic.ts';
import { LimitExceeded, type Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula } from '../../formula/formula.ts';
import { printFormula } from '../../formula/print/print.ts';
import { simplify } from '../../formula/simplify/simplify.ts';
import { NEXT_FREE } from '../../formula/traits.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import { printWord } from '../../formula/word-syntax.ts';
import { Languages } from '../semantics/languages.ts';
import { type StutterWitness, stutterWitness } from '../semantics/stutter-invariance.ts';
import { type TranslateOptions, translate } from '../translate/translate.ts';
import { formulaToGta, formulaToTgta } from './direct/direct.ts';
import { gtaToTa } from './gta-to-ta.ts';
import type { SizeLimits } from './labelled.ts';
import type { OnStep } from './labelled-to-tgta.ts';
import { observedPropositions } from './observed.ts';
import { tgbaToPrintedTgta } from './printed-tgta.ts';
import { toSinglePass } from './single-pass.ts';
import { makeStutterDecision, stateDecision } from './stutter-decision.ts';
import type { TestingAutomaton, TestingKind } from './testing-automaton.ts';
import { type LetterOn, tgbaToTgta } from './tgba-to-tgta.ts';
import { baToTa, tgbaToGta } from './to-ta.ts';

export interface TestingAutomatonOptions extends SizeLimits {
  /** By a BA or TGBA (two-step), or straight from the formula (direct); two-step unless a state would observe too much. */
  readonly method?: 'two-step' | 'direct';
  /** In two-step: which letter a state knows; by default the one it has read. */
  readonly letters?: LetterOn;
  /**
   * `ours` unless given. `printed` is the papers' two-step construction to the letter, for research: a TA without the second optimisation of
   * [BDK11, §2.3], a TGTA by Property 3 of [BS15], which for formulas that are not stutter-invariant may lose words
   * (docs/errata.md). It implies `letters: 'next'`, and there is no direct way.
   */
  readonly construction?: 'ours' | 'printed';
  /** How to translate in two-step. */
  readonly translation?: Pick<TranslateOptions, 'preference' | 'effort'>;
  /** Time, memory and cancellation; for the number of states there is `maxStates`. */
  readonly limits?: Limits | Stopwatch;
  /** Receives each intermediate automaton. */
  readonly onStep?: OnStep;
}

/**
 * A testing automaton of the formula. A TGTA exists for every formula; the other kinds for stutter-invariant ones, and an
 * `InputError` with a witness says so otherwise.
 */
export function testingAutomatonFor(
  formula: Formula,
  kind: TestingKind,
  given: TestingAutomatonOptions = {},
): TestingAutomaton {
  const stopwatch = Stopwatch.over(given.limits).part({});
  const options = { ...given, limits: stopwatch };
  const simple = simplify(formula, { limits: stopwatch });
  if (kind !== 'tgta') requireStutterInvariance(formula, simple, options);
  if (options.construction === 'printed') return printed(simple, kind, options);
  if (options.method !== undefined) return byMethod(simple, kind, options.method, options);
  const wide = widestTwoStep(simple, kind, options);
  if (wide === null) return byMethod(simple, kind, 'two-step', options);
  const maxStates = Math.min(wide, options.maxStates ?? wide);
  const direct = stopwatch.attempt({}, (limits) => byMethod(simple, kind, 'direct', { ...options, maxStates, limits }));
  return direct ?? byMethod(simple, kind, 'two-step', options);
}

/** The options with the stopwatch that runs. */
interface RunOptions extends TestingAutomatonOptions {
  readonly limits: Stopwatch;
}

function byMethod(
  formula: Formula,
  kind: TestingKind,
  method: 'two-step' | 'direct',
  options: RunOptions,
): TestingAutomaton {
  return method === 'direct' ? direct(formula, kind, options) : twoStep(formula, kind, options);
}

function printed(formula: Formula, kind: TestingKind, options: RunOptions): TestingAutomaton {
  if (options.method === 'direct') throw new UsageError('the printed construction is two-step: there is no direct one');
  if (options.letters === 'read') throw new UsageError('the printed construction has the letters that are read next');
  return twoStep(formula, kind, { ...options, letters: 'next' });
}

function twoStep(formula: Formula, kind: TestingKind, options: RunOptions): TestingAutomaton {
  const { letters = 'read', limits } = options;
  const translation = { ...options.translation, limits };
  switch (kind) {
    case 'ta':
      return baToTa(translate(formula, { ...translation, to: 'ba' }), {
        ...options,
        letters,
        trivialStates: options.construction === 'printed' ? 'as they are' : 'join F',
      });
    case 'gta':
      return tgbaToGta(translate(formula, translation), { ...options, letters });
    case 'sta':
      return lastStep(toSinglePass(twoStep(formula, 'ta', options), limits), options);
    case 'sgta':
      return lastStep(toSinglePass(twoStep(formula, 'gta', options), limits), options);
    case 'tgta': {
      const tgba = translate(formula, translation);
      const isStutterInvariant = stateDecision(formula, tgba, { limits });
      if (options.construction === 'printed') return tgbaToPrintedTgta(tgba, { ...options, isStutterInvariant });
      return tgbaToTgta(tgba, { ...options, letters, isStutterInvariant });
    }
    default:
      return assertNever(kind);
  }
}

function direct(formula: Formula, kind: TestingKind, options: RunOptions): TestingAutomaton {
  const { limits } = options;
  switch (kind) {
    case 'ta':
      return lastStep(gtaToTa(direct(formula, 'gta', options), limits), options);
    case 'gta':
      return formulaToGta(formula, options);
    case 'sta':
      return lastStep(toSinglePass(direct(formula, 'ta', options), limits), options);
    case 'sgta':
      return lastStep(toSinglePass(direct(formula, 'gta', options), limits), options);
    case 'tgta':
      return formulaToTgta(formula, { ...options, decide: makeStutterDecision({ limits }) });
    default:
      return assertNever(kind);
  }
}

function lastStep(automaton: TestingAutomaton, { onStep }: TestingAutomatonOptions): TestingAutomaton {
  const caption = automaton.kind === 'ta' ? 'after counting the acceptance sets' : 'with one livelock state';
  onStep?.({ caption, automaton });
  return automaton;
}

/** States that observe more than this many propositions are copied for too many letters. */
const WIDE = 9;

/** How many states the first step would make, if some state of the BA or TGBA observes much; null when none does. */
function widestTwoStep(formula: Formula, kind: TestingKind, { translation, limits }: RunOptions): number | null {
  if (propositionsOf(formula).length <= WIDE) return null;
  const automaton = translate(formula, { ...translation, limits, to: kind === 'ta' || kind === 'sta' ? 'ba' : 'tgba' });
  const observed = observedPropositions(automaton).map(({ length }) => length);
  if (Math.max(0, ...observed) <= WIDE) return null;
  return observed.reduce((sum, count) => sum + 2 ** count, 0);
}

/** What the decision of stutter invariance may build: states of a tableau, and of pairs of states. */
const DECISION_STATES = { tableau: 3000, pairs: 500_000 };
const DECISION_SECONDS = 20;

function witnessWithinLimits(formula: Formula, simple: Formula, stopwatch: Stopwatch): StutterWitness | null {
  try {
    const languages = new Languages({ maxStates: DECISION_STATES.tableau });
    const limits = stopwatch.part({ states: DECISION_STATES.pairs, seconds: DECISION_SECONDS });
    return stutterWitness(simple, { languages, limits });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    stopwatch.look();
    const question = `whether ${printFormula(formula)} is stutter-invariant could not be decided`;
    throw new LimitExceeded(error.limit, `${question}: ${error.message}; a TGTA (tgta) handles it all the same`);
  }
}

/** TA and GTA are sound for stutter-invariant languages only. */
function requireStutterInvariance(formula: Formula, simple: Formula, { limits }: RunOptions): void {
  if (simple.has(NEXT_FREE)) return;
  const witness = witnessWithinLimits(formula, simple, limits);
  if (witness === null) return;
  const names = propositionsOf(simple);
  const [holds, fails] = [witness.satisfying, witness.violating].map((word) => printWord(word, names));
  throw new InputError({
    code: 'AUT160',
    message: `${printFormula(formula)} is not stutter-invariant: ${holds} satisfies it, ${fails} does not, and they differ in repetitions only`,
    hint: 'a TGTA (tgta) handles every formula, and so do tgba and ba',
  });
}
