// Every kind of automaton and both engines on the questions whose answers are recorded: for each choice how many answers are right, how
// many are missing (a limit came first), how many the choice refuses (a testing automaton of a formula that is not stutter-invariant), and how many
// are wrong (or an internal error), which must be none. All checks run in this process; those of one model and choice share what was explored of it, as in one run of `tegata check`.
//
//   node bench/conformance/fixed-choices.mjs [--suites petri,beem,mcc] [--choices explicit/ba,symbolic/tgta,…] [--every 1] [--only TEXT]
//                                            [--seconds 10] [--max-states 1000000] [--memory 6e9] [--budget SECONDS] [--verbose]
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InternalError } from '../../dist/base/assert.js';
import { CheckSession } from '../../dist/check/session.js';
import { InputError, unwrap } from '../../dist/diagnostics/diagnostic.js';
import { FormulaStore } from '../../dist/formula/formula.js';
import { parseLtl } from '../../dist/formula/parse.js';
import { analyse } from '../../dist/models/analysis/analyse.js';
import { loadModel } from '../../dist/models/formats/load.js';
import { parseMccProperties } from '../../dist/models/formats/mcc/properties.js';
import { byModel, readQuestions } from './questions.mjs';

const ALL = [
  ...['ba', 'tgba', 'ta', 'gta', 'sta', 'sgta', 'tgta', 'lazy-tgta'].map((kind) => `explicit/${kind}`),
  ...['ba', 'tgba', 'tgta'].map((kind) => `symbolic/${kind}`),
];
const { values: options } = parseArgs({
  options: {
    suites: { type: 'string', default: 'petri,beem,mcc' },
    choices: { type: 'string', default: ALL.join() },
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    'max-states': { type: 'string', default: '1000000' },
    memory: { type: 'string', default: '6e9' },
    budget: { type: 'string', default: 'Infinity' },
    verbose: { type: 'boolean', default: false },
  },
});
const choices = options.choices.split(',');
const limits = {
  seconds: Number(options.seconds),
  states: Number(options['max-states']),
  memoryBytes: Number(options.memory),
  memoryUsed: () => process.memoryUsage.rss(),
};

/** Per choice: right, unknown, refused, wrong, and processor seconds. */
const tally = new Map(choices.map((choice) => [choice, { right: 0, unknown: 0, refused: 0, wrong: 0, seconds: 0 }]));
let questionsAsked = 0;
const started = performance.now();
const elapsed = () => (performance.now() - started) / 1000;

/** The formulas of a model, those of the contest by their names. */
function formulasOf(model, questions) {
  const store = new FormulaStore();
  const properties = new Map();
  for (const file of new Set(questions.flatMap(({ property }) => property?.file ?? []))) {
    const parsed = unwrap(parseMccProperties([readFileSync(file, 'utf8')], { name: file, store, names: model.names }));
    for (const { id, formula } of parsed) properties.set(id, formula);
  }
  return questions.map(({ formula, property }) =>
    property === undefined ? parseLtl(formula, { store }) : properties.get(property.id),
  );
}

function outcomeOf(session, formula) {
  try {
    return session.check(formula).verdict;
  } catch (error) {
    if (error instanceof InputError && error.diagnostics.every(({ code }) => code === 'AUT160')) {
      return { outcome: 'refused' };
    }
    if (error instanceof InternalError) return { outcome: 'broken', reason: error.message };
    throw error;
  }
}

function ask(model, questions) {
  const sessions = new Map();
  const sessionOf = (choice, deadlock) => {
    const key = `${choice} ${deadlock}`;
    if (!sessions.has(key)) {
      const [kind, automaton] = choice.split('/');
      sessions.set(key, new CheckSession(model, { engine: { kind, automaton }, deadlock, limits }));
    }
    return sessions.get(key);
  };
  for (const [i, formula] of formulasOf(model, questions).entries()) {
    if (elapsed() > Number(options.budget)) return;
    questionsAsked++;
    const { id, deadlock, holds } = questions[i];
    for (const choice of choices) {
      const counts = tally.get(choice);
      const before = process.cpuUsage();
      const { outcome, reason } = outcomeOf(sessionOf(choice, deadlock), formula);
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1e6;
      counts.seconds += seconds;
      if (outcome === 'unknown' || outcome === 'refused') counts[outcome]++;
      else if ((outcome === 'holds') === holds) counts.right++;
      else {
        counts.wrong++;
        console.log(`WRONG ${id} ${choice}: ${outcome} ${reason ?? ''}`);
      }
      if (options.verbose) console.log(`${id} ${choice} ${outcome} ${seconds.toFixed(2)} s ${reason ?? ''}`);
    }
  }
}

const questions = readQuestions(options.suites.split(',')).filter(
  ({ id }, i) => id.includes(options.only) && i % Number(options.every) === 0,
);
const models = byModel(questions);
for (const [file, asked] of models) {
  if (elapsed() > Number(options.budget)) break;
  const before = elapsed();
  ask(analyse(unwrap(loadModel(file, [readFileSync(file, 'utf8')]))), asked);
  console.log(
    `${asked[0].suite} ${file.split('/').slice(-2).join('/')}: ${asked.length} questions, ${(elapsed() - before).toFixed(1)} s`,
  );
}
console.log(
  `${questionsAsked} of ${questions.length} questions, ${models.size} models; ${limits.seconds} s and ${limits.states} states a check`,
);
console.log('choice              right  unknown  refused  wrong  processor time');
for (const [choice, { right, unknown, refused, wrong, seconds }] of tally) {
  const cells = [right, unknown, refused, wrong].map((count, i) => String(count).padStart([7, 9, 9, 7][i]));
  console.log(`${choice.padEnd(18)}${cells.join('')}  ${seconds.toFixed(0).padStart(10)} s`);
}
process.exitCode = [...tally.values()].some(({ wrong }) => wrong > 0) ? 1 : 0;
