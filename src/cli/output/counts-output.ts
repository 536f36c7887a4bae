// What `tegata states` writes about counts, complete or not.
import type { LimitExceeded } from '../../diagnostics/index.ts';
import type { StatesResult } from '../../explicit/index.ts';
import type { StatesSettings } from '../input/states-settings.ts';
import { peakMemoryBytes } from '../threads/memory.ts';
import { writeNoStateSpace } from './contest-output.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { amount, grouped } from './progress.ts';
import { writeLine } from './terminal.ts';

/** A limit came before anything was counted; gives the exit code. */
export function writeNothingCounted(
  { limit, message }: LimitExceeded,
  { engine, json, mcc }: StatesSettings,
): ExitCode {
  const answer = { states: null, engine, complete: false, reason: limit, peakMemoryBytes: peakMemoryBytes() };
  if (mcc) writeNoStateSpace();
  else if (json) writeLine(JSON.stringify(answer));
  else writeLine(`incomplete: ${message}`);
  return EXIT.unknown;
}

export function countsToJson(result: StatesResult): Record<string, unknown> {
  const { states, transitions, deadlocks, engine, seconds, complete, limit, depth, bytes, kernel } = result;
  return {
    states: String(states),
    transitions: String(transitions),
    deadlocks: String(deadlocks),
    engine,
    seconds: Number(seconds.toFixed(3)),
    peakMemoryBytes: peakMemoryBytes(),
    complete,
    ...(limit === null ? {} : { reason: limit }),
    depth,
    bytesPerState: Number((bytes / Math.max(1, states)).toFixed(2)),
    ...(kernel === null ? {} : kernel),
  };
}

const REASONS = {
  states: 'the limit on states was reached',
  time: 'the time is up',
  memory: 'the memory is used up',
  cancelled: 'interrupted',
  hashing: 'only traces of states were kept',
} as const;

export function writeCounts(result: StatesResult): void {
  const { states, transitions, deadlocks, seconds, limit, bytes, kernel } = result;
  writeLine(`${grouped(states)} states, ${grouped(transitions)} transitions, ${grouped(deadlocks)} deadlocks`);
  const rate = grouped(states / Math.max(seconds, 0.001));
  const perState = (bytes / Math.max(1, states)).toFixed(1);
  const threads = kernel !== null && kernel.threads > 1 ? `, ${kernel.threads} threads` : '';
  writeLine(`${seconds.toFixed(2)} s, ${rate} states/s, ${amount(bytes)} (${perState} bytes per state)${threads}`);
  if (limit !== null) writeLine(`incomplete: ${REASONS[limit]}`);
}
