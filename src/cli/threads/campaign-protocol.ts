// What a process of a campaign is told, and what it says.
import type { JobAnswer, JobTask } from '../../campaign/index.ts';
import type { toFailure } from './check-job.ts';

/** A job, or a look at which questions a model brings along. */
export type CampaignOrder =
  | { readonly kind: 'job'; readonly model: string; readonly task: JobTask; readonly memoryBytes: number }
  | {
      readonly kind: 'questions';
      readonly model: string;
      /** Property files of the contest. */
      readonly files: readonly string[];
      /** Whether the model's own questions are wanted. */
      readonly own: boolean;
      readonly memoryBytes: number;
    };

export interface FoundQuestion {
  readonly property: string;
  readonly formula: string;
}

/** `usedBytes`: what the process has when all is over; much of it may be left from the job. */
export type CampaignReply =
  | { readonly kind: 'answer'; readonly answer: JobAnswer; readonly usedBytes: number }
  | { readonly kind: 'questions'; readonly questions: readonly FoundQuestion[] }
  | { readonly kind: 'failure'; readonly failure: ReturnType<typeof toFailure> };
