// Models from the command line: a file, `-` for standard input, a folder of the Model Checking Contest, or a net of the library
// such as `kanban:5`.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, unwrap } from '../../diagnostics/index.ts';
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

export { MODEL_HELP } from './model-help.ts';

const CHUNK_BYTES = 1 << 18;

/** The model that a MODEL argument names; throws `InputError`. */
export function readModel(argument: string, options: LoadOptions = {}): Model {
  const generated = /^([a-z-]+):(\d+)$/.exec(argument);
  if (generated && library.some(({ name }) => name === generated[1])) {
    const net = unwrap(generateNet(generated[1], Number(generated[2])));
    return netModel(options.bounds === 'given' ? net : withBounds(net), 'library');
  }
  return unwrap(loadFile(modelFile(argument), options));
}

/** The same, and modules that export a model of `defineModel` (or its definition) as `default` or `model`. */
export async function readModelOrModule(argument: string, options: LoadOptions = {}): Promise<Model> {
  return isModuleName(argument) ? loadModule(argument) : readModel(argument, options);
}

/** The bytes of a file in pieces, each in the same buffer: use a piece before asking for the next. */
export function* fileChunks(path: string): IterableIterator<Uint8Array> {
  const descriptor = path === '-' ? 0 : open(path);
  const buffer = new Uint8Array(CHUNK_BYTES);
  try {
    for (;;) {
      const length = readPiece(descriptor, buffer, path);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** The text of a file in pieces. */
export function* textChunks(path: string): Generator<string> {
  const decoder = new TextDecoder();
  for (const bytes of fileChunks(path)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** In a folder of the contest the model has a fixed name. */
function modelFile(argument: string): string {
  if (argument === '-' || !existsSync(argument) || !statSync(argument).isDirectory()) return argument;
  const path = join(argument, 'model.pnml');
  if (existsSync(path)) return path;
  throw new InputError({ code: 'CMD002', message: `the folder ${argument} has no file model.pnml` });
}

function loadFile(path: string, options: LoadOptions): ReturnType<ModelLoader['end']> {
  const loader = new ModelLoader(path === '-' ? '<stdin>' : path, options);
  for (const chunk of fileChunks(path)) if (!loader.write(chunk)) break;
  return loader.end();
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function readPiece(descriptor: number, buffer: Uint8Array, path: string): number {
  for (;;) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw cannotRead(path, error); // a pipe that is not ready yet: try again
    }
  }
}

function cannotRead(path: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'ENOENT' ? 'it does not exist' : code === 'EISDIR' ? 'it is a folder' : String(code);
  const net = /^([a-z-]+):/.exec(path);
  const names = library.map(({ name }) => name).join(', ');
  const hint = net === null ? {} : { hint: `the nets of the library are ${names}, with a number: kanban:5` };
  return new InputError({ code: 'CMD002', message: `cannot read ${path === '' ? "''" : path}: ${reason}`, ...hint });
}
