import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InputError, UsageError } from '../../src/diagnostics/diagnostic.ts';
import type { Progress } from '../../src/explicit/emptiness/result.ts';
import { generateNet } from '../../src/models/library/index.ts';
import { netTextLines } from '../../src/models/petri/write-net.ts';
import { checkInWorker, type WorkerLike } from '../../src/worker/client.ts';

type NodeSide = { nodeWorker: () => WorkerLike };
const { nodeWorker } = (await import(pathToFileURL(resolve('dist/cli/threads/node-worker.js')).href)) as NodeSide;

const lamp = { name: 'lamp.kripke', text: readFileSync('examples/lamp/model.kripke', 'utf8') };
/** A question that no machine answers within the seconds of these tests: some 10¹⁰ states, one by one. */
const endless = {
  model: { name: 'kanban.net', text: [...netTextLines(generateNet('kanban', 12).value!)].join('\n') },
  formula: 'GF "P1 >= 0"',
  options: { engine: { kind: 'explicit' }, reductions: 'none' },
} as const;
const endlessFor = (seconds: number) => ({ ...endless, options: { ...endless.options, limits: { seconds } } });

/** A worker that never answers, and says that it lives when it is told to. */
class Pulsing implements WorkerLike {
  readonly #listeners = new Set<(event: object) => void>();
  postMessage(): void {}
  terminate(): void {}
  addEventListener(type: 'message' | 'error', listener: (event: object) => void): void {
    if (type === 'message') this.#listeners.add(listener);
  }
  removeEventListener(_type: 'message' | 'error', listener: (event: object) => void): void {
    this.#listeners.delete(listener);
  }
  pulse(): void {
    for (const listener of this.#listeners) listener({ data: { number: 0, pulse: true } });
  }
}

let worker: WorkerLike | null = null;
afterEach(() => worker?.terminate());

describe('a check in a worker', () => {
  it('answers like the check itself, one question after another', async () => {
    worker = nodeWorker();
    const answers = await Promise.all(
      ['F lit', 'GF lit'].map((formula) => checkInWorker(worker!, { model: lamp, formula })),
    );
    expect(answers.map(({ formula, verdict }) => [formula, verdict])).toEqual([
      ['F lit', 'holds'],
      ['GF lit', 'violated'],
    ]);
    expect(answers[1].counterexample?.why).toEqual(['lit never holds from step 2 on']);
  });

  it('takes models from modules', async () => {
    worker = nodeWorker();
    const module = pathToFileURL(resolve('examples/bridge/model.mjs')).href;
    expect(await checkInWorker(worker, { model: { module }, formula: 'true' })).toMatchObject({ verdict: 'holds' });
  });

  it('throws what a check throws', async () => {
    worker = nodeWorker();
    const failed = checkInWorker(worker, { model: lamp, formula: 'F lot' });
    await expect(failed).rejects.toBeInstanceOf(InputError);
    await expect(failed).rejects.toMatchObject({ diagnostics: [{ hint: 'did you mean `lit`?' }] });
  });

  it('respects limits, and reports its progress', async () => {
    worker = nodeWorker();
    const seen: Progress[] = [];
    const answer = await checkInWorker(worker, endlessFor(2), { onProgress: (progress) => seen.push(progress) });
    expect(answer).toMatchObject({ verdict: 'unknown', reason: 'no answer in 2 s' });
    expect(seen.length).toBeGreaterThan(0);
  });

  it('ends at once when its signal is aborted', async () => {
    worker = nodeWorker();
    const abort = new AbortController();
    const answer = checkInWorker(worker, endless, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('enough')),
    });
    await expect(answer).rejects.toThrow('enough');
    const never = checkInWorker(worker, { model: lamp, formula: 'F lit' }, { signal: abort.signal });
    await expect(never).rejects.toThrow('enough');
  });

  it('is rejected when its worker is terminated by somebody else, or has died', async () => {
    worker = nodeWorker();
    const asked = checkInWorker(worker, endless);
    setTimeout(() => worker!.terminate(), 300);
    await expect(asked).rejects.toThrow('ended before it answered');
    await expect(checkInWorker(worker, { model: lamp, formula: 'F lit' })).rejects.toBeInstanceOf(UsageError);
  });

  it('is rejected when nothing is heard of a worker any more', async () => {
    const silent: WorkerLike = {
      postMessage: () => undefined,
      terminate: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    const asked = checkInWorker(silent, { model: lamp, formula: 'F lit' }, { silence: 0.05 });
    await expect(asked).rejects.toThrow('no sign of life');
  });

  it('is not taken for dead while it gives signs of life', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pulsing = new Pulsing();
      let end: unknown = null;
      checkInWorker(pulsing, { model: lamp, formula: 'F lit' }, { silence: 4 }).catch((error: Error) => (end = error));
      for (let beat = 0; beat < 10; beat++) {
        await vi.advanceTimersByTimeAsync(3000);
        pulsing.pulse();
      }
      expect(end).toBeNull();
      await vi.advanceTimersByTimeAsync(4001);
      expect(end).toMatchObject({ message: expect.stringContaining('no sign of life for 4 s') });
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives signs of life while it searches', async () => {
    worker = nodeWorker();
    let signs = 0;
    worker.addEventListener('message', () => signs++);
    await checkInWorker(worker, endlessFor(3));
    expect(signs).toBeGreaterThan(1); // the answer is one
  });

  it.each([
    ['no question', undefined],
    ['no question but null', null],
    ['options that are none', { model: lamp, formula: 'F lit', options: 4 }],
    ['no model', { formula: 'F lit' }],
    ['no formula', { model: lamp }],
    ['a formula that is not a text', { model: lamp, formula: 7 }],
    ['a model without text', { model: { name: 'lamp' }, formula: 'F lit' }],
    ['an option that cannot be sent', { model: lamp, formula: 'F lit', options: { onProgress: () => undefined } }],
  ])('refuses arguments that are wrong: %s', async (_, question) => {
    worker = nodeWorker();
    const asked = checkInWorker(worker, question as unknown as Parameters<typeof checkInWorker>[1]);
    await expect(asked).rejects.toBeInstanceOf(UsageError);
  });

  it.each([[undefined], [null], [{}], [{ postMessage: () => undefined }]])(
    'refuses what is no worker: %s',
    async (wrong) => {
      const asked = checkInWorker(wrong as unknown as WorkerLike, { model: lamp, formula: 'F lit' });
      await expect(asked).rejects.toBeInstanceOf(UsageError);
    },
  );

  it('refuses options that are none', async () => {
    worker = nodeWorker();
    const asked = checkInWorker(worker, { model: lamp, formula: 'F lit' }, null as unknown as undefined);
    await expect(asked).rejects.toBeInstanceOf(UsageError);
  });
});
