// The hulls of fair cycles against each other: CPU seconds and nodes of symbolic checks without a look at single pairs, states of the
// model found beforehand, in diagrams of their own for each run.
//
//   npm run build && node bench/symbolic/hulls.mjs [--property bottom] [--runs 3] [--seconds 20]
//
// The questions S (a safety property that holds), L (GF a | FG !a) and V (a violated response) are asked of nets of the library, of those of the contest
// and of BEEM models where the conformance data are there (`TEGATA_SHARED`, by default ../shared).
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseFormula } from '../../dist/formula/parse.js';
import { analyse } from '../../dist/models/analysis/analyse.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { generateNet } from '../../dist/models/library/index.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { hullAlgorithms } from '../../dist/symbolic/emptiness/hull.js';
import { ExploredModel } from '../../dist/symbolic/explored-model.js';
import { ask } from './ask.mjs';

const { values } = parseArgs({
  options: {
    property: { type: 'string', default: 'bottom' },
    runs: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '20' },
  },
});
const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

const QUESTIONS = {
  'kanban:8': ['G("Pout1 >= 1" -> "P1 <= 7")', 'GF "P1 <= 7" | FG "P1 >= 8"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")'],
  'kanban:20': ['GF "P1 <= 19" | FG "P1 >= 20"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")'],
  'fms:8': ['GF "P1 <= 7" | FG "P1 >= 8"', 'G("P1M1 >= 1" -> F "P1d >= 1")'],
  'mapk:16': ['GF "Raf <= 15" | FG "Raf >= 16"', 'G("RafP >= 1" -> F "ERKPP >= 1")'],
  'philosophers:20': ['GF "IsEating0 <= 0" | FG "IsEating0 >= 1"', 'G("HasLeft0 >= 1" -> F "IsEating0 >= 1")'],
  'mcc/Kanban-PT-00005': ['GF "P1 <= 4" | FG "P1 >= 5"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")'],
  'mcc/FMS-PT-00005': ['GF "P1 <= 4" | FG "P1 >= 5"', 'G("P1M1 >= 1" -> F "P1d >= 1")'],
  'mcc/MAPK-PT-00008': ['GF "Raf <= 7" | FG "Raf >= 8"', 'G("RafP >= 1" -> F "ERKPP >= 1")'],
  'mcc/Philosophers-PT-000010': ['GF "Eat_1 <= 0" | FG "Eat_1 >= 1"', 'G("Catch1_1 >= 1" -> F "Eat_1 >= 1")'],
  'mcc/Peterson-PT-2': ['GF "CS_0 <= 0" | FG "CS_0 >= 1"', 'G("WantSection_0_T >= 1" -> F "CS_0 >= 1")'],
  'beem/phils.8.dve': ['GF "phil_0.eat" | FG !"phil_0.eat"', 'G("phil_0.one" -> F "phil_0.eat")'],
  'beem/bakery.1.dve': ['GF "P_0.CS" | FG !"P_0.CS"', 'G("P_0.wait" -> F "P_0.CS")'],
  'beem/szymanski.1.dve': ['GF "P_0.CS" | FG !"P_0.CS"', 'G("P_0.p2" -> F "P_0.CS")'],
};

function modelOf(name) {
  const [, net, size] = /^([a-z-]+):(\d+)$/.exec(name) ?? [];
  if (net !== undefined) return netModel(generateNet(net, Number(size)).value);
  const path = name.startsWith('mcc/') ? join(shared, name, 'model.pnml') : join(shared, name);
  return existsSync(path) ? analyse(loadModel(path, [readFileSync(path)]).value, { sums: 'skip' }) : null;
}

function measure(model, formula, order, hull) {
  const explored = new ExploredModel(model, { property: values.property, order });
  const { mdd } = explored.states({}).space;
  const { createdNodes } = mdd.statistics();
  const before = process.cpuUsage();
  const limits = { seconds: Number(values.seconds) };
  const { found } = ask(explored, formula, { hull, limits });
  const { user, system } = process.cpuUsage(before);
  return {
    outcome: found.outcome,
    seconds: (user + system) / 1e6,
    nodes: mdd.statistics().createdNodes - createdNodes,
  };
}

const sums = hullAlgorithms.map(() => ({ seconds: 0, logarithms: 0, best: 0 }));
let cases = 0;
console.log(
  `${'question'.padEnd(80)} ${'verdict'.padEnd(9)}${hullAlgorithms.map((name) => name.padStart(26)).join('')}`,
);
for (const [name, formulas] of Object.entries(QUESTIONS)) {
  const model = modelOf(name);
  if (model === null) continue;
  const { order } = new ExploredModel(model, { property: values.property }).states({}).space;
  for (const text of formulas) {
    const formula = parseFormula(text).value;
    const results = hullAlgorithms.map(() => null);
    for (let run = 0; run < Number(values.runs); run++) {
      for (const [i] of hullAlgorithms.entries()) {
        const k = (i + run) % hullAlgorithms.length; // another sequence each time
        const found = measure(model, formula, order, hullAlgorithms[k]);
        if (results[k] === null || found.seconds < results[k].seconds) results[k] = found;
      }
    }
    const verdicts = new Set(results.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'unknown'));
    if (verdicts.size > 1) throw new Error(`verdicts differ on ${name}: ${text}`);
    const cells = results.map(({ seconds, nodes }) => `${seconds.toFixed(3)} s, ${nodes} nodes`.padStart(26));
    console.log(`${`${name}: ${text}`.slice(0, 80).padEnd(80)} ${[...verdicts].join().padEnd(9)}${cells.join('')}`);
    cases++;
    const least = Math.min(...results.map(({ seconds }) => seconds));
    for (const [i, { seconds }] of results.entries()) {
      sums[i].seconds += seconds;
      sums[i].logarithms += Math.log(seconds);
      if (seconds === least) sums[i].best++;
    }
  }
}
for (const [i, { seconds, logarithms, best }] of sums.entries()) {
  const mean = Math.exp(logarithms / cases);
  console.log(
    `${hullAlgorithms[i]}: ${seconds.toFixed(2)} s in all, ${mean.toFixed(4)} s in geometric mean, best in ${best} of ${cases}`,
  );
}
