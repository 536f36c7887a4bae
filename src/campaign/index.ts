// The public face of campaigns: the file, its jobs, their answers, what they say together, and recipes for other machines.

export {
  type AnswerRecord,
  isAnswer,
  type JobAnswer,
  Ledger,
  readAnswers,
  recordOf,
} from './answers.ts';
export { type CampaignJob, type CampaignModel, campaignJobs, type JobTask, wayText } from './jobs.ts';
export { campaignPage } from './page.ts';
export { type CampaignPlan, campaignFromJson } from './plan.ts';
export { campaignRecipe, type RecipeKind, recipeKinds } from './recipes.ts';
export { type RemoteJob, type RemoteModel, remoteJob } from './remote.ts';
export { disputesOf, questionLines, strategyLines, summaryOf } from './tables.ts';
