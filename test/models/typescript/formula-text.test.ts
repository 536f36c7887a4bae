// Formula literals over propositions that the type checker knows. The `@ts-expect-error` lines are checked by `npm run typecheck`.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { printFormula } from '../../../src/formula/print/print.ts';
import { ltl } from '../../../src/formula/tagged.ts';
import { defineModel } from '../../../src/models/typescript/define.ts';
import type { ValueModel } from '../../../src/models/typescript/definition.ts';
import type {
  FormulaCompletion,
  FormulaText,
  UnknownProposition,
} from '../../../src/models/typescript/formula-text.ts';

const server = defineModel({
  initial: { pending: false },
  next: ({ pending }) => [{ pending: !pending }],
  propositions: { req: ({ pending }) => pending, ack: ({ pending }) => !pending },
});

type Names = 'req' | 'ack' | 'p_1' | 'Green';
/** Whether the text passes. */
type Passes<T extends string> = FormulaText<Names, T> extends T ? true : false;

describe('the propositions of a model, in types', () => {
  it('are those of its definition', () => {
    expectTypeOf(server).toExtend<ValueModel<{ pending: boolean }, 'req' | 'ack'>>();
    expect(printFormula(ltl`G(${server.propositions.req} -> F ${server.propositions.ack})`)).toBe('G(req -> F ack)');
  });

  it('let right formulas pass', () => {
    expectTypeOf<Passes<'G(req -> F ack)'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'GFreq & []<>!ack'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'req U ack | Xreq | X[3]ack | F[2:5] p_1 | G[2:inf] req'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'(req)Uack'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'"req" & true & 1 & req xor not ack'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'G !dead & "x.at = idle" & "n >= 3"'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'□(req → ◇ack) ∧ ¬⊥'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<'"a \\"quoted\\" name" | req'>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<string>>().toEqualTypeOf<true>();
  });

  it('name the first wrong word', () => {
    expectTypeOf<FormulaText<Names, 'G(reqq -> F ack)'>>().toEqualTypeOf<UnknownProposition<'reqq', Names>>();
    expectTypeOf<FormulaText<Names, 'GF acknowledged'>>().toEqualTypeOf<UnknownProposition<'acknowledged', Names>>();
    expectTypeOf<FormulaText<Names, '"req" & nack'>>().toEqualTypeOf<UnknownProposition<'nack', Names>>();
    expectTypeOf<FormulaText<Names, 'req & "any thing"'>>().toEqualTypeOf<UnknownProposition<'any thing', Names>>();
  });

  it('are offered by editors, for the word that is being written', () => {
    expectTypeOf<FormulaCompletion<typeof server, 'G(re'>>().toEqualTypeOf<'G(req'>();
    expectTypeOf<FormulaCompletion<typeof server, 'F "a'>>().toEqualTypeOf<'F "ack'>();
    expectTypeOf<FormulaCompletion<typeof server, 'G('>>().toEqualTypeOf<'G(req' | 'G(ack'>();
    expectTypeOf<FormulaCompletion<typeof server, ''>>().toEqualTypeOf<'req' | 'ack'>();
    expectTypeOf<FormulaCompletion<typeof server, 'G(req)'>>().toEqualTypeOf<never>();
    expectTypeOf<FormulaCompletion<typeof server, string>>().toEqualTypeOf<never>();
  });

  it('are not looked for in texts that are too long for the compiler', () => {
    type Ten<T extends string> = `${T}${T}${T}${T}${T}${T}${T}${T}${T}${T}`;
    expectTypeOf<Passes<`${Ten<Ten<'req & ack & '>>}req`>>().toEqualTypeOf<true>();
    expectTypeOf<Passes<`${Ten<Ten<'req & '>>}wrong`>>().toEqualTypeOf<false>();
  });
});

describe('a misspelt proposition', () => {
  it('is a type error in a literal, and told with the nearest name when it runs', () => {
    // @ts-expect-error: the model has no such proposition
    expect(() => server.ltl('G(reqq -> F ack)')).toThrow(/nothing called `reqq`/);
    // @ts-expect-error: the model has no such proposition
    expect(() => check(server, 'F akc')).toThrow(/nothing called `akc`/);
    const text: string = 'F akc';
    expect(() => server.ltl(text)).toThrow(/akc/);
    expect(() => server.ltl`F ${'akc'}`).toThrow(/akc/);
  });

  it('passes when it is right', () => {
    expect(check(server, 'G(req -> F ack)').verdict.outcome).toBe('holds');
    expect(check(server, server.ltl('G req')).verdict.outcome).toBe('violated');
  });
});
