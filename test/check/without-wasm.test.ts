// Checks and counts where there is no WebAssembly, or a page does not allow it: the plain explorer answers, and the result says so.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { countStates } from '../../src/check/count.ts';
import { UsageError } from '../../src/diagnostics/diagnostic.ts';
import { defineModel } from '../../src/index.ts';
import { kanban } from '../../src/models/library/kanban.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { hostsWithoutWasm, withWasm } from '../helpers/without-wasm.ts';

const net = netModel(kanban(1));

describe.each(Object.entries(hostsWithoutWasm))('WebAssembly that is %s', (_, wasm) => {
  it.each(['explicit', 'auto'] as const)('leaves checks to the plain explorer: %s', async (engine) => {
    for (const formula of ['G "P1 <= 1"', 'GF "P1 = 1"']) {
      const options = { engine, reductions: 'none' } as const;
      const { verdict, statistics } = await withWasm(wasm, () => check(net, formula, options));
      const usual = check(net, formula, options);
      expect(usual.statistics.notice).toBeUndefined();
      expect(statistics.notice).toContain('there is no WebAssembly here');
      expect(verdict).toEqual(usual.verdict);
    }
  });

  it('leaves counts to it too', async () => {
    const counted = await withWasm(wasm, () => countStates(net, { engine: { kind: 'auto' } }));
    expect(counted).toMatchObject({ kind: 'explicit', engine: 'plain', states: 160, complete: true });
    expect(counted).toMatchObject({ notice: expect.stringContaining('Content-Security-Policy') as string });
  });

  it('refuses decision diagrams', async () => {
    await expect(
      withWasm(wasm, () => check(net, 'F "P1 = 1"', { engine: 'symbolic', reductions: 'none' })),
    ).rejects.toThrow(
      new UsageError('decision diagrams need WebAssembly, which this host does not have or does not allow'),
    );
  });

  it('matters nothing to models in code, which are not compiled', async () => {
    const counter = defineModel({
      initial: 0,
      next: (n: number) => [(n + 1) % 4],
      propositions: { last: (n) => n === 3 },
    });
    const { verdict, statistics } = await withWasm(wasm, () => check(counter, 'GF last'));
    expect(verdict.outcome).toBe('holds');
    expect(statistics.notice).toBeUndefined();
  });
});
