// Which plots a report shows: those of the papers, from the records of the run.
import { type ApproachId, approachOf } from './approaches.ts';
import { casesOf, type SetCases } from './cases.ts';
import { type Measure, nodes, productStates, time, transitions } from './comparison.ts';
import type { SetName } from './formula-sets.ts';
import { type Matrix, matrixToSvg } from './matrix.ts';
import type { CheckRecord } from './records.ts';
import { type EdgePoint, type Scatter, scatterToSvg } from './scatter.ts';
import { winnersBySize, winnersToSvg } from './winners.ts';

export interface Plot {
  /** Fit for a file name. */
  readonly id: string;
  readonly section: string;
  readonly svg: string;
  /** `own`: the picture explains itself. That of the scatter plots unless given. */
  readonly legend?: 'own';
}

interface ScatterPlan {
  readonly section: string;
  readonly sets: readonly SetName[];
  readonly measure: 'transitions' | 'states' | 'time' | 'nodes';
  /** On the x axis, then on the y axis. */
  readonly pair: readonly [ApproachId, ApproachId];
}

const EXPLORED = 'Transitions explored by the emptiness check, formulas without X [BDK12, Fig. 7]';
const STATES = 'States of the full product [BS15, Fig. 7]';
const TRANSITIONS = 'Transitions explored by the emptiness check [BS15, Fig. 8]';
const TIME = 'Time of the emptiness check';
const SYMBOLIC_TIME = 'Symbolic TGTA against TGBA: time and nodes created [BDKT14, Fig. 3]';
const STUTTER_INVARIANT: readonly SetName[] = ['rnd', 'wfair', 'dedicated'];
const WITH_NEXT: readonly SetName[] = ['next', 'wfair-next'];

/** [BS15] has TGTA of formulas without X; those with X are TGTA-all here. */
function bothLetters(section: string, measure: ScatterPlan['measure']): ScatterPlan[] {
  return (['ba', 'tgba'] as const).flatMap((other) => [
    { section, sets: STUTTER_INVARIANT, measure, pair: [other, 'tgta-next'] as const },
    { section, sets: WITH_NEXT, measure, pair: [other, 'tgta-all'] as const },
    { section, sets: WITH_NEXT, measure, pair: [other, 'tgta-all-next'] as const },
  ]);
}

const scatters: readonly ScatterPlan[] = [
  ...(['ta', 'ta-next', 'ta-2012', 'tgba'] as const).map((other) => ({
    section: EXPLORED,
    sets: STUTTER_INVARIANT,
    measure: 'transitions' as const,
    pair: [other, other === 'ta' ? ('tgta' as const) : ('tgta-next' as const)] as const,
  })),
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['tgba', 'tgta'] },
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['tgta', 'tgta-next'] },
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['tgta', 'tgta-direct'] },
  ...bothLetters(STATES, 'states'),
  ...bothLetters(TRANSITIONS, 'transitions'),
  { section: TRANSITIONS, sets: WITH_NEXT, measure: 'transitions', pair: ['tgta-all-printed', 'tgta-all-next'] },
  { section: TIME, sets: STUTTER_INVARIANT, measure: 'time', pair: ['tgba', 'tgta'] },
  { section: TIME, sets: STUTTER_INVARIANT, measure: 'time', pair: ['ta', 'tgta'] },
  { section: TIME, sets: WITH_NEXT, measure: 'time', pair: ['tgba', 'tgta-all'] },
  ...(['time', 'nodes'] as const).flatMap((measure) => [
    {
      section: SYMBOLIC_TIME,
      sets: ['symbolic'] as const,
      measure,
      pair: ['symbolic-tgba-sat', 'symbolic-tgta-sat'] as const,
    },
    {
      section: SYMBOLIC_TIME,
      sets: ['symbolic'] as const,
      measure,
      pair: ['symbolic-tgba-whole', 'symbolic-tgta-whole'] as const,
    },
  ]),
];

const MEASURES: Readonly<Record<ScatterPlan['measure'], Measure>> = {
  transitions,
  states: productStates,
  time,
  nodes,
};

/** Beyond so many points the formulas behind them are not written into the plot. */
const TITLED = 1000;

/** The plots for which there are points: verified and violated formulas apart. */
export function makePlots(sets: readonly SetCases[]): readonly Plot[] {
  const plots = scatters.flatMap((plan) =>
    (['holds', 'violated'] as const).flatMap((outcome): Plot[] => {
      const scatter = makeScatter(sets, plan, outcome);
      const id = `${plan.measure}-${plan.pair[0]}-${plan.pair[1]}-${outcome === 'holds' ? 'verified' : 'violated'}`;
      return scatter.points.length + scatter.edgePoints.length === 0
        ? []
        : [{ id, section: plan.section, svg: scatterToSvg(scatter) }];
    }),
  );
  return [...plots, ...symbolicMatrices(sets), ...winners(sets)];
}

function makeScatter(
  sets: readonly SetCases[],
  { pair, measure, sets: names }: ScatterPlan,
  side: 'holds' | 'violated',
): Scatter & { readonly edgePoints: readonly EdgePoint[] } {
  const cases = casesOf(sets, names, pair).filter(({ outcome }) => outcome === side);
  const value = MEASURES[measure];
  // a search that stops at once counts nothing: it goes to the lowest power of ten
  const least = measure === 'time' ? 1e-6 : 1;
  const points = cases.flatMap(({ checks, model, formula }) => {
    const [x, y] = pair.map((id) => value(checks.get(id)!));
    const title = cases.length > TITLED ? model : `${model}: ${formula}`;
    return x === null || y === null ? [] : [{ x: Math.max(x, least), y: Math.max(y, least), outcome: side, title }];
  });
  const [xLabel, yLabel] = pair.map((id) => approachOf(id).label);
  return {
    title: `${yLabel} against ${xLabel}: ${WORDS[measure]}`,
    subtitle: side === 'holds' ? 'verified formulas' : 'violated formulas',
    xLabel,
    yLabel,
    points,
    edgePoints: names.includes('symbolic') ? answeredByOne(sets, pair, side, value) : [],
  };
}

/** The symbolic cases that one of the two decided and the other did not: leaving them out would show only what both can do. */
function answeredByOne(
  sets: readonly SetCases[],
  [x, y]: ScatterPlan['pair'],
  side: 'holds' | 'violated',
  measure: Measure,
): EdgePoint[] {
  const cases = sets.filter(({ set }) => set === 'symbolic').flatMap((found) => found.cases);
  return cases.flatMap(({ outcome, checks, model, formula }): EdgePoint[] => {
    const [first, second] = [checks.get(x), checks.get(y)];
    if (outcome === 'disputed' || first === undefined || second === undefined) return [];
    const unanswered = first.outcome === 'unknown' ? 'x' : 'y';
    const [lost, answered] = unanswered === 'x' ? [first, second] : [second, first];
    const value = measure(answered);
    if (lost.outcome !== 'unknown' || answered.outcome !== side || value === null || value <= 0) return [];
    return [{ value, unanswered, outcome: side, title: `${model}: ${formula}` }];
  });
}

const WORDS: Readonly<Record<ScatterPlan['measure'], string>> = {
  transitions: 'transitions',
  states: 'product states',
  time: 'seconds',
  nodes: 'nodes created',
};

const WINNERS = 'Who needs least, by the size of the product (not in the papers)';

function winners(sets: readonly SetCases[]): Plot[] {
  const questions = [
    {
      id: 'winners-transitions',
      title: 'Fewest transitions explored, formulas without X',
      sets: STUTTER_INVARIANT,
      ids: ['tgba', 'ba', 'ta', 'ta-next', 'tgta', 'tgta-next'],
      size: 'tgba',
      measure: transitions,
    },
    {
      id: 'winners-next',
      title: 'Fewest transitions explored, formulas with X',
      sets: WITH_NEXT,
      ids: ['tgba', 'ba', 'tgta-all', 'tgta-all-next'],
      size: 'tgba',
      measure: transitions,
    },
    {
      id: 'winners-symbolic',
      title: 'Shortest time, symbolic',
      sets: ['symbolic'],
      ids: ['symbolic-tgba-nosat', 'symbolic-tgba-sat', 'symbolic-tgta-nosat', 'symbolic-tgta-sat'],
      size: 'symbolic-tgba-sat',
      measure: time,
    },
  ] as const;
  return questions.flatMap(({ id, title, ...question }): Plot[] => {
    const rows = winnersBySize(sets, question);
    return rows.length === 0 ? [] : [{ id, section: WINNERS, svg: winnersToSvg(title, question, rows), legend: 'own' }];
  });
}

/** The four of [BDKT14, Fig. 3 and 4]. */
const MATRIX: readonly ApproachId[] = [
  'symbolic-tgba-nosat',
  'symbolic-tgba-sat',
  'symbolic-tgta-nosat',
  'symbolic-tgta-sat',
];

function symbolicMatrices(sets: readonly SetCases[]): Plot[] {
  const found = sets.find(({ set }) => set === 'symbolic');
  const ids = MATRIX.filter((id) => found?.approaches.includes(id));
  if (found === undefined || ids.length < 2) return [];
  const cases = found.cases.flatMap(({ outcome, model, formula, checks }) =>
    outcome === 'holds' || outcome === 'violated' ? [{ outcome, title: `${model}: ${formula}`, checks }] : [],
  );
  if (cases.length === 0) return [];
  const matrix = (title: string, value: (check: CheckRecord) => number | null): Matrix => ({
    title,
    cases,
    series: ids.map((id) => ({
      label: approachOf(id).label,
      values: cases.map(({ checks }) => value(checks.get(id)!)),
    })),
  });
  return [
    {
      id: 'symbolic-time',
      section: 'Time of the symbolic approaches [BDKT14, Fig. 3]',
      svg: matrixToSvg(matrix('Seconds', (check) => check.seconds)),
    },
    {
      id: 'symbolic-nodes',
      section: 'Nodes created by the symbolic approaches',
      svg: matrixToSvg(matrix('Nodes created', (check) => check.createdNodes ?? null)),
    },
    {
      id: 'symbolic-memory',
      section: 'Memory of the symbolic approaches [BDKT14, Fig. 4]',
      svg: matrixToSvg(matrix('Bytes', (check) => check.memoryBytes)),
    },
  ];
}
