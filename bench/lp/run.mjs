// What facts decide before any search: contest formulas that become true or false, and the time. `--growth`: nets of 1,000 to 100,000
// transitions, whose facts must end within their budget.
//
//     node bench/lp/run.mjs [FOLDER] [NAME…]     FOLDER holds unpacked instances (model.pnml, LTL*.xml), by default ../shared/mcc
//     node bench/lp/run.mjs --growth
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stopwatch } from '../../dist/diagnostics/stopwatch.js';
import { FormulaStore } from '../../dist/formula/formula.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { parseMccProperties } from '../../dist/models/formats/mcc/properties.js';
import { observe } from '../../dist/models/observation.js';
import { NetBuilder } from '../../dist/models/petri/net.js';
import { netModel } from '../../dist/models/petri/net-model.js';
import { FormulaFacts } from '../../dist/reductions/knowledge/formula-facts.js';

const EXAMINATIONS = ['LTLCardinality', 'LTLFireability'];
/** As a check of a minute gives. */
const SECONDS = 10;

if (process.argv[2] === '--growth') growth();
else contest(process.argv[2] ?? join(process.env.TEGATA_SHARED ?? '../shared', 'mcc'), process.argv.slice(3));

function contest(folder, chosen) {
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  const names = (chosen.length > 0 ? chosen : readdirSync(folder)).filter((name) =>
    existsSync(join(folder, name, 'model.pnml')),
  );
  const total = { formulas: 0, true: 0, false: 0, smaller: 0, wrong: 0, seconds: 0 };
  console.log('| net | places | transitions | formulas | true | false | smaller | s |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const name of names) {
    const { value: model } = loadModel('model.pnml', [readFileSync(join(folder, name, 'model.pnml'), 'utf8')]);
    if (model === null) continue;
    const started = performance.now();
    const counts = countOf(model, join(folder, name), expected[name]);
    const seconds = (performance.now() - started) / 1000;
    const sizes = `${model.variables.length} | ${model.groups.length}`;
    console.log(
      `| ${name} | ${sizes} | ${counts.formulas} | ${counts.true} | ${counts.false} | ${counts.smaller} | ${seconds.toFixed(2)} |`,
    );
    for (const key of Object.keys(counts)) total[key] += counts[key];
    total.seconds += seconds;
  }
  console.log(JSON.stringify(total));
}

function countOf(model, folder, expected) {
  const counts = { formulas: 0, true: 0, false: 0, smaller: 0, wrong: 0 };
  const facts = FormulaFacts.of(model, { stopwatch: new Stopwatch(), seconds: SECONDS / 2 });
  for (const examination of EXAMINATIONS) {
    const text = readFileSync(join(folder, `${examination}.xml`), 'utf8');
    const properties = parseMccProperties([text], { name: examination, store: new FormulaStore(), names: model.names });
    const answers = expected?.[examination] ?? expected?.[`l${examination.slice(1)}`.replace('lTL', 'ltl')] ?? [];
    for (const [i, { formula }] of properties.value.entries()) {
      counts.formulas++;
      const simplified = facts?.simplify(formula, observe(model, formula), new Stopwatch()).formula ?? formula;
      const { kind } = simplified;
      if (kind === 'true' || kind === 'false') {
        counts[kind]++;
        if (answers[i] === (kind !== 'true')) counts.wrong++;
      } else if (simplified !== formula) counts.smaller++;
    }
  }
  return counts;
}

/** Rings of cells joined at random: every place bounded, nothing trivial. */
function growth() {
  console.log('| transitions | facts made, s | 20 propositions, s | decided |');
  console.log('| --- | --- | --- | --- |');
  for (const size of [1_000, 3_000, 10_000, 30_000, 100_000]) {
    const model = netModel(ring(size));
    let started = performance.now();
    const lap = () => {
      const seconds = (performance.now() - started) / 1000;
      started = performance.now();
      return seconds.toFixed(2);
    };
    const facts = FormulaFacts.of(model, { stopwatch: new Stopwatch(), seconds: SECONDS / 2 });
    const made = lap();
    const store = new FormulaStore();
    let decided = 0;
    for (let i = 0; i < 20; i++) {
      const at = Math.floor((i * size) / 20);
      const formula = store.globally(store.proposition(i % 2 === 0 ? `free${at} <= 1` : `busy${at} = 0`));
      decided += facts.simplify(formula, observe(model, formula), new Stopwatch()).decided;
    }
    console.log(`| ${size} | ${made} | ${lap()} | ${decided} |`);
  }
}

/** Cell i is free or busy; a token goes from a busy cell to a free one, two cells apart or to a partner far away. */
function ring(size) {
  const builder = new NetBuilder();
  const cells = Math.floor(size / 2);
  for (let i = 0; i < 2 * cells; i++) {
    builder.place(`free${i}`, { initial: i % 3 === 0 ? 0 : 1 });
    builder.place(`busy${i}`, { initial: i % 3 === 0 ? 1 : 0 });
  }
  for (let i = 0; i < 2 * cells; i++) {
    const to = i % 5 === 0 ? (i * 7919 + 13) % (2 * cells) : (i + 1) % (2 * cells);
    builder.move(`t${i}`, [`busy${i}`, `free${to}`], [`free${i}`, `busy${to}`]);
  }
  return builder.build('ring');
}
