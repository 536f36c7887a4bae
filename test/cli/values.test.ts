import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parsePriorities } from '../../src/cli/input/operator-priorities.ts';
import { closedRange, seedNumber, wholeNumber } from '../../src/cli/input/values.ts';
import { InputError } from '../../src/diagnostics/diagnostic.ts';

describe('values of options', () => {
  it('are whole numbers, seeds and ranges', () => {
    expect(wholeNumber('12')).toBe(12);
    expect(seedNumber('-2147483648')).toBe(-2147483648);
    expect(closedRange('7')).toEqual({ min: 7, max: 7 });
    expect(closedRange('2..5')).toEqual({ min: 2, max: 5 });
    expect(closedRange('..5')).toEqual({ min: 1, max: 5 });
    expect(closedRange('0')).toEqual({ min: 0, max: 0 });
  });

  it.each(['', ' ', '-1', '1.5', '1e3', '0x10', 'NaN', '99999999999999999999'])('are not the number %j', (text) => {
    expect(() => wholeNumber(text)).toThrow('Expected a whole number.');
  });

  it.each(['', '2147483648', '1e9', '--1', 'x'])('are not the seed %j', (text) => {
    expect(() => seedNumber(text)).toThrow('Expected a whole number from -2147483648 to 2147483647.');
  });

  it.each(['', '2...5', '2-5', '1,2', '-1..2', '5..2'])('are not the range %j', (text) => {
    expect(() => closedRange(text)).toThrow(InvalidArgumentError);
  });

  it('are no ranges without an upper end', () => {
    expect(() => closedRange('2..')).toThrow('Expected the largest number too, as in 2..5.');
  });
});

describe('priorities of operators', () => {
  it('are read by name or symbol', () => {
    expect(parsePriorities('U=2, X = 0,&=1.5,<->=3,ap=4')).toEqual({
      until: 2,
      next: 0,
      and: 1.5,
      equivalent: 3,
      proposition: 4,
    });
  });

  it.each([
    ['U', '`U` is not a priority', 'write OPERATOR=NUMBER, with commas between: U=2,X=0'],
    ['U=-1', '`U=-1` is not a priority', 'write OPERATOR=NUMBER, with commas between: U=2,X=0'],
    ['U=1,', '`` is not a priority', 'write OPERATOR=NUMBER, with commas between: U=2,X=0'],
    ['relaese=1', 'unknown operator `relaese` in the priorities', 'did you mean `release`?'],
    ['Z=1', 'unknown operator `Z` in the priorities', /^the operators are ap, true, .* U, R, W, M$/],
    ['toString=1', 'unknown operator `toString` in the priorities', /^the operators are/],
  ])('%j is answered with a hint', (text, message, hint) => {
    let complaint: InputError | null = null;
    try {
      parsePriorities(text);
    } catch (error) {
      complaint = error as InputError;
    }
    expect(complaint).toBeInstanceOf(InputError);
    expect(complaint?.message).toBe(message);
    expect(complaint?.diagnostics[0].hint).toMatch(hint);
    expect(complaint?.diagnostics[0].code).toBe('CMD001');
  });
});
