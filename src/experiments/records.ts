// What a run leaves behind: one JSON object per line, in the order in which things became known. Nothing is ever changed in
// the file, so a run that is cut off loses the line it was writing and nothing else.
import type { ApproachId } from './approaches.ts';
import type { SetName } from './formula-sets.ts';

/** 2: phases apart, stuttering eliminated in TGTA-all, both variants of letters. */
export const METHOD = 2;

/** The first line: which run this is. Each run that goes on with the results of another one adds a line of its own. */
export interface RunRecord {
  readonly kind: 'run';
  /** Counted from 1 within the results; 1 where it is missing. */
  readonly run?: number;
  readonly scale: string;
  readonly seed: number;
  /** What is measured, and how: `METHOD` when it was begun. Results of another method are not gone on with. */
  readonly method?: number;
  readonly version: string;
  /** Free words on machine and versions, for the report. */
  readonly machine: string;
  /** When it began, as `2026-11-18T09:30Z`. */
  readonly started?: string;
  /** Limits of one check. */
  readonly seconds?: number;
  readonly memoryBytes?: number;
  /** What the seconds of checks are: those of the clock on the wall, or what the process used of the processors. Of the wall where it is missing. */
  readonly clock?: Clock;
}

export type Clock = 'wall' | 'processor';

/** Which run a record comes from; from the first where it is missing. */
interface OfRun {
  readonly run?: number;
}

/** A formula that was selected for a model. */
export interface FormulaRecord extends OfRun {
  readonly kind: 'formula';
  readonly model: string;
  readonly set: SetName;
  /** The seed of the set, and which of its candidates this is. */
  readonly seed: number;
  readonly candidate: number;
  readonly formula: string;
  /** What the selecting check said. */
  readonly outcome: 'holds' | 'violated';
  readonly exploredStates: number;
  /** In the symbolic set: states of the model, and the share of its transitions that change no proposition, where it was counted in time. */
  readonly modelStates?: number;
  readonly stutteringRatio?: number;
}

/** The selection for a model and set is over, after so many candidates. */
export interface SelectedRecord extends OfRun {
  readonly kind: 'selected';
  readonly model: string;
  readonly set: SetName;
  readonly candidates: number;
  /** Given up because the model is too large for limits of so many seconds: a run with more of them tries again. */
  readonly givenUpAt?: number;
}

/** Seconds: the states of the model, predicates and relations of the product, its reachable pairs, the hull, the lasso. */
interface SymbolicPhases {
  readonly model: number;
  readonly relation: number;
  readonly reach: number;
  readonly hull: number;
  readonly lasso: number;
}

/** One check. Counts that an approach does not have are null. */
export interface CheckRecord extends OfRun {
  readonly kind: 'check';
  readonly model: string;
  readonly set: SetName;
  readonly formula: string;
  readonly approach: ApproachId;
  readonly outcome: 'holds' | 'violated' | 'unknown' | 'failed';
  /** Why it is unknown or failed. */
  readonly reason?: string;
  readonly automatonStates: number | null;
  /** Counted once for each letter or changeset that is read, as in the papers. */
  readonly automatonTransitions: number | null;
  /** The whole product, whether explored or not; null also where counting it reached a limit. */
  readonly productStates: number | null;
  readonly productTransitions: number | null;
  /** What the emptiness check visited, a second pass counted again. */
  readonly exploredStates: number | null;
  readonly exploredTransitions: number | null;
  readonly passes: number | null;
  /**
   * Explicit: of the emptiness check with the exploration that it causes. Symbolic: predicates and relations, reachable pairs and hull, as
   * [BDKT14, Fig. 2] ends with P = ∅. The translation, the states of the model and the lasso are counted apart.
   */
  readonly seconds: number;
  readonly translationSeconds: number | null;
  /** States, product and search, or decision diagrams, at their largest; measured by the engine. */
  readonly memoryBytes: number | null;
  /** Of a symbolic check: the seconds of its phases. */
  readonly phases?: SymbolicPhases;
  /** Nodes created by the phases that `seconds` counts, whether they lived on or not. */
  readonly createdNodes?: number;
  /** The most that the process had, where it had this one check to do. */
  readonly processBytes?: number;
}

export type ResultRecord = RunRecord | FormulaRecord | SelectedRecord | CheckRecord;

/** The records of a text, how many lines were not records, and where the last complete line ends. */
interface ReadRecords {
  readonly records: readonly ResultRecord[];
  readonly garbled: number;
  /** What comes after this many characters was being written when the run was cut off. */
  readonly completeLength: number;
}

const KINDS: readonly string[] = ['run', 'formula', 'selected', 'check'] satisfies ResultRecord['kind'][];

/** Reads what a run wrote, whole or cut off anywhere. */
export function readRecords(text: string): ReadRecords {
  const completeLength = text.lastIndexOf('\n') + 1;
  const records: ResultRecord[] = [];
  let garbled = 0;
  for (const line of text.slice(0, completeLength).split('\n')) {
    if (line.trim() === '') continue;
    const record = parseRecord(line);
    if (record === null) garbled++;
    else records.push(record);
  }
  return { records, garbled, completeLength };
}

function parseRecord(line: string): ResultRecord | null {
  try {
    const value = JSON.parse(line) as { readonly kind?: unknown } | null;
    return typeof value?.kind === 'string' && KINDS.includes(value.kind) ? (value as ResultRecord) : null;
  } catch {
    return null;
  }
}

/**
 * What other results have that these have not, with numbers of their own for runs that are not among these: two runs, on two machines perhaps, may both have
 * gone on with the same results.
 */
export function furtherRecords(records: readonly ResultRecord[], others: readonly ResultRecord[]): ResultRecord[] {
  const names = new Set(records.map(recordKey));
  const numbers = new Map<number, number>();
  const runs = records.filter((record) => record.kind === 'run');
  let next = 1 + Math.max(0, ...runs.map(({ run = 1 }) => run));
  for (const other of others) {
    if (other.kind !== 'run') continue;
    const same = runs.some((run) => sameRun(run, other));
    numbers.set(other.run ?? 1, same || !names.has(recordKey(other)) ? (other.run ?? 1) : next++);
  }
  const isOld = (record: ResultRecord): boolean =>
    record.kind === 'run' ? runs.some((run) => sameRun(run, record)) : names.has(recordKey(record));
  return others
    .filter((record) => !isOld(record))
    .map((record) => ({ ...record, run: numbers.get(record.run ?? 1) ?? record.run ?? 1 }));
}

function sameRun(a: RunRecord, b: RunRecord): boolean {
  return (a.run ?? 1) === (b.run ?? 1) && a.started === b.started && a.machine === b.machine && a.seconds === b.seconds;
}

/** Names a record: what is known under this name is not added again. */
function recordKey(record: ResultRecord): string {
  switch (record.kind) {
    case 'run':
      return JSON.stringify(['run', record.run ?? 1]);
    case 'formula':
      return JSON.stringify(['formula', record.model, record.set, record.candidate]);
    case 'selected':
      return JSON.stringify(['selected', record.model, record.set, record.candidates]);
    case 'check':
      return checkKey(record);
  }
}

/** Names a check within a run: the same check never runs twice. */
export function checkKey(check: Pick<CheckRecord, 'model' | 'set' | 'formula' | 'approach'>): string {
  return JSON.stringify([check.model, check.set, check.formula, check.approach]);
}
