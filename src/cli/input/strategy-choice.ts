// The value of --strategy of a check: what searches, or how the symbolic engine closes sets.
import { InvalidArgumentError } from 'commander';
import { type SearchStrategy, searchStrategies } from '../../check/index.ts';
import { type SymbolicSettings, strategyNames } from './symbolic-settings.ts';

export interface StrategyChoice {
  /** As it was given. */
  readonly text: string;
  /** Absent where nothing is said of it. */
  readonly closing?: SymbolicSettings['strategy'];
  readonly searching?: readonly SearchStrategy[];
}

/** `auto`, names of searches with commas between them, or the name of a way to close sets. */
export function strategyChoice(text: string): StrategyChoice {
  const closing = strategyNames.find((name) => name === text);
  if (closing !== undefined) return { text, closing };
  if (text === 'auto') return { text, searching: searchStrategies };
  const names = text.split(',').map((name) => searchStrategies.find((known) => known === name.trim()));
  if (!names.includes(undefined)) return { text, searching: names.filter((name) => name !== undefined) };
  const words = `auto, some of ${searchStrategies.join(', ')} with commas`;
  throw new InvalidArgumentError(`Expected ${words}, or one of ${strategyNames.join(', ')}.`);
}
