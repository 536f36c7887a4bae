// The work of `tegata check`: model and properties are read, formulas checked one after another, each result written as soon as
// it is known.
import { existsSync } from 'node:fs';
import type { Automaton } from '../../automata/index.ts';
import { certify } from '../../certificates/index.ts';
import {
  type CheckResult,
  CheckSession,
  type Engine,
  type Rival,
  readingFor,
  type SessionOptions,
  type SymbolicEngine,
  symbolicPart,
} from '../../check/index.ts';
import { InputError, limitOf, type Stopwatch, unwrap } from '../../diagnostics/index.ts';
import type { Progress } from '../../explicit/index.ts';
import { type Formula, FormulaStore, fromSendable, propositionsOf } from '../../formula/index.ts';
import { type Model, observeNames, parseMccProperties } from '../../models/index.ts';
import {
  type Asked,
  askedToJson,
  type CertificateNote,
  counterexampleFormatOf,
  formatAsked,
  githubAnnotation,
  junitCase,
  renderLasso,
  requireProcesses,
} from '../../report/index.ts';
import { isTesting, readAutomataFiles, refusedTesting } from '../input/automaton-input.ts';
import { loadModule, type ModuleExports } from '../input/load-module.ts';
import { canBeReadAgain, modelHash, type ReadOptions, readModelOrModule } from '../input/model-input.ts';
import type { NamedFormula } from '../input/module-properties.ts';
import { bringsQuestions, faultQuestions, namedByModel, ownQuestions } from '../input/own-questions.ts';
import { textChunks } from '../input/read-file.ts';
import { FILE_LIMIT } from '../input/size-limits.ts';
import { type CheckOutput, directOutput } from '../output/check-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { amount, grouped, ProgressLine } from '../output/progress.ts';
import { type ReportEntry, writeReports } from '../output/reports.ts';
import { writeCertificate } from '../output/write-certificate.ts';
import { AHEAD_SHARE, Ahead, hasSecondProcessor } from '../threads/ahead.ts';
import { budgetOf, freshBudgetOf } from '../threads/budget.ts';
import { type CheckJob, noteExplored, SIGNALS } from '../threads/check-job.ts';
import { nodeThreads } from '../threads/helper-threads.ts';
import { peakMemoryBytes, usedMemoryBytes } from '../threads/memory.ts';
import { RivalThread } from '../threads/rival-thread.ts';
import type { Place } from '../threads/run-job.ts';

/** A formula, with its name when it comes from a property file, and its place when it comes from a file. */
interface Question extends Pick<Asked, 'id' | 'origin'> {
  readonly formula: Formula;
  /** An automaton of what must not happen, in place of the formula. */
  readonly claim?: Automaton;
  /** The variant of the model that it is about, where that is another one. */
  readonly about?: Model;
}

/** Does the job; gives the exit code. */
export async function runCheckJob(job: CheckJob, place: Place): Promise<ExitCode> {
  const stopwatch = budgetOf(job, { seconds: job.options.limits.seconds });
  const { model, properties } = await sourcesOf(job, stopwatch);
  const rival = place === 'alone' ? undefined : rivalOf(job, model);
  const run = new CheckRun(model, job, { output: directOutput, rival, stopwatch, properties });
  try {
    return await run.run();
  } finally {
    rival?.end();
  }
}

/** The model, and the formulas that its module exports, if these are asked for. */
async function sourcesOf(job: CheckJob, stopwatch: Stopwatch): Promise<ModuleExports> {
  if (job.ownProperties === undefined || bringsQuestions(job.model)) {
    return { model: await readModelOrModule(job.model, { ...loadOptionsOf(job), stopwatch }), properties: [] };
  }
  const exported = await loadModule(job.model);
  if (exported.properties.length + job.formulas.length > 0) return exported;
  const hint = "give one as an argument, or export some: export const properties = { name: 'G(a -> F b)' }";
  throw new InputError({ code: 'CMD001', message: `no formula was given, and ${job.model} exports none`, hint });
}

/** A thread that helps; models that cannot be sent it reads for itself, which it cannot do from standard input or a pipe. */
function rivalOf(job: CheckJob, model: Model): RivalThread | Ahead | undefined {
  const { model: argument, options, memoryBytes, signals } = job;
  const { engine, deadlock, reductions = 'auto' } = options;
  const symbolic = engine.kind === 'auto' ? symbolicPart(engine) : engineAhead(job);
  if (symbolic === null || !canBeReadAgain(argument)) return undefined;
  const { bindings = 'all' } = loadOptionsOf(job);
  const thread = new RivalThread(
    {
      engine: symbolic,
      deadlock,
      reductions,
      memoryBytes: engine.kind === 'auto' ? memoryBytes : memoryBytes * AHEAD_SHARE,
      cancelled: signals,
    },
    { argument, bindings, model },
  );
  return engine.kind === 'auto' ? thread : new Ahead(thread, options.limits.seconds);
}

/** How a second thread answers formulas in diagrams beside this one: with other orders first. Null where it cannot. */
function engineAhead({ options, certificate }: CheckJob): SymbolicEngine | null {
  const { fairness } = options;
  const engine: Engine = options.engine;
  if (engine.kind !== 'symbolic' || fairness !== undefined || certificate !== undefined) return null;
  if (!hasSecondProcessor()) return null;
  const { variables = 'race' } = engine;
  return { ...engine, variables: variables === 'race' ? 'race-beside' : variables };
}

/** How the model of a job is read. */
export function loadOptionsOf({ options }: Pick<CheckJob, 'options'>): ReadOptions {
  return readingFor(options);
}

/** What a run is given besides its job. */
interface RunParts {
  readonly output: CheckOutput;
  /** The budget of the process, which has run since its start. */
  readonly stopwatch: Stopwatch;
  readonly rival?: Rival;
  /** Formulas that came with the model. */
  readonly properties?: readonly NamedFormula[];
}

/** One run of the command on a model. */
export class CheckRun {
  private readonly model: Model;
  private readonly properties: readonly NamedFormula[];
  private readonly job: CheckJob;
  private readonly session: CheckSession;
  /** A thread that answers what comes later, in diagrams. */
  private readonly ahead: Ahead | null;
  /** How the session was made, for variants of the model. */
  private readonly settings: SessionOptions;
  private readonly line: ProgressLine;
  private readonly outcomes = new Set<CheckResult['verdict']['outcome']>();
  /** Of the reports that are asked for. */
  private readonly kept: ReportEntry[] = [];
  private readonly noted = new Set<string>();
  private readonly output: CheckOutput;
  /** When the question under way was begun. */
  private started = 0;
  /** The budget of the question that is next: the first one has what reading has left. */
  private budget: Stopwatch;

  constructor(model: Model, job: CheckJob, { output, rival, stopwatch, properties = [] }: RunParts) {
    this.model = model;
    this.properties = properties;
    this.job = job;
    this.output = output;
    this.budget = stopwatch;
    this.line = new ProgressLine(job.columns);
    this.settings = {
      ...job.options,
      limits: {}, // given with each question
      ...(job.options.engine?.kind === 'explicit' && { threads: nodeThreads(job.threads) }),
      onProgress: (progress) => this.show(progress),
    };
    this.session = new CheckSession(model, { ...this.settings, rival });
    this.ahead = rival instanceof Ahead ? rival : null;
  }

  private get isCancelled(): boolean {
    return Atomics.load(this.job.signals, SIGNALS.cancelled) !== 0;
  }

  private show(progress: Progress): void {
    const { states, edges: transitions, passes } = progress;
    noteExplored(this.job.signals, { states, transitions, passes });
    this.line.update(() => progressText(progress, performance.now() - this.started));
  }

  /** Answers everything. */
  async run(): Promise<ExitCode> {
    const questions = this.questions();
    try {
      for (const path of this.job.never) await this.answerNever(path);
      this.answerEach(questions);
    } finally {
      this.writeReport();
    }
    return this.exitCode();
  }

  /** The same without automata, whose files are not read in one go. */
  runFormulas(): ExitCode {
    const questions = this.questions();
    try {
      this.answerEach(questions);
    } finally {
      this.writeReport();
    }
    return this.exitCode();
  }

  private answerEach(questions: readonly Question[]): void {
    this.ahead?.expect(questions.map(({ formula, claim, about }) => ((claim ?? about) === undefined ? formula : null)));
    for (const [index, question] of questions.entries()) {
      this.ahead?.turnTo(index);
      const session = question.about === undefined ? this.session : new CheckSession(question.about, this.settings);
      const { formula, claim } = question;
      const { result, certificate } = this.watched((limits) => {
        if (claim !== undefined) return { result: session.checkNever(claim, limits) };
        const checked = session.check(formula, limits);
        return { result: checked, certificate: this.certificateOf(checked, limits) };
      });
      this.tell({ result, id: question.id, origin: question.origin, ...(certificate && { certificate }) });
      Atomics.add(this.job.signals, SIGNALS.answered, 1);
      const left = questions.length - 1 - index;
      if (left === 0 || !this.isCancelled) continue;
      this.outcomes.add('unknown');
      this.output.error(`interrupted: ${left} more ${left === 1 ? 'formula was' : 'formulas were'} not checked`);
      break;
    }
  }

  /** Writes the certificate, where one is asked for; what it needs counts for the limits of its formula. */
  private certificateOf(result: CheckResult, limits: Stopwatch): CertificateNote | undefined {
    const { certificate: file, model } = this.job;
    if (file === undefined) return undefined;
    const begun = performance.now();
    const { onProgress } = this.settings;
    const sha256 = modelHash(model);
    const made = certify(result, { limits, onProgress, ...(sha256 !== undefined && { sha256 }) });
    if ('none' in made) {
      this.outcomes.add('unknown');
      return made;
    }
    try {
      const bytes = writeCertificate(file, made);
      const { states, blocks } = made;
      return { file, states, blocks, bytes, seconds: (performance.now() - begun) / 1000 };
    } catch (error) {
      const limit = limitOf(error);
      if (limit === null) throw error;
      this.outcomes.add('unknown');
      return { none: limit.message };
    }
  }

  private writeReport(): void {
    writeReports(this.job, this.kept, (text, file) => this.output.file(text, file));
  }

  private exitCode(): ExitCode {
    if (this.outcomes.has('violated')) return EXIT.violated;
    return this.outcomes.has('unknown') ? EXIT.unknown : EXIT.ok;
  }

  private tell(asked: Asked): void {
    this.keep(asked);
    this.note(asked.result.statistics.notice);
    this.write(asked);
    if (!this.outcomes.has('violated')) this.writeTraces(asked);
    const { outcome } = asked.result.verdict;
    this.outcomes.add(outcome);
    if (outcome === 'violated') Atomics.store(this.job.signals, SIGNALS.violated, 1);
  }

  /** For the reports, here and in the thread of the command line: that one writes them when this one is ended from outside. */
  private keep(asked: Asked): void {
    const { junit, records, model, answers } = this.job;
    if (junit === undefined && records === undefined) return;
    const one: ReportEntry = {
      ...(junit !== undefined && { junit: junitCase(model, asked) }),
      ...(records !== undefined && { record: JSON.stringify({ file: model, ...askedToJson(asked, {}) }) }),
    };
    this.kept.push(one);
    answers?.postMessage(one);
  }

  /** Tells the user what there is to know about the run, once. */
  private note(notice: string | undefined): void {
    if (notice === undefined || this.noted.has(notice)) return;
    this.noted.add(notice);
    this.output.error(`note: ${notice}`);
  }

  private questions(): Question[] {
    const store = new FormulaStore();
    const questions: Question[] = [...this.properties];
    for (const { formula: sent, origin, id } of this.job.formulas) {
      const formula = fromSendable(store, sent);
      const named = namedByModel(this.model, formula) ?? { formula };
      questions.push({ ...named, ...(id !== undefined && { id }), origin });
    }
    if (this.job.ownProperties && this.properties.length === 0) questions.push(...ownQuestions(this.model, store));
    if (this.job.assertions) questions.push(...faultQuestions(this.model, store));
    for (const path of this.job.properties) {
      questions.push(...unwrap(parseMccProperties(this.text(path), { name: path, store, names: this.model.names })));
    }
    requireNames(this.model, questions);
    if (this.job.traces.some((file) => counterexampleFormatOf(file) === 'chart')) requireProcesses(this.model);
    return questions;
  }

  private text(path: string): Iterable<string> {
    return textChunks(path, FILE_LIMIT, this.budget);
  }

  /** Does what answers a question, under its limits. */
  private watched<T>(work: (limits: Stopwatch) => T): T {
    const { memoryBytes, options } = this.job;
    const { seconds, states } = options.limits;
    Atomics.add(this.job.signals, SIGNALS.begun, 1);
    noteExplored(this.job.signals, { states: 0, transitions: 0, passes: 0 });
    this.started = performance.now();
    try {
      // a part, so that the time of the check itself begins now
      return work(this.budget.part({ states, memoryBytes, memoryUsed: usedMemoryBytes }));
    } finally {
      this.line.end();
      this.budget = freshBudgetOf(this.job, { seconds });
    }
  }

  private async answerNever(path: string): Promise<void> {
    for await (const parsed of readAutomataFiles([path])) {
      const automaton = unwrap(parsed);
      if (isTesting(automaton)) throw refusedTesting(parsed.sourceName, 'be checked on a model');
      const result = this.watched((limits) => this.session.checkNever(automaton, limits));
      this.tell({ result, id: automaton.name || path, origin: { file: path } });
    }
  }

  private write(asked: Asked): void {
    const { output, traces, annotations, model } = this.job;
    if (output === 'json') {
      this.output.line(JSON.stringify(askedToJson(asked, { peakMemoryBytes: peakMemoryBytes() })));
    } else {
      const statistics = output === 'statistics' ? 'always' : 'when-unknown';
      const text = formatAsked(asked, { statistics, width: this.job.width });
      if (traces.includes('-')) this.output.error(text);
      else this.output.line(text);
    }
    if (annotations === 'github') {
      const line = githubAnnotation(asked, existsSync(model) ? model : null);
      if (line !== null) this.output.error(line); // GitHub reads both streams; standard output may be for a program
    }
    this.output.flush(); // a verdict is shown as soon as it is known
  }

  private writeTraces(asked: Asked): void {
    const { verdict } = asked.result;
    if (verdict.outcome !== 'violated') return;
    for (const file of this.job.traces) {
      this.output.file(renderLasso(asked, verdict.counterexample, counterexampleFormatOf(file)), file);
    }
  }
}

/** Complains about all propositions that the model does not have before anything is searched; throws `InputError`. */
function requireNames(model: Model, questions: readonly Question[]): void {
  const general = questions.filter(({ about }) => about === undefined);
  const names = new Set(general.flatMap(({ formula }) => propositionsOf(formula)));
  observeNames(model, [...names]);
}

function progressText({ states, edges, depth, passes }: Progress, milliseconds: number): string {
  const rate = grouped((states / Math.max(milliseconds, 1)) * 1000);
  const pass = passes > 1 ? `pass ${passes}: ` : '';
  const counts = `${pass}${grouped(states)} product states, ${grouped(edges)} transitions`;
  return `${counts}, ${amount(usedMemoryBytes())}, ${rate}/s, depth ${grouped(depth)}`;
}
