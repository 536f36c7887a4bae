// `tegata states --engine symbolic`: counts in decision diagrams. Nothing is known before the end, so a limit leaves no counts.
import { type CountOptions, countInDiagrams } from '../../check/index.ts';
import { LimitExceeded, type Stopwatch, visible } from '../../diagnostics/index.ts';
import type { SymbolicStates } from '../../symbolic/index.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { diagramChoices } from '../input/symbolic-settings.ts';
import { writeStateSpace } from '../output/contest-output.ts';
import { EXIT, type ExitCode } from '../output/exit-codes.ts';
import { amount, grouped, type ProgressLine } from '../output/progress.ts';
import { writeLine } from '../output/terminal.ts';
import type { StatesJob } from '../threads/check-job.ts';
import { interruptible } from '../threads/interruptible.ts';
import { peakMemoryBytes } from '../threads/memory.ts';
import type { Place } from '../threads/run-job.ts';

/** Counts and writes; gives the exit code. Throws `LimitExceeded`. */
export async function countSymbolically(
  { model: argument, settings }: StatesJob,
  stopwatch: Stopwatch,
  { line, place }: { readonly line: ProgressLine; readonly place: Place },
): Promise<ExitCode> {
  const model = await readModelOrModule(argument, {
    format: settings.format,
    sums: 'skip',
    stopwatch: stopwatch.part({}),
  });
  const choices = diagramChoices(settings, stopwatch);
  const options: CountOptions = {
    tokens: settings.mcc || settings.json ? 'measured' : 'ignored',
    limits: stopwatch,
    onDiagrams: ({ order, nodes, bytes, seconds }) =>
      line.update(() => `${grouped(nodes)} nodes, ${amount(bytes)}, order ${order}, ${seconds.toFixed(1)} s`),
  };
  const count = (): ReturnType<typeof countInDiagrams> => countInDiagrams(model, choices, options);
  // in the thread of the command line nobody else hears Ctrl-C meanwhile
  const result = place === 'alone' ? interruptible(count, 'Ctrl-C') : count();
  line.end();
  if (result.kind !== 'symbolic') return EXIT.ok; // it was not asked for
  if (!result.complete) throw LimitExceeded.of(result);
  if (settings.mcc) writeStateSpace(result, 'DECISION_DIAGRAMS');
  else if (settings.json) writeLine(JSON.stringify(asJson(result)));
  else writeText(result);
  return EXIT.ok;
}

function asJson(result: SymbolicStates): Record<string, unknown> {
  const { states, transitions, deadlocks, statistics, seconds, order, attempts, finalNodes } = result;
  return {
    states: String(states),
    ...(transitions === null ? {} : { transitions: String(transitions) }),
    deadlocks: String(deadlocks),
    engine: 'symbolic',
    seconds: Number(seconds.toFixed(3)),
    peakMemoryBytes: peakMemoryBytes(),
    complete: true,
    ...(result.maxTokensInPlace === null
      ? {}
      : { maxTokensInPlace: result.maxTokensInPlace, maxTokensPerMarking: result.maxTokensPerMarking }),
    order,
    ordersTried: attempts,
    finalNodes,
    peakNodes: statistics.peakNodes,
    createdNodes: statistics.createdNodes,
    cacheHits: statistics.cacheHits,
    cacheMisses: statistics.cacheMisses,
    collections: statistics.collections,
    freedNodes: statistics.freedNodes,
    collectionSeconds: Number(statistics.collectionSeconds.toFixed(3)),
    diagramBytes: statistics.peakBytes,
  };
}

/** Digits in groups of three; of very long numbers only the first and their number. */
function large(count: bigint): string {
  const digits = String(count);
  if (digits.length <= 60) return digits.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${digits[0]}.${digits.slice(1, 7)}… × 10^${digits.length - 1}`;
}

function writeText(result: SymbolicStates): void {
  const { states, transitions, deadlocks, statistics, seconds, order, attempts, finalNodes } = result;
  const moves = transitions === null ? 'transitions not counted' : `${large(transitions)} transitions`;
  writeLine(`${large(states)} states, ${moves}, ${large(deadlocks)} deadlocks`);
  const tried = attempts === 1 ? '' : ` (${attempts} attempts)`;
  const nodes = `${grouped(finalNodes)} nodes, ${grouped(statistics.peakNodes)} at the peak`;
  writeLine(`${seconds.toFixed(2)} s, ${nodes}, ${amount(statistics.peakBytes)}, order ${visible(order)}${tried}`);
}
