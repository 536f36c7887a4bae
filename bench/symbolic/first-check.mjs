// The first check of a process beside its-ltl: CPU seconds of the hybrid engine with a TGTA from the formula to the verdict, the states of the net included, reading the net and loading the
// modules not. Nothing is compiled yet. Each run is a process of its own.
//
//   npm run build && node bench/symbolic/first-check.mjs [--runs 3]
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RECORDED } from './recorded.mjs';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, net: { type: 'string' }, row: { type: 'string' } },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

/** One row in this process; prints CPU milliseconds. */
async function one(name, row) {
  const { automatonOf } = await import('../../dist/check/question.js');
  const { Stopwatch } = await import('../../dist/diagnostics/stopwatch.js');
  const { parseLtl } = await import('../../dist/formula/parse.js');
  const { analyse } = await import('../../dist/models/analysis/analyse.js');
  const { loadModel } = await import('../../dist/models/formats/load.js');
  const { observe } = await import('../../dist/models/observation.js');
  const { ExploredModel } = await import('../../dist/symbolic/explored-model.js');
  const { checkHybrid } = await import('../../dist/symbolic/hybrid/check.js');
  const file = join(shared, 'mcc', name, 'model.pnml');
  const model = analyse(loadModel(file, [readFileSync(file)]).value, { sums: 'skip' });
  const before = process.cpuUsage();
  const formula = parseLtl(RECORDED[name][row][0]);
  const negation = automatonOf(formula.store.not(formula), 'tgta', new Stopwatch());
  checkHybrid(new ExploredModel(model), negation, observe(model, formula), {});
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000);
}

if (values.net !== undefined) await one(values.net, Number(values.row));
else {
  for (const name of Object.keys(RECORDED).filter((one) => existsSync(join(shared, 'mcc', one)))) {
    for (const [row, [text, slap]] of RECORDED[name].entries()) {
      const runs = Array.from({ length: Number(values.runs) }, () => {
        const { stdout } = spawnSync(process.execPath, [import.meta.filename, '--net', name, '--row', `${row}`]);
        return Number(stdout);
      });
      console.log(
        `${`${name} ${text}`.padEnd(70)} SLAP ${slap.toFixed(3)}   first check ${(Math.min(...runs) / 1000).toFixed(3)}`,
      );
    }
  }
}
