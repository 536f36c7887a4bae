// `tegata campaign` on one machine.
import { fork, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnswerRecord } from '../../src/campaign/answers.ts';
import type { CampaignOrder } from '../../src/cli/threads/campaign-protocol.ts';
import { linesOf, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { folder, file } = temporaryFiles('tegata-campaign-');
copyFileSync('examples/producer-consumer/model.net', join(folder, 'buffer.net'));

const BUFFER = { model: 'buffer.net', properties: { live: 'G(ready -> F full)', never: 'G !full' } };
const BOTH = { explicit: 'explicit', diagrams: 'symbolic' };

function campaign(name: string, members: object): string {
  return file(name, JSON.stringify(members));
}

function recordsOf(results: string): AnswerRecord[] {
  return objectsOf(readFileSync(join(results, 'results.jsonl'), 'utf8')) as unknown as AnswerRecord[];
}

describe('tegata campaign run', () => {
  const path = campaign('all.json', { models: [BUFFER], strategies: BOTH, answers: 'all' });
  const results = join(folder, 'all-results');

  it('answers every job once, in a file, a table and a page', () => {
    const { status, stdout } = tegata(['campaign', 'run', path, '--jobs', '1']);
    expect(status).toBe(10);
    expect(
      linesOf(stdout)
        .slice(0, 3)
        .map((line) => line.replace(/ +/g, ' ').replace(/ \w+$/, '')),
    ).toEqual([
      'model formula verdict',
      'buffer.net live: G(ready -> F full) holds',
      'buffer.net never: G!full violated',
    ]);
    const records = recordsOf(results);
    expect(records.map(({ property, strategy, outcome }) => `${property} ${strategy} ${outcome}`).sort()).toEqual([
      'live diagrams holds',
      'live explicit holds',
      'never diagrams violated',
      'never explicit violated',
    ]);
    for (const { memoryBytes = 0, seconds, states } of records) {
      expect(memoryBytes).toBeGreaterThan(2 ** 20);
      expect(seconds).toBeGreaterThan(0);
      expect(Number(states)).toBeGreaterThan(0);
    }
    expect(readFileSync(join(results, 'index.html'), 'utf8')).toContain('<h1>Campaign ');
    expect(existsSync(join(results, 'running.lock'))).toBe(false);
  });

  it('does nothing twice: neither after an end nor after a cut in mid-line', () => {
    const lines = join(results, 'results.jsonl');
    const before = readFileSync(lines, 'utf8');
    const again = tegata(['campaign', 'run', path, '--json']);
    expect(again.status).toBe(10);
    expect(objectsOf(again.stdout)).toMatchObject([{ kind: 'summary', jobs: 4, answered: 4, open: 0 }]);
    expect(again.stderr).toContain('4 answers are already in');
    expect(readFileSync(lines, 'utf8')).toBe(before);
    const whole = linesOf(before);
    writeFileSync(lines, `${whole.slice(0, 3).join('\n')}\n${whole[3].slice(0, 40)}`);
    const rest = objectsOf(tegata(['campaign', 'run', path, '--json']).stdout);
    expect(rest.map(({ kind, id }) => id ?? kind)).toEqual([(JSON.parse(whole[3]) as AnswerRecord).id, 'summary']);
    expect(new Set(recordsOf(results).map(({ id }) => id)).size).toBe(4);
  });

  it('stops at a wrong verdict: two sure answers that differ', () => {
    const output = join(folder, 'disputed');
    mkdirSync(output);
    const [first] = recordsOf(results);
    appendFileSync(
      join(output, 'results.jsonl'),
      `${JSON.stringify({ ...first, outcome: first.outcome === 'holds' ? 'violated' : 'holds' })}\n`,
    );
    const { status, stderr } = tegata(['campaign', 'run', path, '--output', output, '--jobs', '1']);
    expect(status).toBe(70);
    expect(stderr).toContain('error: a wrong verdict: buffer.net');
    expect(readFileSync(join(output, 'index.html'), 'utf8')).toContain('class="dispute"');
    expect(recordsOf(output).length).toBeLessThan(4);
  });

  it('spares the other jobs of a question that is answered', () => {
    const first = campaign('first.json', {
      models: [BUFFER],
      strategies: { ...BOTH, swarm: { engine: 'explicit', seeds: 5 } },
    });
    const { stdout } = tegata(['campaign', 'run', first, '--jobs', '1', '--json']);
    const summary = objectsOf(stdout).at(-1);
    expect(summary).toMatchObject({ jobs: 14, answered: 2, open: 0 });
  });

  it('knows what modules export, and the formulas beside a model', () => {
    file('counter.mjs', COUNTER);
    file('buffer.ltl', 'G F consuming\n');
    const path = campaign('own.json', { models: ['counter.mjs', 'buffer.net'], strategies: { explicit: 'explicit' } });
    const { stdout, stderr } = tegata(['campaign', 'run', path, '--jobs', '1', '--json']);
    expect(stderr).toBe('');
    const answers = objectsOf(stdout).slice(0, -1);
    expect(answers.map(({ model, property, outcome }) => [model, property, outcome])).toEqual([
      ['counter.mjs', 'filled', 'holds'],
      ['counter.mjs', 'never', 'violated'],
      ['buffer.net', undefined, 'holds'],
    ]);
  });

  it('says what failed and why, and tries it again when asked to', () => {
    const path = campaign('failing.json', {
      models: [{ model: 'buffer.net', properties: { wrong: 'G nowhere', right: 'G(ready -> ready)' } }],
    });
    const { status, stdout } = tegata(['campaign', 'run', path, '--jobs', '1']);
    expect(status).toBe(65);
    expect(stdout).toMatch(/failed: buffer\.net: G nowhere: .*nowhere/);
    const counts = (args: readonly string[]): number =>
      objectsOf(tegata(['campaign', 'run', path, '--json', ...args]).stdout).length;
    expect(counts([])).toBe(1);
    expect(counts(['--retry'])).toBe(2);
  });

  it('gives unknown within limits, exit status 20', () => {
    const path = campaign('limits.json', {
      models: [{ model: 'kanban:3', properties: { bound: 'G "P1 <= 3"' } }],
      strategies: { explicit: { engine: 'explicit', reductions: 'none', limits: { states: 10 } } },
    });
    const { status, stdout } = tegata(['campaign', 'run', path, '--json']);
    expect(status).toBe(20);
    expect(objectsOf(stdout)[0]).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('states') as string,
    });
  });
});

/** Two states forever, with properties that it brings along. */
const COUNTER = `export default { initial: { n: 0 }, *next({ n }) { if (n < 3) yield { n: n + 1 }; }, propositions: { full: ({ n }) => n === 3 } };
export const properties = { filled: 'F full', never: 'G !full' };
`;

/** Takes for ever, long before which it is ended. */
const ENDLESS = {
  models: [
    { model: 'buffer.net', properties: { never: 'G !full' } },
    { model: 'kanban:40', properties: { bound: 'G "P1 <= 40"' } },
  ],
  strategies: { explicit: { engine: 'explicit', reductions: 'none' } },
};

/** Runs a campaign that does not end by itself; sends the signal after its first answer. */
async function signalled(
  path: string,
  output: string,
  signal: NodeJS.Signals,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const program = resolve('dist/cli/bundle/main.js');
  const child = spawn(process.execPath, [
    program,
    'campaign',
    'run',
    path,
    '--output',
    output,
    '--jobs',
    '2',
    '--json',
  ]);
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (data) => (stderr += String(data)));
  child.stdout.on('data', (data) => {
    stdout += String(data);
    if (stdout.includes('\n') && !child.killed) child.kill(signal);
  });
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  return { status, stdout, stderr };
}

describe('a campaign that is ended', () => {
  const path = campaign('endless.json', ENDLESS);

  it('by Ctrl-C keeps what is answered, says so, and writes its report', async () => {
    const output = join(folder, 'interrupted');
    const { status, stderr, stdout } = await signalled(path, output, 'SIGINT');
    expect(status).toBe(10); // one is violated, as tegata check says it
    expect(stderr).toContain('interrupted; the same command goes on where it ended');
    expect(objectsOf(stdout).at(-1)).toMatchObject({ kind: 'summary', answered: 1, open: 1 });
    expect(readdirSync(output).sort()).toEqual(['index.html', 'results.jsonl']);
  });

  it('by SIGKILL goes on where it ended, whoever held the lock', async () => {
    const output = join(folder, 'killed');
    const { status } = await signalled(path, output, 'SIGKILL');
    expect(status).toBeNull();
    const [record, ...others] = recordsOf(output);
    expect(others).toEqual([]);
    expect(existsSync(join(output, 'running.lock'))).toBe(true);
    // the same question with a limit in place of the endless one
    const ended = campaign('ended.json', {
      ...ENDLESS,
      models: [ENDLESS.models[0], { ...ENDLESS.models[1], limits: { states: 100 } }],
    });
    const { stdout } = tegata(['campaign', 'run', ended, '--output', output, '--json']);
    expect(objectsOf(stdout).map(({ kind, outcome }) => outcome ?? kind)).toEqual(['unknown', 'summary']);
    expect(recordsOf(output)[0]).toEqual(record);
    expect(recordsOf(output)).toHaveLength(2);
    expect(existsSync(join(output, 'running.lock'))).toBe(false);
  });
});

it('a process of a campaign whose owner died before it could look ends by itself', async () => {
  const order: CampaignOrder = {
    kind: 'job',
    model: 'kanban:40',
    task: {
      formula: 'G "P1 <= 40"',
      deadlock: 'stutter',
      engine: { kind: 'explicit' },
      reductions: 'none',
      limits: {},
    },
    memoryBytes: 2 ** 32,
  };
  // no process has the number 0: whoever started it is not the owner that it is told of
  const child = fork(resolve('dist/cli/bundle/campaign-child.js'), ['0'], { stdio: 'ignore' });
  child.send(order);
  expect(await new Promise((ended) => child.on('exit', ended))).toBe(0);
});

describe('wrong use of tegata campaign', () => {
  const path = campaign('right.json', { models: [BUFFER] });

  it.each([
    [['run'], 64, 'name the file of the campaign'],
    [['run', path, '--jobs', '0'], 64, '--jobs must be at least 1'],
    [['run', path, '--idle', '3'], 64, '--idle means nothing for tegata campaign run'],
    [['run', path, '--shared', '.'], 64, '--shared is for campaigns with --redis'],
    [['run', path, '--redis', 'http://x'], 64, 'the address of Redis is redis://HOST:PORT'],
    [['run', path, '--redis', 'redis://me:secret@localhost'], 64, 'TEGATA_REDIS_PASSWORD'],
    [['run', path, '--redis', 'redis://x', '--jobs', '2'], 64, '--jobs is for the workers'],
    [['worker'], 64, 'say where Redis is'],
    [['worker', path], 64, 'a worker takes its jobs from Redis'],
    [['worker', '--redis', 'redis://127.0.0.1:1', '--json'], 64, '--json means nothing for tegata campaign worker'],
    [['worker', '--redis', 'redis://127.0.0.1:1'], 65, 'cannot reach redis://127.0.0.1:1'],
    [['recipe'], 64, 'say for what: --to docker, --to compose, --to kubernetes'],
    [['recipe', '--to', 'docker', '--image', 'a b'], 64, '--image is the name of an image'],
    [['run', join(folder, 'missing.json')], 65, 'it does not exist'],
  ])('%j', (args, expected, message) => {
    const { status, stderr } = tegata(['campaign', ...args], '', { TEGATA_REDIS: '' });
    expect(stderr).toContain(message);
    expect(status).toBe(expected);
  });

  it('points at what is wrong in the file', () => {
    const wrong = file('wrong.json', '{ "models": ["kanban:1"],\n  "strategie": { "a": "explicit" } }');
    const { status, stderr } = tegata(['campaign', 'run', wrong]);
    expect(status).toBe(65);
    expect(stderr).toContain('wrong.json:2:3: error[CMD006]: strategie: a campaign has no member `strategie`');
    expect(stderr).toContain('did you mean `strategies`?');
  });

  it('is refused while another run writes to the folder', () => {
    const output = join(folder, 'locked');
    mkdirSync(output);
    const host = tegata(['campaign', 'run', path, '--output', output]).status;
    expect(host).toBe(10);
    writeFileSync(join(output, 'running.lock'), `another-machine 1`);
    const { status, stderr } = tegata(['campaign', 'run', path, '--output', output]);
    expect(status).toBe(64);
    expect(stderr).toContain('another run writes to');
  });
});

describe('tegata campaign recipe', () => {
  it('names the version of this package and of what it needs', () => {
    const { version, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      version: string;
      peerDependencies: Record<string, string>;
    };
    const { status, stdout } = tegata(['campaign', 'recipe', '--to', 'docker']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      `"tegata@${version}" "bullmq@${peerDependencies.bullmq}" "ioredis@${peerDependencies.ioredis}"`,
    );
  });
});
