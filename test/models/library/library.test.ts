import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { type Exploration, type ExploreOptions, explore } from '../../../src/models/explore.ts';
import { generateNet, library } from '../../../src/models/library/index.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { longMode } from '../../helpers/shared.ts';

function counted(name: string, parameter: number, options: ExploreOptions = {}): Exploration {
  return explore(netModel(unwrap(generateNet(name, parameter)), 'library'), options);
}

/** Published counts: name, parameter, states, transitions, deadlocks, most tokens in one place. */
const KNOWN: readonly (readonly [string, number, number, number, number, number])[] = [
  ['kanban', 2, 4600, 28120, 0, 2],
  ['kanban', 3, 58400, 446400, 0, 3],
  ['fms', 2, 3444, 16311, 0, 3],
  ['fms', 3, 48590, 297382, 0, 3],
  ['philosophers', 2, 22, 40, 2, 1],
  ['philosophers', 5, 2164, 9655, 2, 1],
  ['philosophers', 6, 10054, 53832, 2, 1],
  ['slotted-ring', 2, 52, 112, 0, 1],
  ['slotted-ring', 4, 5136, 20352, 0, 1],
  ['slotted-ring', 5, 53856, 263040, 0, 1],
  ['peterson', 3, 20754, 62262, 0, 1],
  ['polyorb', 2, 61662, 131928, 2160, 10],
];
const KNOWN_LARGE: typeof KNOWN = [
  ['kanban', 5, 2546432, 24460016, 0, 5],
  ['fms', 5, 2895018, 23527185, 0, 5],
  ['mapk', 8, 6110643, 78948888, 0, 8],
  ['slotted-ring', 6, 575296, 3341568, 0, 1],
  ['philosophers', 7, 46708, 291767, 2, 1],
];

describe('the nets of the papers', () => {
  it.each([...KNOWN, ...(longMode ? KNOWN_LARGE : [])])('%s(%i) has %i states', (name, parameter, ...expected) => {
    const { states, transitions, deadlocks, maxima } = counted(name, parameter);
    expect([states, transitions, deadlocks, Math.max(...maxima)]).toEqual(expected);
  });

  it('mapk(4) has 24,065 states', () => {
    expect(counted('mapk', 4).states).toBe(24065);
  });

  it.each([2, 3, 5, 8, 10])('round-robin(%i) has 9 · n · 2^(n-2) states', (n) => {
    expect(counted('round-robin', n)).toMatchObject({ states: 9 * n * 2 ** (n - 2), deadlocks: 0 });
  });

  it('have the sizes that the papers give', () => {
    const size = (name: string, parameter: number): number[] => {
      const net = unwrap(generateNet(name, parameter));
      return [net.places.length, net.transitions.length];
    };
    expect(size('kanban', 5)).toEqual([16, 16]);
    expect(size('fms', 5)).toEqual([22, 20]);
    expect(size('mapk', 8)).toEqual([22, 30]);
    expect(size('peterson', 3)).toEqual([102, 126]);
    expect(size('polyorb', 2)).toEqual([189, 461]);
    expect(size('polyorb', 3)[0]).toBe(255);
    expect(size('philosophers', 10)).toEqual([70, 50]);
    expect(size('slotted-ring', 6)).toEqual([48, 48]);
  });

  it('refuse parameters out of range and unknown names with a hint', () => {
    expect(generateNet('mapk', 6).diagnostics[0]).toMatchObject({
      code: 'MOD607',
      message: expect.stringContaining('multiple of 4') as string,
    });
    expect(generateNet('philosophers', 1).value).toBeNull();
    expect(generateNet('kanbna', 2).diagnostics[0]).toMatchObject({ code: 'MOD606', hint: 'did you mean `kanban`?' });
    for (const entry of library) expect(generateNet(entry.name, entry.minimum).value, entry.name).not.toBeNull();
  });
});

describe('the explorer', () => {
  it('finds the same in both orders', () => {
    const broad = counted('kanban', 2);
    const deep = counted('kanban', 2, { order: 'depth-first' });
    for (const key of ['states', 'transitions', 'deadlocks', 'maxSum', 'limit'] as const)
      expect(deep[key]).toBe(broad[key]);
    expect(deep.firings).toEqual(broad.firings);
    expect(deep.maxima).toEqual(broad.maxima);
  });

  it('counts the steps of each group: they sum up to all transitions', () => {
    const { firings, transitions } = counted('fms', 2);
    expect(firings.reduce((sum, count) => sum + count, 0)).toBe(transitions);
    expect(firings.every((count) => count > 0)).toBe(true);
  });

  it('evaluates predicates in every state, dead among them', () => {
    const model = netModel(unwrap(generateNet('philosophers', 3)), 'library');
    const texts = ['dead', 'HasLeft0 && HasLeft1 && HasLeft2', 'tokens(Fork0, Fork1, Fork2) >= 1', 'fireable(GoEat0)'];
    const predicates = texts.map((text) => unwrap(model.predicate(text)));
    for (const order of ['breadth-first', 'depth-first'] as const) {
      const { labels, table, deadlocks } = explore(model, { predicates, order });
      const having = (bit: number): number[] => [...labels.keys()].filter((id) => (labels[id] >>> bit) & 1);
      expect(labels.length).toBe(table.size);
      expect(having(0).length).toBe(deadlocks);
      const place = (name: string): number => model.variables.findIndex((variable) => variable.name === name);
      const states = [...labels.keys()].map((id) => table.get(id));
      const where = (holds: (state: Int32Array) => boolean): number[] =>
        states.flatMap((s, id) => (holds(s) ? [id] : []));
      expect(having(1)).toEqual(where((s) => [0, 1, 2].every((i) => s[place(`HasLeft${i}`)] === 1)));
      expect(having(2)).toEqual(where((s) => [0, 1, 2].some((i) => s[place(`Fork${i}`)] === 1)));
      expect(having(3)).toEqual(where((s) => s[place('Idle0')] === 1));
    }
  });

  it('stops at limits and says which one', () => {
    expect(counted('kanban', 3, { limits: { states: 1000 } }).limit).toBe('states');
    expect(counted('kanban', 3, { limits: { seconds: 0 } }).limit).toBe('time');
    expect(counted('kanban', 3, { limits: { signal: AbortSignal.abort() } }).limit).toBe('cancelled');
    expect(counted('kanban', 3, { limits: { memoryBytes: 1 << 16 } }).limit).toBe('memory');
    let calls = 0;
    counted('kanban', 3, { onProgress: () => calls++ });
    expect(calls).toBe(Math.floor(58400 / 4096));
  });
});
