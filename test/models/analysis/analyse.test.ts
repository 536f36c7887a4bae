import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { analyse } from '../../../src/models/analysis/analyse.ts';
import { explore } from '../../../src/models/explore.ts';
import { FairModel } from '../../../src/models/fair-model.ts';
import { loadModel } from '../../../src/models/formats/load.ts';
import { kanban } from '../../../src/models/library/kanban.ts';
import type { Model } from '../../../src/models/model.ts';
import { NetBuilder } from '../../../src/models/petri/net.ts';
import { isNetModel, netModel } from '../../../src/models/petri/net-model.ts';

const uppers = (model: Model): (number | null)[] => model.variables.map(({ upper }) => upper);
const COUNTER = 'byte x; process P { state a; init a; trans a -> a { guard x < 3; effect x = x + 1; }; } system async;';

describe('a model as it is read', () => {
  it('knows what the file says, and no more', () => {
    const net = unwrap(
      loadModel('a.net', ['#place p mk(<..>) cp(4)\n#place q\n#trans t in {p:<..>;} out {q:<..>;} #endtr']),
    );
    expect([uppers(net), net.invariants]).toEqual([[4, null], undefined]);
    expect(uppers(unwrap(loadModel('a.dve', [COUNTER])))).toEqual([255, 0]);
  });
});

describe('analysing', () => {
  it('finds bounds and invariants of nets, and bounds of programs', () => {
    const net = analyse(netModel(kanban(3)));
    expect(new Set(uppers(net))).toEqual(new Set([3]));
    for (const { terms, total } of net.invariants!) {
      const [state] = net.initialStates();
      expect(terms.reduce((sum, { variable, weight }) => sum + weight * state[variable], 0)).toBe(total);
    }
    expect(uppers(analyse(unwrap(loadModel('a.dve', [COUNTER]))))).toEqual([3, 0]);
  });

  it('leaves everything else of the model as it is', () => {
    const before = netModel(kanban(2));
    const after = analyse(before);
    expect(isNetModel(after) && after.net).toBe(before.net);
    expect([after.name, after.format, after.groups]).toEqual([before.name, before.format, before.groups]);
    expect(explore(after).states).toBe(explore(before).states);
    expect(before.invariants).toBeUndefined();
    expect(uppers(before)).toContain(null);
  });

  it('is done once', () => {
    for (const model of [netModel(kanban(2)), unwrap(loadModel('a.dve', [COUNTER]))]) {
      const once = analyse(model);
      expect(once).not.toBe(model);
      expect(analyse(once)).toBe(once);
    }
  });

  it('can leave out the sums of tokens, and find them later', () => {
    const net = netModel(kanban(2));
    expect(analyse(net, { sums: 'skip' })).toBe(net);
    expect(uppers(analyse(analyse(net, { sums: 'skip' })))).not.toContain(null);
    expect(uppers(analyse(unwrap(loadModel('a.dve', [COUNTER])), { sums: 'skip' }))).toEqual([3, 0]);
  });

  it('says nothing of groups that do not show what they do', () => {
    const fair = new FairModel(netModel(kanban(1)), { weak: ['tin4'] });
    expect(analyse(fair)).toBe(fair);
    const behind = new FairModel(analyse(netModel(kanban(1))), { weak: ['tin4'] });
    expect(uppers(behind).slice(0, 16)).not.toContain(null);
  });

  it('knows all of a net without transitions', () => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 2 });
    expect(uppers(analyse(netModel(builder.build('still'))))).toEqual([2]);
  });
});
