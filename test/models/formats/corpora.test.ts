// The nets of the contest and of the textual collections: all load, and the small ones have the known state spaces.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/diagnostics/diagnostic.ts';
import { explore } from '../../../src/models/explore.ts';
import { parsePnml } from '../../../src/models/formats/pnml/parser.ts';
import type { Net } from '../../../src/models/petri/net.ts';
import { netModel } from '../../../src/models/petri/net-model.ts';
import { LEFT_OUT, longMode, sharedFolder } from '../../helpers/shared.ts';

/** Larger state spaces are left to the long mode, the largest to the kernels. */
const MAX_STATES = longMode ? 300_000 : 20_000;

interface KnownInstance {
  readonly kind: 'PT' | 'COL';
  readonly ptCounterpart?: string;
  readonly net: { readonly places: number; readonly transitions: number; readonly arcs: number };
  readonly plainUnfolding?: { readonly places: number; readonly transitions: number };
  readonly states: number | string | null;
  readonly transitions: number | string | null;
  readonly maxTokensPerPlace: number;
  readonly maxTokensInMarking: number;
  readonly hasDeadlock: boolean;
}

const folder = sharedFolder ?? '';
const readNet = (path: string): Net => unwrap(parsePnml([readFileSync(path, 'utf8')], path));
const known: Record<string, KnownInstance> = sharedFolder
  ? (JSON.parse(readFileSync(join(folder, 'mcc/expected.json'), 'utf8')) as Record<string, KnownInstance>)
  : {};
const instances = Object.entries(known);
const small = instances.filter(([, { states }]) => typeof states === 'number' && states <= MAX_STATES);

describe.skipIf(!sharedFolder)('the nets of the contest', () => {
  it.each(instances)('%s loads with the known number of nodes', (name, expected) => {
    const net = readNet(join(folder, 'mcc', name, 'model.pnml'));
    const size = { places: net.places.length, transitions: net.transitions.length };
    if (expected.kind === 'PT') {
      const arcs = net.transitions.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);
      expect({ ...size, arcs }).toEqual(expected.net);
    } else {
      expect(size.places).toBeLessThanOrEqual(expected.plainUnfolding?.places ?? 0);
      expect(size.transitions).toBeLessThanOrEqual(expected.plainUnfolding?.transitions ?? 0);
      expect(net.families?.places.size).toBe(expected.net.places);
      expect(net.families?.transitions.size).toBe(expected.net.transitions);
    }
  });

  it.each(small)('%s has the known state space', (name, expected) => {
    const found = explore(netModel(readNet(join(folder, 'mcc', name, 'model.pnml')), 'pnml'));
    expect({
      states: found.states,
      transitions: found.transitions,
      maxTokensPerPlace: Math.max(...found.maxima),
      maxTokensInMarking: found.maxSum,
      hasDeadlock: found.deadlocks > 0,
    }).toEqual({
      states: expected.states,
      transitions: expected.transitions,
      maxTokensPerPlace: expected.maxTokensPerPlace,
      maxTokensInMarking: expected.maxTokensInMarking,
      hasDeadlock: expected.hasDeadlock,
    });
  });

  it.each(instances.filter(([, { kind }]) => kind === 'PT'))('%s keeps the promise of its units', (name, expected) => {
    const net = readNet(join(folder, 'mcc', name, 'model.pnml'));
    if (net.places.some(({ promised }) => promised !== null)) expect(expected.maxTokensPerPlace).toBe(1);
  });

  it('single files load', () => {
    for (const file of readdirSync(join(folder, 'pnml-extra'))) {
      expect(readNet(join(folder, 'pnml-extra', file)).transitions.length, file).toBeGreaterThan(20);
    }
    const found = explore(netModel(readNet(join(folder, 'pnml-extra/Philosophers-5.pnml'))));
    expect([found.states, found.transitions]).toEqual([243, 945]);
  });
});

describe.skipIf(sharedFolder)('the nets of the contest', () => {
  it.skip(LEFT_OUT, () => {});
});
