// What the extension knows about texts: mistakes, what can be checked, and the names of propositions. Models in code are never run here.
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError, Stopwatch } from 'tegata/diagnostics';
import { FormulaStore, FormulaStream, printFormula } from 'tegata/formula';
import { loadModel, type Model, type ModelProperty, namedPropositions } from 'tegata/models';
import { formulaMistakes, modelMistakes } from './mistakes.ts';
import type { Checkable, FileText, Looked, LookQuestion, Mistake, Name } from './protocol.ts';
import { exportsModel, formulasOfCode } from './strings.ts';

/** Seconds for reading a model while its author types. */
const PATIENCE = 5;
/** Propositions that are offered. */
const MOST_NAMES = 500;
/** Models that are kept: mostly one is asked about again and again. */
const KEPT = 4;
/** Bytes; a model does not include larger files. */
const LARGEST_INCLUDED = 1 << 20;

interface Read {
  readonly of: FileText;
  readonly model: Model | null;
  readonly mistakes: readonly Mistake[];
}

/** Reads models, and keeps the last few. */
export class Reader {
  #kept: readonly Read[] = [];
  /** The names of the last model of each file that could be read: one completes while the text is not finished. */
  readonly #names = new Map<string, readonly Name[]>();

  look({ of, file, model }: LookQuestion): Looked {
    if (of === 'model') return this.#lookAtModel(file);
    const about = model === null ? null : this.#read(model).model;
    return of === 'formulas' ? lookAtFormulas(file.text, about) : lookAtCode(file.text);
  }

  names(of: FileText): readonly Name[] {
    const { model } = this.#read(of);
    if (model !== null) this.#names.set(of.file, namesOf(model));
    return this.#names.get(of.file) ?? [];
  }

  #lookAtModel(file: FileText): Looked {
    const { model, mistakes } = this.#read(file);
    if (model === null) return { mistakes, checkables: [] };
    if (!this.#names.has(file.file)) this.#names.set(file.file, namesOf(model));
    return { mistakes, checkables: checkableProperties(file.text, model.properties ?? []) };
  }

  #read(of: FileText): Read {
    const known = this.#kept.find((one) => one.of.file === of.file && one.of.text === of.text);
    const read = known ?? readModel(of);
    this.#kept = [read, ...this.#kept.filter((one) => one.of.file !== of.file)].slice(0, KEPT);
    return read;
  }
}

/** The model of a file; throws `InputError`, and `LimitExceeded` where reading takes too long. */
export function loadFile({ file, text }: FileText, stopwatch = new Stopwatch()): ReturnType<typeof loadModel> {
  return loadModel(basename(file), [text], { stopwatch, include: (name) => included(file, name) });
}

function readModel(of: FileText): Read {
  try {
    const { value, diagnostics } = loadFile(of, new Stopwatch({ seconds: PATIENCE }));
    return { of, model: value, mistakes: value === null ? modelMistakes(diagnostics, of) : [] };
  } catch (error) {
    const mistakes = error instanceof InputError ? modelMistakes(error.diagnostics, of) : [];
    return { of, model: null, mistakes }; // a limit is no mistake of the text
  }
}

/** A file that a model includes lies beside it or below. */
function included(model: string, name: string): string | null {
  if (/^(?:[/\\]|\w:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name)) return null;
  const path = join(dirname(model), name);
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= LARGEST_INCLUDED ? readFileSync(path, 'utf8') : null;
  } catch {
    return null; // there is no such file
  }
}

function lookAtFormulas(text: string, model: Model | null): Looked {
  const stream = new FormulaStream({ sourceName: '' });
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const mistakes: Mistake[] = [];
  const checkables: Checkable[] = [];
  for (const found of [...stream.push(text), ...stream.finish()]) {
    if (!('text' in found)) continue;
    const wrong = formulaMistakes(found.text, model);
    const start = starts[found.line - 1];
    mistakes.push(...wrong.map((one) => ({ ...one, start: start + one.start, end: start + one.end })));
    if (wrong.length === 0) checkables.push({ line: found.line - 1, asked: { formula: found.text.trim() } });
  }
  return { mistakes, checkables };
}

function lookAtCode(code: string): Looked {
  const mistakes: Mistake[] = [];
  const checkables: Checkable[] = [];
  const isModel = exportsModel(code);
  for (const { text, places, isProperty } of formulasOfCode(code)) {
    const wrong = formulaMistakes(text, null);
    const placeOf = (offset: number): number => places[Math.min(offset, places.length - 1)];
    mistakes.push(...wrong.map((one) => ({ ...one, start: placeOf(one.start), end: placeOf(one.end) })));
    if (wrong.length > 0 || !isModel || !isProperty) continue;
    checkables.push({ line: code.slice(0, places[0]).split('\n').length - 1, asked: { formula: text } });
  }
  return { mistakes, checkables };
}

const LTL_BLOCK = /\bltl\b(?:\s+[A-Za-z_]\w*)?\s*\{/g;

/** What can be checked in a model: the properties that it states. */
function checkableProperties(text: string, properties: readonly ModelProperty[]): Checkable[] {
  const bare = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const lineOf = (offset: number): number => (offset < 0 ? 0 : bare.slice(0, offset).split('\n').length - 1);
  const blocks = [...bare.matchAll(LTL_BLOCK)].map(({ index }) => lineOf(index));
  const written = properties.filter(({ kind }) => kind === 'formula');
  const faults = properties.filter(({ kind }) => kind === 'fault');
  return [
    ...written.map(({ name }, i) => ({ line: blocks[i] ?? 0, asked: { property: name } })),
    ...faults.map(({ name }) => {
      return { line: name === 'assertions' ? lineOf(bare.search(/\bassert\s*\(/)) : 0, asked: { property: name } };
    }),
  ];
}

/** Something that a formula can say of a model, for each thing that it can name. */
function namesOf(model: Model): Name[] {
  const store = new FormulaStore();
  const names: Name[] = [];
  for (const { text, kind } of namedPropositions(model)) {
    if (names.length >= MOST_NAMES) break;
    const said = kind === 'fireable' ? `fireable(${text})` : kind === 'number' ? `${text} >= 1` : text;
    if (model.predicate(said).value === null) continue;
    names.push({ text: printFormula(store.proposition(said)), about: ABOUT[kind] });
  }
  return names;
}

const ABOUT = {
  truth: 'true or false',
  number: 'a number, compared',
  fireable: 'whether a step can be taken',
} as const;
