// What stubborn sets leave out: states and transitions of the product that are explored without them, with them from the first state on, and
// where the choice is left to the search. Nets as they are, without structural reductions.
//
//     node bench/partial-order/run.mjs [--times]
//
// The counts are the same on every machine. With --times each line also has the time of both against the search without; of one run: noisy.
import { check } from '../../dist/check/index.js';
import { parseLtl } from '../../dist/formula/index.js';
import { generateNet, netModel } from '../../dist/models/index.js';

const CASES = [
  ['philosophers', 8, 'G !("IsEating0 = 1" & "IsEating1 = 1")'],
  ['philosophers', 8, 'G("IsEating0 = 1" -> X("IsEating1 = 0"))'],
  ['philosophers', 8, 'G("HasLeft0 = 1" -> F "IsEating0 = 1")'],
  ['philosophers', 8, 'F G "IsEating0 = 0" | G F "IsEating1 = 1" | G F "IsEating0 = 1"'],
  ['slotted-ring', 5, null],
  ['round-robin', 9, null],
  ['kanban', 3, 'GF "P1 <= 2" | FG "P1 >= 3"'],
  ['kanban', 3, 'G("Pm1 <= 3" & X "P4 <= 3")'],
  ['fms', 3, 'GF "P1 <= 2" | FG "P1 >= 3"'],
  ['peterson', 2, null],
];

/** For nets without a formula of their own: a bound that holds, of the first and the last place, and that the first is left again. */
function formulasFor(model) {
  const [first] = model.variables;
  const last = model.variables[model.variables.length - 1];
  return [`G !("${first.name} >= 90" & "${last.name} >= 90")`, `FG "${first.name} >= 1" | GF "${first.name} = 0"`];
}

function run(model, formula, partialOrder) {
  const begun = performance.now();
  const { verdict, statistics } = check(model, parseLtl(formula), {
    engine: { kind: 'explicit', partialOrder },
    reductions: 'none',
    limits: { seconds: 60 },
  });
  return { verdict, statistics, milliseconds: performance.now() - begun };
}

const withTimes = process.argv.includes('--times');
const count = (value) => String(value).padStart(10);

console.log('states and transitions explored: without, always, auto');
for (const [name, size, given] of CASES) {
  const model = netModel(generateNet(name, size).value);
  for (const formula of given === null ? formulasFor(model) : [given]) {
    const [none, always, auto] = ['none', 'always', 'auto'].map((use) => run(model, formula, use));
    const sizes = [none, always, auto].map(
      ({ statistics }) => `${count(statistics.productStates)}${count(statistics.productTransitions)}`,
    );
    const times = [always, auto].map(({ milliseconds }) => (milliseconds / none.milliseconds).toFixed(2));
    const rest = withTimes ? `   time ${times.join(' ')}` : '';
    const verdicts = new Set([none, always, auto].map(({ verdict }) => verdict.outcome));
    console.log(`${`${name} ${size}`.padEnd(16)}${sizes.join(' ')}${rest}   ${[...verdicts].join(' ≠ ')}  ${formula}`);
  }
}
