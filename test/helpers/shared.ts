// Where the conformance data is. Ordinary tests never need it; the suites that do say so when it is missing.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(process.env.TEGATA_SHARED ?? '../shared');

/** The folder with models, formulas and known answers, or null where it is not at hand. */
export const sharedFolder: string | null = existsSync(folder) ? folder : null;

/** Said by a suite that is left out. */
export const LEFT_OUT = `left out: no conformance data in ${folder} (set TEGATA_SHARED to its path)`;

/** The long mode of the test-suite: `TEGATA_LONG=1 npm run unit`. */
export const longMode: boolean = process.env.TEGATA_LONG === '1';

/** How many rounds a suite of random cases has: `TEGATA_ROUNDS` where it is set, or its own numbers. */
export function roundsOf({ usual, long }: { readonly usual: number; readonly long: number }): number {
  return Number(process.env.TEGATA_ROUNDS ?? (longMode ? long : usual));
}

/** A seed of a suite: its own, or another one for each value of `TEGATA_SEED`. */
export function seedFrom(own: number): number {
  return own + 1000 * Number(process.env.TEGATA_SEED ?? 0);
}
