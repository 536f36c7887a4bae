// Our averages beside those of the papers, as ratios to the TGBA approach: transitions explored by the emptiness check.
import { type ApproachId, approachOf } from './approaches.ts';
import { average, casesOf, type SetCases } from './cases.ts';
import { type PaperAverage, paperAverages } from './paper-figures.ts';

export interface RatioRow {
  readonly source: string;
  readonly set: PaperAverage['set'];
  readonly outcome: 'holds' | 'violated';
  /** Model and size in the paper and in this run. */
  readonly theirs: string;
  readonly ours: string;
  /** How many of our formulas stand behind the ratios. */
  readonly formulas: number;
  readonly ratios: readonly Ratio[];
}

interface Ratio {
  readonly approach: ApproachId;
  readonly theirs: number;
  readonly ours: number;
}

/** The approaches that the papers compare with TGBA, as they are called here. */
export const RATIO_COLUMNS: readonly ApproachId[] = ['ba', 'ta-2011', 'ta-2012', 'tgta-next'];

/** The rows for which there is a figure on both sides. */
export function compareWithPapers(sets: readonly SetCases[]): readonly RatioRow[] {
  return paperAverages.flatMap((paper) => {
    const models = sets.find(({ set }) => set === paper.set)?.models ?? [];
    return models.filter((name) => name.split(':')[0] === paper.model).flatMap((model) => compare(sets, paper, model));
  });
}

function compare(sets: readonly SetCases[], paper: PaperAverage, model: string): RatioRow[] {
  const { source, set, outcome, instance, exploredTransitions } = paper;
  const present = sets.find((one) => one.set === set)?.approaches ?? [];
  const ids = (Object.keys(exploredTransitions) as ApproachId[]).filter((id) => id !== 'tgba' && present.includes(id));
  const cases = casesOf(sets, [set], ['tgba', ...ids]).filter((one) => one.model === model && one.outcome === outcome);
  const mean = (id: ApproachId): number | null =>
    average(cases.map(({ checks }) => checks.get(id)!.exploredTransitions ?? 0));
  const base = mean('tgba');
  if (base === null || base === 0 || ids.length === 0) return [];
  const ratios = ids.map((approach) => ({
    approach,
    theirs: exploredTransitions[approach]! / exploredTransitions.tgba!,
    ours: mean(approach)! / base,
  }));
  return [{ source, set, outcome, theirs: instance, ours: model, formulas: cases.length, ratios }];
}

/** The rows as a table of GitHub's Markdown: ours, and theirs in brackets. */
export function ratiosToMarkdown(rows: readonly RatioRow[]): string {
  const ids = RATIO_COLUMNS;
  const heads = ids.map((id) => `${approachOf(id).label} / TGBA`);
  const lines = [
    `| Paper | Set | Side | Theirs | Ours | Formulas | ${heads.join(' | ')} |`,
    `| --- | --- | --- | --- | --- | ---: |${ids.map(() => ' ---: |').join('')}`,
  ];
  for (const { source, set, outcome, theirs, ours, formulas, ratios } of rows) {
    const cells = ids.map((id) => {
      const found = ratios.find(({ approach }) => approach === id);
      return found === undefined ? '' : `${found.ours.toFixed(2)} (${found.theirs.toFixed(2)})`;
    });
    const side = outcome === 'holds' ? 'verified' : 'violated';
    lines.push(`| ${[source, set, side, theirs, ours, formulas, ...cells].join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}
