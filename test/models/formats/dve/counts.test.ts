import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../../src/models/explore.ts';
import { readDve } from '../../../../src/models/formats/dve/model.ts';
import { readEtf } from '../../../../src/models/formats/etf/model.ts';
import type { Model } from '../../../../src/models/model.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../../helpers/shared.ts';

interface Known {
  readonly states: number | null;
  readonly transitions: number | null;
  readonly deadlocks: number | null;
}

const folder = join(sharedFolder ?? '', 'beem');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
const known = sharedFolder ? Object.entries(read<Record<string, Known>>('expected.json')) : [];
const limit = longMode ? 300_000 : 30_000;

function load(file: string): Model {
  return unwrap(readDve({ name: file, text: readFileSync(join(folder, file), 'latin1') }));
}

describe.skipIf(!sharedFolder)(`the BEEM models${sharedFolder ? '' : ` (${LEFT_OUT})`}`, () => {
  it('all load', () => {
    for (const [name] of known) expect(load(`${name}.dve`).groups.length, name).toBeGreaterThan(0);
  });

  const small = known.filter(([, { states }]) => states !== null && states <= limit);
  it.each(small)('%s has the known numbers of states, transitions and deadlocks', (name, expected) => {
    const { states, transitions, deadlocks } = explore(load(`${name}.dve`));
    expect(states).toBe(expected.states);
    if (expected.transitions !== null) expect(transitions).toBe(expected.transitions);
    if (expected.deadlocks !== null) expect(deadlocks).toBe(expected.deadlocks);
  });

  const withProperty = ['iprotocol.2.prop4.dve', ...(longMode ? ['anderson.1.prop4.dve'] : [])];
  it.each(withProperty)('%s with its property process has the known number of product states', (file) => {
    const expected = read<Record<string, { productStates: number }>>('with-property/expected.json')[file];
    expect(explore(load(join('with-property', file))).states).toBe(expected.productStates);
  });

  // The recorded verdicts of this model were taken from a table without signs, where `acquiring[0] = -1` never holds.
  it('driving_phils.1 has -1 where the recorded table has 65535', () => {
    const program = load('driving_phils.1.dve');
    const table = unwrap(
      readEtf({ name: 'etf', text: readFileSync(join(folder, '../etf/driving_phils.1.dve.etf'), 'utf8') }),
    );
    const holdsSomewhere = (model: Model, text: string): boolean => {
      return explore(model, { predicates: [unwrap(model.predicate(text))] }).labels.includes(1);
    };
    expect([holdsSomewhere(program, 'acquiring[0]=-1'), holdsSomewhere(program, 'acquiring[0]=65535')]).toEqual([
      true,
      false,
    ]);
    expect([holdsSomewhere(table, 'acquiring[0]=-1'), holdsSomewhere(table, 'acquiring[0]=65535')]).toEqual([
      false,
      true,
    ]);
  });

  it('finite.dve reads a local variable in a proposition', () => {
    const model = load('with-property/finite.dve');
    const predicates = ['P.a==3', 'P.b==3', 'P.a==2', 'dead'].map((text) => unwrap(model.predicate(text)));
    const { states, transitions, deadlocks, labels } = explore(model, { predicates });
    expect([states, transitions, deadlocks]).toEqual([15, 18, 6]);
    // dead implies a = 3 or b = 3, but not a = 2 or b = 3.
    expect([...labels].every((label) => (label & 8) === 0 || (label & 3) !== 0)).toBe(true);
    expect([...labels].every((label) => (label & 8) === 0 || (label & 6) !== 0)).toBe(false);
  });
});
