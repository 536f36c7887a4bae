// Records gathered by what was asked: one case per model and formula, with the checks of all approaches beside one another. Averages and
// plots look only at cases that every approach decided, so that all approaches are measured on the same formulas.
import { type ApproachId, approaches, approachOf } from './approaches.ts';
import { formulaSets, type SetName } from './formula-sets.ts';
import type { CheckRecord, ResultRecord } from './records.ts';

export interface Case {
  readonly model: string;
  readonly set: SetName;
  readonly formula: string;
  /** What the approaches say; `disputed` when two of them differ, `open` when one has no answer. */
  readonly outcome: 'holds' | 'violated' | 'disputed' | 'open';
  readonly checks: ReadonlyMap<ApproachId, CheckRecord>;
}

/** The cases of one set, and the approaches that checked it, in the order of the approaches. */
export interface SetCases {
  readonly set: SetName;
  readonly approaches: readonly ApproachId[];
  readonly models: readonly string[];
  readonly cases: readonly Case[];
}

/** All cases, set by set. */
export function gatherCases(records: readonly ResultRecord[]): readonly SetCases[] {
  const checks = records.filter((record): record is CheckRecord => record.kind === 'check');
  return formulaSets
    .map(({ name }) =>
      setCases(
        name,
        checks.filter(({ set }) => set === name),
      ),
    )
    .filter(({ cases }) => cases.length > 0);
}

function setCases(set: SetName, checks: readonly CheckRecord[]): SetCases {
  const present = new Set(checks.map(({ approach }) => approach));
  const ids = approaches.map(({ id }) => id).filter((id) => present.has(id));
  const grouped = new Map<string, CheckRecord[]>();
  for (const check of checks) {
    const key = JSON.stringify([check.model, check.formula]);
    const group = grouped.get(key);
    if (group === undefined) grouped.set(key, [check]);
    else group.push(check);
  }
  const cases = [...grouped.values()].map((group) => makeCase(group, ids));
  return { set, approaches: ids, models: [...new Set(checks.map(({ model }) => model))], cases };
}

function makeCase(group: readonly CheckRecord[], ids: readonly ApproachId[]): Case {
  const [{ model, set, formula }] = group;
  const checks = new Map(group.map((check) => [check.approach, check]));
  const answers = new Set(group.map(answerOf).filter((answer) => answer !== null));
  const decided = ids.every((id) => {
    const outcome = checks.get(id)?.outcome;
    return outcome === 'holds' || outcome === 'violated';
  });
  const outcome = answers.size > 1 ? 'disputed' : decided ? [...answers][0] : 'open';
  return { model, set, formula, outcome, checks };
}

/** What a check says of the formula; null where it has no answer, or one that counts for nothing. */
function answerOf({ approach, outcome }: CheckRecord): 'holds' | 'violated' | null {
  if (outcome === 'holds') return approachOf(approach).trusted === 'always' ? 'holds' : null;
  return outcome === 'violated' ? 'violated' : null;
}

/** The cases of some sets together in which all the given approaches have an answer and agree. */
export function casesOf(sets: readonly SetCases[], names: readonly SetName[], ids: readonly ApproachId[]): Case[] {
  return sets
    .filter(({ set }) => names.includes(set))
    .flatMap(({ cases }) => cases)
    .flatMap((one) => {
      if (one.outcome === 'disputed') return [];
      const outcomes = new Set(ids.map((id) => one.checks.get(id)?.outcome));
      const [outcome] = outcomes;
      return outcomes.size === 1 && (outcome === 'holds' || outcome === 'violated') ? [{ ...one, outcome }] : [];
    });
}

export function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of positive values; others are left out. */
export function geometricMean(values: readonly number[]): number | null {
  const logarithms = values.filter((value) => value > 0).map(Math.log);
  const mean = average(logarithms);
  return mean === null ? null : Math.exp(mean);
}
