// Stubborn sets with automata that read letters (TGBA, docs/adr/011) against those with automata that read changes (TGTA, docs/adr/014): states of the
// whole and of the reduced product, over many pairs of a net and a stutter-invariant formula.
//
//     node bench/partial-order/compare.mjs [--pairs 600] [--csv FILE] [--svg FILE]
//
// The counts are the same on every machine: random nets and formulas from a seed, products built in full by the search in TypeScript.
import { writeFileSync } from 'node:fs';
import { FormulaQuestion } from '../../dist/check/question.js';
import { Stopwatch } from '../../dist/diagnostics/index.js';
import { StubbornProduct } from '../../dist/explicit/partial-order/stubborn-product.js';
import { countProduct } from '../../dist/explicit/product/full-product.js';
import { Kripke } from '../../dist/explicit/product/kripke.js';
import { ModelGraph } from '../../dist/explicit/product/model-graph.js';
import { SynchronisedProduct } from '../../dist/explicit/product/product.js';
import { FormulaStore, printFormula, randomFormulas } from '../../dist/formula/index.js';
import { substitute } from '../../dist/formula/relabel.js';
import { generateNet, netModel } from '../../dist/models/index.js';
import { observe } from '../../dist/models/observation.js';

const option = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
};
const PAIRS = Number(option('--pairs', 600));
const MOST_STATES = 20_000;

/** Nets of the library in which much is concurrent, and how propositions are drawn: places that are marked. */
const NETS = [
  ['philosophers', 3],
  ['philosophers', 4],
  ['slotted-ring', 3],
  ['kanban', 1],
  ['fms', 1],
  ['peterson', 2],
  ['round-robin', 4],
  ['round-robin', 5],
].map(([name, size]) => ({ name: `${name} ${size}`, model: netModel(generateNet(name, size).value) }));

let seed = 20261116;
function below(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

function sizes(model, formula, kind) {
  const question = new FormulaQuestion(formula, observe(model, formula));
  const product = () => {
    const kripke = new Kripke(
      new ModelGraph(model, { deadlock: 'stutter', source: 'plain' }),
      question.observationFor(kind).predicates,
    );
    return new SynchronisedProduct(kripke, question.property(kind, kripke.letters, new Stopwatch()));
  };
  const whole = countProduct(product(), { limits: { states: MOST_STATES } }).states;
  return { whole, reduced: countProduct(new StubbornProduct(product())).states };
}

const store = new FormulaStore();
const formulas = randomFormulas(store, {
  propositions: ['p', 'q'],
  seed: 11,
  size: { min: 3, max: 9 },
  operators: 'next-free',
  repetition: 'allowed',
});
const rows = [];
while (rows.length < PAIRS) {
  const { name, model } = NETS[rows.length % NETS.length];
  const place = () => store.proposition(`"${model.variables[below(model.variables.length)].name} >= 1"`.slice(1, -1));
  const formula = substitute(formulas.next().value, new Map(['p', 'q'].map((letter) => [letter, place()])));
  try {
    const [letters, changes] = [sizes(model, formula, 'tgba'), sizes(model, formula, 'tgta')];
    rows.push({ name, formula: printFormula(formula), letters, changes });
  } catch (error) {
    if (error?.name !== 'LimitExceeded') throw error;
  }
}

const sum = (pick) => rows.reduce((total, row) => total + pick(row), 0);
const count = (test) => rows.filter(test).length;
console.log(`${rows.length} pairs of a net and a formula`);
console.log(
  '| net | pairs | TGBA whole | TGBA reduced | TGTA whole | TGTA reduced | fewer with TGBA | equal | fewer with TGTA |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
const line = (name, part) => {
  const total = (pick) => part.reduce((all, row) => all + pick(row), 0);
  const won = (test) => part.filter(test).length;
  console.log(
    `| ${[
      name,
      part.length,
      total(({ letters }) => letters.whole),
      total(({ letters }) => letters.reduced),
      total(({ changes }) => changes.whole),
      total(({ changes }) => changes.reduced),
      won(({ letters, changes }) => letters.reduced < changes.reduced),
      won(({ letters, changes }) => letters.reduced === changes.reduced),
      won(({ letters, changes }) => letters.reduced > changes.reduced),
    ].join(' | ')} |`,
  );
};
for (const { name } of NETS)
  line(
    name,
    rows.filter((row) => row.name === name),
  );
line('all', rows);
console.log(
  `smaller than the whole product: TGBA ${count(({ letters }) => letters.reduced < letters.whole)}, TGTA ${count(({ changes }) => changes.reduced < changes.whole)};`,
  `left of all states: TGBA ${((100 * sum(({ letters }) => letters.reduced)) / sum(({ letters }) => letters.whole)).toFixed(1)} %,`,
  `TGTA ${((100 * sum(({ changes }) => changes.reduced)) / sum(({ changes }) => changes.whole)).toFixed(1)} %`,
);

const csv = option('--csv', null);
if (csv !== null) {
  const cells = rows.map(({ name, formula, letters, changes }) =>
    [name, `"${formula.replaceAll('"', '""')}"`, letters.whole, letters.reduced, changes.whole, changes.reduced].join(),
  );
  writeFileSync(csv, `net,formula,tgba whole,tgba reduced,tgta whole,tgta reduced\n${cells.join('\n')}\n`);
}

const svg = option('--svg', null);
if (svg !== null) {
  const SIDE = 420;
  const EDGE = 50;
  const most = Math.log10(Math.max(...rows.flatMap(({ letters, changes }) => [letters.reduced, changes.reduced]), 10));
  const at = (value) => (Math.log10(Math.max(1, value)) / most) * SIDE;
  const dots = rows.map(
    ({ letters, changes }) =>
      `<circle cx="${(EDGE + at(letters.reduced)).toFixed(1)}" cy="${(EDGE + SIDE - at(changes.reduced)).toFixed(1)}" r="2.2"/>`,
  );
  const ticks = Array.from({ length: Math.floor(most) + 1 }, (_, power) => {
    const x = (power / most) * SIDE;
    return (
      `<text x="${(EDGE + x).toFixed(1)}" y="${EDGE + SIDE + 18}" text-anchor="middle">${10 ** power}</text>` +
      `<text x="${EDGE - 6}" y="${(EDGE + SIDE - x + 4).toFixed(1)}" text-anchor="end">${10 ** power}</text>`
    );
  });
  writeFileSync(
    svg,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE + 2 * EDGE} ${SIDE + 2 * EDGE}" font-family="sans-serif" font-size="11">` +
      `<title>States of reduced products: TGBA and TGTA</title><rect width="100%" height="100%" fill="white"/>` +
      `<rect x="${EDGE}" y="${EDGE}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#888"/>` +
      `<line x1="${EDGE}" y1="${EDGE + SIDE}" x2="${EDGE + SIDE}" y2="${EDGE}" stroke="#bbb"/>${ticks.join('')}` +
      `<g fill="#1f5f9f" fill-opacity="0.45">${dots.join('')}</g>` +
      `<text x="${EDGE + SIDE / 2}" y="${EDGE + SIDE + 38}" text-anchor="middle">states with stubborn sets, TGBA</text>` +
      `<text transform="translate(12 ${EDGE + SIDE / 2}) rotate(-90)" text-anchor="middle">states with stubborn sets, TGTA</text></svg>\n`,
  );
}
