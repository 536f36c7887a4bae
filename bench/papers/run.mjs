// The experiments of the papers, and what the documentation shows of them.
//
//   node bench/papers/run.mjs [--scale tiny|small|medium|paper] …      the same as `tegata bench papers …`
//   node bench/papers/run.mjs --docs FOLDER                            writes docs/experiments/ from the results in FOLDER
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords } from '../../dist/experiments/records.js';
import { makeReport } from '../../dist/experiments/report.js';
import { reportFiles } from '../../dist/experiments/report-files.js';

/** Formulas behind the points are for the page; the pictures in the documentation stay small. */
function withoutTitles(svg) {
  return svg.replace(/<title>[^<]*<\/title>(<\/(?:path|circle)>)/g, '$1');
}

function writeDocs(folder) {
  const { records } = readRecords(readFileSync(join(folder, 'results.jsonl'), 'utf8'));
  const target = 'docs/experiments';
  mkdirSync(target, { recursive: true });
  for (const [name, text] of reportFiles(makeReport(records))) {
    const isShown =
      ['report.md', 'runs.csv', 'checks.csv', 'formulas.csv', 'selections.csv'].includes(name) || name.endsWith('.svg');
    if (isShown) writeFileSync(join(target, name), withoutTitles(text));
  }
}

const [first, folder] = process.argv.slice(2);
if (first === '--docs') writeDocs(folder);
else {
  const { status } = spawnSync(
    process.execPath,
    ['dist/cli/bundle/main.js', 'bench', 'papers', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
    },
  );
  process.exitCode = status ?? 70;
}
