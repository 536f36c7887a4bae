// What a deadlock means does not depend on who looks for it: every engine, automaton kind and emptiness check reads it in the same way.
import { describe, expect, it } from 'vitest';
import { readHoaAutomaton } from '../../src/automata/hoa/read.ts';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check, checkNever } from '../../src/check/check.ts';
import { automatonKinds, type CheckOptions } from '../../src/check/options.ts';
import { InputError, unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { symbolicAutomatonKinds } from '../../src/symbolic/check.ts';
import { complaintOnSample } from '../certificates/sample.ts';
import { graphModel, randomGraph } from '../helpers/graph-model.ts';
import { naiveGraph, naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { quoted } from '../helpers/odd-names.ts';
import { randomNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 30, long: 600 });
/** Ways to ask that are tried in each round and reading; in long mode all of them. */
const SOME = 3;

/** What becomes of a check: its verdict, or that the model was refused because of a deadlock. */
function outcomeOf(run: () => { readonly verdict: { readonly outcome: string } }): string {
  try {
    return run().verdict.outcome;
  } catch (error) {
    if (error instanceof InputError && error.diagnostics[0].code === 'CHK702') return 'refused';
    throw error;
  }
}

/** Every way to ask for a formula that is worth comparing. */
function waysToAsk(formula: Formula): readonly CheckOptions[] {
  const kinds = automatonKinds.filter((kind) => formula.has(NEXT_FREE) || /^(ba|tgba|tgta|lazy-tgta)$/.test(kind));
  return [
    ...kinds.flatMap((automaton): CheckOptions[] => [
      { engine: { kind: 'explicit', automaton } },
      { engine: { kind: 'explicit', automaton, search: 'interpreted' } },
    ]),
    { engine: { kind: 'explicit', successors: { seed: 3 } } },
    { engine: { kind: 'explicit', fullProduct: 'counted' } },
    { engine: { kind: 'explicit', counterexample: 'shortest' } },
    { engine: 'auto' },
    ...symbolicAutomatonKinds.map((automaton): CheckOptions => ({ engine: { kind: 'symbolic', automaton } })),
  ];
}

describe('a deadlock that must not be', () => {
  const model = unwrap(loadModel('late.kripke', ['initial s0\ns0 : a -> s1, s2\ns1 : b\ns2 -> s2\n']));

  it.each(['F a', 'F b', 'G a', 'GF a', 'true', 'false', 'G !dead'])('is refused whatever is asked: %s', (text) => {
    const formula = parseLtl(text);
    for (const options of waysToAsk(formula)) {
      const outcome = outcomeOf(() => check(model, formula, { ...options, deadlock: 'error' }));
      expect(outcome, JSON.stringify(options)).toBe('refused');
    }
  });

  it('is refused where an automaton says what must not happen, also if that is found first', () => {
    const never = 'HOA: v1 States: 1 Start: 0 AP: 1 "a" acc-name: all Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--';
    const automaton = unwrap(readHoaAutomaton({ name: 'all.hoa', text: never }));
    for (const fullProduct of [undefined, 'counted'] as const) {
      const engine = { kind: 'explicit', fullProduct } as const;
      expect(outcomeOf(() => checkNever(model, automaton, { engine }))).toBe('violated');
      expect(outcomeOf(() => checkNever(model, automaton, { engine, deadlock: 'error' }))).toBe('refused');
    }
  });

  it('is shown by its state', () => {
    for (const engine of ['explicit', 'symbolic', 'hybrid', 'auto'] as const) {
      expect(() => check(model, 'F a', { deadlock: 'error', engine })).toThrow('the model has a deadlock: state = s1');
    }
  });
});

describe('a limit that comes before it is known whether there is a deadlock', () => {
  it.each(['F a', 'G !a'])('leaves the verdict open, and says why: %s', (text) => {
    const successors = Array.from({ length: 40 }, (_, i) => (i === 0 ? [0, 1] : [(i + 1) % 40]));
    const model = graphModel({ initial: [0], successors, labels: successors.map((_, i) => (i === 0 ? ['a'] : [])) });
    const limits = { states: 20 };
    const open = {
      outcome: 'unknown',
      limit: 'states',
      reason: expect.stringMatching(/^more than 20 states: .*deadlock/),
    };
    expect(check(model, text, { limits }).verdict.outcome).not.toBe('unknown');
    for (const engine of ['explicit', 'auto'] as const) {
      expect(check(model, text, { limits, deadlock: 'error', engine }).verdict).toMatchObject(open);
      expect(check(model, text, { deadlock: 'error', engine }).verdict.outcome).not.toBe('unknown');
    }
  });

  it.each(['explicit', 'auto'] as const)('is not only a number of states: %s', (engine) => {
    const large = netModel(generateNet('kanban', 5).value!);
    let seen = 0;
    const limits = { isCancelled: () => seen > 0 };
    const onProgress = ({ states }: { readonly states: number }): number => (seen = states);
    const { verdict } = check(large, 'F false', { limits, deadlock: 'error', engine, onProgress });
    expect(verdict).toMatchObject({
      outcome: 'unknown',
      limit: 'cancelled',
      reason: expect.stringContaining('deadlock'),
    });
  });
});

describe('the readings of a deadlock', () => {
  it('are the same for every engine on random models', () => {
    const random = new Random(seedFrom(17));
    const counts = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { model, names } = round % 2 === 0 ? anyGraph(random) : anyNet(random);
      const formula = anyFormula(names, seedFrom(round));
      const graph = naiveGraph(model, { deadlock: 'stutter', maxStates: 400 });
      if (graph === null) continue;
      const isRefused = graph.steps.flat().some(({ group }) => group === -1);
      for (const deadlock of ['stutter', 'drop', 'error'] as const) {
        const reading = deadlock === 'error' ? 'stutter' : deadlock;
        const kripke = naiveKripke(model, { names, deadlock: reading, maxStates: 400 })!;
        const judged = naivelyAccepts(kripke, translate(formula.store.not(formula))) ? 'violated' : 'holds';
        const expected = deadlock === 'error' && isRefused ? 'refused' : judged;
        // graphs are opaque to diagrams
        const ways = waysToAsk(formula).filter(({ engine }) => engine !== 'symbolic' || round % 2 === 1);
        for (const options of longMode ? ways : random.shuffle([...ways]).slice(0, SOME)) {
          const context = `round ${round}: ${printFormula(formula)}, ${deadlock}, ${JSON.stringify(options)}`;
          expect(
            outcomeOf(() => check(model, formula, { ...options, deadlock })),
            context,
          ).toBe(expected);
        }
        if (expected === 'holds' && deadlock !== 'error' && round % 3 === 0) {
          const context = `round ${round}: ${printFormula(formula)}, ${deadlock}`;
          expect(complaintOnSample({ model, formula }, { deadlock }), context).toBeNull();
        }
        const seen = `${deadlock} ${expected}`;
        counts.set(seen, (counts.get(seen) ?? 0) + 1);
      }
    }
    for (const seen of ['error refused', 'error holds', 'error violated', 'drop holds', 'drop violated']) {
      expect(counts.get(seen) ?? 0, seen).toBeGreaterThan(ROUNDS / 30);
    }
  });
});

function anyGraph(random: Random): { readonly model: Model; readonly names: string[] } {
  const names = ['a', 'b'];
  const deadlocks = random.chance(0.5);
  return {
    model: graphModel(
      randomGraph(random, { states: random.between(2, 9), propositions: names, degree: 1.5, deadlocks }),
    ),
    names,
  };
}

function anyNet(random: Random): { readonly model: Model; readonly names: string[] } {
  const model = netModel(randomNet(random));
  const names = [...new Set([0, 1].map(() => `${quoted(random.pick(model.variables).name)} >= 1`))];
  return { model, names };
}

function anyFormula(propositions: readonly string[], seed: number): Formula {
  const operators = seed % 3 === 0 ? 'ltl' : 'next-free';
  const stream = randomFormulas(new FormulaStore(), { propositions, seed, size: { min: 2, max: 8 }, operators });
  return stream.next().value as Formula;
}
