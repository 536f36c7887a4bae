// Jobs and their names, what travels to other machines, and what answers say together.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AnswerRecord, Ledger, readAnswers, recordOf } from '../../src/campaign/answers.ts';
import { type CampaignJob, type CampaignModel, campaignJobs } from '../../src/campaign/jobs.ts';
import { campaignPage } from '../../src/campaign/page.ts';
import { planCampaign } from '../../src/campaign/plan.ts';
import { campaignRecipe, recipeKinds } from '../../src/campaign/recipes.ts';
import { remoteJob } from '../../src/campaign/remote.ts';
import { disputesOf, questionLines, strategyLines, summaryOf } from '../../src/campaign/tables.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const MODEL: CampaignModel = {
  name: 'net.pnml',
  content: 'bytes',
  deadlock: 'stutter',
  limits: { seconds: 3 },
  questions: [{ property: 'live', formula: 'GFp' }, { formula: 'Gq' }],
};

function jobsOf(
  strategies: object,
  { model = MODEL, version = '1' }: { model?: CampaignModel; version?: string } = {},
): CampaignJob[] {
  const { plan } = planCampaign({ models: ['any'], strategies });
  expect(plan).not.toBeNull();
  return campaignJobs(plan!, [model], { digest, version });
}

const BOTH = { explicit: 'explicit', diagrams: 'symbolic' };
const ids = (jobs: readonly CampaignJob[]): string[] => jobs.map(({ id }) => id);

describe('the jobs of a campaign', () => {
  it('are every question with every strategy and seed, question by question', () => {
    const jobs = jobsOf({ ...BOTH, swarm: { engine: 'explicit', seeds: [5, 6] } });
    const ways = ['explicit', 'diagrams', 'swarm 5', 'swarm 6'];
    expect(
      jobs.map(({ formula, strategy, seed }) => `${formula} ${strategy}${seed === undefined ? '' : ` ${seed}`}`),
    ).toEqual(['GFp', 'Gq'].flatMap((formula) => ways.map((way) => `${formula} ${way}`)));
    expect(jobs[2].engine).toEqual({ kind: 'explicit', successors: { seed: 5 } });
    const hashing = { kind: 'bits', bytes: 2 ** 20 } as const;
    const [first] = jobsOf({ bits: { engine: { kind: 'explicit', hashing }, seeds: [5] } });
    expect(first.engine).toEqual({ kind: 'explicit', successors: { seed: 5 }, hashing: { ...hashing, seed: 5 } });
    expect(new Set(jobs.map(({ question }) => question)).size).toBe(2);
    expect(new Set(ids(jobs)).size).toBe(8);
  });

  it('are named by content: not by the names that people give, nor by the order of members', () => {
    const names = ids(jobsOf(BOTH));
    expect(ids(jobsOf({ other: { engine: { kind: 'explicit' } }, names: 'symbolic' }))).toEqual(names);
    expect(ids(jobsOf(BOTH, { model: { ...MODEL, name: 'elsewhere/net.pnml' } }))).toEqual(names);
    expect(ids(jobsOf({ a: 'explicit', same: 'explicit' }))).toHaveLength(2);
  });

  it('have another name when model, formula, options, limits or version are others', () => {
    const [first] = ids(jobsOf(BOTH));
    const others = [
      jobsOf(BOTH, { version: '2' }),
      jobsOf(BOTH, { model: { ...MODEL, content: 'other bytes' } }),
      jobsOf(BOTH, { model: { ...MODEL, deadlock: 'drop' } }),
      jobsOf(BOTH, { model: { ...MODEL, limits: { seconds: 4 } } }),
      jobsOf(BOTH, { model: { ...MODEL, fairness: { weak: 'transitions' } } }),
      jobsOf({ explicit: { engine: 'explicit', reductions: 'none' } }),
    ].map((jobs) => jobs[0].id);
    expect(new Set([first, ...others]).size).toBe(7);
  });

  it('ask the same question whatever the strategy and the limits, and another one with another reading of deadlocks', () => {
    const [first] = jobsOf(BOTH);
    expect(jobsOf(BOTH, { model: { ...MODEL, limits: {} } })[0].question).toBe(first.question);
    expect(jobsOf(BOTH, { model: { ...MODEL, deadlock: 'drop' } })[0].question).not.toBe(first.question);
  });
});

const answered = (job: CampaignJob, outcome: AnswerRecord['outcome'], seconds = 1): AnswerRecord =>
  recordOf(job, { outcome, seconds, ...(outcome === 'unknown' && { reason: 'time' }) });

describe('the answers of a campaign', () => {
  it('are kept once for each job', () => {
    const jobs = jobsOf(BOTH);
    const ledger = new Ledger(jobs, 'all');
    expect(ledger.add(answered(jobs[0], 'holds'))).toBe('kept');
    expect(ledger.add(answered(jobs[0], 'violated'))).toBe('refused');
    expect(ledger.add({ ...answered(jobs[0], 'holds'), id: 'of another campaign' })).toBe('refused');
    expect(ledger.hasDispute).toBe(false);
  });

  it('spare the other jobs of a question once it is sure, unless all are wanted', () => {
    const jobs = jobsOf(BOTH);
    const [first, all] = [new Ledger(jobs, 'first'), new Ledger(jobs, 'all')];
    for (const ledger of [first, all]) {
      ledger.add(answered(jobs[0], 'unknown'));
      expect(ledger.isOpen(jobs[1])).toBe(true);
      ledger.add(answered(jobs[3], 'violated'));
    }
    expect(first.isOpen(jobs[2])).toBe(false);
    expect(all.isOpen(jobs[2])).toBe(true);
    first.add(answered(jobs[1], 'unknown'));
    expect([first.isComplete, all.isComplete]).toEqual([true, false]);
    expect(summaryOf(first).questions.map(({ outcome }) => outcome)).toEqual(['unknown', 'violated']);
    expect(summaryOf(first).strategies[0]).toMatchObject({
      strategy: 'explicit',
      jobs: 2,
      unknown: 1,
      spared: 1,
      won: 0,
    });
  });

  it('of which two sure ones differ are a wrong verdict: in red on the page', () => {
    const jobs = jobsOf(BOTH);
    const ledger = new Ledger(jobs, 'all');
    ledger.add(answered(jobs[0], 'holds'));
    ledger.add(answered(jobs[1], 'unknown'));
    ledger.add(answered(jobs[2], 'holds'));
    expect(ledger.hasDispute).toBe(false);
    expect(campaignPage(ledger, { title: 't', meta: 'm' })).not.toContain('A wrong verdict');
    ledger.add(answered(jobs[3], 'violated'));
    expect(ledger.hasDispute).toBe(true);
    expect(disputesOf(ledger).map((answers) => answers.map(({ outcome }) => outcome))).toEqual([['holds', 'violated']]);
    const page = campaignPage(ledger, { title: '<c>', meta: 'm' });
    expect(page).toContain('<div class="dispute"><b>A wrong verdict.</b> net.pnml');
    expect(page).toContain('<h1>&lt;c&gt;</h1>');
    expect(page).toMatch(/\.dispute \{[^}]*#b00020/);
  });

  it('are told in tables: the quickest sure answer has won', () => {
    const jobs = jobsOf(BOTH);
    const ledger = new Ledger(jobs, 'all');
    ledger.add(answered(jobs[0], 'holds', 4));
    ledger.add(answered(jobs[1], 'holds', 2));
    ledger.add(answered(jobs[2], 'failed'));
    ledger.add(answered(jobs[3], 'failed'));
    const { questions, strategies } = summaryOf(ledger);
    expect(questionLines(questions)).toEqual([
      'model     formula    verdict  by',
      'net.pnml  live: GFp  holds    diagrams',
      'net.pnml  Gq         failed   –',
    ]);
    expect(strategyLines(strategies)[2]).toBe(
      'diagrams     2    1      1         0        0       1       0     3.00       –',
    );
  });

  it('are read from a file that was cut off anywhere, the last one of a job', () => {
    const jobs = jobsOf(BOTH);
    const records = [answered(jobs[0], 'failed'), answered(jobs[1], 'unknown'), answered(jobs[0], 'holds')];
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    expect(readAnswers(text)).toMatchObject({
      records: [records[2], records[1]],
      garbled: 0,
      completeLength: text.length,
    });
    for (let length = 0; length < text.length; length++) {
      const { completeLength, garbled } = readAnswers(text.slice(0, length));
      expect(garbled).toBe(0);
      expect(completeLength).toBe(text.slice(0, length).lastIndexOf('\n') + 1);
    }
    expect(readAnswers('{"kind":"answer"}\nnonsense\n[]\n')).toMatchObject({ records: [], garbled: 3 });
  });
});

describe('a job that comes from elsewhere', () => {
  const [job] = jobsOf({ diagrams: { engine: { kind: 'symbolic', hull: 'owcty' }, reductions: ['atoms'] } });
  const { id, question, formula, deadlock, engine, reductions, limits } = job;
  const file = { name: 'sub/net.pnml', sha256: digest('net') };
  const sent = {
    run: 'run-1',
    id,
    question,
    answers: 'first',
    attempts: 3,
    model: { kind: 'files', name: 'net.pnml', files: [file] },
    task: { formula, deadlock, engine, reductions, limits },
  };

  it('is what was sent', () => {
    expect(remoteJob(JSON.parse(JSON.stringify(sent)))).toEqual(sent);
    const net = { kind: 'library', name: 'kanban:3', files: [] };
    expect(remoteJob({ ...sent, model: net })).toEqual({ ...sent, model: net });
  });

  it.each([
    ['nothing', null],
    ['a name that is no digest', { ...sent, id: '../../x' }],
    ['a run with a colon', { ...sent, run: 'a:b' }],
    ['a path that leads out', { ...sent, model: { ...sent.model, files: [{ ...file, name: '../net.pnml' }] } }],
    ['an absolute path', { ...sent, model: { ...sent.model, files: [{ ...file, name: '/etc/passwd' }] } }],
    ['a path of another system', { ...sent, model: { ...sent.model, files: [{ ...file, name: 'a\\..\\b' }] } }],
    ['a shared path that leads out', { ...sent, model: { ...sent.model, shared: 'a/../../b' } }],
    ['no file', { ...sent, model: { ...sent.model, files: [] } }],
    ['a net that is a path', { ...sent, model: { kind: 'library', name: '/tmp/model.ts', files: [] } }],
    ['an engine that is none', { ...sent, task: { ...sent.task, engine: { kind: 'shell' } } }],
    ['no formula', { ...sent, task: { ...sent.task, formula: 3 } }],
    ['limits that are none', { ...sent, task: { ...sent.task, limits: { seconds: 'rm' } } }],
  ])('is refused: %s', (_, value) => {
    expect(remoteJob(value)).toBeNull();
  });
});

describe('a recipe', () => {
  const facts = {
    version: '1.2.3',
    bullmq: '^6.7.0',
    ioredis: '^5.11.0',
    image: 'registry.example/tegata',
    workers: 7,
  };

  it.each(recipeKinds)('for %s says that it was not tried', (kind) => {
    expect(campaignRecipe(kind, facts)).toMatch(/^# .*Not tried/);
  });

  it('has the versions, the image and the number of workers that it is given, and no password', () => {
    expect(campaignRecipe('docker', facts)).toContain('"tegata@1.2.3" "bullmq@^6.7.0" "ioredis@^5.11.0"');
    expect(campaignRecipe('compose', facts)).toContain('replicas: 7');
    const manifests = campaignRecipe('kubernetes', facts);
    expect(manifests.match(/^kind: (\w+)$/gm)).toEqual(['kind: Service', 'kind: StatefulSet', 'kind: Job']);
    expect(manifests).toContain('parallelism: 7');
    expect(manifests).toContain('image: registry.example/tegata');
    expect(manifests).toContain('secretKeyRef');
  });
});
