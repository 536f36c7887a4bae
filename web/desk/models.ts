// Models: what is wrong with their text, what there is in them, steps through them, and pictures of small ones.
import { type Diagnostic, InputError, Stopwatch, unwrap } from 'tegata/diagnostics';
import { parseFormula, parseLtl } from 'tegata/formula';
import { drawGraph, productGraph, stateGraph } from 'tegata/graph';
import {
  formats,
  generateNet,
  isNetModel,
  library,
  loadModel,
  type Model,
  namedPropositions,
  netTextLines,
  observe,
  Simulation,
  summarize,
} from 'tegata/models';
import { CodeError, isCode } from '../code/compile.ts';
import { modelFromCode } from '../code/model.ts';
import { findingsOf } from './findings.ts';
import { processesOf } from './processes.ts';
import type {
  Finding,
  GraphQuestion,
  GraphView,
  LibraryNet,
  ModelQuestion,
  ModelSummaryView,
  ModelText,
  ModelView,
  PlayQuestion,
  PlayView,
  ProductQuestion,
  ProductView,
} from './protocol.ts';

/** Seconds for reading a model. */
const PATIENCE = 10;
/** Propositions that are offered, and properties that are listed. */
const MOST_NAMES = 400;
const MOST_PROPERTIES = 50;
/** Steps that are offered at once. */
const MOST_CHOICES = 200;
/** Larger state graphs nobody can read. */
const LARGEST_GRAPH = 150;

/** Reads models, and keeps the last one: most questions are about the same. */
export class ModelShelf {
  #last: { readonly of: ModelText; readonly model: Model } | null = null;

  async read(of: ModelText): Promise<Model> {
    const last = this.#last;
    if (last !== null && last.of.name === of.name && last.of.text === of.text) return last.model;
    const stopwatch = new Stopwatch({ seconds: PATIENCE });
    const isProgram = isCode(of.name);
    const model = isProgram ? await modelFromCode(of.text) : unwrap(loadModel(of.name, [of.text], { stopwatch }));
    this.#last = { of, model };
    return model;
  }

  async look({ model: of, formula }: ModelQuestion): Promise<ModelView> {
    const findings: Finding[] = [];
    let summary: ModelSummaryView | null = null;
    let model: Model | null = null;
    try {
      model = await this.read(of);
      summary = summaryOf(model);
    } catch (error) {
      if (error instanceof CodeError) findings.push(codeFinding(error, of.text));
      else if (error instanceof InputError) findings.push(...findingsOf(error.diagnostics, of.text));
      else throw error;
    }
    return { findings, summary, formulaFindings: formula.trim() === '' ? [] : formulaFindings(formula, model) };
  }

  async play({ model: of, path }: PlayQuestion): Promise<PlayView> {
    const run = new Simulation(await this.read(of));
    for (const number of path) {
      const choice = run.choices()[number];
      if (choice === undefined) break;
      run.take(choice);
    }
    const changed = new Set(run.changes().map(({ name }) => name));
    const { model } = run;
    const entries = run.state === null ? [] : model.describe(run.state);
    return {
      state: entries.map(({ name, value }) => ({ name, value, changed: run.length > 0 && changed.has(name) })),
      choices: run
        .choices()
        .slice(0, MOST_CHOICES)
        .map(({ name }) => name),
      taken: run.steps.map(({ name }) => name),
    };
  }

  async graph({ model: of, proposition }: GraphQuestion): Promise<GraphView> {
    const propositions = proposition.trim() === '' ? [] : [proposition.trim()];
    const graph = stateGraph(await this.read(of), {
      propositions,
      limits: { seconds: PATIENCE, states: LARGEST_GRAPH },
    });
    return { states: graph.states.length, steps: graph.steps.length, svg: await drawGraph(graph) };
  }

  async product({ model: of, formula, kind }: ProductQuestion): Promise<ProductView> {
    const limits = { seconds: PATIENCE, states: LARGEST_GRAPH };
    const graph = productGraph(await this.read(of), parseLtl(formula), { kind, limits });
    return { states: graph.states.length, edges: graph.edges.length, svg: await drawGraph(graph) };
  }
}

function codeFinding({ message, line, column }: CodeError, text: string): Finding {
  const position = { line, column };
  return findingsOf([{ code: 'MOD', message, position, severity: 'error' } as unknown as Diagnostic], text)[0];
}

function summaryOf(model: Model): ModelSummaryView {
  const { variables, groups } = summarize(model);
  const propositions: string[] = [];
  for (const { text, kind } of namedPropositions(model)) {
    if (propositions.length >= MOST_NAMES) break;
    const said = kind === 'fireable' ? `fireable(${text})` : kind === 'number' ? `${text} >= 1` : text;
    if (model.predicate(said).value !== null) propositions.push(said);
  }
  const stated = (model.properties ?? []).filter(({ kind }) => kind === 'formula').slice(0, MOST_PROPERTIES);
  return {
    format: formats.find(({ name }) => name === model.format)?.name ?? model.format,
    variables,
    transitions: groups,
    properties: stated.map(({ name, formula }) => ({ name, formula })),
    propositions,
    isNet: isNetModel(model),
    hasProcesses: processesOf(model) !== null,
  };
}

/** What is wrong with a formula about this model: its syntax, or a proposition that the model does not know. */
function formulaFindings(text: string, model: Model | null): Finding[] {
  const { value, diagnostics } = parseFormula(text);
  const found: Diagnostic[] = [...diagnostics];
  if (value !== null && model !== null) {
    try {
      observe(model, value);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      found.push(...error.diagnostics);
    }
  }
  return found.map((diagnostic) => {
    const [finding] = findingsOf([diagnostic], text);
    // a complaint about a proposition points into the proposition alone
    const inside = diagnostic.source?.text;
    if (inside === undefined || inside === text) return finding;
    const at = text.indexOf(inside);
    return at < 0 ? { ...finding, start: 0, end: text.length } : { ...finding, start: at, end: at + inside.length };
  });
}

/** A net of the library as a text that can be changed. */
export function libraryNet({ name, parameter }: LibraryNet): ModelText {
  const entry = library.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`there is no net ${name} in the library`);
  const net = unwrap(generateNet(name, parameter));
  return { name: `${name}-${parameter}.net`, text: [...netTextLines(net)].join('\n') };
}
