// The formula collections with what Spot says about them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from './shared.ts';

export interface SharedFormula {
  readonly text: string;
  readonly propositions: number;
  readonly stutterInvariant: boolean;
  /** Nodes of Spot's TGTA, its artificial initial node included; null where there is none. */
  readonly tgtaStates: number | null;
}

/** The rows of one collection; only where the conformance data is at hand. */
export function readSharedFormulas(file: string): SharedFormula[] {
  const [head, ...rows] = readFileSync(join(sharedFolder!, 'ltl', file), 'utf8')
    .trim()
    .split('\n')
    .map(splitRecord);
  const at = (name: string): number => head.indexOf(name);
  return rows.map((cells) => ({
    text: cells[at('formula')],
    propositions: Number(cells[at('aps')]),
    stutterInvariant: cells[at('stutter_invariant')] === 'yes',
    tgtaStates: cells[at('tgta_states')] === '' ? null : Number(cells[at('tgta_states')]),
  }));
}

/** One record of comma-separated values; quoted fields may hold commas. */
function splitRecord(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}
