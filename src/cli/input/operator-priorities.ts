// Priorities of operators as they are given on the command line: `U=2,X=0`.
import { didYouMean, InputError } from '../../diagnostics/index.ts';
import type { RandomOperator } from '../../formula/index.ts';

/** How operators may be called; the first name of each is the one that help shows. */
const names: Readonly<Record<RandomOperator, readonly string[]>> = {
  proposition: ['ap', 'proposition'],
  true: ['true', '1'],
  false: ['false', '0'],
  not: ['not', '!'],
  next: ['X', 'next'],
  finally: ['F', 'finally'],
  globally: ['G', 'globally'],
  and: ['and', '&'],
  or: ['or', '|'],
  implies: ['implies', '->'],
  equivalent: ['equiv', '<->'],
  xor: ['xor', '^'],
  until: ['U', 'until'],
  release: ['R', 'release'],
  weakUntil: ['W', 'weak-until'],
  strongRelease: ['M', 'strong-release'],
};

const operators = new Map<string, RandomOperator>();
for (const [operator, spellings] of Object.entries(names) as [RandomOperator, readonly string[]][]) {
  for (const spelling of spellings) operators.set(spelling, operator);
}

/** The names that help shows. */
export const operatorNames: readonly string[] = Object.values(names).map((spellings) => spellings[0]);

/** Reads `NAME=NUMBER,…`; throws `InputError` that names the faulty part. */
export function parsePriorities(text: string): Partial<Record<RandomOperator, number>> {
  const priorities: Partial<Record<RandomOperator, number>> = {};
  for (const part of text.split(',')) {
    const [, name, number] = /^\s*(\S+?)\s*=\s*(\d+(?:\.\d+)?)\s*$/.exec(part) ?? [];
    if (name === undefined) {
      throw complaint(`\`${part.trim()}\` is not a priority`, 'write OPERATOR=NUMBER, with commas between: U=2,X=0');
    }
    const operator = operators.get(name);
    if (operator === undefined) {
      // Every one-letter name is near every other: for those the whole list helps more.
      const near = name.length > 1 ? didYouMean(name, operators.keys()) : undefined;
      const hint = near ?? `the operators are ${operatorNames.join(', ')}`;
      throw complaint(`unknown operator \`${name}\` in the priorities`, hint);
    }
    priorities[operator] = Number(number);
  }
  return priorities;
}

function complaint(message: string, hint: string): InputError {
  return new InputError({ code: 'CMD001', message, hint });
}
