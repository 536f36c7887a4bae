// One automaton in any of the formats that it can be written in.
import { assertNever } from '../base/assert.ts';
import { isGeneralizedBuchi } from './acceptance.ts';
import type { Automaton } from './automaton.ts';
import { printDot } from './dot.ts';
import { printHoa, type WriteHoaOptions } from './hoa/write.ts';
import { automatonToJson } from './json.ts';
import { printLbtt } from './lbtt.ts';
import { isClaimable, printNeverClaim } from './never-claim/write.ts';
import { toGeneralizedBuchi } from './operations/to-generalized-buchi.ts';
import { reduce } from './reduce/reduce.ts';
import { type DrawSvgOptions, drawSvg } from './svg.ts';
import { degeneralize } from './translate/degeneralize.ts';

/** Formats that automata are written in. */
export type AutomatonFormat = 'hoa' | 'dot' | 'svg' | 'never' | 'lbtt' | 'json';

export const automatonFormats: readonly AutomatonFormat[] = ['hoa', 'dot', 'svg', 'never', 'lbtt', 'json'];

export interface PrintAutomatonOptions
  extends Omit<WriteHoaOptions, 'labels'>,
    Omit<DrawSvgOptions, keyof WriteHoaOptions> {
  readonly labels?: WriteHoaOptions['labels'];
}

/**
 * The automaton as text without a final newline. Never claims and LBTT's format hold less than the others: for them the
 * acceptance is turned into Büchi or generalized Büchi acceptance first, where it is not.
 */
export async function printAutomaton(
  automaton: Automaton,
  format: AutomatonFormat,
  options: PrintAutomatonOptions = {},
): Promise<string> {
  switch (format) {
    case 'hoa':
      return printHoa(automaton, options);
    case 'dot':
      return printDot(automaton, options);
    case 'svg':
      return (await drawSvg(automaton, options)).trimEnd();
    case 'never':
      return printNeverClaim(isClaimable(automaton) ? automaton : toBuchi(automaton));
    case 'lbtt':
      return printLbtt(isGeneralizedBuchi(automaton.acceptance) ? automaton : toGeneralizedBuchi(automaton), options);
    case 'json':
      return JSON.stringify(automatonToJson(automaton, options.stateNames));
    default:
      return assertNever(format);
  }
}

/** A Büchi automaton with marks on states for the same language, without useless states. */
export function toBuchi(automaton: Automaton): Automaton {
  const generalized = isGeneralizedBuchi(automaton.acceptance) ? automaton : toGeneralizedBuchi(automaton);
  return reduce(degeneralize(generalized), { marksOn: 'states' });
}
