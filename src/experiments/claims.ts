// The findings of the papers, each put to the test by the figures of the run. A claim needs records to hold or not to hold; without them
// it is not measured.
import type { ApproachId } from './approaches.ts';
import { average, type Case, casesOf, geometricMean, type SetCases } from './cases.ts';
import type { SetName } from './formula-sets.ts';
import type { CheckRecord } from './records.ts';

export interface ClaimResult {
  readonly id: string;
  readonly claim: string;
  readonly source: string;
  /** What the figures must be for it to hold. */
  readonly criterion: string;
  readonly verdict: 'holds' | 'does not hold' | 'not measured';
  readonly figures: string;
}

type Assessment = Pick<ClaimResult, 'verdict' | 'figures'>;

interface Claim extends Omit<ClaimResult, 'verdict' | 'figures'> {
  readonly assess: (sets: readonly SetCases[]) => Assessment;
}

type Measure = (check: CheckRecord) => number | null;
const transitions: Measure = (check) => check.exploredTransitions;
const productStates: Measure = (check) => check.productStates;
const time: Measure = (check) => check.seconds;

const UNMEASURED: Assessment = { verdict: 'not measured', figures: 'no formula that all the approaches decided' };
const STUTTER_INVARIANT: readonly SetName[] = ['rnd', 'wfair', 'dedicated'];

/** One approach against another on the same formulas. */
interface Comparison {
  readonly count: number;
  /** Where the first is smaller, larger, equal. */
  readonly smaller: number;
  readonly larger: number;
  readonly equal: number;
  /** The geometric mean of first / second, and the ratio of the averages. */
  readonly mean: number;
  readonly ofAverages: number;
}

/** Null when there is nothing to compare. */
function compareApproaches(
  cases: readonly Case[],
  [first, second]: readonly [ApproachId, ApproachId],
  measure: Measure,
): Comparison | null {
  const pairs = cases.flatMap(({ checks }) => {
    const [a, b] = [checks.get(first), checks.get(second)].map((check) =>
      check === undefined ? null : measure(check),
    );
    return a === null || b === null || a <= 0 || b <= 0 ? [] : [{ a, b }];
  });
  const mean = geometricMean(pairs.map(({ a, b }) => a / b));
  if (mean === null) return null;
  const count = (holds: (a: number, b: number) => boolean): number => pairs.filter(({ a, b }) => holds(a, b)).length;
  return {
    count: pairs.length,
    smaller: count((a, b) => a < b),
    larger: count((a, b) => a > b),
    equal: count((a, b) => a === b),
    mean,
    ofAverages: average(pairs.map(({ a }) => a))! / average(pairs.map(({ b }) => b))!,
  };
}

function figuresOf({ count, smaller, larger, equal, mean, ofAverages }: Comparison): string {
  return `${count} formulas: fewer ${smaller}, as many ${equal}, more ${larger}; geometric mean of the ratios ${mean.toFixed(2)}, ratio of the averages ${ofAverages.toFixed(2)}`;
}

function verdict(holds: boolean): ClaimResult['verdict'] {
  return holds ? 'holds' : 'does not hold';
}

interface Question {
  readonly sets: readonly SetName[];
  readonly pair: readonly [ApproachId, ApproachId];
  readonly outcome: 'holds' | 'violated';
  readonly measure: Measure;
}

function compareIn(sets: readonly SetCases[], { sets: names, pair, outcome, measure }: Question): Comparison | null {
  const cases = casesOf(sets, names, pair).filter((one) => one.outcome === outcome);
  return compareApproaches(cases, pair, measure);
}

function simple(question: Question, holds: (comparison: Comparison) => boolean): Claim['assess'] {
  return (sets) => {
    const found = compareIn(sets, question);
    return found === null ? UNMEASURED : { verdict: verdict(holds(found)), figures: figuresOf(found) };
  };
}

const claims: readonly Claim[] = [
  {
    id: 'tgta-verified',
    claim: 'TGTA explores fewer transitions than TGBA on verified formulas',
    source: '[BDK12, §5]',
    criterion: 'both means below 1, and fewer transitions more often than more',
    assess: simple(
      { sets: STUTTER_INVARIANT, pair: ['tgta', 'tgba'], outcome: 'holds', measure: transitions },
      ({ mean, ofAverages, smaller, larger }) => mean < 1 && ofAverages < 1 && smaller > larger,
    ),
  },
  {
    id: 'ta-second-pass',
    claim: 'TA pays its second pass on verified formulas',
    source: '[BDK11, §4; BDK12, §5]',
    criterion: 'where the second pass runs, at least 1.5 times the product is explored (the papers: twice)',
    assess: secondPass,
  },
  {
    id: 'ba-wfair',
    claim: 'BA pays degeneralisation on weak-fairness formulas',
    source: '[BDK11, §4]',
    criterion: 'BA / TGBA above 1.05 on verified WFair formulas, and further from 1 than on RND',
    assess: degeneralisation,
  },
  {
    id: 'tgta-violated',
    claim: 'TGTA is comparable with TGBA on violated formulas',
    source: '[BDK12, §6]',
    criterion: 'geometric mean between 1/2 and 2',
    assess: simple(
      { sets: STUTTER_INVARIANT, pair: ['tgta', 'tgba'], outcome: 'violated', measure: transitions },
      ({ mean }) => mean > 0.5 && mean < 2,
    ),
  },
  {
    id: 'tgta-all',
    claim: 'TGTA-all is at least as good as BA and TGBA on any LTL formula',
    source: '[BS15, §5.3]',
    criterion:
      'on verified formulas with X, states of the product and explored transitions: means of at most 1 against both',
    assess: atLeastAsGood,
  },
  {
    id: 'symbolic-faster',
    claim: 'Symbolic TGTA with saturation is faster than symbolic TGBA in most cases',
    source: '[BDKT14, §4.4] (3060 of 3191)',
    criterion: 'faster in more than two thirds of the cases',
    assess: (sets) => symbolic(sets, ({ smaller, count }) => smaller * 3 > count * 2),
  },
  {
    id: 'symbolic-order',
    claim: 'Symbolic TGTA with saturation is ahead of symbolic TGBA by an order of magnitude',
    source: '[BDKT14, §4.4]',
    criterion: 'TGBA takes at least ten times as long, in the geometric mean',
    assess: (sets) => symbolic(sets, ({ mean }) => mean <= 0.1),
  },
  {
    id: 'saturation',
    claim: 'Saturation helps TGTA more than TGBA',
    source: '[BDKT14, §4.4]',
    criterion: 'the gain by saturation (geometric mean) is larger for TGTA',
    assess: saturationGain,
  },
];

/** All claims, assessed. */
export function assessClaims(sets: readonly SetCases[]): readonly ClaimResult[] {
  return claims.map(({ assess, ...claim }) => ({ ...claim, ...assess(sets) }));
}

function secondPass(sets: readonly SetCases[]): Assessment {
  const checks = casesOf(sets, STUTTER_INVARIANT, ['ta'])
    .filter(({ outcome }) => outcome === 'holds')
    .map(({ checks: all }) => all.get('ta')!);
  if (checks.length === 0) return UNMEASURED;
  const twice = checks.filter(({ passes }) => (passes ?? 0) > 1);
  const sum = (measure: Measure): number => twice.reduce((total, check) => total + (measure(check) ?? 0), 0);
  const share = `${twice.length} of ${checks.length} verified formulas took a second pass`;
  if (twice.length === 0) return { verdict: 'does not hold', figures: share };
  const factor = sum(transitions) / sum((check) => check.productTransitions);
  return {
    verdict: verdict(factor >= 1.5),
    figures: `${share}; on these ${factor.toFixed(2)} times the transitions of the product were explored`,
  };
}

function degeneralisation(sets: readonly SetCases[]): Assessment {
  const question = { pair: ['ba', 'tgba'], outcome: 'holds', measure: transitions } as const;
  const fair = compareIn(sets, { ...question, sets: ['wfair'] });
  const plain = compareIn(sets, { ...question, sets: ['rnd'] });
  if (fair === null || plain === null) return UNMEASURED;
  return {
    verdict: verdict(fair.ofAverages > 1.05 && fair.ofAverages > plain.ofAverages),
    figures: `ratio of the averages ${fair.ofAverages.toFixed(2)} on WFair (${fair.count} formulas, geometric mean ${fair.mean.toFixed(2)}), ${plain.ofAverages.toFixed(2)} on RND (${plain.count}, ${plain.mean.toFixed(2)})`,
  };
}

function atLeastAsGood(sets: readonly SetCases[]): Assessment {
  const results = (['ba', 'tgba'] as const).flatMap((other) =>
    [
      { name: 'states of the product', measure: productStates },
      { name: 'explored transitions', measure: transitions },
    ].map(({ name, measure }) => ({
      name: `${name} against ${other.toUpperCase()}`,
      found: compareIn(sets, { sets: ['next'], pair: ['tgta-all', other], outcome: 'holds', measure }),
    })),
  );
  if (results.some(({ found }) => found === null)) return UNMEASURED;
  const parts = results.map(
    ({ name, found }) => `${name} ${found!.mean.toFixed(2)} (fewer ${found!.smaller}, more ${found!.larger})`,
  );
  return {
    verdict: verdict(results.every(({ found }) => found!.mean <= 1)),
    figures: `${results[0].found!.count} formulas, geometric means: ${parts.join('; ')}`,
  };
}

function symbolicCases(sets: readonly SetCases[], ids: readonly ApproachId[]): Case[] {
  return casesOf(sets, ['symbolic'], ids);
}

function symbolic(sets: readonly SetCases[], holds: (comparison: Comparison) => boolean): Assessment {
  const pair = ['symbolic-tgta-sat', 'symbolic-tgba-sat'] as const;
  const found = compareApproaches(symbolicCases(sets, pair), pair, time);
  if (found === null) return UNMEASURED;
  const { count, smaller, larger, mean } = found;
  const figures = `${count} formulas: TGTA faster ${smaller}, TGBA faster ${larger}; TGBA takes ${(1 / mean).toFixed(2)} times as long (geometric mean)`;
  return { verdict: verdict(holds(found)), figures };
}

function saturationGain(sets: readonly SetCases[]): Assessment {
  const gain = (kind: 'tgba' | 'tgta'): number | null => {
    const pair = [`symbolic-${kind}-nosat`, `symbolic-${kind}-sat`] as const;
    return compareApproaches(symbolicCases(sets, pair), pair, time)?.mean ?? null;
  };
  const [tgba, tgta] = [gain('tgba'), gain('tgta')];
  if (tgba === null || tgta === null) return UNMEASURED;
  return {
    verdict: verdict(tgta > tgba),
    figures: `without saturation TGTA takes ${tgta.toFixed(2)} times as long, TGBA ${tgba.toFixed(2)} times (geometric means)`,
  };
}
