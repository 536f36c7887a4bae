// `tegata states --engine symbolic`: counts in decision diagrams. Nothing is known before the end, so a limit leaves no counts.
import { totalmem } from 'node:os';
import { type CountOptions, countInDiagrams } from '../../check/index.ts';
import { LimitExceeded, type LimitKind, Stopwatch, visible } from '../../diagnostics/index.ts';
import type { ModelFormat } from '../../models/index.ts';
import type { SymbolicStates } from '../../symbolic/index.ts';
import { readModelOrModule } from '../input/model-input.ts';
import { diagramChoices, type SymbolicSettings } from '../input/symbolic-settings.ts';
import { writeNoStateSpace, writeStateSpace } from '../output/contest-output.ts';
import { EXIT } from '../output/exit-codes.ts';
import { amount, grouped, ProgressLine } from '../output/progress.ts';
import { writeLine } from '../output/terminal.ts';
import { interruptible } from '../threads/interruptible.ts';
import { peakMemoryBytes } from '../threads/memory.ts';

/** The options of the command that matter here. */
interface StatesSettings extends SymbolicSettings {
  readonly timeout?: number;
  readonly memory?: number;
  readonly json?: true;
  readonly mcc?: true;
  readonly format?: ModelFormat;
}

/** Runs the command with this engine. */
export async function runSymbolicStates(argument: string, settings: StatesSettings): Promise<void> {
  const stopwatch = new Stopwatch({ seconds: settings.timeout });
  const model = await readModelOrModule(argument, { format: settings.format, sums: 'skip', stopwatch });
  const line = new ProgressLine();
  const choices = diagramChoices(settings);
  const options: CountOptions = {
    tokens: settings.mcc || settings.json ? 'measured' : 'ignored',
    limits: { seconds: settings.timeout, memoryBytes: settings.memory ?? Math.floor(totalmem() * 0.8) },
    onDiagrams: ({ order, nodes, bytes, seconds }) =>
      line.update(() => `${grouped(nodes)} nodes, ${amount(bytes)}, order ${order}, ${seconds.toFixed(1)} s`),
  };
  try {
    const result = interruptible(() => countInDiagrams(model, choices, options), 'Ctrl-C');
    line.end();
    if (result.kind !== 'symbolic') return;
    if (!result.complete) writeIncomplete(result, settings);
    else if (settings.mcc) writeStateSpace(result, 'DECISION_DIAGRAMS');
    else if (settings.json) writeLine(JSON.stringify(asJson(result)));
    else writeText(result);
  } catch (error) {
    line.end();
    if (!(error instanceof LimitExceeded)) throw error; // Ctrl-C
    writeIncomplete({ limit: error.limit, reason: error.message }, settings);
  }
}

function writeIncomplete(
  { limit, reason }: { readonly limit: LimitKind; readonly reason: string },
  { json, mcc }: { json?: true; mcc?: true },
): void {
  process.exitCode = EXIT.unknown;
  const answer = {
    states: null,
    engine: 'symbolic',
    complete: false,
    reason: limit,
    peakMemoryBytes: peakMemoryBytes(),
  };
  if (mcc) writeNoStateSpace();
  else if (json) writeLine(JSON.stringify(answer));
  else writeLine(`incomplete: ${reason}`);
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
