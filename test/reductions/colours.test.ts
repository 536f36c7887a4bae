// Merged colours against the plain unfolding: step by step, and by the verdicts of the naive oracle.
import { describe, expect, it } from 'vitest';
import { translate } from '../../src/automata/translate/translate.ts';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import { propositionsOf } from '../../src/formula/traverse.ts';
import { parsePnml } from '../../src/models/formats/pnml/parser.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { type NetModel, netModel } from '../../src/models/petri/net-model.ts';
import { MergedNet } from '../../src/reductions/colours/merged-net.ts';
import { naiveGraph, naiveKripke, naivelyAccepts } from '../helpers/naive-check.ts';
import { type ColouredSample, randomColoured } from '../helpers/random-coloured.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

/** Nets with more states are left out. */
const MOST_STATES = 150;

const ROUNDS = roundsOf({ usual: 250, long: 20_000 });

interface Mergeable {
  readonly sample: ColouredSample;
  readonly model: NetModel;
  readonly merged: MergedNet;
}

/** The next random net of few states in which colours are merged. */
function nextMergeable(random: Random): Mergeable {
  for (;;) {
    const sample = randomColoured(random, random.chance(0.2) ? 'adversarial' : 'plain');
    const bindings = random.chance(0.5) ? 'all' : 'distinct';
    const net = unwrap(parsePnml([sample.pnml], 'sample', { bindings }));
    const merged = MergedNet.of(net, () => undefined);
    if (merged === null || sample.explore(MOST_STATES) === null) continue;
    return { sample, model: netModel(net), merged };
  }
}

/** For each transition the coloured one that it is an instance of. */
function familyOf({ families, transitions }: Net): string[] {
  const names: string[] = transitions.map(() => '');
  for (const [id, members] of families!.transitions) for (const t of members) names[t] = id;
  return names;
}

/** What each marking can do: the coloured transition and the next marking; markings are written as `textOf` says. */
function stepsOf(model: NetModel, textOf: (state: Int32Array) => string): Map<string, string> {
  const graph = naiveGraph(model, { deadlock: 'drop', maxStates: MOST_STATES })!;
  const names = familyOf(model.net);
  const found = new Map<string, string>();
  for (const [i, state] of graph.states.entries()) {
    const steps = graph.steps[i].map(({ target, group }) => `${names[group]}: ${textOf(graph.states[target])}`);
    const text = [...new Set(steps)].sort().join('; ');
    const known = found.get(textOf(state)) ?? text;
    expect(text).toBe(known); // markings that are alike can do the same
    found.set(textOf(state), text);
  }
  return found;
}

describe('merged colours', () => {
  it('do step by step what all colours do', () => {
    const random = new Random(seedFrom(51));
    let smaller = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { sample, model, merged } = nextMergeable(random);
      const { alike } = model.net.families!;
      const added = (state: Int32Array): string => {
        const sums = new Int32Array(merged.net.places.length);
        for (const [place, tokens] of state.entries()) sums[alike![place]] += tokens;
        return sums.join();
      };
      const context = `${round}: ${sample.pnml}`;
      const plain = withContext(context, () => stepsOf(model, added));
      const above = stepsOf(netModel(merged.net), (state) => state.join());
      expect([...above].sort(), context).toEqual([...plain].sort());
      if (merged.net.transitions.length < model.net.transitions.length) smaller++;
    }
    expect(smaller).toBeGreaterThan(ROUNDS / 10);
  });

  it('keep verdicts, and counterexamples are runs with all colours', () => {
    const random = new Random(seedFrom(52));
    const store = new FormulaStore();
    const found = randomFormulas(store, {
      propositions: ['p', 'q'],
      seed: seedFrom(52),
      size: { min: 2, max: 9 },
      operators: 'ltl',
      repetition: 'allowed',
    });
    const outcomes = { holds: 0, violated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { sample, model } = nextMergeable(random);
      const meaning = (): Formula => store.proposition(randomProposition(random, sample));
      const formula = substitute(found.next().value!, new Map(['p', 'q'].map((name) => [name, meaning()])));
      const deadlock = random.chance(0.3) ? 'drop' : 'stutter';
      const context = `${round}: ${printFormula(formula)}, ${deadlock}, ${sample.pnml}`;
      const { verdict, layers } = withContext(context, () =>
        check(model, formula, {
          engine: { kind: 'explicit' },
          reductions: random.chance(0.5) ? ['colours'] : ['colours', 'atoms', 'dead', 'dominated', 'futures', 'implicit'],
          deadlock,
          onRefusedLift: 'throw',
          limits: {},
        }),
      );
      const names = propositionsOf(formula);
      const kripke = naiveKripke(model, { names, deadlock, maxStates: MOST_STATES })!;
      const expected = naivelyAccepts(kripke, translate(store.not(formula))) ? 'violated' : 'holds';
      expect(verdict.outcome, context).toBe(expected);
      outcomes[expected]++;
      if (layers.length > 0) expect(layers[0].name, context).toBe('colours');
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 10);
  });
});

function randomProposition(random: Random, { naming, sorts, transitions }: ColouredSample): string {
  if (random.chance(0.1)) return 'dead()';
  const place = (): string => `'${naming.places[random.below(sorts.length)]}'`;
  if (random.chance(0.4)) return `fireable('${naming.transitions[random.below(transitions.length)]}')`;
  return random.pick([
    `${place()} >= ${random.between(1, 3)}`,
    `tokens(${place()}, ${place()}) <= ${random.between(0, 3)}`,
    `${place()} < ${place()}`,
  ]);
}

function withContext<T>(context: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(context, { cause: error });
  }
}
