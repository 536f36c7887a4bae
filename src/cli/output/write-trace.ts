// Traces to files.
import { type Trace, type TraceFormat, traceToJson } from '../../models/index.ts';
import { writeLine } from './terminal.ts';
import { writeFile } from './write-file.ts';

/** ITF for names that end in `.itf.json`, otherwise JSON. */
export function formatOfFile(file: string): TraceFormat {
  return file.endsWith('.itf.json') ? 'itf' : 'json';
}

/** Writes a trace; `-` is standard output. */
export function writeTrace(trace: Trace, file: string, format: TraceFormat): void {
  const text = JSON.stringify(traceToJson(trace, format), null, format === 'itf' ? 1 : undefined);
  writeText(`${text}\n`, file);
}

/** Writes a text that ends with a newline; `-` is standard output. */
export function writeText(text: string, file: string): void {
  if (file === '-') writeLine(text.replace(/\n$/, ''));
  else writeFile(file, text);
}
