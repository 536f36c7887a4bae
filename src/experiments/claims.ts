// The findings of the papers, each put to the test by the figures of the run. The criteria stand here, before any run: a mean counts with its whole
// bootstrap interval, "more often" by the sign test at 5 %. A claim whose interval reaches across its bound is left open, and one without
// records is not measured.
import type { ApproachId } from './approaches.ts';
import { type Case, casesOf, type SetCases } from './cases.ts';
import {
  type Comparison,
  compareApproaches,
  comparisonText,
  type Measure,
  meanText,
  nodes,
  productStates,
  searchTime,
  time,
  transitions,
} from './comparison.ts';
import type { SetName } from './formula-sets.ts';

type Verdict = 'holds' | 'does not hold' | 'open' | 'not measured';

export interface ClaimResult {
  readonly id: string;
  readonly claim: string;
  readonly source: string;
  /** What the figures must be for it to hold. */
  readonly criterion: string;
  readonly verdict: Verdict;
  readonly figures: string;
}

type Assessment = Pick<ClaimResult, 'verdict' | 'figures'>;

interface Claim extends Omit<ClaimResult, 'verdict' | 'figures'> {
  readonly assess: (sets: readonly SetCases[]) => Assessment;
}

const UNMEASURED: Assessment = { verdict: 'not measured', figures: 'no formula that all the approaches decided' };
const STUTTER_INVARIANT: readonly SetName[] = ['rnd', 'wfair', 'dedicated'];
const WITH_NEXT: readonly SetName[] = ['next', 'wfair-next'];
const LEVEL = 0.05;

/** Whether the mean is below the bound: certain when its interval is, excluded when the interval is above. */
function below({ interval: [low, high] }: Comparison, bound: number): Verdict {
  return high < bound ? 'holds' : low >= bound ? 'does not hold' : 'open';
}

/** Whether the mean is at most the bound, likewise. */
function atMost({ interval: [low, high] }: Comparison, bound: number): Verdict {
  return high <= bound ? 'holds' : low > bound ? 'does not hold' : 'open';
}

/** Whether the first needs less more often than more. */
function aheadMoreOften({ smaller, larger, probability }: Comparison): Verdict {
  if (probability >= LEVEL) return 'open';
  return smaller > larger ? 'holds' : 'does not hold';
}

function both(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('does not hold') ? 'does not hold' : verdicts.includes('open') ? 'open' : 'holds';
}

interface Question {
  readonly sets: readonly SetName[];
  readonly pair: readonly [ApproachId, ApproachId];
  readonly outcome: Case['outcome'] | 'any';
  readonly measure: Measure;
}

function compareIn(sets: readonly SetCases[], { sets: names, pair, outcome, measure }: Question): Comparison | null {
  const cases = casesOf(sets, names, pair).filter((one) => outcome === 'any' || one.outcome === outcome);
  return compareApproaches(cases, pair, measure);
}

function simple(question: Question, verdict: (comparison: Comparison) => Verdict): Claim['assess'] {
  return (sets) => {
    const found = compareIn(sets, question);
    return found === null ? UNMEASURED : { verdict: verdict(found), figures: comparisonText(found) };
  };
}

/** The claims of which both variants of letters are judged. */
const letterClaims: readonly Claim[] = (['', '-next'] as const).flatMap((letters): Claim[] => {
  const name = letters === '' ? 'our letters' : 'the letters of the papers';
  const tgta = `tgta${letters}` as const;
  return [
    {
      id: `tgta-verified${letters}`,
      claim: `TGTA explores fewer transitions than TGBA on verified formulas (${name})`,
      source: '[BDK12, §5]',
      criterion:
        'the geometric mean is below 1 with its whole interval, and fewer transitions more often than more (sign test, 5 %)',
      assess: simple(
        { sets: STUTTER_INVARIANT, pair: [tgta, 'tgba'], outcome: 'holds', measure: transitions },
        (found) => both(below(found, 1), aheadMoreOften(found)),
      ),
    },
    {
      id: `tgta-violated${letters}`,
      claim: `TGTA is comparable with TGBA on violated formulas (${name})`,
      source: '[BDK12, §6]',
      criterion: 'the interval of the geometric mean lies between 1/2 and 2',
      assess: simple(
        { sets: STUTTER_INVARIANT, pair: [tgta, 'tgba'], outcome: 'violated', measure: transitions },
        ({ interval: [low, high] }) =>
          low > 0.5 && high < 2 ? 'holds' : high <= 0.5 || low >= 2 ? 'does not hold' : 'open',
      ),
    },
    {
      id: `tgta-all${letters}`,
      claim: `TGTA-all is at least as good as BA and TGBA on any LTL formula (${name})`,
      source: '[BS15, §5.3]',
      criterion:
        'on verified formulas with X, states of the product and explored transitions: means of at most 1 with their whole intervals against both',
      assess: (sets) => atLeastAsGood(sets, `tgta-all${letters}`),
    },
  ];
});

const claims: readonly Claim[] = [
  ...letterClaims,
  {
    id: 'ta-second-pass',
    claim: 'TA pays its second pass on verified formulas: with Algorithm 3 as printed, TGTA explores fewer transitions',
    source: '[BDK11, §4; BDK12, §5]',
    criterion: 'TGTA / TA of [BDK12] below 1 with its whole interval; needs --baseline paper',
    assess: simple(
      { sets: STUTTER_INVARIANT, pair: ['tgta-next', 'ta-2012'], outcome: 'holds', measure: transitions },
      (found) => below(found, 1),
    ),
  },
  {
    id: 'ta-two-passes',
    claim: 'TA of 2011 explores more transitions than TGBA on verified formulas',
    source: '[BDK11, §4]',
    criterion: 'TGBA / TA of [BDK11] below 1 with its whole interval; needs --baseline paper',
    assess: simple(
      { sets: STUTTER_INVARIANT, pair: ['tgba', 'ta-2011'], outcome: 'holds', measure: transitions },
      (found) => below(found, 1),
    ),
  },
  {
    id: 'ta-our-pass',
    claim: 'Our second pass does not take that away from TGTA: it still explores fewer transitions than TA',
    source: 'not in the papers',
    criterion: 'TGTA / TA below 1 with its whole interval',
    assess: simple({ sets: STUTTER_INVARIANT, pair: ['tgta', 'ta'], outcome: 'holds', measure: transitions }, (found) =>
      below(found, 1),
    ),
  },
  {
    id: 'ba-wfair',
    claim: 'BA pays degeneralisation on weak-fairness formulas',
    source: '[BDK11, §4]',
    criterion: 'TGBA / BA below 1 with its whole interval on verified WFair formulas, and further from 1 than on RND',
    assess: degeneralisation,
  },
  {
    id: 'symbolic-faster',
    claim: 'Symbolic TGTA with saturation is faster than symbolic TGBA in most cases',
    source: '[BDKT14, §4.4] (3060 of 3191)',
    criterion: 'faster in more than two thirds of the cases, and by the sign test at 5 %',
    assess: (sets) => {
      const found = symbolic(sets, time, (comparison) =>
        both(aheadMoreOften(comparison), comparison.smaller * 3 > comparison.count * 2 ? 'holds' : 'does not hold'),
      );
      return { ...found, figures: `${found.figures}${decidedByOne(sets)}` };
    },
  },
  ...[
    { id: 'symbolic-order', measure: time, what: 'faster', counted: 'predicates, relations, reachable pairs and hull' },
    {
      id: 'symbolic-search',
      measure: searchTime,
      what: 'faster in the search alone',
      counted: 'reachable pairs and hull',
    },
    { id: 'symbolic-nodes', measure: nodes, what: 'smaller in nodes created', counted: 'those of all these phases' },
  ].map(
    ({ id, measure, what, counted }): Claim => ({
      id,
      claim: `Symbolic TGTA with saturation is ${what} than symbolic TGBA by an order of magnitude`,
      source: '[BDKT14, §4.4]',
      criterion: `TGTA / TGBA at most 0.1 with its whole interval; counted are ${counted}`,
      assess: (sets) => symbolic(sets, measure, (found) => atMost(found, 0.1)),
    }),
  ),
  {
    id: 'symbolic-baseline',
    claim: 'So it is against a TGBA product without our restriction to the core, both by OWCTY as printed',
    source: '[BDKT14, §4.4]',
    criterion: 'TGTA / TGBA at most 0.1 with its whole interval; needs --baseline paper',
    assess: simple(
      { sets: ['symbolic'], pair: ['symbolic-tgta-whole', 'symbolic-tgba-whole'], outcome: 'any', measure: time },
      (found) => atMost(found, 0.1),
    ),
  },
  {
    id: 'saturation',
    claim: 'Saturation helps TGTA more than TGBA',
    source: '[BDKT14, §4.4]',
    criterion: 'the intervals of time with / without saturation do not meet, and that of TGTA is the lower one',
    assess: saturationGain,
  },
];

/** All claims, assessed. */
export function assessClaims(sets: readonly SetCases[]): readonly ClaimResult[] {
  return claims.map(({ assess, ...claim }) => ({ ...claim, ...assess(sets) }));
}

function degeneralisation(sets: readonly SetCases[]): Assessment {
  const question = { pair: ['tgba', 'ba'], outcome: 'holds', measure: transitions } as const;
  const fair = compareIn(sets, { ...question, sets: ['wfair'] });
  const plain = compareIn(sets, { ...question, sets: ['rnd'] });
  if (fair === null || plain === null) return UNMEASURED;
  return {
    verdict: both(below(fair, 1), fair.mean < plain.mean ? 'holds' : 'does not hold'),
    figures: `TGBA / BA ${meanText(fair)} on WFair (${fair.count} formulas), ${meanText(plain)} on RND (${plain.count})`,
  };
}

function atLeastAsGood(sets: readonly SetCases[], first: ApproachId): Assessment {
  const results = (['ba', 'tgba'] as const).flatMap((other) =>
    [
      { name: 'states of the product', measure: productStates },
      { name: 'explored transitions', measure: transitions },
    ].flatMap(({ name, measure }) => {
      const found = compareIn(sets, { sets: WITH_NEXT, pair: [first, other], outcome: 'holds', measure });
      return found === null ? [] : [{ name: `${name} against ${other.toUpperCase()}`, found }];
    }),
  );
  if (results.length < 4) return UNMEASURED;
  const parts = results.map(
    ({ name, found }) => `${name} ${meanText(found)}, less ${found.smaller}, more ${found.larger}`,
  );
  return {
    verdict: both(...results.map(({ found }) => atMost(found, 1))),
    figures: `${results[0].found.count} formulas, geometric means: ${parts.join('; ')}`,
  };
}

function symbolic(
  sets: readonly SetCases[],
  measure: Measure,
  verdict: (comparison: Comparison) => Verdict,
): Assessment {
  const pair = ['symbolic-tgta-sat', 'symbolic-tgba-sat'] as const;
  return simple({ sets: ['symbolic'], pair, outcome: 'any', measure }, verdict)(sets);
}

/** The comparison has only what both decided; what one of them alone did says as much. */
function decidedByOne(sets: readonly SetCases[]): string {
  const cases = sets.filter(({ set }) => set === 'symbolic').flatMap((found) => found.cases);
  const alone = (first: ApproachId, second: ApproachId): number =>
    cases.filter(({ outcome, checks }) => {
      const [a, b] = [checks.get(first)?.outcome, checks.get(second)?.outcome];
      return outcome !== 'disputed' && (a === 'holds' || a === 'violated') && b === 'unknown';
    }).length;
  const [tgta, tgba] = [
    alone('symbolic-tgta-sat', 'symbolic-tgba-sat'),
    alone('symbolic-tgba-sat', 'symbolic-tgta-sat'),
  ];
  return tgta + tgba === 0 ? '' : `; ${tgta} more decided by TGTA alone, ${tgba} by TGBA alone`;
}

function saturationGain(sets: readonly SetCases[]): Assessment {
  const gain = (kind: 'tgba' | 'tgta'): Comparison | null => {
    const pair = [`symbolic-${kind}-sat`, `symbolic-${kind}-nosat`] as const;
    return compareIn(sets, { sets: ['symbolic'], pair, outcome: 'any', measure: time });
  };
  const [tgba, tgta] = [gain('tgba'), gain('tgta')];
  if (tgba === null || tgta === null) return UNMEASURED;
  return {
    verdict:
      tgta.interval[1] < tgba.interval[0] ? 'holds' : tgta.interval[0] > tgba.interval[1] ? 'does not hold' : 'open',
    figures: `time with / without saturation: TGTA ${meanText(tgta)}, TGBA ${meanText(tgba)}`,
  };
}
