// Models from modules of the user, in JavaScript or TypeScript: `export default defineModel({ … })`. What goes wrong in them is
// reported at its line.
import { existsSync, readFileSync } from 'node:fs';
import { register } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Diagnostic, InputError, inMessage, type Source, type Span } from '../../diagnostics/index.ts';
import { defineModel, type Model, type ModelDefinition } from '../../models/index.ts';
import { EXIT } from '../output/exit-codes.ts';
import { writeError } from '../output/terminal.ts';
import { type NamedFormula, namedFormulas } from './module-properties.ts';
import { statOf } from './read-file.ts';
import { MODULE_LIMIT, tooLong } from './size-limits.ts';
import { STRIP_MARK, type StripProblem } from './strip-types.ts';

/** What a module gives to a check. */
export interface ModuleExports {
  readonly model: Model;
  /** The formulas that it exports as `properties`, by name. */
  readonly properties: readonly NamedFormula[];
}

/** The model that a module exports as `default` or `model`, and its properties; throws `InputError`. */
export async function loadModule(path: string, version = 0): Promise<ModuleExports> {
  const exported = await importModule<{
    readonly default?: unknown;
    readonly model?: unknown;
    readonly properties?: unknown;
  }>(path, version);
  const model = modelOf(exported.default ?? exported.model);
  if (model !== null) return { model, properties: namedFormulas(exported.properties, path) };
  const message = `the module ${path} exports no model`;
  throw new InputError({ code: 'CMD003', message, hint: 'write `export default defineModel({ … })`' });
}

/** What a module of the user exports; throws `InputError`. Node runs a module once for each version that is asked for. */
export async function importModule<T>(path: string, version = 0): Promise<T> {
  requireFile(path);
  // Run from its own sources, as by the tests, the program leaves modules to whatever runs it.
  if (import.meta.url.endsWith('.js')) register(new URL('./module-hooks.js', import.meta.url));
  try {
    const { href } = pathToFileURL(resolve(path));
    return await guarded(path, () => import(version === 0 ? href : `${href}?${version}`) as Promise<T>);
  } catch (error) {
    throw new InputError(diagnosisOf(error, path));
  }
}

/**
 * Loads a module that must neither end the process, which would look like an answer, nor wait for what never comes: then nothing is left to
 * happen, and the process would end without a word. What it throws out of a timer or a promise while it is loaded is thrown here; what it throws so
 * later is no part of the model, and is told.
 */
async function guarded<T>(path: string, load: () => Promise<T>): Promise<T> {
  let isOver: (error: unknown) => void = () => undefined;
  const onEnd = (): void => isOver(new Error('its top-level `await` never ends'));
  const over = new Promise<never>((_, reject) => (isOver = reject));
  const onFailure = (error: unknown): void => isOver(error);
  process.on('uncaughtException', onFailure);
  // for good: the functions of the model run later
  process.exit = ((code?: number) => {
    const error = new Error(`it calls process.exit(${code ?? ''})`);
    isOver(error);
    throw error;
  }) as typeof process.exit;
  process.once('beforeExit', onEnd);
  try {
    const exported = await Promise.race([load(), over]);
    // a promise that was rejected meanwhile, and that nobody waits for, is told of in the next turn
    await Promise.race([new Promise(setImmediate), over]);
    return exported;
  } finally {
    process.removeListener('beforeExit', onEnd);
    process.removeListener('uncaughtException', onFailure);
    const isHeard = process.listenerCount('uncaughtException') > 0;
    if (!isHeard) process.on('uncaughtException', (error: unknown) => tellLate(error, path));
  }
}

/** In the thread of the command line, no run ends well after this; in another one, its answer stands. */
function tellLate(error: unknown, path: string): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  writeError(`error: the module ${inMessage(path)} has failed after it was loaded: ${inMessage(text)}`);
  process.exitCode = EXIT.input;
}

/** Node would read what is named like a module to its end, wherever that is. */
function requireFile(path: string): void {
  const found = statOf(path);
  if (found?.isFile() !== true) {
    const reason = found === undefined ? 'it does not exist' : 'it is not a file';
    throw new InputError({ code: 'CMD002', message: `cannot read ${path}: ${reason}` });
  }
  if (found.size > MODULE_LIMIT.length) throw tooLong(path, MODULE_LIMIT);
}

function modelOf(exported: unknown): Model | null {
  if (isDefinition(exported)) return defineModel(exported);
  return typeof exported === 'object' && exported !== null && 'successors' in exported ? (exported as Model) : null;
}

function isDefinition(value: unknown): value is ModelDefinition<unknown> {
  return typeof value === 'object' && value !== null && 'initial' in value && 'next' in value;
}

function diagnosisOf(error: unknown, path: string): Diagnostic {
  if (error instanceof InputError) return error.diagnostics[0];
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const marked = message.indexOf(STRIP_MARK);
  if (marked >= 0) return stripDiagnosis(JSON.parse(message.slice(marked + STRIP_MARK.length)) as StripProblem);
  const name = error instanceof Error ? error.name : 'Error';
  const missing = /does not provide an export named '(\w+)'/.exec(message);
  return {
    code: 'CMD003',
    message: `cannot load the module ${path}: ${name}: ${message}`,
    ...placeIn(stack),
    ...(missing && { hint: `if \`${missing[1]}\` is a type, write \`import type { ${missing[1]} }\`` }),
  };
}

function stripDiagnosis(problem: StripProblem): Diagnostic {
  const source = sourceOf(problem.file);
  const start = offsetOf(source.text, problem.startLine, problem.startColumn);
  const end = Math.max(start + 1, offsetOf(source.text, problem.endLine, problem.endColumn));
  const unsupported = problem.kind === 'UnsupportedSyntax';
  return {
    code: 'CMD004',
    message: problem.message,
    source,
    span: { start, end },
    ...(unsupported && {
      hint: 'types are left out, not compiled: use only TypeScript that is JavaScript without them',
    }),
  };
}

/** The first place in a file of the user that a stack trace names. */
function placeIn(stack: string): { readonly source: Source; readonly span: Span } | Record<string, never> {
  for (const [, url, line, column] of stack.matchAll(/(file:\/\/[^\s()]+?):(\d+)(?::(\d+))?(?=\)|\s|$)/g)) {
    const file = fileURLToPath(url);
    if (!existsSync(file) || url.startsWith(new URL('../..', import.meta.url).href)) continue;
    const source = sourceOf(file);
    const start = offsetOf(source.text, Number(line), column === undefined ? 0 : Number(column) - 1);
    return { source, span: { start, end: start + 1 } };
  }
  return {};
}

function sourceOf(file: string): Source {
  const short = relative('.', file);
  return { name: short.startsWith('..') ? file : short, text: readFileSync(file, 'utf8') };
}

function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', offset);
    if (end === -1) break;
    offset = end + 1;
  }
  return Math.min(offset + column, text.length);
}
