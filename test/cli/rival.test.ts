// The rival thread, started from `dist/`: whoever waits for it hears of its end, however it ends.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type * as Keeper from '../../src/cli/threads/rival-keeper.ts';
import {
  newRivalState,
  RIVAL,
  type RivalReply,
  type RivalRequest,
  type RivalSetup,
} from '../../src/cli/threads/rival-protocol.ts';
import { parseLtl, toSendable } from '../../src/formula/index.ts';

const url = (path: string): string => pathToFileURL(resolve('dist/cli/threads', path)).href;
const { startRival } = (await import(url('rival-keeper.js'))) as typeof Keeper;

const SETUP: Omit<RivalSetup, 'port' | 'state'> = {
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

  /** Asks for something and waits, as long as it takes, until the rival does not work on it. */
  const ONE = `
      rival.ask(7, parseLtl('G F "P1 >= 0"'), 3600);
      let answer = null;
      while (answer === null && rival.busy) answer = rival.wait(3_600_000);
      rival.end();
      parentPort.postMessage({ answer: answer && [answer.question, answer.found.outcome] });`;

  /** Comes to several formulas in turn, the last of which the rival has answered before; of those that it does not have it says so. */
  const SEVERAL = `
      const texts = ['G F "P1 >= 0"', 'G "P1 <= 0"', 'G F "P1 >= 1"', 'G "P1 <= 1"'];
      const ahead = new Ahead(rival, 3600, 0);
      ahead.expect(texts.map((text, i) => (i === 2 ? null : parseLtl(text))));
      const answer = texts.map((_, i) => {
        ahead.turnTo(i);
        ahead.ask(10 + i);
        let found = ahead.poll();
        // In the first turn the others are answered: nobody may wait for what is not under way.
        for (let waited = 0; i === 0 && found === null && waited < 3000; waited++) found = ahead.wait(1000);
        for (let waited = 0; found === null && ahead.busy && waited < 3000; waited++) found = ahead.wait(1000);
        ahead.cancel();
        return found && [found.question, found.found.outcome];
      });
      ahead.end();
      parentPort.postMessage({ answer });`;

  /** A checking thread that does something with its rival. */
  async function asking(
    model: string,
    onRequest: (request: RivalRequest) => void,
    { what = ONE, isSent = false }: { readonly what?: string; readonly isSent?: boolean } = {},
  ): Promise<unknown> {
    const code = `
      import { parentPort, workerData } from 'node:worker_threads';
      import { Ahead } from ${JSON.stringify(url('ahead.js'))};
      import { readModel } from ${JSON.stringify(url('../input/model-input.js'))};
      import { RivalThread } from ${JSON.stringify(url('rival-thread.js'))};
      import { parseLtl } from ${JSON.stringify(pathToFileURL(resolve('dist/formula/parse.js')).href)};
      const model = workerData.isSent ? readModel(workerData.argument) : undefined;
      const { setup, argument, bindings } = workerData;
      const rival = new RivalThread(setup, { argument: model === undefined ? argument : 'no such file', bindings, model });
      ${what}`;
    const workerData = { setup: SETUP, argument: model, bindings: 'all', isSent };
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

  it('answers about the net that it was sent, which it could not read', async () => {
    expect(await asking('kanban:1', ({ rival }) => startRival(rival), { isSent: true })).toEqual([7, 'holds']);
  });

  it('answers what comes later while the first thread is busy, from the end, and what the first thread waits for', async () => {
    const answers = [[10, 'holds'], [11, 'violated'], null, [13, 'holds']];
    expect(await asking('kanban:1', ({ rival }) => startRival(rival), { what: SEVERAL })).toEqual(answers);
    const dead = asking('no such file', ({ rival }) => startRival(rival), {
      what: SEVERAL.replaceAll('3000', '3'),
    });
    expect(await dead).toEqual([null, null, null, null]);
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

  /** What a rival with these settings replies to one question about `argument`. */
  async function replyOf(settings: object, argument: string): Promise<RivalReply> {
    const { port1, port2 } = new MessageChannel();
    const worker = startRival({ ...SETUP, ...settings, port: port2, state: asked(1) });
    try {
      return await new Promise((done) => {
        port1.on('message', done);
        port1.postMessage({ argument, bindings: 'all' });
        const formula = toSendable(parseLtl('G F "P1 >= 0"'));
        port1.postMessage({ serial: 1, question: 0, formula, seconds: 3600 });
      });
    } finally {
      await worker?.terminate();
    }
  }

  function asked(serial: number): Int32Array {
    const state = newRivalState();
    state[RIVAL.wanted] = serial;
    return state;
  }

  it('that fails by a mistake of ours says which; what is wrong with the model is not one', async () => {
    expect(await replyOf({ engine: { kind: 'windmill' } }, 'kanban:1')).toMatchObject({
      reply: 'failed',
      fault: expect.stringContaining('windmill') as string,
    });
    expect(await replyOf({}, 'no such file')).toEqual({ serial: 1, reply: 'failed' });
  });

  it('that failed so is spoken of, in one line without control characters', () => {
    const code = `import { reportRivalFault } from ${JSON.stringify(url('rival-fault.js'))}; reportRivalFault('no \\u001b engine');`;
    const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(stderr).toMatch(/^note: the second thread has failed.*\(no \S+ engine\).*please report it.*\n$/);
    expect(status).toBe(0);
  });
});
