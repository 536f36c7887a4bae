// Reachability of library nets by the decision-diagram kernel alone: no race of orders, no reader, no model.
//   npm run build && node bench/symbolic/kernel.mjs [net size order]…
// where order is a name that src/symbolic/order/orders.ts knows. Prints CPU seconds of the closure by each order of work
// inside nodes, as ratios to the first, with nodes and operations.
import { Mdd } from '../../dist/dd/mdd/index.js';
import { generateNet } from '../../dist/models/library/index.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { OrderMaker } from '../../dist/symbolic/order/orders.js';

const runs = process.argv.slice(2);
const cases =
  runs.length > 0
    ? runs
    : [
        'kanban 50 given',
        'kanban 100 greedy',
        'kanban 100 greedy-reverse',
        'fms 50 greedy',
        'fms 50 greedy-reverse',
        'mapk 40 greedy',
        'philosophers 1000 greedy',
      ];

/** The level of each place; the first variable of an order is on top. */
function levelsOf(net, order) {
  const levels = [];
  const { variables } = new OrderMaker(netModel(net)).order(order);
  for (let i = 0; i < variables.length; i++) levels[variables[i]] = variables.length - 1 - i;
  return levels;
}

function prepare(mdd, net, levels) {
  const events = net.transitions.map((t) => {
    const shifts = new Map();
    const at = (place) => {
      if (!shifts.has(place)) shifts.set(place, { level: levels[place], min: 0, delta: 0 });
      return shifts.get(place);
    };
    for (const { place, weight } of t.inputs) {
      at(place).min = weight;
      at(place).delta -= weight;
    }
    for (const { place, weight } of t.outputs) at(place).delta += weight;
    for (const { place, below } of t.inhibitors) at(place).max = below - 1;
    return mdd.event([...shifts.values()]);
  });
  const initial = new Array(levels.length);
  for (let i = 0; i < levels.length; i++) initial[levels[i]] = net.places[i].initial;
  return [mdd.singleton(initial), mdd.events(events)];
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

for (const text of cases) {
  const [name, size, order = 'greedy'] = text.split(' ');
  const net = generateNet(name, Number(size)).value;
  const levels = levelsOf(net, order);
  const mdd = new Mdd({ levels: levels.length });
  let baseline = 0;
  for (const work of ['descending', 'ascending', 'sweep']) {
    mdd.reset();
    mdd.setBudget({ operations: Number(process.env.OPERATIONS ?? 5e7) });
    const [initial, events] = prepare(mdd, net, levels);
    const started = cpu();
    try {
      const states = mdd.reach(initial, events, { order: work });
      const seconds = cpu() - started;
      baseline ||= seconds;
      const { createdNodes, operations, cacheHits, bytes, collections } = mdd.statistics();
      const digits = mdd.count(states).toString();
      console.log(
        `${text} ${work}: ${seconds.toFixed(4)} s (${(seconds / baseline).toFixed(2)}), nodes ${createdNodes} created, ${mdd.nodeCount(states)} final, ` +
          `${operations} operations, ${cacheHits} hits, ${(bytes / 2 ** 20).toFixed(1)} MB, ${collections} collections, ${digits.slice(0, 12)}… (${digits.length} digits)`,
      );
    } catch (error) {
      console.log(`${text} ${work}: ${error.message} after ${(cpu() - started).toFixed(2)} s`);
    }
  }
}
