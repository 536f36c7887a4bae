// Random Promela models in programs: the same steps as those of the interpreter, the same states in the kernel, and the same verdicts in both engines.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { exploreStatesSync } from '../../src/explicit/search/explore-states.ts';
import { parseFormula } from '../../src/formula/parse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { randomPromela } from '../helpers/random-promela.ts';
import { programsOf, stepsThatDiffer } from '../helpers/same-steps.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';

const ROUNDS = roundsOf({ usual: 250, long: 10_000 });

describe('random Promela models as programs', () => {
  it('have the same steps and the same states', () => {
    let [read, compiled] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const seed = seedFrom(70_000) + round;
      const { value: model } = loadModel('model.pml', [randomPromela(seed)]);
      if (model === null) continue;
      read++;
      const watching = model.properties?.find(({ name }) => name === 'assertions')?.model?.();
      for (const given of watching === undefined ? [model] : [model, watching]) {
        const programs = programsOf(given);
        if (programs === null) continue;
        compiled++;
        expect(stepsThatDiffer(given, programs, 600), `seed ${seed}`).toBeNull();
      }
      if (round % 5 === 0)
        expect(counts(analyse(programsOf(model) ?? model)), `seed ${seed}`).toEqual(plainCounts(model));
    }
    expect(compiled).toBeGreaterThan(read);
  });

  it('have the same verdicts in all engines', () => {
    const formulas = ['F dead', 'G "x < 2"', 'G F "x == 0"', '("x == 0" U "y > 0") | G "b == 0"', 'F G "len(q) == 0"'];
    const verdicts = new Map<string, number>();
    for (let round = 0; round < ROUNDS / 25; round++) {
      const seed = seedFrom(90_000) + round;
      const { value: model } = loadModel('model.pml', [randomPromela(seed)]);
      if (model === null || plainCounts(model).states > 20_000) continue;
      for (const text of formulas) {
        const formula = unwrap(parseFormula(text));
        const plain: Model = Object.assign(Object.create(model) as Model, { asPrograms: undefined });
        const expected = check(plain, formula).verdict.outcome;
        verdicts.set(expected, (verdicts.get(expected) ?? 0) + 1);
        for (const engine of ['explicit', 'symbolic'] as const) {
          if (engine === 'symbolic' && programsOf(model) === null) continue;
          expect(check(model, formula, { engine }).verdict.outcome, `seed ${seed}, ${text}, ${engine}`).toBe(expected);
        }
      }
    }
    expect(Math.min(verdicts.get('holds') ?? 0, verdicts.get('violated') ?? 0)).toBeGreaterThan(0);
  });

  it('have the same verdicts under weak fairness', () => {
    const formulas = ['F dead', 'G F "x == 0"', 'F "y > 0" | F dead', 'F G "len(q) == 0"', 'F "P0[0]@last"'];
    const verdicts = new Map<string, number>();
    for (let round = 0; round < ROUNDS / 50; round++) {
      const seed = seedFrom(95_000) + round;
      const { value: model } = loadModel('model.pml', [randomPromela(seed)]);
      if (model === null || programsOf(model) === null || plainCounts(model).states > 1_000) continue;
      for (const text of formulas) {
        const formula = unwrap(parseFormula(text));
        const plain: Model = Object.assign(Object.create(model) as Model, { asPrograms: undefined });
        const fairness = { weak: 'processes' } as const;
        const expected = check(plain, formula, { fairness }).verdict.outcome;
        verdicts.set(expected, (verdicts.get(expected) ?? 0) + 1);
        for (const engine of round % 5 === 0 ? (['explicit', 'symbolic'] as const) : (['explicit'] as const)) {
          const found = check(model, formula, { engine, fairness }).verdict.outcome;
          expect(found, `seed ${seed}, ${text}, ${engine}`).toBe(expected);
        }
      }
    }
    expect(Math.min(verdicts.get('holds') ?? 0, verdicts.get('violated') ?? 0)).toBeGreaterThan(0);
  });
});

function counts(model: Model): { states: number; transitions: number; deadlocks: number } {
  const { states, transitions, deadlocks } = exploreStatesSync(model);
  return { states, transitions, deadlocks };
}

function plainCounts(model: Model): { states: number; transitions: number; deadlocks: number } {
  const { states, transitions, deadlocks } = explore(model);
  return { states, transitions, deadlocks };
}
