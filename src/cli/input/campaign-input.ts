// What a campaign is about: its file, its models with the files that they are made of, and their questions.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { Command } from 'commander';
import { type CampaignModel, type CampaignPlan, campaignFromJson } from '../../campaign/index.ts';
import type { PlannedCheck } from '../../config/index.ts';
import { InputError } from '../../diagnostics/index.ts';
import { printFormula } from '../../formula/index.ts';
import type { CampaignProcess } from '../threads/campaign-process.ts';
import { ownFormulas, readFormulas } from './check-formulas.ts';
import { FormulaInput } from './formula-input.ts';
import { modelFile, modelHash } from './model-input.ts';
import { moduleFiles } from './module-files.ts';
import { isModuleName } from './module-name.ts';
import { bringsQuestions } from './own-questions.ts';
import { placedPath, plannedFormulas, withoutFormula } from './planned-formulas.ts';
import { isFile, readText } from './read-file.ts';
import { FILE_LIMIT, MODULE_LIMIT } from './size-limits.ts';

/** Where a model of a campaign comes from. */
export interface ModelSource {
  /** As it is given to a process here. */
  readonly argument: string;
  readonly kind: 'library' | 'files' | 'module';
  /** The files that it is made of, itself first; names are seen from its folder. */
  readonly files: readonly { readonly path: string; readonly name: string; readonly sha256: string }[];
}

export interface Campaign {
  readonly plan: CampaignPlan;
  readonly models: readonly CampaignModel[];
  /** Beside `models`. */
  readonly sources: readonly ModelSource[];
}

/** Reads a campaign with everything that it names; throws `InputError`. */
export async function readCampaign(
  file: string,
  reading: { readonly process: CampaignProcess; readonly memoryBytes: number },
): Promise<Campaign> {
  const { planned, diagnostics } = campaignFromJson({ name: file, text: readText(file, MODULE_LIMIT) });
  if (planned === null || planned.plan === null) throw new InputError([...diagnostics]);
  const { plan } = planned;
  const models: CampaignModel[] = [];
  const sources: ModelSource[] = [];
  for (const check of plan.checks) {
    const source = sourceOf(placedPath(check.model, file));
    const questions = await questionsOf({ ...check, model: source.argument }, file, reading);
    const { deadlock = 'stutter', fairness } = check.choices;
    sources.push(source);
    models.push({
      name: check.model,
      content: contentOf(source),
      deadlock,
      ...(fairness && { fairness }),
      limits: check.limits,
      questions,
    });
  }
  return { plan, models, sources };
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The source of a model; throws `InputError` when there is none. */
function sourceOf(argument: string): ModelSource {
  if (isModuleName(argument)) return { argument, kind: 'module', files: filesOf(argument, moduleFiles(argument)) };
  if (!existsSync(argument)) {
    if (/^[a-z-]+:\d+$/.test(argument)) return { argument, kind: 'library', files: [] };
    throw new InputError({ code: 'CMD002', message: `cannot read ${argument}: it does not exist` });
  }
  const file = modelFile(argument);
  return { argument: file, kind: 'files', files: filesOf(file, [file, ...includedFiles(file)]) };
}

function filesOf(model: string, paths: readonly string[]): ModelSource['files'] {
  return paths.map((path) => {
    const hash = modelHash(path);
    if (hash !== undefined) return { path, name: relative(dirname(model), path), sha256: hash };
    throw new InputError({
      code: 'CMD002',
      message: `${path} is not a file: a campaign reads its models more than once`,
    });
  });
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;

/** The files that a Promela file includes, and so on: those that are there. They are seen from the folder of the model. */
function includedFiles(model: string): string[] {
  if (!bringsQuestions(model)) return [];
  const found = new Set<string>();
  const open = [model];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const [, name] of readText(file, FILE_LIMIT).matchAll(INCLUDE)) {
      const path = join(dirname(model), name);
      if (path === model || found.has(path) || !isFile(path)) continue;
      found.add(path);
      open.push(path);
    }
  }
  return [...found];
}

/** What names the model wherever it is: its bytes, how it is read, and the files beside it. */
function contentOf({ argument, kind, files }: ModelSource): string {
  if (kind === 'library') return `library ${argument}`;
  const [own, ...others] = files;
  const parts = [
    `${extname(basename(own.path))} ${own.sha256}`,
    ...others.map(({ name, sha256: hash }) => `${name} ${hash}`),
  ];
  return parts.length === 1 ? parts[0] : sha256(parts.join('\n'));
}

async function questionsOf(
  check: PlannedCheck,
  file: string,
  { process, memoryBytes }: { readonly process: CampaignProcess; readonly memoryBytes: number },
): Promise<CampaignModel['questions']> {
  const { model } = check;
  const files = check.files.map((path) => placedPath(path, file));
  const isContest = (path: string): boolean => path.endsWith('.xml');
  const input = new FormulaInput(new Command());
  for (const path of files) if (!isContest(path)) input.addFile(path);
  const named = plannedFormulas(check, file).map(({ id, formula }) => ({
    property: id,
    formula: printFormula(formula),
  }));
  const own = named.length + files.length === 0 && ownFormulas(model, input) === 'exported';
  const read = input.isEmpty ? [] : await readFormulas(input, [], { seconds: undefined, memoryBytes });
  const listed = read.map(({ formula }) => ({ formula: printFormula(formula) }));
  const contest = files.filter(isContest);
  const found = own || contest.length > 0 ? await process.questions({ model, files: contest, own }) : [];
  const questions = [...named, ...listed, ...found];
  if (questions.length === 0) throw withoutFormula(model, file);
  return questions;
}
