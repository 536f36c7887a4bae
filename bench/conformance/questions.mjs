// The questions of the conformance data whose answers are recorded: `{ suite, id, file, deadlock, formula | property, holds }`, by model.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

/** Rows whose recorded answer belongs to another model: a table without signs, where `acquiring[0] = -1` never holds. */
const IN_CONFLICT = /acquiring\[0\]=-1/;

/** Records of a file of comma-separated values with a head; quoted fields may hold commas. */
function records(file) {
  const [head, ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const split = (line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,\r]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
  const names = split(head);
  return rows.map(split).map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]])));
}

/** `petri` and `beem`: a row says whether some run satisfies the formula, so its negation holds iff none does. */
function recordedVerdicts(suite) {
  const folder = join(shared, suite);
  return records(join(folder, 'verdicts.csv')).flatMap((row, i) => {
    const file = [row.model, `${row.model}.dve`].map((name) => join(folder, name)).find((path) => existsSync(path));
    const readings = { drop: row.language ?? row.infinite_runs_only, stutter: row.deadlocks_loop };
    return Object.entries(readings)
      .filter(([, answer]) => answer && !IN_CONFLICT.test(row.formula))
      .map(([deadlock, answer]) => ({
        suite,
        id: `${suite}:${row.model}:${i + 2}:${deadlock}`,
        file,
        deadlock,
        formula: `!(${row.formula})`,
        holds: answer === 'empty',
      }));
  });
}

/** `mcc`: sixteen formulas of each examination of an instance. */
function contest(kinds) {
  const folder = join(shared, 'mcc');
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const size = (name) => Number(expected[name].states ?? Number.POSITIVE_INFINITY);
  return Object.keys(expected)
    .filter((name) => kinds.includes(expected[name].kind))
    .sort((a, b) => size(a) - size(b))
    .flatMap((name) =>
      ['LTLCardinality', 'LTLFireability'].flatMap((examination) =>
        (expected[name][`ltl${examination.slice(3)}`] ?? []).flatMap((holds, i) => {
          const id = `${name}-${examination}-${String(i).padStart(2, '0')}`;
          const file = join(folder, name, 'model.pnml');
          const property = { file: join(folder, name, `${examination}.xml`), id };
          return holds === null ? [] : [{ suite: 'mcc', id, file, deadlock: 'stutter', property, holds }];
        }),
      ),
    );
}

/** All questions of the suites `petri`, `beem`, `mcc` (its P/T nets) and `mcc-coloured`. */
export function readQuestions(suites) {
  if (!existsSync(shared) || readdirSync(shared).length === 0) {
    console.log(`left out: no conformance data in ${shared} (set TEGATA_SHARED to its path)`);
    return [];
  }
  return suites.flatMap((suite) => {
    if (suite === 'mcc') return contest(['PT']);
    if (suite === 'mcc-coloured') return contest(['COL']);
    return recordedVerdicts(suite);
  });
}

/** The questions model by model, in the order of the list. */
export function byModel(questions) {
  const models = new Map();
  for (const question of questions) {
    if (!models.has(question.file)) models.set(question.file, []);
    models.get(question.file).push(question);
  }
  return models;
}
