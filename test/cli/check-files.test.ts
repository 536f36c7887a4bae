// Files that tegata check writes and reads beside the model: traces, reports, properties, automata.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXCLUSION, PROGRESS, STARVATION } from '../helpers/starvation.ts';
import { type JsonObject, objectsOf, tegata } from '../helpers/tegata.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';

const { file, folder } = temporaryFiles('tegata-check-');
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

  it.each(['symbolic', 'hybrid'])('is searched in diagrams too: %s', (engine) => {
    const options = ['--never', file('lit.hoa', lit), '--engine', engine];
    const { status, stdout } = tegata(['check', lamp, ...options, '--json']);
    expect(status).toBe(10);
    expect(objectsOf(stdout)).toMatchObject([{ verdict: 'violated', engine, automaton: 'given', order: null }]);
    expect(tegata(['check', lamp, ...options, '--stats']).stdout).toContain(`engine: ${engine}`);
    const unheard = tegata(['check', lamp, ...options, '--no-look']);
    expect({ status: unheard.status, stderr: unheard.stderr }).toEqual({
      status: 64,
      stderr: 'error: --no-look is for formulas: it means nothing with --never alone\n',
    });
  });
});
