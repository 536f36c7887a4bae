// `tegata check` on Promela: the questions that a model brings along, and what SPIN asks where it brings none.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';

const folder = mkdtempSync(join(tmpdir(), 'tegata-promela-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const counter = file(
  'counter.pml',
  `byte x;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl small { [] (x < 4) }
ltl returns { [] <> (x == 0) }
ltl stays { <> [] (x == 0) }
`,
);

function verdicts(args: readonly string[]): { readonly status: number | null; readonly lines: string[] } {
  const { status, stdout } = tegata(['check', ...args]);
  return { status, lines: stdout.split('\n').filter((line) => /^(holds|violated|unknown)/.test(line)) };
}

describe('tegata check on a Promela model', () => {
  it('checks all its formulas', () => {
    const { status, lines } = verdicts([counter]);
    expect(status).toBe(10);
    expect(lines.map((line) => line.split('  ')[0])).toEqual(['holds: small', 'holds: returns', 'violated: stays']);
  });

  it('checks the formula of a name', () => {
    expect(verdicts([counter, '--ltl', 'small']).status).toBe(0);
    expect(verdicts([counter, '--ltl', 'stays']).status).toBe(10);
    expect(verdicts([counter, '--ltl', 'G "x < 2"']).status).toBe(10);
  });

  it('looks for violated assertions and invalid end states where there is no formula', () => {
    const broken = file(
      'broken.pml',
      'byte x;\nactive proctype P() { x = 1; atomic { x = 2; assert(x != 2); x = 3 }; x == 4 }\n',
    );
    const { status, lines } = verdicts([broken]);
    expect(status).toBe(10);
    expect(lines.map((line) => line.split('  ')[0])).toEqual(['violated: assertions', 'violated: end states']);
    const good = file('good.pml', 'byte x;\nactive proctype P() { x = 1; assert(x == 1); end: x == 4 }\n');
    expect(verdicts([good]).status).toBe(0);
  });

  it('asks about assertions beside a formula', () => {
    const { lines } = verdicts([counter, '--ltl', 'small', '--assertions']);
    expect(lines.map((line) => line.split('  ')[0])).toEqual(['holds: small', 'holds: end states']);
  });

  it('refuses --assertions for other models', () => {
    const { status, stderr } = tegata(['check', 'philosophers:2', '--assertions']);
    expect(status).toBe(64);
    expect(stderr).toContain('has no assertions');
  });

  it('takes the never claim of a model', () => {
    const claim = (accepting: string): string =>
      `byte x;\nactive proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }\nnever { T: if :: ${accepting} -> goto accept_T :: true -> goto T fi; accept_T: if :: ${accepting} -> goto accept_T fi }\n`;
    expect(verdicts([file('claim.pml', claim('(x != 2)'))]).status).toBe(0);
    expect(verdicts([file('matched.pml', claim('(x < 4)'))]).status).toBe(10);
  });

  it('knows progress and acceptance', () => {
    const model = file('progress.pml', 'byte x;\nactive proctype P() { do :: x = 1 :: x = 2; progress: x = 0 od }\n');
    expect(verdicts([model, '--ltl', 'G F !np_']).status).toBe(10);
    expect(verdicts([model, '--ltl', '!(G F accept_)']).status).toBe(0);
  });

  it('assumes weak fairness of processes', () => {
    const model = file(
      'fair.pml',
      'bit go, done;\nactive proctype P() { do :: !done -> go = 1 - go :: done -> break od }\nactive proctype Q() { done = 1 }\nltl ends { <> done }\n',
    );
    expect(verdicts([model]).status).toBe(10);
    expect(verdicts([model, '--weak-fairness', 'processes']).status).toBe(0);
  });

  it('reads included files beside the model', () => {
    file('limits.h', '#define N 3\n');
    const model = file(
      'including.pml',
      '#include "limits.h"\nbyte x;\nactive proctype P() { do :: x < N -> x++ :: else -> break od }\nltl p { [] (x <= N) }\n',
    );
    expect(verdicts([model]).status).toBe(0);
  });

  it('shows processes, lines, statements, meetings and what is printed', () => {
    const model = file(
      'shown.pml',
      'chan c = [0] of { byte };\nbyte x;\nactive proctype Sender() { c!7 }\nactive proctype Receiver() {\n  c?x;\n  printf("got %d\\n", x)\n}\nltl p { [] (x == 0) }\n',
    );
    const { stdout } = tegata(['check', model]);
    expect(stdout).toContain('Sender[0]:3 c!7 → Receiver[1]:5 c?x');
    const walk = tegata(['simulate', model, '--random', '--steps', '3', '--seed', '1']).stdout;
    expect(walk).toContain('⇒ "got 7\\n"');
    const steps = tegata(['simulate', model], '1\n1\nq\n').stdout;
    expect(steps).toContain('x: 0 → 7');
    expect(steps).toContain('2. Receiver[1]:6 printf("got %d\\n") ⇒ "got 7\\n"');
    const chart = join(folder, 'shown.chart.svg');
    tegata(['check', model, '--trace', chart]);
    expect(readFileSync(chart, 'utf8')).toContain('Receiver[1]');
  });
});
