// The value of --reductions.
import { InvalidArgumentError } from 'commander';
import type { ReductionsChoice } from '../../check/index.ts';
import { type RuleName, reductionRuleNames } from '../../reductions/index.ts';

/** `auto`, `none`, or names of rules with commas between them. */
export function reductionsChoice(text: string): ReductionsChoice {
  if (text === 'auto' || text === 'none') return text;
  const names = text.split(',').map((name) => name.trim());
  const isRule = (name: string): name is RuleName => reductionRuleNames.some((known) => known === name);
  if (names.every(isRule)) return names;
  throw new InvalidArgumentError(`Expected auto, none, or some of ${reductionRuleNames.join(', ')}, with commas.`);
}
