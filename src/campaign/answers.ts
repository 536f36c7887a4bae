// The answers of a campaign, kept once for each job, and what they say together: which questions are answered, by what, and whether two sure
// answers differ, which must never be.
import type { CampaignJob } from './jobs.ts';
import type { AnswersWanted } from './plan.ts';

/** `failed`: there is no answer, since the model cannot be read, or its process died again and again. */
export type AnswerOutcome = 'holds' | 'violated' | 'unknown' | 'failed';

/** What a process says of a job. */
export interface JobAnswer {
  readonly outcome: AnswerOutcome;
  /** Why it is unknown or failed. */
  readonly reason?: string;
  /** Of reading and checking. */
  readonly seconds: number;
  /** The most that its process had meanwhile, where that is known. */
  readonly memoryBytes?: number;
  /** States of the model that were seen, in digits: diagrams count beyond 2^53. */
  readonly states?: string;
  /** The engine that answered. */
  readonly engine?: string;
}

/** An answer as the file of results has it: one line each. */
export interface AnswerRecord extends JobAnswer {
  readonly kind: 'answer';
  readonly id: string;
  readonly question: string;
  readonly model: string;
  readonly property?: string;
  readonly formula: string;
  readonly strategy: string;
  readonly seed?: number;
  /** Who answered, where that was another machine. */
  readonly worker?: string;
}

export function recordOf(job: CampaignJob, answer: JobAnswer, worker?: string): AnswerRecord {
  const { id, question, modelName: model, property, formula, strategy, seed } = job;
  return {
    kind: 'answer',
    id,
    question,
    model,
    ...(property !== undefined && { property }),
    formula,
    strategy,
    ...(seed !== undefined && { seed }),
    ...answer,
    ...(worker !== undefined && { worker }),
  };
}

/** The records of a text, how many lines were none, and where the last complete line ends. */
interface ReadAnswers {
  readonly records: readonly AnswerRecord[];
  readonly garbled: number;
  /** What comes after this many characters was being written when the run was cut off. */
  readonly completeLength: number;
}

const OUTCOMES: readonly string[] = ['holds', 'violated', 'unknown', 'failed'] satisfies AnswerOutcome[];

/** Reads what runs wrote, whole or cut off anywhere. A job that failed and was tried again has its last answer. */
export function readAnswers(text: string): ReadAnswers {
  const completeLength = text.lastIndexOf('\n') + 1;
  const records = new Map<string, AnswerRecord>();
  let garbled = 0;
  for (const line of text.slice(0, completeLength).split('\n')) {
    if (line.trim() === '') continue;
    const record = parseRecord(line);
    if (record === null) garbled++;
    else records.set(record.id, record);
  }
  return { records: [...records.values()], garbled, completeLength };
}

function parseRecord(line: string): AnswerRecord | null {
  try {
    const value = JSON.parse(line) as Partial<AnswerRecord> | null;
    const isRecord = value?.kind === 'answer' && typeof value.id === 'string' && isAnswer(value);
    return isRecord ? (value as AnswerRecord) : null;
  } catch {
    return null;
  }
}

/** Whether a value from elsewhere is an answer. */
export function isAnswer(value: unknown): value is JobAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const { outcome, seconds } = value as Partial<JobAnswer>;
  return OUTCOMES.includes(String(outcome)) && typeof seconds === 'number' && seconds >= 0;
}

/** A question with what is known of it. */
export interface QuestionState {
  readonly question: string;
  readonly jobs: readonly CampaignJob[];
  /** The answers, in the order in which they came. */
  readonly answers: readonly AnswerRecord[];
  /** The quickest sure answer; usually the only one, since it ends the others. */
  readonly winner: AnswerRecord | null;
  /** Sure answers of both kinds. */
  readonly isDisputed: boolean;
}

export class Ledger {
  readonly jobs: readonly CampaignJob[];
  private readonly wanted: AnswersWanted;
  private readonly byId: ReadonlyMap<string, CampaignJob>;
  private readonly answers = new Map<string, AnswerRecord>();
  private readonly byQuestion = new Map<string, AnswerRecord[]>();

  constructor(jobs: readonly CampaignJob[], wanted: AnswersWanted) {
    this.jobs = jobs;
    this.wanted = wanted;
    this.byId = new Map(jobs.map((job) => [job.id, job]));
  }

  /** Keeps the answer, unless the job has one already or is not of this campaign. */
  add(record: AnswerRecord): 'kept' | 'refused' {
    const job = this.byId.get(record.id);
    if (job === undefined || this.answers.has(record.id)) return 'refused';
    this.answers.set(record.id, record);
    const others = this.byQuestion.get(job.question) ?? [];
    this.byQuestion.set(job.question, [...others, record]);
    return 'kept';
  }

  job(id: string): CampaignJob | undefined {
    return this.byId.get(id);
  }

  hasAnswer(id: string): boolean {
    return this.answers.has(id);
  }

  /** Whether a job is still to be done: it has no answer, and its question needs one. */
  isOpen(job: CampaignJob): boolean {
    if (this.answers.has(job.id)) return false;
    return this.wanted === 'all' || !this.isSure(job.question);
  }

  /** Whether the question has a sure answer. */
  isSure(question: string): boolean {
    return (this.byQuestion.get(question) ?? []).some(isSureAnswer);
  }

  /** Questions with what is known of them, in the order of the campaign. */
  questions(): QuestionState[] {
    const jobs = new Map<string, CampaignJob[]>();
    for (const job of this.jobs) {
      const others = jobs.get(job.question);
      if (others === undefined) jobs.set(job.question, [job]);
      else others.push(job);
    }
    return [...jobs].map(([question, its]) => {
      const answers = this.byQuestion.get(question) ?? [];
      return { question, jobs: its, answers, winner: winnerOf(answers), isDisputed: isDisputed(answers) };
    });
  }

  /** Whether two sure answers to a question differ: one of them is wrong. */
  get hasDispute(): boolean {
    return [...this.byQuestion.values()].some(isDisputed);
  }

  progress(): { readonly jobs: number; readonly answered: number; readonly open: number } {
    const open = this.jobs.filter((job) => this.isOpen(job)).length;
    return { jobs: this.jobs.length, answered: this.answers.size, open };
  }

  get isComplete(): boolean {
    return this.jobs.every((job) => !this.isOpen(job));
  }
}

function isSureAnswer({ outcome }: Pick<JobAnswer, 'outcome'>): boolean {
  return outcome === 'holds' || outcome === 'violated';
}

function isDisputed(answers: readonly AnswerRecord[]): boolean {
  const has = (outcome: AnswerOutcome): boolean => answers.some((answer) => answer.outcome === outcome);
  return has('holds') && has('violated');
}

function winnerOf(answers: readonly AnswerRecord[]): AnswerRecord | null {
  return answers.filter(isSureAnswer).reduce<AnswerRecord | null>((best, one) => {
    return best === null || one.seconds < best.seconds ? one : best;
  }, null);
}
