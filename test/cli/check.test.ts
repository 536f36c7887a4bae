// tegata check: verdicts, JSON, wrong use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXCLUSION, PROGRESS, STARVATION } from '../helpers/starvation.ts';
import { type JsonObject, type Outcome, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { file, folder } = temporaryFiles('tegata-check-');
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
      expect(complaints([name]).stderr).toContain('the nets of the library are kanban, ');
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
