// What a state costs in a search up to symmetry, against one of the kernel, and what is left of the states: clients that share servers, each with a
// chain of places of its own, asked for a safety property and for one with GF.
//
//     node bench/symmetry/run.mjs
//
// CPU time of one thread, the best of three. With few clients and long chains there are many states up to symmetry, so that the cost of one shows.
import { check } from '../../dist/check/index.js';
import { parseLtl } from '../../dist/formula/index.js';
import { netModel } from '../../dist/models/index.js';
import { NetBuilder } from '../../dist/models/petri/net.js';

/** Clients that ask for one of two servers, work for so many steps, and rest. */
function clientsAndServers(clients, steps) {
  const builder = new NetBuilder();
  const server = builder.place('server', { initial: 2 });
  const done = builder.place('done', { capacity: 2 });
  const arc = (place) => ({ place, weight: 1 });
  for (let i = 0; i < clients; i++) {
    const chain = Array.from({ length: steps }, (_, k) => builder.place(`c${i}_${k}`, { initial: k === 0 ? 1 : 0 }));
    for (const [k, place] of chain.entries()) {
      const inputs = [place, ...(k === steps - 2 ? [server] : [])];
      const outputs = [chain[(k + 1) % steps], ...(k === steps - 1 ? [server] : []), ...(k === 0 ? [done] : [])];
      if (k === 1) inputs.push(done);
      builder.transition(`t${i}_${k}`, { inputs: inputs.map(arc), outputs: outputs.map(arc) });
    }
  }
  return netModel(builder.build('clients'));
}

function timed(model, formula, symmetry) {
  let best = null;
  for (let round = 0; round < 3; round++) {
    const before = process.cpuUsage();
    const { verdict, statistics } = check(model, parseLtl(formula), {
      engine: { kind: 'explicit', symmetry, partialOrder: 'none' },
      reductions: 'none',
      limits: { seconds: 60 },
    });
    const { user, system } = process.cpuUsage(before);
    const run = { seconds: (user + system) / 1e6, outcome: verdict.outcome, ...statistics };
    if (best === null || run.seconds < best.seconds) best = run;
  }
  return best;
}

const each = ({ seconds, productStates }) => (1e6 * seconds) / productStates;
const shown = (run) =>
  `${String(run.productStates).padStart(8)} ${run.seconds.toFixed(2).padStart(7)} ${each(run).toFixed(2).padStart(8)}`;
console.log('clients, steps    states       s   µs each  up to symmetry    s   µs each   cost of one');
for (const [clients, steps] of [
  [8, 4],
  [5, 12],
  [4, 26],
]) {
  const model = clientsAndServers(clients, steps);
  for (const formula of ['G "server <= 2"', 'FG "done >= 1" | GF "done = 0"']) {
    const [none, always] = ['none', 'always'].map((symmetry) => timed(model, formula, symmetry));
    const verdicts = [...new Set([none.outcome, always.outcome])].join(' ≠ ');
    console.log(
      `${clients}, ${String(steps).padEnd(12)} ${shown(none)}      ${shown(always)}  ${(each(always) / each(none)).toFixed(1).padStart(8)}   ${verdicts}  ${formula}`,
    );
  }
}
