// The models of the symbolic part with their states and their stuttering ratio, beside [BDKT14, Table 1]. What stuttering is depends on the
// propositions of a formula: the ratio is the average over the formulas selected.
import { average } from './cases.ts';
import type { FormulaRecord, ResultRecord } from './records.ts';
import { formatCell } from './tables.ts';

export interface ModelRow {
  readonly model: string;
  readonly states: number;
  readonly stutteringRatio: number | null;
  readonly formulas: number;
  /** As the paper has it: thousands of states, and the ratio. */
  readonly theirs: readonly [number, number] | null;
}

const PAPER: Readonly<Record<string, readonly [number, number]>> = {
  'at.5': [31_999, 0.95],
  'bakery.4': [157, 0.83],
  'bopdp.3': [1040, 0.91],
  'elevator.4': [888, 0.74],
  'brp2.3': [40, 0.79],
  'fischer.5': [101_028, 0.89],
  'lamport_nonatomic.5': [95_118, 0.92],
  'lamport.7': [38_717, 0.93],
  'lann.6': [144_151, 0.52],
  'lann.7': [160_025, 0.64],
  'lifts.7': [5126, 0.93],
  'peterson.5': [131_064, 0.83],
  'pgm_protocol.8': [3069, 0.92],
  'phils.8': [43_046, 0.89],
  'production_cell.6': [14_520, 0.85],
  'reader_writer.3': [604, 0.88],
};

/** One row for each model whose states were found in the symbolic part. */
export function modelRows(records: readonly ResultRecord[]): readonly ModelRow[] {
  const formulas = records.filter((record): record is FormulaRecord => record.kind === 'formula');
  const names = [...new Set(formulas.filter(({ modelStates }) => modelStates !== undefined).map(({ model }) => model))];
  return names.map((model) => {
    const own = formulas.filter((formula) => formula.model === model && formula.modelStates !== undefined);
    const ratios = own.flatMap(({ stutteringRatio }) => stutteringRatio ?? []);
    const key = (model.split('/').pop() ?? model).replace(/(\.dve)?(\.etf)?$/, '');
    return {
      model,
      states: own[0].modelStates!,
      stutteringRatio: average(ratios),
      formulas: ratios.length,
      theirs: PAPER[key] ?? null,
    };
  });
}

/** A table of GitHub's Markdown. */
export function modelRowsToMarkdown(rows: readonly ModelRow[]): string {
  const percent = (ratio: number | null): string => (ratio === null ? '–' : `${(100 * ratio).toFixed(0)} %`);
  const lines = rows.map(({ model, states, stutteringRatio, formulas, theirs }) => {
    const paper = theirs === null ? ['', ''] : [`${formatCell(theirs[0], 0)} · 10³`, percent(theirs[1])];
    return `| ${[model, formatCell(states, 0), percent(stutteringRatio), formulas, ...paper].join(' | ')} |`;
  });
  return [
    '| Model | States | Stuttering ratio | Formulas | States in the paper | Ratio in the paper |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
  ].join('\n');
}
