// How the cost of parsing, simplifying and printing grows: with the number of formulas (5,000 to 50,000 random ones), and
// with the nesting of one formula (1,000 to 100,000). Linear growth shows as ratios near 1.
//
//   npm run build && node bench/formula/run.mjs
import { FormulaStore, parseLtl, printFormula, randomFormulas, simplify } from '../../dist/formula/index.js';

const STEPS = ['parse', 'simplify', 'print'];

/** Texts that are parsed, simplified and printed together, so that the clock is read seldom. */
const BATCH = 500;

/** Milliseconds of processor time that each step takes on all texts; a store for each, as for lines read one by one. */
function costOf(texts) {
  const costs = { parse: 0, simplify: 0, print: 0 };
  const timed = (step, run) => {
    const start = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(start);
    costs[step] += (user + system) / 1000;
    return result;
  };
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    const formulas = timed('parse', () => batch.map((text) => parseLtl(text)));
    const results = timed('simplify', () => formulas.map((formula) => simplify(formula)));
    timed('print', () => results.map((result) => printFormula(result)));
  }
  return costs;
}

/** One line per size: microseconds per unit, and their ratio to those of the first size. */
function table(title, unit, rows) {
  console.log(`\n${title}`);
  for (const { size, depth, costs } of rows) {
    const cells = STEPS.map((step) => {
      const each = (costs[step] / size) * 1000;
      const ratio = costs[step] / size / (rows[0].costs[step] / rows[0].size);
      return `${step} ${each.toFixed(2)} µs (×${ratio.toFixed(2)})`;
    });
    console.log(`  ${String(depth ?? size).padStart(7)} ${unit}  ${cells.join('   ')}`);
  }
}

function randomTexts(count) {
  const texts = [];
  for (const formula of randomFormulas(new FormulaStore(), { propositions: 4, seed: 1, size: { min: 5, max: 25 } })) {
    texts.push(printFormula(formula));
    if (texts.length === count) return texts;
  }
  return texts;
}

const nests = {
  'X X X … a': (n) => `${'X'.repeat(n)} a`,
  'G F G F … a': (n) => `${'GF'.repeat(n / 2)} a`,
  'a U (b R (a U …))': (n) => `${'a U (b R ('.repeat(n / 2)}c${'))'.repeat(n / 2)}`,
  'p1 & X(p2 | X(…))': (n) => {
    const levels = Array.from({ length: n / 4 }, (_, i) => `p${i % 50} & X(p${(i + 1) % 50} | X(`);
    return `${levels.join('')}a${'))'.repeat(n / 4)}`;
  },
};

const texts = randomTexts(50_000);
costOf(texts.slice(0, 2000)); // The compiler of the engine warms up.
table(
  'random formulas, 5 to 25 nodes over 4 propositions',
  'formulas',
  [5_000, 50_000].map((size) => ({ size, costs: costOf(texts.slice(0, size)) })),
);
for (const [name, build] of Object.entries(nests)) {
  table(
    `one formula ${name}`,
    'levels',
    // As many formulas of each depth as make the same number of levels altogether.
    [1_000, 10_000, 100_000].map((size) => ({
      size: 100_000,
      depth: size,
      costs: costOf(new Array(100_000 / size).fill(build(size))),
    })),
  );
}
