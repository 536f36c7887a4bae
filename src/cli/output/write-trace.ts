// Traces to files.
import { type Trace, type TraceFormat, traceToJson, type Watch, watchedIn } from '../../models/index.ts';
import { writeLine } from './terminal.ts';
import { writeFile } from './write-file.ts';

/** ITF for names that end in `.itf.json` or `.itf`, otherwise JSON. */
export function formatOfFile(file: string): TraceFormat {
  return /\.itf(\.json)?$/i.test(file) ? 'itf' : 'json';
}

/** The trace with the values of watched expressions beside its states. */
export function watchedTrace(trace: Trace, watches: readonly Watch[]): Trace {
  if (watches.length === 0) return trace;
  const steps = trace.steps.map(({ name, state }) => ({ name, state, watched: watchedIn(watches, state) }));
  return { model: trace.model, steps, ...(trace.loop !== undefined && { loop: trace.loop }) };
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
