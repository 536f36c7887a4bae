// The collections of formulas that the commands of this folder go through, with what Spot recorded about them.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.env.TEGATA_SHARED ?? '../shared', 'ltl');

/** One record of a file of comma-separated values; quoted fields may hold commas. */
function splitRecord(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}

function linesOf(file) {
  return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
}

/** The formulas of both collections, `{ id, formula, recorded, simplified }`; empty, with words, where they are not at hand. */
export function readFormulas() {
  if (!existsSync(folder)) {
    console.log(`left out: no formulas in ${folder} (set TEGATA_SHARED to the path of the conformance data)`);
    return [];
  }
  return ['formulas', 'random-500'].flatMap((collection) => {
    const [head, ...rows] = linesOf(`${collection}.csv`).map(splitRecord);
    const simplified = linesOf(`${collection}.r3.txt`);
    return linesOf(`${collection}.txt`).map((formula, i) => ({
      id: `${collection}:${i + 1}`,
      collection,
      formula,
      recorded: Object.fromEntries(head.map((name, column) => [name, rows[i][column]])),
      simplified: simplified[i],
    }));
  });
}

/** The part of the list that `--only` and `--every` ask for. */
export function selected(list, { only, every }) {
  const ids = only?.split(',');
  return list.filter(({ id }, i) => (ids ? ids.includes(id) : i % Number(every ?? 1) === 0));
}
