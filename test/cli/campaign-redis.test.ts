// Campaigns on several machines, against a real Redis server: whatever dies, every job is answered exactly once.
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerRecord } from '../../src/campaign/answers.ts';
import { objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const SERVER = [process.env.REDIS_SERVER, '/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);
/** Part of the name of a suite that cannot run. */
const NO_REDIS = SERVER === undefined ? ' [left out: there is no redis-server here; `.ci/run` installs it]' : '';
if (SERVER === undefined) process.stdout.write(`campaigns on Redis${NO_REDIS}\n`);

const { folder, file } = temporaryFiles('tegata-redis-');
const PASSWORD = 'only-in-the-environment';
const program = resolve('dist/cli/bundle/main.js');

class Server {
  readonly port: number;
  private child: ChildProcess | null = null;

  constructor(port: number) {
    this.port = port;
  }

  get address(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = [
      '--port',
      this.port,
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--requirepass',
      PASSWORD,
    ];
    this.child = spawn(SERVER!, options.map(String), { stdio: 'ignore' });
    await until(async () => {
      const client = this.client();
      try {
        await client.connect();
        return (await client.ping()) === 'PONG'; // not while it reads its file
      } catch {
        return false;
      } finally {
        client.disconnect();
      }
    });
  }

  client(): Redis {
    const client = new Redis({
      port: this.port,
      password: PASSWORD,
      lazyConnect: true,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
    });
    client.on('error', () => undefined);
    return client;
  }

  kill(): Promise<void> {
    return killed(this.child);
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50);
}

function killed(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

const started: ChildProcess[] = [];

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly output: () => string;
}

function start(args: readonly string[]): Running {
  const env = { ...process.env, NO_COLOR: '1', TEGATA_REDIS: '', TEGATA_REDIS_PASSWORD: PASSWORD };
  const child = spawn(process.execPath, [program, 'campaign', ...args], { env, cwd: folder });
  started.push(child);
  let text = '';
  child.stdout.on('data', (data) => (text += String(data)));
  child.stderr.on('data', (data) => (text += String(data)));
  return { child, ended: new Promise((ended) => child.on('close', ended)), output: () => text };
}

function recordsOf(results: string): AnswerRecord[] {
  const path = join(folder, results, 'results.jsonl');
  return existsSync(path)
    ? (objectsOf(readFileSync(path, 'utf8').replace(/[^\n]*$/, '')) as unknown as AnswerRecord[])
    : [];
}

/** Milliseconds for a test on a machine that is busy with much else; nothing waits that long otherwise. */
const PATIENCE = 1_200_000;

describe.skipIf(SERVER === undefined)(`a campaign on Redis${NO_REDIS}`, { timeout: PATIENCE }, () => {
  let server: Server;
  beforeAll(async () => {
    copyFileSync('examples/producer-consumer/model.net', join(folder, 'buffer.net'));
    server = new Server(await freePort());
    await server.start();
  });
  afterAll(async () => {
    for (const child of started) await killed(child);
    await server.kill();
  });

  const worker = (...args: readonly string[]): Running =>
    start(['worker', '--redis', server.address, '--jobs', '1', ...args]);

  it('answers 500 jobs exactly once though a worker is killed in mid-job and the server is killed and started again', async () => {
    const formulas = [
      'G(ready -> F full)',
      'G F consuming',
      'G(consuming -> F waiting)',
      'F full',
      'G(full -> F consuming)',
    ];
    const more = ['G F producing', 'G(ready -> X ready)', 'G "free <= 2"', 'G(full -> !waiting)', 'ready R producing'];
    const properties = Object.fromEntries([...formulas, ...more].map((text, i) => [`f${i}`, text]));
    const verdicts = new Map(
      objectsOf(
        tegata([
          'check',
          'examples/producer-consumer/model.net',
          ...Object.values(properties),
          '--json',
          '--no-vacuity',
        ]).stdout,
      ).map(({ formula, verdict }) => [formula, verdict]),
    );
    expect(verdicts.size).toBe(10);
    expect(new Set(verdicts.values())).toEqual(new Set(['holds', 'violated']));
    file(
      'many.json',
      JSON.stringify({
        models: [{ model: 'buffer.net', properties }],
        strategies: { swarm: { engine: 'explicit', seeds: 50 } },
        answers: 'all',
      }),
    );
    const queue = ['--queue', 'many'];
    const victim = worker(...queue, '--lock', '2');
    worker(...queue, '--lock', '2');
    const run = start(['run', 'many.json', '--redis', server.address, ...queue]);

    await until(() => recordsOf('many-results').length >= 50);
    await killInMidJob(victim, () => recordsOf('many-results').length);
    await until(() => recordsOf('many-results').length >= 150);
    await server.kill();
    await server.start();

    expect(await run.ended, run.output()).toBe(10);
    const records = recordsOf('many-results');
    expect(records).toHaveLength(500);
    expect(new Set(records.map(({ id }) => id)).size).toBe(500);
    for (const { formula, outcome } of records) expect(outcome, formula).toBe(verdicts.get(formula));
    expect(new Set(records.map((record) => record.worker)).size).toBe(2);
  });

  /** Stops the worker until a job is seen to be in its hands: active, while the other worker goes on with others. */
  async function killInMidJob({ child }: Running, answered: () => number): Promise<void> {
    const client = server.client();
    await client.connect();
    for (;;) {
      child.kill('SIGSTOP');
      const held = await client.lrange('tegata:many:active', 0, -1);
      const before = answered();
      await until(() => answered() >= before + 3);
      const still = await client.lrange('tegata:many:active', 0, -1);
      if (held.some((id) => still.includes(id))) break;
      child.kill('SIGCONT');
    }
    client.disconnect();
    await killed(child);
  }

  it('spares the other strategies of a question, and ends what is under way', async () => {
    const models = [{ model: 'kanban:40', properties: { first: 'G "P1 >= 1"' } }];
    const strategies = {
      endless: {
        engine: { kind: 'explicit', successors: 'model', counterexample: 'shortest', fullProduct: 'counted' },
        reductions: 'none',
      },
      quick: 'symbolic',
    };
    file('race.json', JSON.stringify({ models, strategies }));
    const queue = ['--queue', 'race'];
    const workers = [worker(...queue, '--idle', '1'), worker(...queue, '--idle', '1')];
    const run = start(['run', 'race.json', '--redis', server.address, ...queue]);
    expect(await run.ended, run.output()).toBe(10);
    expect(recordsOf('race-results').map(({ strategy, outcome }) => `${strategy} ${outcome}`)).toEqual([
      'quick violated',
    ]);
    // they end though the other job would go on for ever
    for (const { ended } of workers) expect(await ended).toBe(0);
  });

  it('runs code only from a folder that the worker allows, and only what the campaign was made with', async () => {
    mkdirSync(join(folder, 'shared'));
    mkdirSync(join(folder, 'other'));
    const counter = `export default { initial: { n: 0 }, *next({ n }) { if (n < 3) yield { n: n + 1 }; }, propositions: { full: ({ n }) => n === 3 } };\n`;
    file('shared/counter.mjs', counter);
    file('other/counter.mjs', `${counter}// another one\n`);
    const models = [{ model: 'shared/counter.mjs', properties: { filled: 'F full' } }];
    file('code.json', JSON.stringify({ models, strategies: { explicit: 'explicit' }, attempts: 1 }));
    const queue = ['--queue', 'code'];
    const common = ['run', 'code.json', '--redis', server.address, ...queue];
    const unshared = start(common);
    expect(await unshared.ended).toBe(64);
    expect(unshared.output()).toContain('is code, which does not travel');
    for (const [args, reason] of [
      [[], 'this worker allows none'],
      [['--allow-code', join(folder, 'other')], 'is not what was asked for'],
    ] as const) {
      const one = worker(...queue, ...args);
      const refused = start([...common, '--shared', 'shared', '--retry']);
      expect(await refused.ended, refused.output()).toBe(65);
      expect(refused.output()).toContain(reason);
      await killed(one.child);
    }
    worker(...queue, '--allow-code', join(folder, 'shared'));
    const allowed = start([...common, '--shared', 'shared', '--retry']);
    expect(await allowed.ended, allowed.output()).toBe(0);
  });

  it('refuses models beyond the limit, unless they are in a shared folder', async () => {
    file('large.json', JSON.stringify({ models: [{ model: 'buffer.net', properties: { f: 'F full' } }] }));
    const queue = ['--queue', 'large'];
    const common = ['run', 'large.json', '--redis', server.address, ...queue, '--model-limit', '10'];
    const refused = start(common);
    expect(await refused.ended).toBe(65);
    expect(refused.output()).toContain('no more than 10 are sent through Redis');
    worker(...queue, '--shared', folder);
    const shared = start([...common, '--shared', '.']);
    expect(await shared.ended, shared.output()).toBe(0);
  });
});
