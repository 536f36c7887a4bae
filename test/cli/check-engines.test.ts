// The options of tegata check that choose and steer an engine.
import { describe, expect, it } from 'vitest';
import { EXCLUSION, PROGRESS, STARVATION } from '../helpers/starvation.ts';
import { type JsonObject, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { file } = temporaryFiles('tegata-check-');
describe('--engine auto', () => {
  it('is the default: a second thread answers where states are too many to be looked at one by one', () => {
    const { status, stdout } = tegata([
      'check',
      'kanban:8',
      'GF "P1 <= 7" | FG "P1 >= 8"',
      'F "P1 = 0"',
      '--json',
      '--reductions',
      'none',
    ]);
    expect(status).toBe(10);
    const [holds, violated] = objectsOf(stdout);
    expect(holds).toMatchObject({ verdict: 'holds', engine: 'symbolic' });
    expect(violated).toMatchObject({ verdict: 'violated' });
    expect((violated.counterexample as JsonObject).why).toEqual(['"P1 = 0" never holds from step 0 on']);
  });

  it('is left aside when an engine or automaton is given', () => {
    const args = ['check', STARVATION, EXCLUSION, '--json'];
    const given = (...more: string[]): JsonObject => objectsOf(tegata([...args, ...more]).stdout)[0];
    expect(given('--engine', 'symbolic')).toMatchObject({ verdict: 'holds', engine: 'symbolic', automaton: 'tgta' });
    expect(given('--automaton', 'auto')).toMatchObject({ verdict: 'holds', automaton: 'tgba' });
    expect(given('--automaton', 'ta')).toMatchObject({ verdict: 'holds', automaton: 'ta' });
  });
});

describe('options of one engine', () => {
  it.each([
    ['symbolic', ['--shortest']],
    ['symbolic', ['--emptiness', 'ndfs']],
    ['symbolic', ['--order', 'random']],
    ['explicit', ['--hull', 'owcty']],
    ['explicit', ['--clusters', 'all']],
    ['explicit', ['--no-saturation']],
  ])('are refused with the other: --engine %s %s', (engine, args) => {
    const { status, stdout, stderr } = tegata(['check', STARVATION, PROGRESS, '--engine', engine, ...args]);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain(`it means nothing with --engine ${engine}`);
  });
});

describe('--deadlock error', () => {
  const late = (): string => file('late.kripke', 'initial s0\ns0 : a -> s1, s2\ns1 : b\ns2 -> s2\n');

  it.each([
    ['--engine', 'explicit'],
    ['--engine', 'symbolic'],
    ['--engine', 'auto'],
    ['--full-product'],
    ['--order', 'random'],
    ['--shortest'],
  ])('refuses a deadlock that no answer depends on: %s %s', (...options) => {
    for (const formula of ['F a', 'F b', 'true']) {
      const args = ['check', late(), formula, '--deadlock', 'error', ...options.filter((option) => option)];
      const { status, stdout, stderr } = tegata(args);
      expect({ status, stdout }, formula).toEqual({ status: 65, stdout: '' });
      expect(stderr).toContain('error[CHK702]: the model has a deadlock: state = s1');
    }
  });

  it('answers as before where there is none', () => {
    for (const engine of ['explicit', 'symbolic', 'hybrid', 'auto']) {
      const args = ['check', STARVATION, PROGRESS, EXCLUSION, '--json', '--deadlock', 'error', '--engine', engine];
      expect(objectsOf(tegata(args).stdout).map(({ verdict }) => verdict)).toEqual(['violated', 'holds']);
    }
  });
});

describe('options of symbolic checks', () => {
  const check = (...more: string[]): ReturnType<typeof tegata> =>
    tegata([
      'check',
      'kanban:2',
      '--ltl',
      'G("Pm1 >= 1" -> F "Pout1 >= 1")',
      '--engine',
      'symbolic',
      '--no-look',
      '--json',
      ...more,
    ]);

  it.each(['top', 'bottom', '3', '0.5'])('put the automaton anywhere: --property-level %s', (where) => {
    expect(objectsOf(check('--property-level', where, '--clusters', 'top').stdout)).toMatchObject([
      { verdict: 'violated', engine: 'symbolic' },
    ]);
  });

  it.each(['middle', '-1', '1.5'])('refuse other places: --property-level %s', (where) => {
    const { status, stderr } = check(`--property-level=${where}`);
    expect(status).toBe(64);
    expect(stderr).toContain('It must be top, bottom, a number of variables');
  });
});

describe('options of explicit searches', () => {
  const starvation = ['check', 'philosophers:3', '--ltl', 'GF "IsEating0 >= 1"', '--engine', 'explicit'];
  const response = ['check', 'kanban:2', '--ltl', 'G("Pm1 >= 1" -> F "Pout1 >= 1")', '--engine', 'explicit', '--json'];

  it('--emptiness names the check, which is refused where it cannot decide', () => {
    for (const name of ['weak', 'couvreur', 'tarjan', 'ndfs']) {
      const [{ verdict, emptiness }] = objectsOf(tegata([...starvation, '--emptiness', name, '--json']).stdout);
      expect([verdict, emptiness]).toEqual(['violated', name]);
    }
    const refused = tegata([...starvation, '--emptiness', 'reachability']);
    expect(refused.status).toBe(65);
    expect(refused.stderr).toContain('error[CHK710]: the emptiness check reachability cannot decide this');
  });

  it('--order random finds the same verdict, and the same counterexample again with the same seed', () => {
    const [plain, random, again] = [[], ['7'], ['7']].map((seed) => {
      const order = seed.flatMap((value) => ['--order', 'random', '--seed', value]);
      const [{ verdict, counterexample }] = objectsOf(tegata([...response, ...order]).stdout);
      return { verdict, counterexample: JSON.stringify(counterexample) };
    });
    expect([plain.verdict, random.verdict]).toEqual(['violated', 'violated']);
    expect(again).toEqual(random);
  });

  it('--shortest finds no more states than without it', () => {
    const lengths = [[], ['--shortest']].map((options) => {
      const [{ counterexample }] = objectsOf(tegata([...response, ...options]).stdout);
      const { prefix, cycle } = counterexample as { prefix: unknown[]; cycle: unknown[] };
      return prefix.length + cycle.length;
    });
    expect(lengths[1]).toBeLessThanOrEqual(lengths[0]);
    expect(lengths[1]).toBe(8);
  });

  it('--full-product counts what the search left out', () => {
    const [{ statistics }] = objectsOf(tegata([...response, '--full-product']).stdout);
    const { productStates, fullProductStates } = statistics as Record<string, string>;
    expect(Number(fullProductStates)).toBeGreaterThan(Number(productStates));
  });
});

describe('the seed', () => {
  it('is in the JSON, with the order in which the answer was found', () => {
    const fields = (args: readonly string[]): unknown[] => {
      const [{ engine, order, seed }] = objectsOf(
        tegata(['check', 'kanban:2', 'GF "P1 >= 1"', '--json', ...args]).stdout,
      );
      return [engine, order, seed];
    };
    expect(fields([])).toEqual(['explicit', 'model', 1]);
    expect(fields(['--seed', '7'])).toEqual(['explicit', 'model', 7]);
    expect(fields(['--order', 'random', '--seed', '9'])).toEqual(['explicit', 'random', 9]);
    expect(fields(['--engine', 'symbolic'])).toEqual(['symbolic', null, undefined]);
  });
});
