import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, type Outcome, tegata } from '../helpers/tegata.ts';

const STARVATION = 'examples/starvation/model.dve';
const EXCLUSION = 'G !("P0 = critical" & "P1 = critical")';
const PROGRESS = 'G("P0 = waiting" -> F "P0 = critical")';
/** Holds on `kanban:6`, after millions of states. */
const LONG = ['check', 'kanban:8', '--ltl', 'GF "P1 >= 0"', '--engine', 'explicit'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

type JsonObject = Record<string, unknown>;

function objectsOf(stdout: string): JsonObject[] {
  return linesOf(stdout).map((line) => JSON.parse(line) as JsonObject);
}

describe('the verdict of tegata check', () => {
  it('is told by exit status 0 where all hold, 10 where one is violated', () => {
    const holds = tegata(['check', STARVATION, '--ltl', EXCLUSION]);
    expect(holds).toMatchObject({ status: 0, stderr: '' });
    expect(holds.stdout).toMatch(/^holds: G!\("P0 = critical" & "P1 = critical"\)\n$/);
    const mixed = tegata(['check', STARVATION, '--ltl', PROGRESS, EXCLUSION, '--no-progress']);
    expect(mixed.status).toBe(10);
    expect(mixed.stdout).toMatch(/^violated: .*\nholds: /s);
  });

  it('comes for every formula of a file, in order', () => {
    const path = file('two.ltl', `${EXCLUSION}\n${PROGRESS}\n`);
    const { status, stdout } = tegata(['check', STARVATION, '-F', path, '--json']);
    expect(status).toBe(10);
    expect(objectsOf(stdout).map(({ verdict }) => verdict)).toEqual(['holds', 'violated']);
  });

  it('reads a model from standard input, and a module, in its own thread', () => {
    const text = readFileSync('examples/lamp/model.kripke', 'utf8');
    expect(tegata(['check', '-', 'true'], text).stdout).toMatch(/^holds: 1$/m);
    expect(tegata(['check', 'examples/bridge/model.mjs', 'true']).stdout).toMatch(/^holds: 1$/m);
  });
});

describe('the JSON of tegata check', () => {
  it('has the fields that other programs rely on', () => {
    const { stdout } = tegata(['check', STARVATION, EXCLUSION, PROGRESS, '--json']);
    const [holds, violated] = objectsOf(stdout);
    expect(holds).toMatchObject({
      model: STARVATION,
      formula: 'G!("P0 = critical" & "P1 = critical")',
      verdict: 'holds',
      reason: null,
      automaton: 'tgba',
      engine: 'explicit',
      counterexample: null,
      statistics: { automatonStates: 2, productStates: '20', productTransitions: '46', passes: 1 },
    });
    expect(typeof holds.emptiness).toBe('string');
    const { seconds, peakMemoryBytes } = holds.statistics as { seconds: number; peakMemoryBytes: number };
    expect(seconds).toBeGreaterThan(0);
    expect(peakMemoryBytes).toBeGreaterThan(1e6);
    const { prefix, cycle } = violated.counterexample as { prefix: JsonObject[]; cycle: JsonObject[] };
    expect(prefix[0]).toMatchObject({
      state: { P0: 'idle', P1: 'idle' },
      propositions: [],
      transition: 'P0.idle->want',
    });
    expect(cycle.every(({ propositions }) => !(propositions as string[]).includes('P0 = critical'))).toBe(true);
  });
});

describe('wrong use and bad input', () => {
  const complaints = (args: readonly string[], input = ''): Outcome => {
    const outcome = tegata(['check', ...args], input);
    expect(outcome.stdout).toBe('');
    return outcome;
  };

  it('end with 64 for wrong options', () => {
    expect(complaints([STARVATION, EXCLUSION, '--automaton', 'nfa']).status).toBe(64);
    expect(complaints([STARVATION, EXCLUSION, '--json', '--trace', '-']).status).toBe(64);
    const { status, stderr } = complaints(['-'], 'states: 1');
    expect(status).toBe(64);
    expect(stderr).toContain('--ltl');
  });

  it('end with 65 for a formula, model, property file or module that cannot be read', () => {
    expect(complaints([STARVATION, 'G (a']).status).toBe(65);
    expect(complaints(['nowhere.pnml', 'G a'])).toMatchObject({ status: 65 });
    expect(complaints([STARVATION, 'nowhere.xml'])).toMatchObject({ status: 65 });
    expect(complaints([file('broken.dve', 'process P { state a; init b; }\nsystem async;\n'), 'true']).status).toBe(65);
    expect(complaints([file('broken.mjs', 'export default 3;\n'), 'true']).stderr).toContain('exports no model');
  });

  it('end with 64 where there is nothing to check', () => {
    for (const args of [[STARVATION], [STARVATION, '-F', file('empty.ltl', '\n# nothing\n')]]) {
      const { status, stderr } = complaints(args);
      expect(status).toBe(64);
      expect(stderr).toContain('no formula was given');
    }
  });

  it('name every unknown proposition of all formulas, before any formula is checked', () => {
    const { status, stderr } = complaints([STARVATION, EXCLUSION, 'F "tern = 0"', 'G "torn = 0"', '--json']);
    expect(status).toBe(65);
    expect(stderr.match(/the model has nothing called `t.rn`/g)).toEqual([
      'the model has nothing called `tern`',
      'the model has nothing called `torn`',
    ]);
  });

  it('say which nets there are for an unknown one, and why a file cannot be written', () => {
    for (const name of ['canban:5', 'kanban']) {
      expect(complaints([name, 'true']).stderr).toContain('the nets of the library are kanban, ');
    }
    const { status, stderr } = tegata(['check', STARVATION, PROGRESS, '--trace', join(folder, 'no', 'run.json')]);
    expect(status).toBe(65);
    expect(stderr).toContain('run.json: there is no such folder');
  });

  it('show control characters of a file, and do not obey them', () => {
    const { stderr } = complaints([file('escape.pnml', '<pnml>\u001b[31mred</pnml>'), 'true']);
    expect(stderr).toContain('<pnml>␛[31mred</pnml>');
  });

  it('offer the nearest name for an unknown proposition, of a value too', () => {
    const reference = complaints([STARVATION, 'G "tern = 0"']);
    expect(reference.status).toBe(65);
    expect(reference.stderr).toContain('did you mean `turn`?');
    expect(complaints([STARVATION, 'F "P0 = critcal"']).stderr).toContain('did you mean `critical`?');
    expect(complaints([STARVATION, 'F "P0 = CS"']).stderr).toContain('there is `idle`, `want`, `waiting`, `critical`');
  });
});

describe('--trace', () => {
  it.each(['run.json', 'run.itf.json'])('writes a counterexample that simulate follows: %s', (name) => {
    const path = join(folder, name);
    expect(tegata(['check', STARVATION, PROGRESS, '--trace', path]).status).toBe(10);
    const written = JSON.parse(readFileSync(path, 'utf8')) as JsonObject;
    expect(written.loop).toBe(2);
    expect('#meta' in written).toBe(name.endsWith('.itf.json'));
    const { status, stdout } = tegata(['simulate', STARVATION, '--trace', path, '--json']);
    expect(status).toBe(0);
    expect(objectsOf(stdout).map(({ step }) => step)).toEqual([undefined, 'P0.idle->want', 'P0.want->waiting']);
  });

  it('goes alone to standard output, and ends where a deadlock repeats', () => {
    const { stdout, stderr, status } = tegata(['check', 'philosophers:2', 'G !dead', '--lasso', '--trace', '-']);
    expect(status).toBe(10);
    expect(stderr).toMatch(/^violated: /);
    const { trace, loop } = JSON.parse(stdout) as { trace: unknown[]; loop: number };
    expect(loop).toBe(trace.length - 1);
    expect(tegata(['simulate', 'philosophers:2', '--trace', '-', '--json'], stdout).status).toBe(0);
  });

  it('ends with the step at which the formula is lost, without a loop', () => {
    const { stdout, stderr } = tegata(['check', 'philosophers:2', 'G !dead', '--trace', '-']);
    expect(stderr).toContain('shown up to the step where it is lost');
    expect(JSON.parse(stdout)).not.toHaveProperty('loop');
    expect(tegata(['simulate', 'philosophers:2', '--trace', '-', '--json'], stdout).status).toBe(0);
  });

  it('writes nothing where the formula holds', () => {
    const path = join(folder, 'none.json');
    expect(tegata(['check', STARVATION, EXCLUSION, '--trace', path]).status).toBe(0);
    expect(existsSync(path)).toBe(false);
  });
});

describe('a formula that holds for the wrong reason', () => {
  const args = ['check', 'examples/lamp/model.kripke', 'G(dead -> F lit)'];

  it('has a note, which changes nothing else; --no-vacuity leaves it out', () => {
    const note = '  note: F lit never mattered: G!dead holds\n';
    expect(tegata(args)).toMatchObject({ status: 0, stdout: `holds: G(dead -> F lit)\n${note}` });
    expect(tegata([...args, '--no-vacuity'])).toMatchObject({ status: 0, stdout: 'holds: G(dead -> F lit)\n' });
    const [looked] = objectsOf(tegata([...args, '--json']).stdout);
    expect(looked).toMatchObject({ vacuity: { parts: [{ part: 'F lit', stronger: 'G!dead' }], complete: true } });
    const [skipped] = objectsOf(tegata([...args, '--json', '--no-vacuity']).stdout);
    expect(skipped.vacuity).toBeNull();
  });
});

describe('limits', () => {
  it.each([
    [['--max-states', '1000'], 'more than 1000 states'],
    [['--timeout', '3'], 'no answer in 3 s'],
    [['--memory', '150M'], 'more than 150 MB of memory in use'],
  ])('%s ends the run with unknown, the reason and what was explored', (args, reason) => {
    const { status, stdout } = tegata([...LONG, ...args]);
    expect(status).toBe(20);
    const [verdict, why] = linesOf(stdout);
    expect(verdict).toMatch(/^unknown: /);
    expect(why.trim()).toBe(reason);
    expect(stdout).toMatch(/product: [1-9]\d* states and [1-9]\d* transitions explored, 1 pass/);
  });

  it('do not hide a counterexample that was found within them', () => {
    const { status, stdout } = tegata(['check', 'kanban:5', 'GF "P1 >= 1"', '--max-states', '10000', '--json']);
    expect(status).toBe(10);
    expect(objectsOf(stdout)[0].verdict).toBe('violated');
  });

  /** A run that is interrupted soon after it has written something. */
  async function interrupted(args: readonly string[]): Promise<Outcome> {
    const child = spawn(process.execPath, [resolve('dist/cli/bundle/main.js'), ...args]);
    let stdout = '';
    let stderr = '';
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGINT'), 300));
    child.stdout.on('data', (data) => {
      stdout += String(data);
    });
    child.stderr.on('data', (data) => {
      stderr += String(data);
    });
    const status = await new Promise<number | null>((ended) => child.on('close', ended));
    return { status, stdout, stderr };
  }

  it('end a run at Ctrl-C with unknown, with what was explored, and leave out the formulas after it', async () => {
    const { status, stdout, stderr } = await interrupted([
      'check',
      'kanban:6',
      'true',
      'GF "P1 >= 0"',
      'G true',
      '--json',
      '--engine',
      'explicit',
    ]);
    expect(status).toBe(20);
    const results = objectsOf(stdout);
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['holds', null],
      ['unknown', 'interrupted'],
    ]);
    expect(Number((results[1].statistics as JsonObject).productTransitions)).toBeGreaterThan(0);
    expect(stderr).toBe('interrupted: 1 more formula was not checked\n');
  }, 30_000);

  it('end a run at Ctrl-C that is not searching at all', async () => {
    const path = file('endless.mjs', "import { writeSync } from 'node:fs';\nwriteSync(1, 'loading\\n');\nfor (;;);\n");
    const { status, stdout, stderr } = await interrupted(['check', path, 'true']);
    expect({ status, stdout, stderr }).toEqual({ status: 20, stdout: 'loading\n', stderr: 'unknown: interrupted\n' });
  }, 30_000);
});

describe('--engine auto', () => {
  it('is the default: a second thread answers where states are too many to be looked at one by one', () => {
    const { status, stdout } = tegata(['check', 'kanban:8', 'GF "P1 <= 7" | FG "P1 >= 8"', 'F "P1 = 0"', '--json']);
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

describe('--report', () => {
  it('writes JUnit XML for all formulas, and annotations for those that do not hold', () => {
    const formulas = file('rules.ltl', `${EXCLUSION}\n${PROGRESS}\n`);
    const report = join(folder, 'report.xml');
    const { status, stderr } = tegata([
      ...['check', STARVATION, '-F', formulas, '--report', `junit=${report}`, '--report', 'github', '--json'],
    ]);
    expect(status).toBe(10);
    expect(readFileSync(report, 'utf8')).toContain('tests="2" failures="1" errors="0"');
    expect(stderr).toMatch(/^::error file=\S+rules\.ltl,line=2,title=violated.*\n$/);
    expect(tegata(['check', STARVATION, EXCLUSION, '--report', 'junit']).status).toBe(64);
  });
});

describe('--properties', () => {
  const property = (id: string, formula: string): string =>
    `<property><id>${id}</id><description>none</description><formula><all-paths>${formula}</all-paths></formula></property>`;
  const marked = (place: string): string =>
    `<integer-le><integer-constant>1</integer-constant><tokens-count><place>${place}</place></tokens-count></integer-le>`;

  it('checks the properties of a contest file, by their names', () => {
    const path = file(
      'LTLCardinality.xml',
      `<property-set xmlns="http://mcc.lip6.fr/">
        ${property('Diners-00', `<finally>${marked('Idle0')}</finally>`)}
        ${property('Diners-01', `<globally><finally>${marked('Idle0')}</finally></globally>`)}
      </property-set>`,
    );
    const json = tegata(['check', 'philosophers:2', '--properties', path, '--json']);
    expect(json.status).toBe(10);
    expect(objectsOf(json.stdout).map(({ id, verdict }) => [id, verdict])).toEqual([
      ['Diners-00', 'holds'],
      ['Diners-01', 'violated'],
    ]);
    const text = tegata(['check', 'philosophers:2', path]);
    expect(text.stdout).toMatch(/^holds: Diners-00 {2}F.*\nviolated: Diners-01 {2}GF/s);
  });
});

describe('--never', () => {
  const lamp = 'examples/lamp/model.kripke';
  const lit = `HOA: v1
name: "lit once"
States: 2
Start: 0
AP: 1 "lit"
Acceptance: 1 Inf(0)
--BODY--
State: 0
[!0] 0
[0] 1
State: 1 {0}
[t] 1
--END--
`;

  it('has its counterexample written, and reported to CI, like that of a formula', () => {
    const automaton = file('lit.hoa', lit);
    const [page, report] = [join(folder, 'never.html'), join(folder, 'never.xml')];
    const reports = ['--report', `junit=${report}`, '--report', 'github'];
    const { status, stderr } = tegata(['check', lamp, '--never', automaton, '--trace', page, ...reports]);
    expect(status).toBe(10);
    expect(stderr).toBe(
      `::error file=${automaton},title=violated%3A never lit once::the automaton accepts this execution\n`,
    );
    const steps = objectsOf(tegata(['simulate', lamp, '--trace', page, '--json']).stdout).map(({ step }) => step);
    expect(steps[1]).toBe('press'); // which lights the lamp
    const document = readFileSync(report, 'utf8');
    expect(document).toContain('tests="1" failures="1"');
    expect(document).toContain('name="never lit once"');
  });

  it('is not for the symbolic engine', () => {
    const { status, stderr } = tegata(['check', lamp, '--never', file('lit.hoa', lit), '--engine', 'symbolic']);
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: 'error: --never is for the explicit engine: it means nothing with --engine symbolic\n',
    });
  });
});

describe('what does not look at the clock', () => {
  it('is ended soon after its time, and what it did not answer is unknown', () => {
    const path = file('endless.mjs', 'for (;;);\n');
    const { status, stdout, stderr } = tegata(['check', path, 'true', '--timeout', '0.1']);
    expect({ status, stdout, stderr }).toEqual({
      status: 20,
      stdout: 'unknown: 1\n  no answer in 0.1 s\n',
      stderr: '',
    });
  }, 60_000);
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
    for (const engine of ['explicit', 'symbolic', 'auto']) {
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
