// Answers to questions about a model, as text and as JSON.
import type { AskTechnique, ModelAnswer, ModelQuestion } from '../check/ask/question.ts';
import { visible } from '../diagnostics/visible.ts';
import type { Model } from '../models/model.ts';
import { counterexampleToJson, type StepJson } from './check-report.ts';
import { formatRun } from './trace-text.ts';
import { viewRun } from './trace-view.ts';

export interface AnswerTextOptions {
  /** `always` says how the answer was found. */
  readonly technique: 'always' | 'never';
  /** Columns of the terminal that shows it; lines are not broken unless given. */
  readonly width?: number;
}

/** The question and its answer on one line, and the run that shows it, if there is one. */
export function formatAnswer(model: Model, answer: ModelAnswer, { technique, width }: AnswerTextOptions): string {
  const { question, value, by, node, run } = answer;
  const notes = [
    ...(node === undefined ? [] : [node]),
    ...(value === null ? reasonOf(answer) : []),
    ...(technique === 'always' && by !== null ? [`by ${WORDS[by]}`] : []),
  ];
  const lines = [`${titleOf(question)}: ${valueText(value)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`];
  if (run !== undefined) {
    const room = width === undefined ? undefined : width - 2;
    lines.push(...formatRun(viewRun(model, run), room).map((line) => `  ${line}`));
  }
  return visible(lines.join('\n'));
}

const WORDS: Readonly<Record<AskTechnique, string>> = {
  structure: 'its structure',
  walk: 'random walks',
  equation: 'the state equation',
  states: 'all states',
  diagrams: 'decision diagrams',
  check: 'a check',
};

function titleOf(question: ModelQuestion): string {
  switch (question.kind) {
    case 'reachable':
    case 'invariant':
      return `${question.kind} ${question.condition}`;
    case 'bound':
      return `${question.kind} ${question.expression}`;
    default:
      return question.kind;
  }
}

function valueText(value: ModelAnswer['value']): string {
  if (value === null) return 'unknown';
  return typeof value === 'number' ? String(value) : value ? 'yes' : 'no';
}

function reasonOf({ atLeast, atMost, reason }: ModelAnswer): string[] {
  const range = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return [...range, ...(reason === undefined ? [] : [reason])];
}

/** An answer as `tegata ask --json` prints it: fields may be added, these stay. */
export interface AnswerJson {
  readonly model: string;
  readonly question: ModelQuestion;
  readonly answer: boolean | number | null;
  readonly by: AskTechnique | null;
  /** The place or transition that decides it, where one does. */
  readonly node?: string;
  /** Of a bound that is not known: between what it is. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Why it is not known. */
  readonly reason: string | null;
  /** The run to the state in question, where one shows the answer; a cycle is empty unless the run is that of a lasso. */
  readonly run: { readonly prefix: readonly StepJson[]; readonly cycle: readonly StepJson[] } | null;
}

export function answerToJson(model: Pick<Model, 'name'> & Partial<Model>, answer: ModelAnswer): AnswerJson {
  const { question, value, by, node, atLeast, atMost, reason, run } = answer;
  return {
    model: model.name,
    question,
    answer: value,
    by,
    ...(node !== undefined && { node }),
    ...(atLeast !== undefined && { atLeast }),
    ...(atMost !== undefined && { atMost }),
    reason: reason ?? null,
    run: run === undefined ? null : runToJson(model as Model, run),
  };
}

function runToJson(model: Model, run: NonNullable<ModelAnswer['run']>): AnswerJson['run'] {
  const { prefix, cycle } = counterexampleToJson(model, { outcome: 'violated', counterexample: run }, [])!;
  return { prefix, cycle };
}
