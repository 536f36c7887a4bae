// The rival thread, started from `dist/`: whoever waits for it hears of its end, however it ends.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type * as Keeper from '../../src/cli/threads/rival-keeper.ts';
import { newRivalState, RIVAL, type RivalRequest, type RivalSetup } from '../../src/cli/threads/rival-protocol.ts';

const url = (path: string): string => pathToFileURL(resolve('dist/cli/threads', path)).href;
const { startRival } = (await import(url('rival-keeper.js'))) as typeof Keeper;

const SETUP: Omit<RivalSetup, 'port' | 'state'> = {
  model: 'kanban:1',
  bindings: 'all',
  engine: { kind: 'symbolic' },
  deadlock: 'stutter',
  reductions: 'none',
  memoryBytes: 2 ** 33,
  cancelled: new Int32Array(new SharedArrayBuffer(4)),
};

describe('the rival thread', () => {
  it('is known to have ended when it is ended from outside', async () => {
    const state = newRivalState();
    const worker = startRival({ ...SETUP, port: new MessageChannel().port2, state })!;
    expect(state[RIVAL.over]).toBe(0);
    await worker.terminate();
    expect([state[RIVAL.over], state[RIVAL.replies]]).toEqual([1, 1]);
  });

  it('that cannot be started is known to have ended', () => {
    const state = newRivalState();
    const { port2: gone } = new MessageChannel();
    new MessageChannel().port1.postMessage(null, [gone]); // it belongs to nobody here any more
    expect(startRival({ ...SETUP, port: gone, state })).toBeNull();
    expect(state[RIVAL.over]).toBe(1);
  });

  /** A checking thread that asks its rival for something and waits, as long as it takes, until the rival does not work on it. */
  async function asking(model: string, onRequest: (request: RivalRequest) => void): Promise<unknown> {
    const code = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { RivalThread } from ${JSON.stringify(url('rival-thread.js'))};
      import { parseLtl } from ${JSON.stringify(pathToFileURL(resolve('dist/formula/parse.js')).href)};
      const rival = new RivalThread(workerData);
      rival.ask(7, parseLtl('G F "P1 >= 0"'), 3600);
      let answer = null;
      while (answer === null && rival.busy) answer = rival.wait(3_600_000);
      rival.end();
      parentPort.postMessage({ answer: answer && [answer.question, answer.found.outcome] });`;
    const workerData = { ...SETUP, model };
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
    try {
      return await new Promise((done, failed) => {
        worker.on('error', failed);
        worker.on('message', (message: RivalRequest | { answer: unknown }) => {
          if ('rival' in message) onRequest(message);
          else done(message.answer);
        });
      });
    } finally {
      await worker.terminate();
    }
  }

  it('answers', async () => {
    expect(await asking('kanban:1', ({ rival }) => startRival(rival))).toEqual([7, 'holds']);
  });

  it('that dies at work is not waited for', async () => {
    const answer = asking('kanban:5000', ({ rival }) => {
      const worker = startRival(rival);
      worker?.on('online', () => void worker.terminate());
    });
    expect(await answer).toBeNull();
  });

  it('that cannot read the model is not waited for', async () => {
    expect(await asking('no such file', ({ rival }) => startRival(rival))).toBeNull();
  });
});
