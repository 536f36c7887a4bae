// Reductions against the oracle: every rule alone and all together, on random small nets and random formulas. A wrong `holds` would go unseen
// otherwise; a wrong `violated` is refused by the judge, which is a failure here.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { type Formula, FormulaStore } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { substitute } from '../../src/formula/relabel.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { type RuleName, reductionRuleNames, reductionRules } from '../../src/reductions/rules.ts';
import { complaintOn } from '../certificates/certified.ts';
import { oddlyNamed } from '../helpers/odd-names.ts';
import { randomReducibleNet } from '../helpers/random-reducible-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { compare, randomProposition } from './agreement.ts';

/** As no odd name is written. */
const DEAD = 'dead ( )';

const ROUNDS = roundsOf({ usual: 1000, long: 25_000 });

function show({ places, transitions }: Net): string {
  const arcs = (list: readonly { place: number; weight: number }[]): string =>
    list.map(({ place, weight }) => `${weight}·p${place}`).join(' + ');
  const marking = places.map(({ initial }) => initial).join(' ');
  return `[${marking}] ${transitions.map(({ inputs, outputs }) => `${arcs(inputs)} → ${arcs(outputs)}`).join('; ')}`;
}

/** Formulas with what their propositions stand for. */
function formulas(operators: 'ltl' | 'next-free', seed: number): (random: Random, net: Net) => Formula {
  const store = new FormulaStore();
  const found = randomFormulas(store, {
    propositions: ['p', 'q'],
    seed,
    size: { min: 2, max: 9 },
    operators,
    repetition: 'allowed',
  });
  return (random, net) => {
    const places = random.between(1, 2);
    const meaning = (): Formula =>
      store.proposition(operators === 'ltl' && random.chance(0.1) ? DEAD : randomProposition(random, net, places));
    return substitute(found.next().value!, new Map(['p', 'q'].map((name) => [name, meaning()])));
  };
}

describe('reductions keep verdicts, and their counterexamples are runs of the given net', () => {
  it.each([
    { operators: 'ltl', preserve: 'all', seed: 41 },
    { operators: 'next-free', preserve: 'next-free', seed: 42 },
  ] as const)('for $operators', ({ operators, preserve, seed }) => {
    const random = new Random(seedFrom(seed));
    const names = new Random(seedFrom(seed)); // apart, so that the nets do not depend on them
    const nextFormula = formulas(operators, seedFrom(seed));
    const fitting = reductionRules.filter(({ preserves }) => preserves === preserve).map(({ name }) => name);
    const applied = new Map<RuleName, number>();
    const outcomes = { holds: 0, violated: 0, unknown: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const plain = randomReducibleNet(random);
      const net = round % 4 === 0 ? oddlyNamed(names, plain) : plain;
      const formula = nextFormula(random, net);
      const deadlock = preserve === 'all' && random.chance(0.3) ? 'drop' : 'stutter';
      const rules = random.chance(0.5) ? [random.pick(fitting)] : reductionRuleNames;
      const alsoSeen = random.chance(0.3) ? [random.below(net.places.length)] : undefined;
      const equation = random.chance(0.3);
      const how = `${deadlock}, ${rules.join()}, with ${alsoSeen ?? 'nothing'} seen${equation ? ', by the equation' : ''}`;
      const context = `${round}: ${printFormula(formula)}, ${how}, ${show(net)}`;
      const { reduced, given, above } = withContext(context, () =>
        compare({ net, formula, deadlock, preserve, rules, alsoSeen, equation }),
      );
      if (given !== 'unknown') expect(above, context).toBe(given);
      outcomes[given]++;
      const isSample = given === 'holds' && net === plain && round % 25 === 1;
      if (isSample) expect(complaintOn(net, formula, { deadlock }), context).toBeNull();
      for (const { rule } of reduced.reports) applied.set(rule, (applied.get(rule) ?? 0) + 1);
    }
    expect(Math.min(outcomes.holds, outcomes.violated)).toBeGreaterThan(ROUNDS / 5);
    for (const rule of fitting) expect(applied.get(rule) ?? 0, rule).toBeGreaterThan(ROUNDS / 200);
  });
});

function withContext<T>(context: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(context, { cause: error });
  }
}
