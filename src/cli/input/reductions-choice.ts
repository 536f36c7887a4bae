// The value of --reductions.
import { InvalidArgumentError } from 'commander';
import { type ReductionsChoice, reductionNames } from '../../check/index.ts';

/** `auto`, `none`, or names of reductions with commas between them. */
export function reductionsChoice(text: string): ReductionsChoice {
  if (text === 'auto' || text === 'none') return text;
  const names = text.split(',').map((name) => reductionNames.find((known) => known === name.trim()));
  if (!names.includes(undefined)) return names.filter((name) => name !== undefined);
  throw new InvalidArgumentError(`Expected auto, none, or some of ${reductionNames.join(', ')}, with commas.`);
}
