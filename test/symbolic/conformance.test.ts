// State counts of the contest's nets, of BEEM models and of ETF tables, against the recorded ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { countStates } from '../../src/symbolic/states.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../helpers/shared.ts';

interface Expected {
  readonly states: number | string | null;
  readonly transitions?: number | string | null;
  readonly deadlocks?: number | null;
  readonly hasDeadlock?: boolean | null;
  readonly maxTokensPerPlace?: number | null;
  readonly maxTokensInMarking?: number | null;
}

const SOME: Readonly<Record<string, readonly string[]>> = {
  mcc: [
    'AirplaneLD-PT-0010',
    'FMS-PT-00005',
    'Kanban-PT-00005',
    'MAPK-PT-00008',
    'Philosophers-PT-000010',
    'Raft-PT-02',
  ],
  beem: ['bopdp.1', 'collision.1', 'iprotocol.2', 'phils.8', 'reader_writer.1', 'telephony.1'],
  etf: ['fischer.1.dve.etf', 'gear.1.etf', 'needham.1.dve.etf', 'phils.8.dve.etf'],
};

function fileOf(folder: string, corpus: string, name: string): string {
  if (corpus === 'mcc') return join(folder, 'mcc', name, 'model.pnml');
  return join(folder, corpus, corpus === 'beem' ? `${name}.dve` : name);
}

describe.skipIf(!sharedFolder)(`recorded state counts ${sharedFolder ? '' : LEFT_OUT}`, () => {
  it.each(['mcc', 'beem', 'etf'])('are found symbolically: %s', (corpus) => {
    const folder = sharedFolder!;
    const text = readFileSync(join(folder, corpus, 'expected.json'), 'utf8');
    const all = JSON.parse(text) as Record<string, Expected>;
    const names = longMode ? Object.keys(all) : Object.keys(all).filter((name) => SOME[corpus].includes(name));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const expected = all[name];
      if (expected.states === null) continue;
      const read = loadModel(name, [readFileSync(fileOf(folder, corpus, name))], {
        format: corpus === 'mcc' ? 'pnml' : corpus === 'beem' ? 'dve' : 'etf',
      });
      const model = analyse(read.value!, { sums: 'skip' });
      let found: ReturnType<typeof countStates>;
      try {
        found = countStates(model, { limits: { seconds: 20, memoryBytes: 2 ** 31 } });
      } catch (error) {
        if (longMode && error instanceof Error && error.name === 'LimitExceeded') continue;
        throw error;
      }
      expect(String(found.states), name).toBe(String(expected.states));
      if (expected.transitions != null && found.transitions !== null) {
        expect(String(found.transitions), name).toBe(String(expected.transitions));
      }
      if (expected.deadlocks != null) expect(Number(found.deadlocks), name).toBe(expected.deadlocks);
      if (expected.hasDeadlock != null) expect(found.deadlocks > 0n, name).toBe(expected.hasDeadlock);
      if (expected.maxTokensPerPlace != null) expect(found.maxTokensInPlace, name).toBe(expected.maxTokensPerPlace);
      if (expected.maxTokensInMarking != null)
        expect(found.maxTokensPerMarking, name).toBe(expected.maxTokensInMarking);
    }
  });
});

/** n over k. */
function choose(n: bigint, k: bigint): bigint {
  let result = 1n;
  for (let i = 1n; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

/** The outer cells have their tokens anywhere in four places; the two inner ones agree on how many are not in the first of theirs. */
function kanbanStates(tokens: bigint): bigint {
  let inner = 0n;
  for (let inside = 0n; inside <= tokens; inside++) inner += choose(inside + 2n, 2n) ** 2n;
  return choose(tokens + 3n, 3n) ** 2n * inner;
}

/** From the counts of the plain explorer for 2 to 9 philosophers: each is four times the one before and three times the one before that. */
function philosopherStates(count: number): bigint {
  let [before, last] = [22n, 100n];
  for (let i = 3; i < count; i++) [before, last] = [last, 4n * last + 3n * before];
  return last;
}

describe('nets far beyond explicit exploration', () => {
  it('include rings of philosophers whose counts follow a recurrence', () => {
    for (let count = 3; count <= 6; count++) {
      const { states } = explore(netModel(generateNet('philosophers', count).value!));
      expect(BigInt(states)).toBe(philosopherStates(count));
    }
  });

  it.each([
    ['kanban', 50, kanbanStates(50n)],
    ['kanban', 100, kanbanStates(100n)],
    ['fms', 20, 6029168852784n],
    ['fms', 50, 424025581818265596n],
    ['mapk', 20, 88125763956n],
    ['philosophers', 500, philosopherStates(500)],
  ])('%s %i has the known number of states', (name, parameter, states) => {
    expect(countStates(netModel(generateNet(name, parameter).value!)).states).toBe(states);
  });

  it('philosophers in a ring of 1,400 places have two deadlocks', () => {
    const found = countStates(netModel(generateNet('philosophers', 200).value!));
    expect(found.states).toBe(philosopherStates(200));
    expect(found.deadlocks).toBe(2n);
  });
});
