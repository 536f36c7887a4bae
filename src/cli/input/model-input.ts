// Models from the command line: a file, `-` for standard input, a folder of the Model Checking Contest, or a net of the library
// such as `kanban:5`.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError, unwrap } from '../../diagnostics/index.ts';
import {
  type AnalysisOptions,
  analyse,
  generateNet,
  type LoadOptions,
  library,
  type Model,
  ModelLoader,
  netModel,
} from '../../models/index.ts';
import { loadModule } from './load-module.ts';
import { isModuleName } from './module-name.ts';
import { fileChunks, isFile, isFolder, nameOf, readText } from './read-file.ts';
import { FILE_LIMIT } from './size-limits.ts';

/** How a model is read and analysed. */
export type ReadOptions = LoadOptions & AnalysisOptions;

/** The model that a MODEL argument names, analysed; throws `InputError`, and `LimitExceeded` when the stopwatch says so meanwhile. */
export function readModel(argument: string, options: ReadOptions = {}): Model {
  const generated = /^([a-z-]+):(\d+)$/.exec(argument);
  if (generated && isLibraryName(generated[1])) {
    const net = unwrap(generateNet(generated[1], Number(generated[2])));
    return analyse(netModel(net, 'library'), options);
  }
  return analyse(unwrap(loadFile(modelFile(argument), options)), options);
}

/** The same, and modules that export a model of `defineModel` (or its definition) as `default` or `model`. */
export async function readModelOrModule(argument: string, options: ReadOptions = {}): Promise<Model> {
  return isModuleName(argument) ? (await loadModule(argument)).model : readModel(argument, options);
}

/** Throws what reading would, where a MODEL argument names nothing that there is; reads nothing. */
export function requireModel(argument: string): void {
  const [, name] = /^([a-z-]+):\d+$/.exec(argument) ?? [];
  if (argument === '-' || existsSync(argument) || (name !== undefined && isLibraryName(name))) return;
  readModel(argument);
}

/** Whether the model can be read once more by another thread: standard input and pipes can be read once. */
export function canBeReadAgain(argument: string): boolean {
  return argument !== '-' && (!existsSync(argument) || isFile(modelFile(argument)));
}

/** The SHA-256 of the file of a model, in hexadecimal digits; undefined where the model is no file that can be read again. */
export function modelHash(argument: string): string | undefined {
  if (!existsSync(argument) || !isFile(modelFile(argument))) return undefined;
  const hash = createHash('sha256');
  for (const chunk of fileChunks(modelFile(argument))) hash.update(chunk);
  return hash.digest('hex');
}

/** The file that a MODEL argument names: in a folder of the contest it has a fixed name. */
export function modelFile(argument: string): string {
  if (argument === '-' || !isFolder(argument)) return argument;
  const path = join(argument, 'model.pnml');
  if (existsSync(path)) return path;
  throw new InputError({ code: 'CMD002', message: `the folder ${argument} has no file model.pnml` });
}

function loadFile(path: string, options: ReadOptions): ReturnType<ModelLoader['end']> {
  const loader = new ModelLoader(nameOf(path), { include: (name) => included(path, name), ...options });
  try {
    for (const chunk of fileChunks(path, options.stopwatch)) if (!loader.write(chunk)) break;
  } catch (error) {
    throw withLibraryHint(path, error);
  }
  return loader.end();
}

/** The text of a file that a model includes: beside the model, wherever the command is run. */
function included(model: string, name: string): string | null {
  const path = join(dirname(model), name);
  return isFile(path) ? readText(path, FILE_LIMIT) : null;
}

/** What looks like a net of the library but is none may be a misspelt one. */
function withLibraryHint(path: string, error: unknown): unknown {
  if (!(error instanceof InputError) || !(/^[a-z-]+:/.test(path) || isLibraryName(path))) return error;
  const names = library.map(({ name }) => name).join(', ');
  const hint = `the nets of the library are ${names}, with a number: kanban:5`;
  return new InputError(error.diagnostics.map((diagnostic) => ({ ...diagnostic, hint })));
}

function isLibraryName(text: string): boolean {
  return library.some(({ name }) => name === text);
}
