// Traces to files.
import { writeFileSync } from 'node:fs';
import { InputError } from '../../diagnostics/index.ts';
import { type Trace, type TraceFormat, traceToJson } from '../../models/index.ts';
import { writeLine } from './terminal.ts';

/** ITF for names that end in `.itf.json`, otherwise JSON. */
export function formatOfFile(file: string): TraceFormat {
  return file.endsWith('.itf.json') ? 'itf' : 'json';
}

/** Writes a trace; `-` is standard output. */
export function writeTrace(trace: Trace, file: string, format: TraceFormat): void {
  const text = JSON.stringify(traceToJson(trace, format), null, format === 'itf' ? 1 : undefined);
  writeText(`${text}\n`, file);
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such folder'],
  ['ENOTDIR', 'there is no such folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EROFS', 'permission denied'],
  ['ENOSPC', 'the disk is full'],
]);

/** The error of the file system as bad input. */
export function cannotWrite(file: string, error: unknown): InputError {
  const code = String((error as NodeJS.ErrnoException).code);
  return new InputError({ code: 'CMD002', message: `cannot write ${file}: ${REASONS.get(code) ?? code}` });
}

/** Writes a text that ends with a newline; `-` is standard output. */
export function writeText(text: string, file: string): void {
  if (file === '-') {
    writeLine(text.replace(/\n$/, ''));
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
