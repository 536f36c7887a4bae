// The labelling in diagrams against the model itself, state by state: letters, steps out of states with a label, and steps by what they change.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import type { MddEvent } from '../../src/dd/mdd/index.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { type Expression, evaluate } from '../../src/models/expression/expression.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { ExploredModel } from '../../src/symbolic/explored-model.ts';
import { SymbolicLabelling } from '../../src/symbolic/labelling.ts';
import { exploreSymbolically } from '../../src/symbolic/race.ts';
import type { Relation } from '../../src/symbolic/relation.ts';
import type { SymbolicSpace } from '../../src/symbolic/space.ts';
import { randomCondition } from '../helpers/random-condition.ts';
import { randomNet } from '../helpers/random-net.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { SMALL_MODELS } from './small-models.ts';

const NETS = roundsOf({ usual: 30, long: 2000 });
const MOST_STATES = 60;

/** Steps as text, sorted: group, changeset, target. Steps that occur twice count once. */
type Steps = readonly string[];
const sorted = (steps: readonly string[]): Steps => [...new Set(steps)].sort((a, b) => (a < b ? -1 : 1));

interface Seen {
  readonly state: Int32Array;
  readonly letter: number;
  readonly steps: Steps;
}

/** What the model itself says of its states. */
function seenBy(model: Model, predicates: readonly Expression[]): Seen[] {
  const { table, states } = explore(model);
  const stepsOf = (state: Int32Array): { target: Int32Array; group: number }[] => {
    const found: { target: Int32Array; group: number }[] = [];
    model.successors(state, (target, group) => found.push({ target: target.slice(), group }));
    return found;
  };
  const letterOf = (state: Int32Array): number =>
    predicates.reduce((letter, predicate, i) => {
      const value = evaluate(predicate, state, () => stepsOf(state).length === 0);
      return letter | ((value === 0 ? 0 : 1) << i);
    }, 0);
  return Array.from({ length: states }, (_, id) => {
    const state = table.get(id).slice();
    const letter = letterOf(state);
    const steps = stepsOf(state).map(({ target, group }) => `${group} ${letter ^ letterOf(target)} ${target}`);
    return { state, letter, steps: sorted(steps) };
  });
}

/** The targets of a state by a relation. */
function targets(space: SymbolicSpace, state: Int32Array, relation: Relation | null): string[] {
  if (relation === null) return [];
  const { mdd } = space;
  const event: MddEvent = space.event(relation);
  const image = mdd.image(mdd.singleton(space.vectorOf(state)), mdd.events([event]));
  return [...mdd.vectors(image)].map((vector) => `${space.stateOf(vector)}`);
}

function compare(model: Model, predicates: readonly Expression[], context: string): number {
  const seen = seenBy(model, predicates);
  let changes = 0;
  for (const property of ['top', 'bottom', 1] as const) {
    const { space } = exploreSymbolically(model, { property });
    const labelling = new SymbolicLabelling(space, predicates);
    const relations = model.groups.flatMap((_, group) =>
      space.relationsOf(group).map((relation) => ({ group, relation, parts: labelling.splitByChange(relation) })),
    );
    for (const { state, letter, steps } of seen) {
      expect(labelling.letterOf(space.vectorOf(state)), `${context}: letter of ${state}`).toBe(letter);
      const split = relations.flatMap(({ group, parts }) =>
        [...parts].flatMap(([change, part]) => targets(space, state, part).map((to) => `${group} ${change} ${to}`)),
      );
      expect(sorted(split), `${context}: steps of ${state}`).toEqual(steps);
      changes += steps.filter((step) => step.split(' ')[1] !== '0').length;
      for (const [i, filter] of labelling.filters.entries()) {
        const restricted = relations.flatMap(({ group, relation }) =>
          targets(space, state, labelling.restrictSource(relation, filter)).map((to) => `${group} ${to}`),
        );
        const all = ((letter >> i) & 1) === 1 ? steps.map((step) => step.replace(/ \d+ /, ' ')) : [];
        expect(sorted(restricted), `${context}: steps of ${state} where ${i} holds`).toEqual(sorted(all));
      }
    }
  }
  return changes;
}

describe('the labelling in diagrams', () => {
  it('tells letters, sources and changes of random nets as the model does', () => {
    const random = new Random(seedFrom(61));
    let changes = 0;
    for (let round = 0; round < NETS; round++) {
      const model = netModel(randomNet(random));
      if (explore(model).states > MOST_STATES) continue;
      const predicates = Array.from({ length: random.between(1, 3) }, () => randomCondition(random, model));
      if (random.chance(0.3)) predicates.push({ kind: 'dead' });
      changes += compare(model, predicates, `net ${round}`);
    }
    expect(changes).toBeGreaterThan(NETS);
  });

  it.each([
    ['mutex.dve', ['P0 = c', 'low < -1', 'flag[0] = flag[1]', 'dead']],
    ['channel.dve', ['S = b', 'total + box[1] > 1', 'at = 3']],
    ['wide.dve', ['c > 500', 'a = b', 'P = t', 'dead']],
    ['two.etf', ['x = a', 'y = m', 'z = v']],
  ])('tells those of %s', (name, texts) => {
    const model = analyse(loadModel(name, [SMALL_MODELS[name]]).value!);
    const predicates = texts.map((text) => model.predicate(text).value!);
    expect(compare(model, predicates, name)).toBeGreaterThan(0);
  });
});

describe('labellings of one space', () => {
  const model = analyse(loadModel('mutex.dve', [SMALL_MODELS['mutex.dve']]).value!);
  const predicates = (...texts: string[]): Expression[] => texts.map((text) => model.predicate(text).value!);

  it('are the same for formulas over the same propositions', () => {
    const { labellings } = new ExploredModel(model).states();
    const first = labellings.of(predicates('P0 = c', 'dead'));
    expect(labellings.of(predicates('P0 = c', 'dead'))).toBe(first);
    expect(labellings.of(predicates('dead', 'P0 = c'))).not.toBe(first);
  });

  it('share the relations restricted to a proposition', () => {
    const { space, labellings } = new ExploredModel(model).states();
    const relations = model.groups.flatMap((_, group) => [...space.relationsOf(group)]);
    const restricted = (texts: readonly string[], proposition: number): (number | null)[] => {
      const labelling = labellings.of(predicates(...texts));
      return relations.map((relation) => labelling.restrictSource(relation, labelling.filters[proposition]));
    };
    const first = restricted(['P0 = c', 'dead'], 0);
    expect(restricted(['P1 = c', 'P0 = c'], 1)).toEqual(first);
    expect(first.some((relation) => relation !== null)).toBe(true);
  });

  it('start anew after many, and tell the same', () => {
    const { space, labellings } = new ExploredModel(model).states();
    const vector = space.vectorOf(model.initialStates()[0]);
    const letter = labellings.of(predicates('P0 = n', 'P0 = c')).letterOf(vector);
    for (let value = 0; value < 300; value++) labellings.of(predicates('P0 = n', `low < ${value - 150}`));
    expect(labellings.of(predicates('P0 = n', 'P0 = c')).letterOf(vector)).toBe(letter);
  });
});
