// Models from the command line: a file, `-` for standard input, a folder of the Model Checking Contest, or a net of the library
// such as `kanban:5`.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, type Stopwatch, unwrap } from '../../diagnostics/index.ts';
import {
  generateNet,
  type LoadOptions,
  library,
  type Model,
  ModelLoader,
  netModel,
  withBounds,
} from '../../models/index.ts';
import { loadModule } from './load-module.ts';
import { isModuleName } from './module-name.ts';
import { fileChunks, isFile, nameOf } from './read-file.ts';

export { MODEL_HELP } from './model-help.ts';

/** The model that a MODEL argument names; throws `InputError`, and `LimitExceeded` when the watch says so while it is read. */
export function readModel(argument: string, options: LoadOptions = {}, watch?: Stopwatch): Model {
  const generated = /^([a-z-]+):(\d+)$/.exec(argument);
  if (generated && library.some(({ name }) => name === generated[1])) {
    const net = unwrap(generateNet(generated[1], Number(generated[2])));
    return netModel(options.bounds === 'given' ? net : withBounds(net), 'library');
  }
  return unwrap(loadFile(modelFile(argument), options, watch));
}

/** The same, and modules that export a model of `defineModel` (or its definition) as `default` or `model`. */
export async function readModelOrModule(
  argument: string,
  options: LoadOptions = {},
  watch?: Stopwatch,
): Promise<Model> {
  return isModuleName(argument) ? loadModule(argument) : readModel(argument, options, watch);
}

/** Whether the model can be read once more by another thread: standard input and pipes can be read once. */
export function canBeReadAgain(argument: string): boolean {
  return argument !== '-' && (!existsSync(argument) || isFile(modelFile(argument)));
}

/** In a folder of the contest the model has a fixed name. */
function modelFile(argument: string): string {
  if (argument === '-' || !existsSync(argument) || !statSync(argument).isDirectory()) return argument;
  const path = join(argument, 'model.pnml');
  if (existsSync(path)) return path;
  throw new InputError({ code: 'CMD002', message: `the folder ${argument} has no file model.pnml` });
}

function loadFile(path: string, options: LoadOptions, watch?: Stopwatch): ReturnType<ModelLoader['end']> {
  const loader = new ModelLoader(nameOf(path), options);
  try {
    for (const chunk of fileChunks(path, watch)) if (!loader.write(chunk)) break;
  } catch (error) {
    throw withLibraryHint(path, error);
  }
  return loader.end();
}

/** What looks like a net of the library but is none may be a misspelt one. */
function withLibraryHint(path: string, error: unknown): unknown {
  if (!(error instanceof InputError) || !/^[a-z-]+:/.test(path)) return error;
  const names = library.map(({ name }) => name).join(', ');
  const hint = `the nets of the library are ${names}, with a number: kanban:5`;
  return new InputError(error.diagnostics.map((diagnostic) => ({ ...diagnostic, hint })));
}
