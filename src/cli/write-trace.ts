// Traces to files.
import { writeFileSync } from 'node:fs';
import { InputError } from '../diagnostics/diagnostic.ts';
import { type Trace, type TraceFormat, traceToJson } from '../models/trace.ts';
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

/** Writes a text that ends with a newline; `-` is standard output. */
export function writeText(text: string, file: string): void {
  if (file === '-') {
    writeLine(text.replace(/\n$/, ''));
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError({ code: 'CMD002', message: `cannot write ${file}: ${String(code)}` });
  }
}
