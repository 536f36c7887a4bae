// The tables in the layout of the papers [BDK11, Tables 1 to 3; BDK12, Tables 1 and 2]: for each model and approach the average and the
// maximum, verified formulas on the left, violated ones on the right.
import { approachOf } from './approaches.ts';
import { average, type Case, type SetCases } from './cases.ts';
import { formulaSets } from './formula-sets.ts';
import type { CheckRecord } from './records.ts';

interface Column {
  /** Columns with the same heading stand under it together. */
  readonly group: string;
  readonly label: string;
  readonly value: (check: CheckRecord) => number | null;
  /** Digits after the point. */
  readonly digits: number;
}

const explicitColumns: readonly Column[] = [
  { group: 'Automaton', label: 'st.', value: (check) => check.automatonStates, digits: 1 },
  { group: 'Automaton', label: 'tr.', value: (check) => check.automatonTransitions, digits: 1 },
  { group: 'Full product', label: 'st.', value: (check) => check.productStates, digits: 0 },
  { group: 'Full product', label: 'tr.', value: (check) => check.productTransitions, digits: 0 },
  { group: 'Emptiness check', label: 'st.', value: (check) => check.exploredStates, digits: 0 },
  { group: 'Emptiness check', label: 'tr.', value: (check) => check.exploredTransitions, digits: 0 },
  { group: 'Emptiness check', label: 'ms', value: (check) => check.seconds * 1000, digits: 1 },
];

const symbolicColumns: readonly Column[] = [
  { group: 'Automaton', label: 'st.', value: (check) => check.automatonStates, digits: 1 },
  { group: 'Product', label: 'st.', value: (check) => check.productStates, digits: 0 },
  { group: 'Check', label: 'rounds', value: (check) => check.passes, digits: 1 },
  { group: 'Check', label: 'ms', value: (check) => check.seconds * 1000, digits: 1 },
  { group: 'Check', label: 'nodes', value: (check) => check.createdNodes ?? null, digits: 0 },
  {
    group: 'Check',
    label: 'MB',
    value: (check) => (check.memoryBytes === null ? null : check.memoryBytes / 1e6),
    digits: 1,
  },
  { group: 'ms apart', label: 'automaton', value: (check) => milliseconds(check.translationSeconds), digits: 1 },
  { group: 'ms apart', label: 'model', value: (check) => milliseconds(check.phases?.model), digits: 1 },
  { group: 'ms apart', label: 'relation', value: (check) => milliseconds(check.phases?.relation), digits: 1 },
  { group: 'ms apart', label: 'reach', value: (check) => milliseconds(check.phases?.reach), digits: 1 },
  { group: 'ms apart', label: 'hull', value: (check) => milliseconds(check.phases?.hull), digits: 1 },
  { group: 'ms apart', label: 'lasso', value: (check) => milliseconds(check.phases?.lasso), digits: 1 },
];

function milliseconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000;
}

export interface Row {
  readonly model: string;
  readonly approach: string;
  readonly statistic: 'avg' | 'max';
  readonly verified: readonly (number | null)[];
  readonly violated: readonly (number | null)[];
}

/** One model of a table: its rows, and how many formulas stand behind each side. */
interface Block {
  readonly model: string;
  readonly verifiedCount: number;
  readonly violatedCount: number;
  /** Formulas left out because some approach had no answer. */
  readonly openCount: number;
  readonly rows: readonly Row[];
}

export interface ResultTable {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly columns: readonly Column[];
  readonly blocks: readonly Block[];
}

/** One table for each set of formulas. */
export function makeTables(sets: readonly SetCases[]): readonly ResultTable[] {
  return sets.map((set) => {
    const { name, title, summary } = formulaSets.find(({ name }) => name === set.set)!;
    const columns = name === 'symbolic' ? symbolicColumns : explicitColumns;
    return { id: name, title, summary, columns, blocks: set.models.map((model) => makeBlock(set, model, columns)) };
  });
}

function makeBlock({ cases, approaches }: SetCases, model: string, columns: readonly Column[]): Block {
  const own = cases.filter((one) => one.model === model);
  const verified = own.filter(({ outcome }) => outcome === 'holds');
  const violated = own.filter(({ outcome }) => outcome === 'violated');
  const rows = approaches.flatMap((id) =>
    (['avg', 'max'] as const).map((statistic): Row => {
      const side = (some: readonly Case[]): (number | null)[] =>
        columns.map(({ value }) =>
          aggregate(
            some.map(({ checks }) => value(checks.get(id)!)),
            statistic,
          ),
        );
      return {
        model,
        approach: approachOf(id).label,
        statistic,
        verified: side(verified),
        violated: side(violated),
      };
    }),
  );
  return {
    model,
    verifiedCount: verified.length,
    violatedCount: violated.length,
    openCount: own.length - verified.length - violated.length,
    rows,
  };
}

function aggregate(values: readonly (number | null)[], statistic: 'avg' | 'max'): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return statistic === 'avg' ? average(known) : known.reduce((a, b) => Math.max(a, b));
}

/** The number as tables show it: digits in groups of three, and a dash for what is not known. */
export function formatCell(value: number | null, digits: number): string {
  if (value === null) return '–';
  const shown = value >= 1000 ? 0 : digits;
  const [whole, fraction] = value.toFixed(shown).split('.');
  const groupedWhole = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined || /^0+$/.test(fraction) ? groupedWhole : `${groupedWhole}.${fraction}`;
}
