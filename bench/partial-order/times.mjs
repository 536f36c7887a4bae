// What the choice `--partial-order auto` costs where stubborn sets save little, and what it gains elsewhere: CPU time of a check against that with
// `none`, in one thread, the two in turns; and against that the noise: the same check with `none` once more in each turn.
//
//     node bench/partial-order/times.mjs [--seconds S] [--rounds N] [WORD...]
//
// Each row takes at least N turns (3), and further ones until S seconds (4) are over, but no more than 60. The best of each counts. With WORDs only
// cases that have one of them in their names. DVE and Promela models come from the conformance data (`TEGATA_SHARED`, by default ../shared), and
// are left out where there is none.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from '../../dist/check/index.js';
import { parseLtl } from '../../dist/formula/index.js';
import { generateNet, loadModel, netModel } from '../../dist/models/index.js';

const shared = resolve(process.env.TEGATA_SHARED ?? '../shared');

/** Nets of the library by name and size, other models by file. */
const CASES = [
  ['philosophers:9', 'G !("IsEating0 = 1" & "IsEating1 = 1")'],
  ['philosophers:9', 'G("IsEating0 = 1" -> X("IsEating1 = 0"))'],
  ['philosophers:8', 'F G "IsEating0 = 0" | G F "IsEating1 = 1" | G F "IsEating0 = 1"'],
  ['slotted-ring:6', 'G !("C0 >= 90" & "H5 >= 90")'],
  ['slotted-ring:6', 'FG "C0 >= 1" | GF "C0 = 0"'],
  ['slotted-ring:6', 'G("C0 >= 1" -> F "C0 = 0") | GF "H5 >= 1"'],
  ['round-robin:14', 'G !("Bus >= 90" & "Empty8 >= 90")'],
  ['round-robin:13', 'FG "Bus >= 1" | GF "Bus = 0"'],
  ['kanban:5', 'G("Pout1 >= 1" -> "P1 <= 4")'],
  ['kanban:5', 'GF "P1 <= 4" | FG "P1 >= 5"'],
  ['kanban:5', 'G !("P1 >= 90" & "Pback2 >= 90")'],
  ['kanban:4', 'G("Pm1 <= 4" & X "P4 <= 4")'],
  ['kanban:4', 'G("Pm1 >= 4" -> ("Pm1 >= 1" W "Pm1 = 0"))'],
  ['fms:5', 'G("P1d >= 1" -> "P1 <= 4")'],
  ['fms:4', 'GF "P1 <= 3" | FG "P1 >= 4"'],
  ['fms:5', 'G !("P1 >= 90" & "P2 >= 90")'],
  ['beem/bakery.4.dve', 'G !("P_0.j >= 90" & "P_1.j >= 90")'],
  ['beem/bakery.4.dve', 'FG "P_0.j >= 1" | GF "P_0.j = 0"'],
  ['beem/peterson.4.dve', 'G !("P_0=CS" & "P_1=CS")'],
  ['beem/peterson.4.dve', 'FG "P_0.j >= 1" | GF "P_0.j = 0" | GF "P_1=CS"'],
  ['beem/elevator.4.dve', 'G !("Person_0=in_elevator" & "Person_1=in_elevator" & "current >= 4")'],
  ['beem/elevator.4.dve', 'FG "current >= 1" | GF "current = 0"'],
  ['beem/bopdp.3.dve', 'G !("AP=active" & "cur >= 2")'],
  ['beem/bopdp.3.dve', 'FG "cur >= 1" | GF "cur = 0"'],
  ['beem/reader_writer.3.dve', 'G !("activeR >= 1" & "control=writer_active")'],
  ['beem/reader_writer.3.dve', 'FG "activeR >= 1" | GF "activeR = 0"'],
  ['beem/lifts.7.dve', 'G !"Wheels=error_state"'],
  ['beem/pgm_protocol.8.dve', 'G !("sender=s1" & "receiver=r1" & "c >= 4")'],
  ['beem/lamport.7.dve', 'G !("P_0=CS" & "P_1=CS")'],
  ['promela/spin/LTL/pftp.pml', 'G !("len(ses_to_flow[0]) >= 2" & "len(flow_to_ses[0]) >= 3")'],
  ['promela/spin/LTL/leader_pre.pml', 'G "nr_leaders <= 1"'],
  ['promela/spin/LTL/leader_pre.pml', 'F "nr_leaders >= 1"'],
  ['promela/spin/cambridge.pml', 'G !("len(sender) >= 5" & "len(recv) >= 6")'],
  ['promela/spin/cambridge.pml', 'FG "len(sender) >= 1" | GF "len(sender) == 0"'],
  ['promela/spin/sort.pml', 'G !("len(q[0]) >= 9" & "len(q[6]) >= 9")'],
  ['promela/spin/sort.pml', 'FG "len(q[1]) >= 1" | GF "len(q[1]) == 0"'],
  ['promela/spin/dtp.pml', 'G !("len(StoC) >= 2" & "len(RtoS) >= 3")'],
  ['promela/spin/snoopy.pml', 'G !("len(tobus0) >= 2" & "len(tobus1) >= 3")'],
  ['promela/beem/elevator2.2.pm', 'G !("v == 1" & "t == 9" & "p >= 90")'],
  ['promela/beem/peterson.2.pm', 'G !("P_0[0]:j >= 3" & "P_1[1]:j >= 3" & "pos[2] >= 90")'],
  ['promela/beem/lamport_nonatomic.1.pm', 'FG "P_0[3]:i >= 1" | GF "P_0[3]:i == 0"'],
  ['promela/beem/production_cell.1.pm', 'G !("done >= 90")'],
  ['promela/beem/anderson.1.pm', 'G !("Slot[0] == 1" & "Slot[1] == 1" & "next >= 90")'],
];

const given = process.argv.slice(2);
const option = (name, other) => {
  const at = given.indexOf(name);
  return at < 0 ? other : given.splice(at, 2)[1];
};
const rounds = Number(option('--rounds', '3'));
const seconds = Number(option('--seconds', '4'));
const MOST_ROUNDS = 60;
/** The third one is for the noise alone. */
const WAYS = { none: 'none', auto: 'auto', again: 'none' };

function modelOf(name) {
  if (!name.includes('/')) {
    const [net, size] = name.split(':');
    return netModel(generateNet(net, Number(size)).value);
  }
  const path = join(shared, name);
  return existsSync(path) ? loadModel(path, [readFileSync(path)]).value : null;
}

function timed(model, formula, partialOrder) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const { verdict, statistics } = check(model, parseLtl(formula), {
    engine: { kind: 'explicit', partialOrder, symmetry: 'none' },
    reductions: 'none',
    limits: { seconds: 100 },
  });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, outcome: verdict.outcome, ...statistics };
}

/** The best of each way, all in turns that begin with another one each time. */
function bestOf(model, formula) {
  const best = { none: null, auto: null, again: null };
  const names = Object.keys(WAYS);
  const begun = performance.now();
  const isOver = (round) => round >= rounds && (round >= MOST_ROUNDS || performance.now() - begun > 1000 * seconds);
  let round = 0;
  for (; !isOver(round); round++) {
    for (let k = 0; k < names.length; k++) {
      const name = names[(round + k) % names.length];
      const run = timed(model, formula, WAYS[name]);
      if (best[name] === null || run.seconds < best[name].seconds) best[name] = run;
    }
  }
  return { ...best, round };
}

function useOf({ partialOrder }) {
  if (partialOrder === undefined) return '-';
  if ('unused' in partialOrder) return partialOrder.unused;
  return `${((100 * partialOrder.followed) / partialOrder.enabled).toFixed(0)} %`;
}

console.log('  ratio  noise      none      auto turns     states     states  verdict  formula');
const above = [];
let rows = 0;
for (const [name, formula] of CASES) {
  if (given.length > 0 && !given.some((word) => name.includes(word))) continue;
  const model = modelOf(name);
  if (model === null) continue;
  const { none, auto, again, round } = bestOf(model, formula);
  // The two of `none` are one measurement as good as the other: the ratio is against both.
  const base = (none.seconds + again.seconds) / 2;
  const ratio = auto.seconds / base;
  const columns = [
    ratio.toFixed(2).padStart(7),
    (Math.max(none.seconds, again.seconds) / Math.min(none.seconds, again.seconds)).toFixed(2).padStart(7),
    ...[base, auto.seconds].map((each) => `${each.toFixed(3)} s`.padStart(10)),
    String(round).padStart(6),
    ...[none, auto].map(({ productStates }) => String(productStates).padStart(11)),
  ];
  const verdicts = [...new Set([none.outcome, auto.outcome])].join(' ≠ ');
  console.log(`${columns.join('')}  ${verdicts.padEnd(8)} ${name}  ${formula}  [${useOf(auto)}]`);
  rows++;
  if (ratio > 1.1) above.push(`${name} ${ratio.toFixed(2)} (${(1000 * (auto.seconds - base)).toFixed(0)} ms)`);
}
console.log(
  `${rows - above.length} of ${rows} rows at most 1.1${above.length > 0 ? `; above: ${above.join(', ')}` : ''}`,
);
