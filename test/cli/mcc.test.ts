import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { pnmlLines } from '../../src/models/petri/write-net.ts';
import { LEFT_OUT, sharedFolder } from '../helpers/shared.ts';
import { interrupted, objectsOf, tegata } from '../helpers/tegata.ts';

const properties = `<property-set xmlns="http://mcc.lip6.fr/">
${property('Diners-00', '<globally><negation><is-fireable><transition>nowhere</transition></is-fireable></negation></globally>')}
</property-set>`;

function property(id: string, formula: string): string {
  return `<property><id>${id}</id><description>none</description><formula><all-paths>${formula}</all-paths></formula></property>`;
}

const tokens = (place: string): string => `<tokens-count><place>${place}</place></tokens-count>`;
const constant = (value: number): string => `<integer-constant>${value}</integer-constant>`;
const atLeastOne = (place: string): string => `<integer-le>${constant(1)}${tokens(place)}</integer-le>`;

describe('tegata mcc', () => {
  let folder = '';
  const net = philosophers(3);
  const [first, second] = net.places.map(({ id }) => id);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tegata-mcc-'));
    writeFileSync(join(folder, 'model.pnml'), [...pnmlLines(net)].join('\n'));
    const file = `<property-set xmlns="http://mcc.lip6.fr/">
      ${property('Diners-LTLCardinality-00', `<finally>${atLeastOne(first)}</finally>`)}
      ${property('Diners-LTLCardinality-01', `<globally><finally>${atLeastOne(second)}</finally></globally>`)}
    </property-set>`;
    writeFileSync(join(folder, 'LTLCardinality.xml'), file);
    writeFileSync(join(folder, 'LTLFireability.xml'), properties);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('answers each formula in a line of its own', () => {
    const { status, stdout } = tegata(['mcc', folder, '--examination', 'LTLCardinality']);
    expect(status).toBe(0);
    const lines = stdout.trim().split('\n').sort();
    expect(lines).toHaveLength(2);
    for (const [i, line] of lines.entries()) {
      expect(line).toMatch(
        new RegExp(`^FORMULA Diners-LTLCardinality-0${i} (TRUE|FALSE) TECHNIQUES (EXPLICIT|DECISION_DIAGRAMS)$`),
      );
    }
    expect(lines[0]).toContain('TRUE'); // the place is marked at the start
    expect(lines[1]).toContain('FALSE'); // the philosophers can block one another
  });

  it('writes certificates where they are wanted, which the verifier takes', () => {
    const proofs = join(folder, 'new', 'proofs');
    tegata(['mcc', folder, '--examination', 'LTLCardinality', '--certificates', proofs]);
    const file = join(proofs, 'Diners-LTLCardinality-00.cert');
    const [shown] = objectsOf(tegata(['certificate', 'show', file, '--json']).stdout);
    expect(shown).toMatchObject({ verdict: 'holds' });
    const words = [resolve('dist/verifier/main.js'), join(folder, 'model.pnml'), String(shown.formula), file];
    expect(spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 }).stdout).toMatch(
      /^verified: holds/,
    );
  });

  it('finds the deadlock of the philosophers, and takes the examination from the environment', () => {
    const { stdout } = tegata(['mcc', folder], '', { BK_EXAMINATION: 'ReachabilityDeadlock' });
    expect(stdout).toMatch(/^FORMULA ReachabilityDeadlock TRUE TECHNIQUES (EXPLICIT|DECISION_DIAGRAMS|RANDOM_WALK)\n$/);
  });

  it('counts the state space', () => {
    const { status, stdout } = tegata(['mcc', folder, '--examination', 'StateSpace'], '', {
      BK_TIME_CONFINEMENT: '60',
    });
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^STATE_SPACE STATES \d+ TECHNIQUES EXPLICIT$/),
      expect.stringMatching(/^STATE_SPACE TRANSITIONS \d+ /),
      expect.stringMatching(/^STATE_SPACE MAX_TOKEN_PER_MARKING \d+ /),
      expect.stringMatching(/^STATE_SPACE MAX_TOKEN_IN_PLACE 1 /),
    ]);
  });

  it('cannot count the states of a net with more tokens than can be counted; a reduced one may have no such place', () => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 2 ** 31 - 1 });
    builder.transition('t', { outputs: [{ place: 0, weight: 1 }] });
    const large = join(folder, 'large');
    mkdirSync(large);
    writeFileSync(join(large, 'model.pnml'), [...pnmlLines(builder.build('large'))].join('\n'));
    const answers = ['StateSpace', 'ReachabilityDeadlock'].map((examination) => {
      const { status, stdout } = tegata(['mcc', large, '--examination', examination]);
      return { status, stdout };
    });
    expect(answers).toEqual([
      { status: 20, stdout: 'CANNOT_COMPUTE\n' },
      { status: 0, stdout: 'FORMULA ReachabilityDeadlock FALSE TECHNIQUES EXPLICIT\n' },
    ]);
  });

  it('says what is wrong with an instance that cannot be read', () => {
    const { status, stdout } = tegata(['mcc', join(folder, 'nowhere'), '--examination', 'StateSpace']);
    expect({ status, stdout }).toEqual({ status: 65, stdout: '' });
  });

  it.each([
    ['--timeout', ['--timeout', '1'], {}],
    ['--memory', ['--memory', '200M'], {}],
    ['BK_MEMORY_CONFINEMENT', [], { BK_MEMORY_CONFINEMENT: '220' }],
    ['BK_TIME_CONFINEMENT', [], { BK_TIME_CONFINEMENT: '1' }],
  ])('gives up at the limit that %s sets, and says so for each formula', (_, args, environment) => {
    const command = ['mcc', 'kanban:4000', '--examination', 'ReachabilityDeadlock', ...args];
    const { status, stdout, stderr } = tegata(command, '', environment);
    expect({ status, stdout, stderr }).toEqual({
      status: 20,
      stdout: 'FORMULA ReachabilityDeadlock CANNOT_COMPUTE\n',
      stderr: '',
    });
  });

  /** Makes a thread of the command stop for ever where the condition on a call of `node:fs` is met. */
  const stopping = (name: string, condition: string): NodeJS.ProcessEnv => {
    const path = join(folder, `${name}.cjs`);
    writeFileSync(
      path,
      `const fs = require('node:fs');
      const { openSync, writeSync } = fs;
      const stopIf = (found) => { if (found) for (;;); };
      if (!require('node:worker_threads').isMainThread) {
        fs.openSync = (file, ...more) => { stopIf(${condition.startsWith('file') ? condition : 'false'}); return openSync(file, ...more); };
        fs.writeSync = (to, text, ...more) => {
          const count = writeSync(to, text, ...more);
          stopIf(${condition.startsWith('text') ? condition : 'false'});
          return count;
        };
        require('node:module').syncBuiltinESMExports();
      }`,
    );
    return { NODE_OPTIONS: `--require ${path}` };
  };

  it('says for each formula that it has no answer when the thread does not hear of the limit', () => {
    const environment = stopping('reading', "file.endsWith('model.pnml')");
    const answers = ['LTLCardinality', 'ReachabilityDeadlock', 'StateSpace'].map((examination) =>
      tegata(['mcc', folder, '--examination', examination, '--timeout', '0.1'], '', environment),
    );
    const ids = ['Diners-LTLCardinality-00', 'Diners-LTLCardinality-01'];
    expect(answers).toEqual([
      { status: 20, stdout: ids.map((id) => `FORMULA ${id} CANNOT_COMPUTE\n`).join(''), stderr: '' },
      {
        status: 20,
        stdout: 'FORMULA ReachabilityDeadlock CANNOT_COMPUTE\n',
        stderr: '',
      },
      { status: 20, stdout: 'CANNOT_COMPUTE\n', stderr: '' },
    ]);
  });

  it('says so only of those that were not answered before', async () => {
    const environment = stopping('writing', "text.toString().startsWith('FORMULA')");
    const { status, stdout } = await interrupted(['mcc', folder, '--examination', 'LTLCardinality'], environment);
    expect(status).toBe(20);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/ (TRUE|FALSE) TECHNIQUES /);
    expect(lines[1]).toMatch(/^FORMULA \S+ CANNOT_COMPUTE$/);
    expect(new Set(lines.map((line) => line.split(' ')[1])).size).toBe(2);
  }, 60_000);

  it('asks for an examination', () => {
    const { status, stdout, stderr } = tegata(['mcc', folder], '', { BK_EXAMINATION: '' });
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain('LTLFireability');
  });

  it('refuses a memory confinement that is not a number', () => {
    const environment = { BK_EXAMINATION: 'StateSpace', BK_MEMORY_CONFINEMENT: 'plenty' };
    const { status, stderr } = tegata(['mcc', folder], '', environment);
    expect({ status, stderr }).toEqual({
      status: 64,
      stderr: 'error: BK_MEMORY_CONFINEMENT is not a number of megabytes\n',
    });
  });

  it.each([
    ['OneSafe', 'TRUE'],
    ['StableMarking', 'FALSE'],
    ['QuasiLiveness', 'TRUE'],
    ['Liveness', 'FALSE'],
  ])('answers %s about the net as a whole', (examination, answer) => {
    const { status, stdout } = tegata(['mcc', folder, '--examination', examination]);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^FORMULA ${examination} ${answer} TECHNIQUES [A-Z_]+\n$`));
  });

  it('answers for bounds, and whether states are reachable', () => {
    const bound = `<place-bound><place>${first}</place><place>${second}</place></place-bound>`;
    const some = (formula: string): string => property('x', formula).replaceAll('all-paths', 'exists-path');
    const set = (...list: string[]): string => `<property-set>${list.join('')}</property-set>`;
    const bounds = property('x', '').replace('<all-paths></all-paths>', bound).replace('x', 'Diners-UpperBounds-00');
    writeFileSync(join(folder, 'UpperBounds.xml'), set(bounds));
    const two = `<integer-le>${constant(2)}${tokens(first)}</integer-le>`;
    writeFileSync(
      join(folder, 'ReachabilityCardinality.xml'),
      set(
        some(`<finally>${atLeastOne(first)}</finally>`).replace('x', 'R-00'),
        some(`<finally>${two}</finally>`).replace('x', 'R-01'),
        property('R-02', `<globally><negation>${two}</negation></globally>`),
      ),
    );
    expect(tegata(['mcc', folder, '--examination', 'UpperBounds']).stdout).toMatch(
      /^FORMULA Diners-UpperBounds-00 [12] TECHNIQUES [A-Z_]+\n$/,
    );
    const { status, stdout } = tegata(['mcc', folder, '--examination', 'ReachabilityCardinality']);
    expect(status).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ').slice(1, 3).join(' '))
        .sort(),
    ).toEqual(['R-00 TRUE', 'R-01 FALSE', 'R-02 TRUE']);
  });

  it('does not compete in examinations it does not know, and refuses unknown transitions', () => {
    expect(tegata(['mcc', folder, '--examination', 'CTLFireability']).stdout).toBe('DO_NOT_COMPETE\n');
    const { status, stderr } = tegata(['mcc', folder, '--examination', 'LTLFireability']);
    expect(status).toBe(65);
    expect(stderr).toContain('nowhere');
  });
});

describe('the contest answers', () => {
  const instances = ['Philosophers-PT-000005', 'Philosophers-COL-000005', 'TokenRing-PT-005', 'Eratosthenes-PT-020'];
  it.skipIf(!sharedFolder).each(instances)(
    `are right for %s (${sharedFolder ? 'known answers' : LEFT_OUT})`,
    (name) => {
      const expected = JSON.parse(readFileSync(join(sharedFolder!, 'mcc/expected.json'), 'utf8'))[name];
      for (const examination of ['LTLCardinality', 'LTLFireability']) {
        const folder = join(sharedFolder!, 'mcc', name);
        if (!existsSync(join(folder, `${examination}.xml`))) continue;
        const { stdout } = tegata(['mcc', folder, '--examination', examination, '--timeout', '20']);
        const answers = expected[`ltl${examination.slice(3)}`] as (boolean | null)[];
        for (const [, index, answer] of stdout.matchAll(/^FORMULA \S+-(\d\d) (TRUE|FALSE) /gm)) {
          expect(answer, `${examination} ${index}`).toBe(String(answers[Number(index)]).toUpperCase());
        }
      }
    },
  );
});
