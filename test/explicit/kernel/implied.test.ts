import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { impliedVariables } from '../../../src/explicit/kernel/packing/implied.ts';
import { StateSpace } from '../../../src/explicit/kernel/store/state-space.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { explore } from '../../../src/models/explore.ts';
import { generateNet } from '../../../src/models/library/index.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { runToEnd } from '../../helpers/kernel.ts';
import { randomConservativeNet } from '../../helpers/random-net.ts';

function library(name: string, size: number): Model {
  const { value } = generateNet(name, size);
  if (value === null) throw new Error(`no net ${name}`);
  return analyse(netModel(value));
}

describe('implied variables', () => {
  it('are places that follow from the others in every reachable marking', () => {
    let found = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const model = analyse(netModel(randomConservativeNet(new Random(seed))));
      const implied = impliedVariables(model);
      found += implied.length;
      const { table } = explore(model, {});
      for (let id = 0; id < table.size; id++) {
        const state = table.get(id);
        for (const { variable, constant, terms } of implied) {
          const sum = [...terms].reduce((total, [term, factor]) => total + factor * state[term], constant);
          expect(state[variable]).toBe(sum);
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('never stand in the definition of another', () => {
    const implied = impliedVariables(library('fms', 2));
    const variables = new Set(implied.map(({ variable }) => variable));
    expect(implied).toHaveLength(6);
    for (const { terms } of implied) for (const term of terms.keys()) expect(variables.has(term)).toBe(false);
  });

  it('make a state of 70 bits fit a word, and the counts and maxima stay', () => {
    const model = library('philosophers', 10);
    const spaces = (['never', 'always'] as const).map((implied) => new StateSpace(model, { implied }));
    expect(spaces.map(({ kernel }) => kernel.packing.words)).toEqual([2, 1]);
    const small = library('mapk', 4);
    const [plain, lean] = (['never', 'always'] as const).map((implied) => {
      const space = new StateSpace(small, { implied });
      expect(runToEnd(space)).toBe('done');
      const { lower, upper, sum } = space.measure();
      return { states: space.states, transitions: space.transitions, lower, upper, sum };
    });
    expect(lean).toEqual(plain);
  });

  it('are not looked for in a net whose sums change', () => {
    const net = new NetBuilder();
    net.place('p', { capacity: 3 });
    net.transition('grow', { outputs: [{ place: 0, weight: 1 }] });
    expect(impliedVariables(analyse(netModel(net.build('growing'))))).toEqual([]);
  });

  it('refuse an invariant that is none', () => {
    const model = library('kanban', 1);
    const wrong = { terms: [{ variable: 0, weight: 1 }], total: model.initialStates()[0][0] };
    const broken = new Proxy(model, {
      get: (target, key) => (key === 'invariants' ? [wrong] : Reflect.get(target, key)),
    });
    expect(() => impliedVariables(broken)).toThrow('a transition breaks an invariant');
  });
});
