import { describe, expect, it } from 'vitest';
import { isAccepted, muller } from '../../../src/automata/acceptance.ts';
import { acceptanceName } from '../../../src/automata/acceptance-name.ts';
import { printHoa } from '../../../src/automata/hoa/write.ts';
import { complement } from '../../../src/automata/operations/complement.ts';
import { determinize } from '../../../src/automata/operations/determinize.ts';
import { product } from '../../../src/automata/operations/product.ts';
import { toGeneralizedBuchi } from '../../../src/automata/operations/to-generalized-buchi.ts';
import { toMuller } from '../../../src/automata/operations/to-muller.ts';
import { randomAutomaton } from '../../../src/automata/random.ts';
import { readAutomata } from '../../../src/automata/stream.ts';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { LimitExceeded } from '../../../src/diagnostics/limit.ts';
import { anyAutomaton, expectLanguage, randomAcceptance, verdicts } from '../../helpers/automata.ts';

describe('Muller acceptance', () => {
  it('accepts exactly the given sets of marks', () => {
    const { formula } = muller(3, [[0, 2], [1], []]);
    const accepted = Array.from({ length: 8 }, (_, seen) => seen).filter((seen) => isAccepted(formula, seen));
    expect(accepted).toEqual([0b000, 0b010, 0b101]);
    expect(muller(3, []).formula).toEqual({ kind: 'false' });
  });

  it('is what any acceptance becomes, with the same language', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const automaton = anyAutomaton(random, randomAcceptance(random, 3));
      const converted = toMuller(automaton);
      expect(converted.stateCount).toBe(automaton.stateCount);
      expectLanguage(converted, verdicts(automaton), `seed ${seed}`);
    }
  });

  it('is understood by the operations on automata', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = new Random(seed);
      const given = anyAutomaton(random, muller(3, [[0], [1, 2], [0, 1, 2]]));
      expect(acceptanceName(given.acceptance)).toBe('Muller 3');
      const [automaton] = readAutomata(printHoa(given)).map(unwrap);
      const expected = verdicts(given);
      const note = `seed ${seed}`;
      const not = expected.map((value) => !value);
      expectLanguage(automaton, expected, note);
      expectLanguage(toGeneralizedBuchi(automaton), expected, note);
      expectLanguage(determinize(automaton), expected, note);
      expectLanguage(complement(automaton), not, note);
      expectLanguage(
        product(automaton, complement(automaton)),
        expected.map(() => false),
        note,
      );
    }
  });

  it('is refused where it would have too many cases', () => {
    const random = new Random(3);
    const acceptance = randomAcceptance(random, 20);
    const wide = randomAutomaton(random, { states: 30, propositions: ['a'], density: 3, acceptance });
    expect(() => toMuller(wide)).toThrow(LimitExceeded);
  });
});

describe('a Hanoi file that names Muller acceptance', () => {
  const file = (condition: string): string =>
    `HOA: v1 States: 2 Start: 0 AP: 1 "a" acc-name: Muller 2 Acceptance: 2 ${condition} --BODY-- ` +
    'State: 0 {0} [!0] 0 [0] 1 State: 1 {1} [!0] 0 [0] 1 --END--';

  it('is read, and written with the name', () => {
    const [automaton] = readAutomata(file('(Inf(0)&Fin(1))|(Fin(0)&Inf(1))')).map(unwrap);
    expect(acceptanceName(automaton.acceptance)).toBe('Muller 2');
    expect(printHoa(automaton)).toContain('acc-name: Muller 2\nAcceptance: 2 (Inf(0)&Fin(1))|(Fin(0)&Inf(1))');
  });
});
