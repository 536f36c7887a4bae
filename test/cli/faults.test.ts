// Every command while memory, files and threads fail: the n-th allocation, read, write or start of a thread of each job, for all n. SQLite is tested
// so. By default an allocation is tried once for each place in the code; TEGATA_LONG=1 tries every single one of every job.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { philosophers } from '../../src/models/library/philosophers.ts';
import { pnmlLines } from '../../src/models/petri/write-net.ts';
import { FaultRunner, faultsOf, NOTED } from '../helpers/faults/faults.ts';
import { problemOf } from '../helpers/faults/judge.ts';

const isLong = process.env.TEGATA_LONG === '1';
const scratch = mkdtempSync(join(tmpdir(), 'tegata-faults-'));
const runner = new FaultRunner(scratch);
let tried = 0;
afterAll(() => {
  runner.end();
  rmSync(scratch, { recursive: true, force: true });
  process.stdout.write(`${tried} faults injected\n`);
});

const inScratch = (name: string, text: string): void => writeFileSync(join(scratch, name), text);
copyFileSync(resolve('examples/lamp/model.kripke'), join(scratch, 'lamp.kripke'));
copyFileSync(resolve('examples/producer-consumer/model.net'), join(scratch, 'buffer.net'));
copyFileSync(resolve('examples/peterson/model.dve'), join(scratch, 'peterson.dve'));
inScratch('formulas.ltl', 'G(ready -> F full)\nGF consuming\n');
inScratch(
  'bad.hoa',
  'HOA: v1 States: 1 Start: 0 AP: 1 "lit" acc-name: Buchi Acceptance: 1 Inf(0)\n--BODY--\nState: 0 [!0] 0 {0}\n--END--\n',
);
inScratch(
  'counter.mjs',
  'export default { initial: { n: 0 }, *next({ n }) { if (n < 3) yield { n: n + 1 }; }, propositions: { full: ({ n }) => n === 3 } };\n',
);
inScratch('order.txt', 'state\n');
mkdirSync(join(scratch, 'contest'));
inScratch('contest/model.pnml', [...pnmlLines(philosophers(2))].join('\n'));
const property = (id: string, formula: string): string =>
  `<property><id>${id}</id><description>none</description><formula><all-paths>${formula}</all-paths></formula></property>`;
const marked = (place: string): string =>
  `<integer-le><integer-constant>1</integer-constant><tokens-count><place>${place}</place></tokens-count></integer-le>`;
const [fork] = philosophers(2).places.map(({ id }) => id);
inScratch(
  'contest/LTLCardinality.xml',
  `<property-set xmlns="http://mcc.lip6.fr/">${property('a', `<finally>${marked(fork)}</finally>`)}${property('b', `<globally><finally>${marked(fork)}</finally></globally>`)}</property-set>`,
);
inScratch('run.json', '');

/** The first word is the command. Short ones, since each is run some hundred times. */
const jobs: readonly string[] = [
  'check lamp.kripke --ltl F_lit --ltl G!lit --trace out/run.json --report junit=out/report.xml',
  'check buffer.net -F formulas.ltl --engine explicit --json --no-vacuity',
  'check buffer.net -F formulas.ltl --engine symbolic',
  'check lamp.kripke --ltl F_lit --ltl G!lit --engine explicit --automaton tgta --shortest --full-product --stats',
  'check lamp.kripke --ltl F_lit --engine explicit --order random --emptiness couvreur',
  'check lamp.kripke --ltl G!lit --weak-fairness transitions --trace out/run.svg',
  'check lamp.kripke --never bad.hoa --deadlock drop',
  'formula -F formulas.ltl --simplify=3 --json',
  'formula aUb --equivalent-to b|a&X(aUb)',
  'translate aUb -o out/automaton.hoa',
  'translate -F formulas.ltl --to tgta --format dot',
  'automaton bad.hoa --complement -o out/complement.hoa',
  'cross aUb --words 3',
  'random -n 3 --seed 1',
  'patterns gh-r --range 1..3',
  'completion bash',
  'model buffer.net --to pnml -o out/net.pnml',
  'model lamp.kripke --propositions',
  'states lamp.kripke',
  'states buffer.net --engine symbolic --json',
  'states peterson.dve --engine plain',
  'states counter.mjs',
  'simulate buffer.net --random --steps 5 --seed 1 -o out/run.json',
  'simulate lamp.kripke --random --steps 5 --seed 1 --json',
  'mcc contest --examination ReachabilityDeadlock',
  'mcc contest --examination StateSpace',
];

/** Modules are not in the bundle, and take a thread long to load. */
const longJobs: readonly string[] = [
  'check counter.mjs --ltl F_full --ltl G!full --trace out/page.html',
  'mcc contest --examination LTLCardinality',
  'check peterson.dve --ltl GF"P0=critical" --engine symbolic --hull owcty --trace out/run.itf.json',
  'states buffer.net --dfs --compress always --mcc',
  'translate aUb --to ta --format svg -o out/automaton.svg',
];

const seen = new Set<string>();

describe('a command under faults ends as it may', () => {
  it.each(isLong ? [...jobs, ...longJobs] : jobs)('%s', { timeout: isLong ? 36_000_000 : 600_000 }, async (job) => {
    const args = job.split(' ').map((word) => word.replaceAll('_', ' '));
    await runner.run(args); // what is loaded once is loaded now
    const reference = await runner.run(args, NOTED);
    expect(reference.status, reference.stderr).toBeOneOf([0, 10]);
    const faults = faultsOf(reference.log, { allocations: isLong ? 'all' : 'each place', seen });
    const problems: string[] = [];
    for (const fault of faults) {
      const outcome = await runner.run(args, fault);
      if (outcome.log !== '') tried++;
      const problem = problemOf(reference, outcome, fault);
      if (problem !== null) problems.push(`${JSON.stringify(fault)}: ${problem}`);
    }
    expect(problems).toEqual([]);
  });
});
