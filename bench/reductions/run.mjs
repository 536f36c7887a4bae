// What the reductions remove, and what they cost: each rule alone and all together, on the nets of the library, and their growth on nets
// of 1,000 to 100,000 transitions.
//
//     node bench/reductions/run.mjs [--growth]
//
// The first place is visible; formulas without X. Times are of one run: compare the growth, not the figures.
import { generateNet, NetBuilder } from '../../dist/models/index.js';
import { reduceNet, reductionRuleNames } from '../../dist/reductions/index.js';

const NETS = [
  ['kanban', 5],
  ['fms', 5],
  ['mapk', 8],
  ['philosophers', 10],
  ['peterson', 2],
  ['round-robin', 10],
  ['slotted-ring', 10],
];
const SIZES = [1000, 10_000, 100_000];

function timed(net, rules) {
  const begun = performance.now();
  const reduced = reduceNet(net, { visible: [0], preserve: 'next-free', ...(rules && { rules }) });
  return { reduced, milliseconds: performance.now() - begun };
}

function line(name, net, { reduced, milliseconds }) {
  const sizes = `${net.places.length}/${net.transitions.length} → ${reduced.net.places.length}/${reduced.net.transitions.length}`;
  const applied = reduced.reports.map(({ rule, applied: times }) => `${rule} ${times}`).join(', ');
  console.log(`${name.padEnd(28)}${sizes.padEnd(28)}${milliseconds.toFixed(1).padStart(9)} ms  ${applied}`);
}

/** Rings of ten places that share a resource each with the next ring: components, agglomeration, places side by side. */
function rings(transitions) {
  const builder = new NetBuilder();
  const count = Math.ceil(transitions / 10);
  for (let ring = 0; ring < count; ring++) {
    for (let i = 0; i < 10; i++) builder.place(`p${ring}_${i}`, { initial: i === 0 ? 1 : 0 });
    builder.place(`r${ring}`, { initial: 1 });
  }
  for (let ring = 0; ring < count; ring++) {
    const next = `r${(ring + 1) % count}`;
    for (let i = 0; i < 10; i++) {
      const [from, to] = [[`p${ring}_${i}`], [`p${ring}_${(i + 1) % 10}`]];
      if (i === 3) from.push(next);
      if (i === 6) to.push(next);
      builder.move(`t${ring}_${i}`, from, to);
    }
  }
  return builder.build(`rings-${transitions}`);
}

if (process.argv.includes('--growth')) {
  let before = null;
  for (const size of SIZES) {
    const net = rings(size);
    const result = timed(net);
    line(net.name, net, result);
    if (before !== null)
      console.log(`  ${(result.milliseconds / before).toFixed(1)} times the time for 10 times the size`);
    before = result.milliseconds;
  }
} else {
  for (const [name, parameter] of NETS) {
    const net = generateNet(name, parameter).value;
    if (net === null) continue;
    line(`${name}:${parameter}`, net, timed(net));
    for (const rule of reductionRuleNames) {
      const alone = timed(net, [rule]);
      if (alone.reduced.reports.length > 0) line(`  ${rule} alone`, net, alone);
    }
  }
}
