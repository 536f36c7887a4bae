import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

/** A module that says that Node has started. */
const STARTED = "data:text/javascript,process.stderr.write('started')";

describe('tegata states', () => {
  it('counts the states of a net of the library', () => {
    const { status, stdout } = tegata(['states', 'kanban:3']);
    expect(status).toBe(0);
    expect(linesOf(stdout)[0]).toBe('58,400 states, 446,400 transitions, 0 deadlocks');
  });

  it.each([
    [['--bfs'], 'explicit'],
    [['--dfs'], 'explicit'],
    [['--engine', 'plain'], 'plain'],
    [['--compress', 'always'], 'explicit'],
  ])('answers in JSON with counts as strings: %s', (options, engine) => {
    const { status, stdout } = tegata(['states', 'kanban:2', '--json', ...options]);
    expect(status).toBe(0);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ states: '4600', transitions: '28120', deadlocks: '0', engine, complete: true });
    expect(answer.seconds).toBeTypeOf('number');
    expect(answer.peakMemoryBytes).toBeGreaterThan(0);
  });

  it('counts the same with several threads, and says how many worked', () => {
    const { status, stdout } = tegata(['states', 'kanban:5', '--json', '--threads', '2']);
    expect(status).toBe(0);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ states: '2546432', transitions: '24460016', deadlocks: '0', depth: 70 });
    // Where the system grants no second thread, or grants it late, there is one.
    expect([1, 2]).toContain(answer.threads);
    expect(JSON.parse(tegata(['states', 'kanban:3', '--json']).stdout)).toMatchObject({ threads: 1 });
  });

  it.each(['0', '-1', '1.5', 'many', '65'])('refuses to work with %s threads', (threads) => {
    const { status, stderr } = tegata(['states', 'kanban:2', '--threads', threads]);
    expect(status).toBe(64);
    expect(stderr).toContain('Expected a number of threads from 1 to 64; 1 searches without others.');
  });

  it('refuses threads for what has one', () => {
    expect(tegata(['states', 'kanban:2', '--threads', '2', '--dfs']).status).toBe(64);
    const { status, stderr } = tegata(['states', 'kanban:2', '--threads', '2', '--engine', 'symbolic']);
    expect(status).toBe(64);
    expect(stderr).toContain('--threads is for the explicit engine');
  });

  it.each([
    [[], 'greedy'],
    [['--variables', 'force-reverse', '--no-saturation'], 'force-reverse'],
    [['--variables', 'given', '--strategy', 'bfs'], 'given'],
    [['--variables', 'given', '--strategy', 'chaining', '--clusters', 'support'], 'given'],
    [['--variables', 'given', '--clusters', 'all'], 'given'],
  ])('counts symbolically: %s', (options, order) => {
    const { status, stdout } = tegata(['states', 'kanban:1', '--engine', 'symbolic', '--json', ...options]);
    expect(status).toBe(0);
    const counts = { states: '160', transitions: '616', deadlocks: '0', maxTokensInPlace: 1, maxTokensPerMarking: 4 };
    expect(JSON.parse(stdout)).toMatchObject({ ...counts, engine: 'symbolic', complete: true, order });
  });

  it('refuses an order that is neither a name nor a file', () => {
    const { status, stderr } = tegata(['states', 'kanban:1', '--engine', 'symbolic', '--variables', 'gready']);
    expect(status).toBe(65);
    expect(stderr).toContain('`gready` is neither a variable order nor a file');
  });

  it("gives the contest's answers", () => {
    expect(linesOf(tegata(['states', 'kanban:2', '--mcc']).stdout)).toEqual([
      'STATE_SPACE STATES 4600 TECHNIQUES EXPLICIT',
      'STATE_SPACE TRANSITIONS 28120 TECHNIQUES EXPLICIT',
      'STATE_SPACE MAX_TOKEN_PER_MARKING 8 TECHNIQUES EXPLICIT',
      'STATE_SPACE MAX_TOKEN_IN_PLACE 2 TECHNIQUES EXPLICIT',
    ]);
  });

  it.each([
    [['--max-states', '1000'], 'states'],
    [['--timeout', '0.01'], 'time'],
    [['--memory', '1M'], 'memory'],
  ])('ends at a limit with status 20 and what it found: %s', (options, reason) => {
    const { status, stdout } = tegata(['states', 'kanban:8', '--json', ...options]);
    expect(status).toBe(20);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ complete: false, reason });
    expect(Number(answer.states)).toBeGreaterThan(0);
  });

  it.each([
    [['--max-states', '1000000'], 'states'],
    [['--timeout', '2'], 'time'],
    [['--memory', '120M'], 'memory'],
  ])('ends several threads at a limit: %s', (options, reason) => {
    const { status, stdout } = tegata(['states', 'kanban:20', '--threads', '2', '--json', ...options]);
    expect(status).toBe(20);
    const answer = JSON.parse(stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({ complete: false, reason });
    expect(Number(answer.states)).toBeGreaterThan(0);
  });

  it('ends a symbolic count at Ctrl-C with status 20', async () => {
    const hard = ['states', 'kanban:60', '--engine', 'symbolic', '--strategy', 'bfs', '--json'];
    const child = spawn(process.execPath, ['--import', STARTED, resolve('dist/cli/bundle/main.js'), ...hard]);
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
    });
    // Until the program has begun, Node itself would end the process.
    child.stderr.once('data', () => setTimeout(() => child.kill('SIGINT'), 3000));
    const status = await new Promise((ended) => child.on('close', ended));
    expect(status).toBe(20);
    expect(JSON.parse(stdout)).toMatchObject({ states: null, complete: false, reason: 'cancelled' });
  }, 60_000);

  it.each([
    ['--memory', 'lots'],
    ['--timeout', '-1'],
    ['--bfs', '--dfs'],
  ])('refuses %s %s', (...options) => {
    expect(tegata(['states', 'kanban:2', ...options]).status).toBe(64);
  });
});
