// The files on which a verdict rests, and for each the tests that cover it: stages from quick to slow, each one run of vitest. `rounds` makes the
// suites of random cases shorter than they are in `npm test`: a score can only be too low by it.

const tests = (...files) => ({ files: files.map((file) => `test/${file}.test.ts`) });
const emptiness = tests('explicit/emptiness/emptiness', 'explicit/emptiness/checks', 'explicit/emptiness/weak');
const compiled = tests(
  'explicit/emptiness/wide-marks',
  'explicit/emptiness/second-pass',
  'explicit/emptiness/compiled',
);
const cycles = tests('explicit/emptiness/long-cycles');
const oracle = { ...tests('cross/oracle'), rounds: 120 };
const parts = tests('explicit/product/parts');
const testing = tests('automata/testing/testing');
const figures = tests('automata/testing/figures');
const symbolic = tests('symbolic/emptiness');
const labelling = tests('symbolic/labelling');
const deadlocks = { ...tests('cross/deadlocks'), rounds: 10 };
const fairness = tests('check/fairness');

const searches = (folder, names, stages) => names.map((name) => ({ file: `${folder}/${name}.ts`, stages }));
/** Files whose invariants are their answers. */
const judges = (...files) => searches(...files).map((target) => ({ ...target, invariants: 'mutated' }));

export const plan = [
  { file: 'src/formula/lasso.ts', stages: [tests('formula/lasso', 'formula/lasso-table')] },
  ...judges('src/check', ['confirm', 'counterexample'], [tests('check/confirm'), fairness]),
  { file: 'src/check/condense.ts', stages: [tests('check/condense')] },
  ...searches('src/models', ['fairness', 'fair-model'], [fairness]),
  {
    file: 'src/models/observation.ts',
    stages: [tests('models/observation'), tests('check/condense', 'check/confirm'), oracle],
  },
  { file: 'src/models/boolean-predicate.ts', stages: [tests('models/observation'), tests('check/condense'), oracle] },
  { file: 'src/check/fairness-layer.ts', stages: [fairness] },
  ...searches(
    'src/explicit/emptiness',
    ['couvreur', 'ndfs', 'tarjan', 'two-pass', 'passes', 'weak', 'reachability'],
    [emptiness, compiled, oracle],
  ),
  ...searches('src/explicit/emptiness', ['degeneralized', 'depth-first-path'], [emptiness, oracle]),
  ...searches(
    'src/explicit/product',
    ['product', 'automaton-property', 'testing-property', 'lazy-property', 'kripke', 'letters', 'weakness'],
    [parts, oracle],
  ),
  ...searches('src/explicit/product', ['model-graph', 'state-source'], [parts, oracle, deadlocks]),
  { file: 'src/explicit/product/hopeless.ts', stages: [tests('explicit/product/hopeless'), oracle] },
  ...searches('src/explicit/product', ['ordered-product', 'full-product'], [parts, tests('check/statistics'), oracle]),
  {
    file: 'src/explicit/product/tight-property.ts',
    stages: [tests('explicit/product/tight-property'), oracle],
  },
  { file: 'src/explicit/search/lasso-search.ts', stages: [emptiness, oracle] },
  ...searches(
    'src/automata/testing',
    [
      'tgba-to-tgta',
      'to-ta',
      'gta-to-ta',
      'single-pass',
      'labelled',
      'labelled-to-tgta',
      'labelling',
      'livelocks',
      'stuttering',
    ],
    [testing, figures, oracle],
  ),
  ...searches(
    'src/automata/testing',
    ['lazy-tgta', 'direct/expansion', 'direct/formula-source'],
    [testing, figures, oracle],
  ),
  ...searches('src/automata/testing', ['prune', 'bisimulation'], [tests('automata/testing/smaller'), testing, figures]),
  {
    file: 'src/automata/testing/stutter-decision.ts',
    stages: [tests('automata/testing/stutter-decision'), testing, figures, oracle],
  },
  ...searches(
    'src/symbolic',
    ['labelling', 'predicate', 'filter', 'product', 'product-events', 'pairs', 'tgba-product', 'tgta-product', 'lasso'],
    [oracle, symbolic, labelling],
  ),
  ...searches('src/symbolic/emptiness', ['hull', 'component'], [oracle, symbolic]),
  ...searches(
    'assembly',
    ['couvreur', 'nested', 'tarjan', 'two-pass', 'weak', 'reachability', 'components'],
    [cycles, oracle, compiled],
  ),
  ...searches('assembly', ['depth-first', 'product', 'hopeless', 'letters'], [cycles, oracle, compiled]),
];
