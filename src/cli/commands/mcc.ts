// `tegata mcc`: the protocol of the Model Checking Contest. One line per formula, written as soon as it is known.
import { basename, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { checkInRounds } from '../../check/rounds.ts';
import { unwrap } from '../../diagnostics/diagnostic.ts';
import { FormulaStore } from '../../formula/formula.ts';
import type { Model } from '../../models/model.ts';
import { parseMccProperties } from '../../models/petri/mcc-properties.ts';
import { readModel, textChunks } from '../model-input.ts';
import { flush, writeLine } from '../terminal.ts';
import { positiveNumber } from '../values.ts';

const LTL = ['LTLCardinality', 'LTLFireability'] as const;
const examinations = [...LTL, 'ReachabilityDeadlock'] as const;
type Examination = (typeof examinations)[number];

const HELP = `
FOLDER holds model.pnml and, for the LTL examinations, the property file of the same name.
Lines: FORMULA <id> TRUE|FALSE TECHNIQUES …, or FORMULA <id> CANNOT_COMPUTE at the limit. Other examinations of the contest
answer DO_NOT_COMPETE. A deadlock repeats for ever, as the contest says.

Without options the environment of the contest is read: BK_EXAMINATION, BK_TIME_CONFINEMENT (seconds).

Example:
  tegata mcc Kanban-PT-00005 --examination LTLFireability --timeout 60`;

/** Kept back for loading and for ending in time. */
const RESERVE_SECONDS = 1;

interface Options {
  readonly examination?: string;
  readonly timeout?: number;
}

export function define(command: Command): void {
  command
    .argument('[folder]', 'the instance', '.')
    .addOption(new Option('--examination <name>', `one of ${examinations.join(', ')}`).env('BK_EXAMINATION'))
    .addOption(
      new Option('--timeout <seconds>', 'for the whole examination')
        .env('BK_TIME_CONFINEMENT')
        .argParser(positiveNumber),
    )
    .addHelpText('after', HELP)
    .action((folder: string) => {
      run(folder, command.opts<Options>());
    });
}

function run(folder: string, options: Options): void {
  const examination = examinations.find((name) => name === options.examination);
  if (examination === undefined) {
    writeLine('DO_NOT_COMPETE');
    return;
  }
  const started = performance.now();
  const model = readModel(folder);
  const { ids, formulas, answer } = questions(folder, model, examination);
  const spent = (performance.now() - started) / 1000;
  const seconds = options.timeout === undefined ? undefined : Math.max(1, options.timeout - spent - RESERVE_SECONDS);
  checkInRounds(model, formulas, { seconds }, (index, { verdict }) => {
    const known = verdict.outcome === 'unknown' ? 'CANNOT_COMPUTE' : `${answer(verdict.outcome)} TECHNIQUES EXPLICIT`;
    writeLine(`FORMULA ${ids[index]} ${known}`);
    flush();
  });
}

interface Questions {
  readonly ids: readonly string[];
  readonly formulas: Parameters<typeof checkInRounds>[1];
  readonly answer: (outcome: 'holds' | 'violated') => 'TRUE' | 'FALSE';
}

function questions(folder: string, model: Model, examination: Examination): Questions {
  const store = new FormulaStore();
  if (examination === 'ReachabilityDeadlock') {
    const formulas = [store.globally(store.not(store.proposition('dead')))];
    const ids = [`${basename(resolve(folder))}-ReachabilityDeadlock-0`];
    return { ids, formulas, answer: (outcome) => (outcome === 'violated' ? 'TRUE' : 'FALSE') };
  }
  const path = join(folder, `${examination}.xml`);
  const properties = unwrap(parseMccProperties(textChunks(path), { name: path, store, names: model.names }));
  return {
    ids: properties.map(({ id }) => id),
    formulas: properties.map(({ formula }) => formula),
    answer: (outcome) => (outcome === 'holds' ? 'TRUE' : 'FALSE'),
  };
}
