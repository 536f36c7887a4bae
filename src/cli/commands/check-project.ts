// `tegata check` without a model: the models of the configuration, one after another, each in a thread of its own.
import { Command } from 'commander';
import type { CheckChoices, Engine } from '../../check/index.ts';
import type { PlannedCheck } from '../../config/index.ts';
import { LimitExceeded } from '../../diagnostics/index.ts';
import { toSendable } from '../../formula/index.ts';
import { ownFormulas, readFormulas } from '../input/check-formulas.ts';
import { FormulaInput } from '../input/formula-input.ts';
import { placedPath, plannedFormulas, withoutFormula } from '../input/planned-formulas.ts';
import { reportError } from '../output/error-report.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { requireOtherFiles } from '../output/other-files.ts';
import { OutputClosed, OutputFailed } from '../output/output-errors.ts';
import { flush, writeError, writeLine } from '../output/terminal.ts';
import type { PlacedFormula } from '../output/unanswered.ts';
import { answered } from '../threads/answer-job.ts';
import type { CheckJob, Unstarted } from '../threads/check-job.ts';
import { CheckThread } from '../threads/check-thread.ts';

/** Seconds for reading a configuration, unless a time is given. */
const READING = 60;

/** What the command line says about all checks. */
interface ProjectOptions {
  /** A job with the defaults of the command line, and how results are shown. */
  readonly base: Unstarted<CheckJob>;
  /** What was given there: it comes before what the configuration says. */
  readonly given: CheckChoices;
  readonly limits: PlannedCheck['limits'];
}

/** The checks that a configuration asks for, with paths as they are seen from here. It is read in a thread that can be ended: it may be a module. */
export async function plannedChecks(
  file: string,
  {
    started,
    memoryBytes,
    seconds = READING,
  }: Pick<CheckJob, 'started' | 'memoryBytes'> & { readonly seconds?: number },
): Promise<readonly PlannedCheck[]> {
  const thread = new CheckThread();
  try {
    const checks = await thread.plan({ kind: 'config', started, memoryBytes, file, seconds });
    return checks.map((planned) => placed(planned, file));
  } finally {
    await thread.end();
  }
}

/** Checks all models; gives the exit code. What is wrong with one of them does not keep the others from being checked. */
export async function checkProject(file: string, options: ProjectOptions): Promise<ExitCode> {
  const { traces, junit, records, output, started, memoryBytes } = options.base;
  const { seconds } = options.limits;
  const checks = await plannedChecks(file, { started, memoryBytes, ...(seconds !== undefined && { seconds }) });
  const inputs = [file, ...checks.flatMap(({ model, files }) => [model, ...files])];
  requireOtherFiles('--trace', traces, inputs);
  requireOtherFiles(
    '--report',
    [junit, records].filter((name) => name !== undefined),
    inputs,
  );
  const codes: ExitCode[] = [];
  for (const [index, planned] of checks.entries()) {
    if (output !== 'json') (traces.includes('-') ? writeError : writeLine)(`${planned.model}:`);
    flush();
    const isFirstTrace = !codes.includes(EXIT.violated);
    const { code, isCancelled } = await checkOne(planned, {
      ...options,
      base: {
        ...options.base,
        traces: isFirstTrace ? traces : traces.filter((name) => name === '-'),
        ...(index > 0 && { reports: 'added' as const, started: Date.now() }),
      },
      file,
    });
    codes.push(code);
    if (!isCancelled) continue;
    const left = checks.length - 1 - index;
    if (left > 0) writeError(`interrupted: ${left} more ${left === 1 ? 'model was' : 'models were'} not checked`);
    return worst([...codes, EXIT.unknown]);
  }
  return worst(codes);
}

/** Errors come before verdicts, and a violation before what is not known. */
function worst(codes: readonly ExitCode[]): ExitCode {
  const error = codes.find((code) => code !== EXIT.ok && code !== EXIT.violated && code !== EXIT.unknown);
  return (
    error ?? (codes.includes(EXIT.violated) ? EXIT.violated : codes.includes(EXIT.unknown) ? EXIT.unknown : EXIT.ok)
  );
}

async function checkOne(
  planned: PlannedCheck,
  options: ProjectOptions & { readonly file: string },
): Promise<{ readonly code: ExitCode; readonly isCancelled: boolean }> {
  const thread = new CheckThread();
  try {
    const { job, read } = await jobFor(planned, options);
    const code = await answered(thread, job, read);
    return { code, isCancelled: thread.isCancelled };
  } catch (error) {
    if (error instanceof OutputClosed || error instanceof OutputFailed) throw error;
    const isCancelled = error instanceof LimitExceeded && error.limit === 'cancelled';
    return { code: reportError(error), isCancelled };
  } finally {
    await thread.end();
  }
}

async function jobFor(
  planned: PlannedCheck,
  { base, given, limits, file }: ProjectOptions & { readonly file: string },
): Promise<{ readonly job: Unstarted<CheckJob>; readonly read: readonly PlacedFormula[] }> {
  const { model } = planned;
  const choices = { ...planned.choices, ...given };
  const { engine = base.options.engine } = choices;
  const { memoryBytes = base.memoryBytes, ...bounds } = { ...planned.limits, ...limits };
  const input = new FormulaInput(new Command());
  const properties = planned.files.filter((name) => name.endsWith('.xml'));
  for (const name of planned.files) if (!properties.includes(name)) input.addFile(name);
  const named = plannedFormulas(planned, file);
  const isNothingGiven = named.length + properties.length === 0 && input.isEmpty;
  const own = isNothingGiven ? ownFormulas(model, input) : 'none';
  const fromFiles = input.isEmpty ? [] : await readFormulas(input, [], { seconds: bounds.seconds, memoryBytes });
  const read = [...named, ...fromFiles];
  if (read.length + properties.length === 0 && own !== 'exported') throw withoutFormula(model, file);
  const job: Unstarted<CheckJob> = {
    ...base,
    memoryBytes,
    model,
    formulas: read.map(({ formula, ...place }) => ({ formula: toSendable(formula), ...place })),
    properties,
    ...((own === 'exported' || own === 'both') && { ownProperties: true }),
    options: {
      ...base.options,
      ...choices,
      engine: typeof engine === 'string' ? ({ kind: engine } as Engine) : engine,
      deadlock: choices.deadlock ?? base.options.deadlock,
      limits: bounds,
    },
  };
  return { job, read };
}

/** The paths of a check as they are seen from here; in the configuration they are seen from its own folder. */
function placed(planned: PlannedCheck, file: string): PlannedCheck {
  const here = (path: string): string => placedPath(path, file);
  return { ...planned, model: here(planned.model), files: planned.files.map(here) };
}
