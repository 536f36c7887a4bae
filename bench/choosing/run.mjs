// The tool's own choice against each fixed one, on recorded questions: how many are answered, none wrongly, and in what time.
// Usage: node bench/choosing/run.mjs [seconds a question] [questions a folder] [folders]; needs the conformance data (TEGATA_SHARED).
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const seconds = Number(process.argv[2] ?? 5);
const questions = Number(process.argv[3] ?? 40);
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');
const main = resolve('dist/cli/main.js');
const choices = {
  auto: [],
  'explicit, tgba': ['--engine', 'explicit', '--automaton', 'tgba'],
  'explicit, ba': ['--engine', 'explicit', '--automaton', 'ba'],
  'explicit, tgta': ['--engine', 'explicit', '--automaton', 'tgta'],
  'symbolic, tgba': ['--engine', 'symbolic', '--automaton', 'tgba'],
  'symbolic, tgta': ['--engine', 'symbolic', '--automaton', 'tgta'],
};

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
}

/** Evenly spread rows of a table of recorded verdicts. */
function sample(folder) {
  const [head, ...lines] = readFileSync(join(folder, 'verdicts.csv'), 'utf8').trim().split('\n');
  const columns = head.split(',');
  const files = filesUnder(folder);
  const rows = lines.map((line) => {
    const cells = line
      .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
      .map((cell) => cell.replace(/,$/, '').replace(/^"(.*)"$/, '$1'));
    return Object.fromEntries(columns.map((name, i) => [name.trim(), (cells[i] ?? '').replaceAll('""', '"').trim()]));
  });
  const usable = rows.flatMap((row) => {
    const loop = row.deadlocks_loop || row.language;
    const file = files.find((path) => [row.model, `${row.model}.dve`].some((name) => path.endsWith(`/${name}`)));
    return loop && file
      ? [
          {
            file,
            formula: row.formula,
            nonEmpty: loop === 'non-empty',
            deadlock: row.deadlocks_loop ? 'stutter' : 'drop',
          },
        ]
      : [];
  });
  return usable.filter((_, i) => i % Math.ceil(usable.length / questions) === 0);
}

for (const name of (process.argv[4] ?? 'petri,beem').split(',')) {
  const rows = sample(join(shared, name));
  console.log(`${name}: ${rows.length} questions, ${seconds} s each`);
  for (const [choice, args] of Object.entries(choices)) {
    let answered = 0;
    let wrong = 0;
    const before = performance.now();
    for (const { file, formula, nonEmpty, deadlock } of rows) {
      const command = [
        'check',
        file,
        '--ltl',
        `!(${formula})`,
        '--deadlock',
        deadlock,
        '--timeout',
        String(seconds),
        '--json',
      ];
      const { stdout } = spawnSync(process.execPath, [main, ...command, ...args], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
        timeout: seconds * 4000 + 20_000,
      });
      const verdict = /"verdict":"(\w+)"/.exec(stdout)?.[1] ?? 'unknown';
      if (verdict === 'unknown') continue;
      answered++;
      if ((verdict === 'violated') !== nonEmpty) wrong++;
    }
    const time = ((performance.now() - before) / 1000).toFixed(0);
    console.log(
      `  ${choice.padEnd(16)} ${String(answered).padStart(4)} answered, ${wrong} wrong, ${time.padStart(5)} s`,
    );
  }
}
