import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { EvaluationFault } from '../../../src/models/expression/expression.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { isNetModel, type NetModel, netModel } from '../../../src/models/petri/net-model.ts';
import { fromSendableNet, toSendableNet, transferablesOf } from '../../../src/models/petri/sendable-net.ts';
import { naiveUnfolding } from '../../helpers/naive-unfolding.ts';
import { randomColoured } from '../../helpers/random-coloured.ts';
import { randomConservativeNet, randomLargeNet, randomNet } from '../../helpers/random-net.ts';

/** The model as another thread gets it. */
function sent(model: NetModel): NetModel {
  const data = toSendableNet(model)!;
  return fromSendableNet(structuredClone(data, { transfer: transferablesOf(data) }));
}

/** All that can be compared of a model: what there is of it as data, and what its functions give at its first states. */
function contents(model: NetModel): unknown {
  const { name, format, net, variables, invariants, groups } = model;
  const { places, transitions, families } = net;
  const first = model.initialStates();
  const after: unknown[] = [];
  try {
    model.successors(first[0], (target, group) => after.push([group, ...target]));
  } catch (error) {
    if (!(error instanceof EvaluationFault)) throw error;
    after.push(error.message);
  }
  return {
    data: { name, format, places, transitions, variables, invariants, groups },
    families: families && { places: families.places, transitions: families.transitions, alike: families.alike },
    names: [[...model.names.references()], [...model.names.transitions()]],
    steps: [first, after],
    described: first.map((state) => model.describe(state)),
  };
}

describe('a net that was sent', () => {
  it('is the net that it was, with what was found out about it', () => {
    const random = new Random(1);
    let found = 0;
    for (let i = 0; i < 200; i++) {
      const net = random.pick([randomNet, randomConservativeNet, randomLargeNet])(random);
      const plain = netModel(net, random.pick(['net', 'pnml', 'library'] as const));
      const model = random.chance(0.7) ? analyse(plain) : plain;
      if ((model.invariants ?? []).length > 0) found++;
      expect(contents(sent(model))).toEqual(contents(model));
    }
    expect(found).toBeGreaterThan(20);
  });

  it('keeps what only some places have', () => {
    const builder = new NetBuilder();
    const most = 2 ** 31 - 1;
    builder.place('a', { name: 'A', initial: most, capacity: most, promised: 0, level: -1 });
    builder.place('b', { capacity: 0 });
    builder.transition('t', { name: 'T', inhibitors: [{ place: 1, below: most }] });
    builder.transition('twice', { inputs: [0, 0].map((place) => ({ place, weight: most })) });
    const model = netModel(builder.build('odd'));
    expect(sent(model).net).toEqual(model.net);
  });

  it('understands all names of a coloured net as before, also of instances that it was not given', () => {
    const random = new Random(2);
    let unmade = 0;
    for (let i = 0; i < 150; i++) {
      const sample = randomColoured(random, i % 2 === 0 ? 'plain' : 'adversarial');
      const bindings = random.pick(['all', 'distinct'] as const);
      const model = unwrap(loadModel('random.pnml', [sample.pnml], { bindings }));
      if (!isNetModel(model)) throw new Error('no net');
      const other = sent(model);
      expect(contents(other), sample.pnml).toEqual(contents(model));
      const { places, transitions } = i % 2 === 0 ? naiveUnfolding(sample) : model.net;
      const { naming } = sample;
      for (const id of [...places.map((place) => place.id), ...naming.places, 'p_a_6', 'p_none']) {
        const value = model.names.value(id);
        expect(other.names.value(id), id).toEqual(value);
        if (model.net.families?.unmade.isPlace(id) === true) unmade++;
      }
      for (const id of [...transitions.map((transition) => transition.id), ...naming.transitions, 't_a_6', 't_none']) {
        expect(other.names.fireable(id), id).toEqual(model.names.fireable(id));
      }
      for (const text of [`tokens(${naming.places[0]}) >= 1`, `fireable(${naming.transitions[0]})`, 'none']) {
        expect(other.predicate(text), text).toEqual(model.predicate(text));
      }
    }
    expect(unmade).toBeGreaterThan(20);
  });

  it('is not sent where its names are known by functions alone', () => {
    const builder = new NetBuilder();
    builder.place('a');
    const unmade = { isPlace: () => true, likeOf: () => null };
    const net = builder.build('coloured', { places: new Map(), transitions: new Map(), unmade, alike: null });
    expect(toSendableNet(netModel(net))).toBeNull();
  });

  it('is a net: other models are not sent', () => {
    const text = '# a lamp\ninitial off\noff -> off\n';
    expect(toSendableNet(unwrap(loadModel('lamp.kripke', [text])))).toBeNull();
  });
});
