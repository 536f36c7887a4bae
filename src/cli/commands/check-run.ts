// The work of `tegata check`: model and properties are read, formulas checked one after another, each result written as soon as
// it is known.
import { existsSync } from 'node:fs';
import { canBeSymbolic, checkByItself } from '../../check/auto.ts';
import { check } from '../../check/check.ts';
import { checkNever } from '../../check/never.ts';
import type { CheckOptions, SymbolicOptions } from '../../check/options.ts';
import type { CheckResult } from '../../check/result.ts';
import type { Rival } from '../../check/rival.ts';
import { unwrap } from '../../diagnostics/diagnostic.ts';
import type { Limits } from '../../diagnostics/limit.ts';
import { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Progress } from '../../explicit/emptiness/result.ts';
import { ModelGraph } from '../../explicit/product/model-graph.ts';
import { type Formula, FormulaStore } from '../../formula/formula.ts';
import { parseFormula } from '../../formula/parse.ts';
import { propositionsOf } from '../../formula/traverse.ts';
import { parseMccProperties } from '../../models/formats/mcc/properties.ts';
import type { LoadOptions } from '../../models/formats/registry.ts';
import type { Model } from '../../models/model.ts';
import { observeNames } from '../../models/observation.ts';
import { type Asked, askedToJson, formatAsked } from '../../report/asked.ts';
import { githubAnnotation } from '../../report/github.ts';
import { junitReport } from '../../report/junit.ts';
import { counterexampleFormatOf, renderLasso } from '../../report/trace-files.ts';
import { ExploredModel } from '../../symbolic/explored-model.ts';
import { isTesting, readAutomataFiles, refusedTesting } from '../input/automaton-input.ts';
import { canBeReadAgain, readModelOrModule } from '../input/model-input.ts';
import { textChunks } from '../input/read-file.ts';
import { FILE_LIMIT } from '../input/size-limits.ts';
import { exploreOptionsOf } from '../input/symbolic-settings.ts';
import { type CheckOutput, directOutput } from '../output/check-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { amount, grouped, ProgressLine } from '../output/progress.ts';
import type { CheckJob } from '../threads/check-job.ts';
import { peakMemoryBytes, usedMemoryBytes } from '../threads/memory.ts';
import { RivalThread } from '../threads/rival-thread.ts';

/** A formula, with its name when it comes from a property file, and its place when it comes from a file. */
interface Question extends Pick<Asked, 'id' | 'origin'> {
  readonly formula: Formula;
}

/** Does the job; gives the exit code. */
export async function runCheckJob(job: CheckJob): Promise<ExitCode> {
  const watch = new Stopwatch({ isCancelled: () => Atomics.load(job.cancelled, 0) !== 0 });
  const model = await readModelOrModule(job.model, loadOptionsOf(job), watch);
  // The rival reads the model for itself, which it cannot do twice from standard input or a pipe
  const isRivalled = job.engine === 'auto' && canBeReadAgain(job.model) && canBeSymbolic(model);
  const rival = isRivalled ? new RivalThread(job) : undefined;
  const run = new CheckRun(model, job, { output: directOutput, rival });
  try {
    return await run.run();
  } finally {
    rival?.end();
  }
}

/** How the model of a job is read: decision diagrams need no bounds, and look for invariants by themselves where these help. */
export function loadOptionsOf({ engine, never }: Pick<CheckJob, 'engine' | 'never'>): LoadOptions {
  return engine === 'symbolic' && never.length === 0 ? { bounds: 'given' } : {};
}

/** One run of the command on a model. */
export class CheckRun {
  private readonly model: Model;
  private readonly job: CheckJob;
  private madeGraph: ModelGraph | null = null;
  private readonly limits: Limits;
  private readonly line: ProgressLine;
  private readonly outcomes = new Set<CheckResult['verdict']['outcome']>();
  private readonly asked: Asked[] = [];
  private readonly symbolic: SymbolicOptions;
  private readonly rival: Rival | undefined;
  private readonly output: CheckOutput;

  constructor(model: Model, job: CheckJob, { output, rival }: { output: CheckOutput; rival?: Rival }) {
    this.model = model;
    this.job = job;
    this.output = output;
    this.rival = rival;
    this.limits = {
      seconds: job.seconds,
      states: job.states,
      memoryBytes: job.memoryBytes,
      memoryUsed: usedMemoryBytes,
      isCancelled: () => Atomics.load(job.cancelled, 0) !== 0,
    };
    this.line = new ProgressLine(job.columns);
    const { order, strategy, clusters } = exploreOptionsOf(model, job.symbolic);
    const explored = new ExploredModel(model, { order, strategy, clusters, property: job.symbolic.property });
    this.symbolic = { explored, strategy, clusters, hull: job.symbolic.hull, look: job.symbolic.look };
  }

  /** What the explicit searches share; made when the first one begins. */
  private get graph(): ModelGraph {
    const { deadlock, states } = this.job;
    this.madeGraph ??= new ModelGraph(this.model, { deadlock, maxStates: states });
    return this.madeGraph;
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
    for (const [index, question] of questions.entries()) {
      Atomics.add(this.job.cancelled, 1, 1);
      this.tell({ result: this.check(question), id: question.id, origin: question.origin });
      const left = questions.length - 1 - index;
      if (left === 0 || !this.limits.isCancelled?.()) continue;
      this.outcomes.add('unknown');
      this.output.error(`interrupted: ${left} more ${left === 1 ? 'formula was' : 'formulas were'} not checked`);
      break;
    }
  }

  private writeReport(): void {
    const { junit, model } = this.job;
    if (junit !== undefined) this.output.file(junitReport(model, this.asked), junit);
  }

  private exitCode(): ExitCode {
    if (this.outcomes.has('violated')) return EXIT.violated;
    return this.outcomes.has('unknown') ? EXIT.unknown : EXIT.ok;
  }

  private tell(asked: Asked): void {
    this.asked.push(asked);
    this.write(asked);
    if (!this.outcomes.has('violated')) this.writeTraces(asked);
    this.outcomes.add(asked.result.verdict.outcome);
  }

  private questions(): Question[] {
    const store = new FormulaStore();
    const questions: Question[] = this.job.formulas.map(({ text, origin }) => ({
      formula: unwrap(parseFormula(text, { store })),
      origin,
    }));
    for (const path of this.job.properties) {
      questions.push(...unwrap(parseMccProperties(this.text(path), { name: path, store, names: this.model.names })));
    }
    requireNames(this.model, questions);
    return questions;
  }

  private text(path: string): Iterable<string> {
    return textChunks(
      path,
      FILE_LIMIT,
      new Stopwatch({ seconds: this.job.seconds, isCancelled: this.limits.isCancelled }),
    );
  }

  private check({ formula }: Question): CheckResult {
    const { automaton, engine, fairness } = this.job;
    const { symbolic, rival } = this;
    const seed = engine === 'auto' ? this.job.seed : undefined;
    return this.watched((options) => {
      const all = { ...options, automaton, symbolic };
      if (engine === 'symbolic') return check(this.model, formula, { ...all, engine, fairness });
      const graph = this.graph;
      // The rival in another thread would answer for the model without fairness.
      if (fairness !== undefined) return check(this.model, formula, { ...all, graph, engine, fairness, seed });
      if (engine !== 'auto') return check(this.model, formula, { ...all, graph, engine });
      return checkByItself(this.model, formula, { ...all, graph, rival, seed }, check);
    });
  }

  private watched<T>(work: (options: Omit<CheckOptions, 'engine' | 'fairness' | 'graph'>) => T): T {
    const { deadlock, emptiness, order, counterexample, fullProduct } = this.job;
    const started = performance.now();
    try {
      return work({
        deadlock,
        emptiness,
        order,
        counterexample,
        fullProduct,
        limits: this.limits,
        onProgress: (progress) => this.line.update(() => progressText(progress, performance.now() - started)),
      });
    } finally {
      this.line.end();
    }
  }

  private async answerNever(path: string): Promise<void> {
    for await (const parsed of readAutomataFiles([path])) {
      const automaton = unwrap(parsed);
      if (isTesting(automaton)) throw refusedTesting(parsed.sourceName, 'be checked on a model');
      const result = this.watched((options) => checkNever(this.model, automaton, { ...options, graph: this.graph }));
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
  const names = new Set(questions.flatMap(({ formula }) => propositionsOf(formula)));
  observeNames(model, [...names]);
}

function progressText({ states, edges, depth, passes }: Progress, milliseconds: number): string {
  const rate = grouped((states / Math.max(milliseconds, 1)) * 1000);
  const pass = passes > 1 ? `pass ${passes}: ` : '';
  const counts = `${pass}${grouped(states)} product states, ${grouped(edges)} transitions`;
  return `${counts}, ${amount(usedMemoryBytes())}, ${rate}/s, depth ${grouped(depth)}`;
}
