// Which plots a report shows: those of the papers, from the records of the run.
import { type ApproachId, approachOf } from './approaches.ts';
import { casesOf, type SetCases } from './cases.ts';
import type { SetName } from './formula-sets.ts';
import { type Matrix, matrixToSvg } from './matrix.ts';
import type { CheckRecord } from './records.ts';
import { type Scatter, scatterToSvg } from './scatter.ts';

export interface Plot {
  /** Fit for a file name. */
  readonly id: string;
  readonly section: string;
  readonly svg: string;
}

interface ScatterPlan {
  readonly section: string;
  readonly sets: readonly SetName[];
  readonly measure: 'transitions' | 'states';
  /** On the x axis, then on the y axis. */
  readonly pair: readonly [ApproachId, ApproachId];
}

const EXPLORED = 'Transitions explored by the emptiness check, formulas without X [BDK12, Fig. 7]';
const STATES = 'States of the full product, formulas with and without X [BS15, Fig. 7]';
const TRANSITIONS = 'Transitions explored by the emptiness check, formulas with and without X [BS15, Fig. 8]';
const STUTTER_INVARIANT: readonly SetName[] = ['rnd', 'wfair', 'dedicated'];
const ALL: readonly SetName[] = [...STUTTER_INVARIANT, 'next'];

const scatters: readonly ScatterPlan[] = [
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['ta', 'tgta'] },
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['tgba', 'tgta'] },
  { section: EXPLORED, sets: STUTTER_INVARIANT, measure: 'transitions', pair: ['tgta', 'tgta-direct'] },
  { section: STATES, sets: ALL, measure: 'states', pair: ['ba', 'tgta-all'] },
  { section: STATES, sets: ALL, measure: 'states', pair: ['tgba', 'tgta-all'] },
  { section: TRANSITIONS, sets: ALL, measure: 'transitions', pair: ['ba', 'tgta-all'] },
  { section: TRANSITIONS, sets: ALL, measure: 'transitions', pair: ['tgba', 'tgta-all'] },
];

const MEASURES: Readonly<Record<ScatterPlan['measure'], (check: CheckRecord) => number | null>> = {
  transitions: (check) => check.exploredTransitions,
  states: (check) => check.productStates,
};

/** Beyond so many points the formulas behind them are not written into the plot. */
const TITLED = 1000;

/** The plots for which there are points. */
export function makePlots(sets: readonly SetCases[]): readonly Plot[] {
  const plots = scatters.flatMap((plan): Plot[] => {
    const scatter = makeScatter(sets, plan);
    const id = `${plan.measure}-${plan.pair[0]}-${plan.pair[1]}`;
    return scatter.points.length === 0 ? [] : [{ id, section: plan.section, svg: scatterToSvg(scatter) }];
  });
  return [...plots, ...symbolicMatrices(sets)];
}

function makeScatter(sets: readonly SetCases[], { pair, measure, sets: names }: ScatterPlan): Scatter {
  const cases = casesOf(sets, names, pair);
  const value = MEASURES[measure];
  const points = cases.flatMap(({ checks, outcome, model, formula }) => {
    if (outcome !== 'holds' && outcome !== 'violated') return [];
    const [x, y] = pair.map((id) => value(checks.get(id)!));
    const title = cases.length > TITLED ? model : `${model}: ${formula}`;
    // a search that stops at once counts nothing: it goes to the lowest power of ten
    return x === null || y === null ? [] : [{ x: Math.max(x, 1), y: Math.max(y, 1), outcome, title }];
  });
  const [xLabel, yLabel] = pair.map((id) => approachOf(id).label);
  return { title: `${yLabel} against ${xLabel}`, xLabel, yLabel, points };
}

function symbolicMatrices(sets: readonly SetCases[]): Plot[] {
  const found = sets.find(({ set }) => set === 'symbolic');
  if (found === undefined || found.approaches.length < 2) return [];
  const cases = found.cases.flatMap(({ outcome, model, formula, checks }) =>
    outcome === 'holds' || outcome === 'violated' ? [{ outcome, title: `${model}: ${formula}`, checks }] : [],
  );
  if (cases.length === 0) return [];
  const matrix = (title: string, value: (check: CheckRecord) => number | null): Matrix => ({
    title,
    cases,
    series: found.approaches.map((id) => ({
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
      id: 'symbolic-memory',
      section: 'Memory of the symbolic approaches [BDKT14, Fig. 4]',
      svg: matrixToSvg(matrix('Bytes', (check) => check.memoryBytes)),
    },
  ];
}
