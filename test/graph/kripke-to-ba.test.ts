// B_M accepts exactly the words that the paths of the structure show: compared with the paths themselves, and with the verdicts of `check`.
import { describe, expect, it } from 'vitest';
import { accepts } from '../../src/automata/accepts.ts';
import { intersects } from '../../src/automata/operations/intersects.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { parseWord } from '../../src/formula/word-syntax.ts';
import { kripkeToBa } from '../../src/graph/kripke-to-ba.ts';
import { stateGraph } from '../../src/graph/state-graph.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { randomWalk } from '../helpers/random-walk.ts';

const word = (text: string): NonNullable<ReturnType<typeof parseWord>['value']> => parseWord(text).value!;

describe('a Kripke structure as a Büchi automaton', () => {
  it('has a state more than the structure, and reads the letter of the state that it enters', () => {
    const net = new NetBuilder();
    net.place('a', { initial: 1 });
    net.place('b', { initial: 0 });
    net.move('go', ['a'], ['b']);
    net.move('stay', ['b'], ['b']);
    const ba = kripkeToBa(stateGraph(netModel(net.build('two'), 'library'), { propositions: ['a', 'b'] }));
    expect([ba.stateCount, ba.edgeCount]).toEqual([3, 3]);
    expect(accepts(ba, word('a & !b; cycle{!a & b}'))).toBe(true);
    expect(accepts(ba, word('cycle{!a & b}'))).toBe(false);
    expect(accepts(ba, word('a & !b; a & !b; cycle{!a & b}'))).toBe(false);
  });

  it('repeats a state without successors, drops it or refuses it', () => {
    const net = new NetBuilder();
    net.place('a', { initial: 1 });
    net.place('b', { initial: 0 });
    net.move('go', ['a'], ['b']);
    const graph = stateGraph(netModel(net.build('one'), 'library'), { propositions: ['a'] });
    expect(accepts(kripkeToBa(graph), word('a; cycle{!a}'))).toBe(true);
    expect(accepts(kripkeToBa(graph, { deadlock: 'drop' }), word('a; cycle{!a}'))).toBe(false);
    expect(() => kripkeToBa(graph, { deadlock: 'error' })).toThrow();
  });

  it('meets the automaton of a formula where the oracle says that some path satisfies it', () => {
    const random = new Random(4);
    const names: [string, string] = ['s0', 's1'];
    const stream = randomFormulas(new FormulaStore(), { propositions: names, seed: 8, size: { min: 2, max: 7 } });
    const seen = { true: 0, false: 0 };
    for (let net = 0; net < 15; net++) {
      const model = randomWalk(random, { places: [3, 6], steps: [1, 3] });
      const ba = kripkeToBa(stateGraph(model, { propositions: names }));
      const naive = naiveKripke(model, { names, deadlock: 'stutter', maxStates: 100 })!;
      for (let round = 0; round < 6; round++) {
        const formula = stream.next().value!;
        const automaton = translate(formula, { propositions: names });
        const expected = naivelyAccepts(naive, automaton);
        expect(intersects(ba, automaton), `${printFormula(formula)} on net ${net}`).toBe(expected);
        seen[`${expected}`]++;
      }
    }
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(5);
  });
});
