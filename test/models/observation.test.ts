// What formulas observe of a model: the predicates of their propositions, and Boolean parts as one predicate.
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/diagnostics/diagnostic.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { booleanPredicate } from '../../src/models/boolean-predicate.ts';
import { type Expression, evaluate } from '../../src/models/expression/expression.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { observe } from '../../src/models/observation.ts';

const model = loadModel('model.kripke', ['initial s\ns : a -> t\nt : b -> s']).value!;

describe('the observation of a formula', () => {
  it('has a predicate for each of its propositions, in their order', () => {
    const { names, predicates } = observe(model, parseLtl('F b & G(a -> X b)'));
    expect([...names].sort()).toEqual(['a', 'b']);
    const [s] = model.initialStates();
    expect(predicates.map((predicate) => evaluate(predicate, s))).toEqual(names.map((name) => Number(name === 'a')));
  });

  it('is refused with all unknown names at once, and them alone', () => {
    let thrown: unknown;
    try {
      observe(model, parseLtl('F(nothing & a) | G none'));
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InputError);
    const messages = (thrown as InputError).diagnostics.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    for (const name of ['nothing', 'none'])
      expect(messages.some((message) => message.includes(`\`${name}\``))).toBe(true);
  });
});

describe('a Boolean formula as one predicate', () => {
  const predicateOf = new Map(
    ['a', 'b', 'c'].map((name, variable): [string, Expression] => [name, { kind: 'variable', variable }]),
  );
  it.each([
    'a',
    '!a',
    'a & b',
    'a & b & c',
    'a | b',
    'a | b | c',
    'a -> b',
    'a <-> b',
    'a xor b',
    '1',
    '0',
    '!(a & b) -> (c xor (a <-> b))',
  ])('%s means the same', (text) => {
    const formula = parseLtl(text);
    const predicate = booleanPredicate(formula, predicateOf);
    for (let bits = 0; bits < 8; bits++) {
      const values = [0, 1, 2].map((i) => (bits >> i) & 1);
      const letter = new Set(['a', 'b', 'c'].filter((_, i) => values[i] === 1));
      const expected = satisfies({ prefix: [], cycle: [letter] }, formula);
      expect(evaluate(predicate, values) !== 0, `${text} on ${values.join('')}`).toBe(expected);
      // a number of tokens is true unless it is 0
      expect(
        evaluate(
          predicate,
          values.map((value) => 7 * value),
        ) !== 0,
        `${text} on sevenfold ${values.join('')}`,
      ).toBe(expected);
    }
  });
});
