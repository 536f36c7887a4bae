// `tegata states --engine symbolic`: counts in decision diagrams. Nothing is known before the end, so a limit leaves no counts.
import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import type { Strategy } from '../dd/mdd/index.ts';
import { InputError, UsageError } from '../diagnostics/diagnostic.ts';
import { LimitExceeded } from '../diagnostics/limit.ts';
import type { Model } from '../models/model.ts';
import type { ModelFormat } from '../models/readers.ts';
import { type OrderName, orderFromNames, orderNames, type VariableOrder } from '../symbolic/order/orders.ts';
import type { ExploreOptions } from '../symbolic/race.ts';
import { countStates, type SymbolicStates } from '../symbolic/states.ts';
import { EXIT } from './exit-codes.ts';
import { peakMemoryBytes } from './memory.ts';
import { readModelOrModule } from './model-input.ts';
import { amount, grouped, ProgressLine } from './progress.ts';
import { writeLine } from './terminal.ts';

/** The words of `--strategy`. */
export const strategyNames = ['saturation', 'chaining', 'bfs'] as const;

/** What the command line says about symbolic runs. */
export interface SymbolicSettings {
  readonly order?: string;
  readonly strategy?: (typeof strategyNames)[number];
  /** False with `--no-saturation`. */
  readonly saturation?: boolean;
  readonly timeout?: number;
  readonly memory?: number;
}

/** The settings as the engine takes them; `--order` is a name, or a file that lists variables. */
export function exploreOptionsOf(model: Model, settings: SymbolicSettings): ExploreOptions {
  return {
    order: orderOf(model, settings.order),
    strategy: strategyOf(settings),
    limits: { seconds: settings.timeout, memoryBytes: settings.memory ?? Math.floor(totalmem() * 0.8) },
  };
}

function strategyOf({ strategy, saturation }: SymbolicSettings): Strategy {
  if (saturation === false && strategy === 'saturation') {
    throw new UsageError('--no-saturation and --strategy saturation contradict each other');
  }
  if (strategy === undefined) return saturation === false ? 'chaining' : 'saturation';
  return strategy === 'bfs' ? 'breadth-first' : strategy;
}

function orderOf(model: Model, order: string | undefined): 'race' | Exclude<OrderName, 'user'> | VariableOrder {
  if (order === undefined || order === 'race') return 'race';
  const named = orderNames.find((name): name is Exclude<OrderName, 'user'> => name === order);
  if (named !== undefined) return named;
  let text: string;
  try {
    text = readFileSync(order, 'utf8');
  } catch {
    const known = ['race', ...orderNames].join(', ');
    throw new InputError({
      code: 'CMD002',
      message: `\`${order}\` is no order and no file`,
      hint: `there are ${known}`,
    });
  }
  return orderFromNames(model, text, order);
}

/** Runs the command with this engine. */
export async function runSymbolicStates(
  argument: string,
  settings: SymbolicSettings & { readonly json?: true; readonly mcc?: true; readonly format?: ModelFormat },
): Promise<void> {
  const model = await readModelOrModule(argument, { format: settings.format, bounds: 'given' });
  const line = new ProgressLine();
  try {
    const result = countStates(model, {
      ...exploreOptionsOf(model, settings),
      onProgress: ({ order, nodes, bytes, seconds }) =>
        line.update(() => `${grouped(nodes)} nodes, ${amount(bytes)}, order ${order}, ${seconds.toFixed(1)} s`),
    });
    line.end();
    if (settings.mcc) writeContest(result);
    else if (settings.json) writeLine(JSON.stringify(asJson(result)));
    else writeText(result);
  } catch (error) {
    line.end();
    if (!(error instanceof LimitExceeded)) throw error;
    writeIncomplete(error, settings);
    process.exitCode = EXIT.unknown;
  }
}

function writeIncomplete({ limit, message }: LimitExceeded, { json, mcc }: { json?: true; mcc?: true }): void {
  const answer = {
    states: null,
    engine: 'symbolic',
    complete: false,
    reason: limit,
    peakMemoryBytes: peakMemoryBytes(),
  };
  if (mcc) writeLine('CANNOT_COMPUTE');
  else if (json) writeLine(JSON.stringify(answer));
  else writeLine(`incomplete: ${message}`);
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
  writeLine(`${seconds.toFixed(2)} s, ${nodes}, ${amount(statistics.peakBytes)}, order ${order}${tried}`);
}

/** The lines of the Model Checking Contest. */
function writeContest(result: SymbolicStates): void {
  const lines = [
    ['STATES', result.states],
    ['TRANSITIONS', result.transitions],
    ['MAX_TOKEN_PER_MARKING', result.maxTokensPerMarking],
    ['MAX_TOKEN_IN_PLACE', result.maxTokensInPlace],
  ] as const;
  for (const [name, value] of lines) {
    if (value !== null) writeLine(`STATE_SPACE ${name} ${value} TECHNIQUES DECISION_DIAGRAMS`);
  }
}
