// The face of the room of experiments towards `tegata bench`.
export { Agenda } from './agenda.ts';
export { formulaSets, type SetName } from './formula-sets.ts';
export { type Baseline, beemFiles, extendPlan, type Plan, plans, type ScaleName, scaleNames } from './plan.ts';
export { csvNames, csvToRecords } from './raw-csv.ts';
export { furtherRecords, METHOD, type ResultRecord, type RunRecord, readRecords } from './records.ts';
export { agreementText, makeReport, type Report } from './report.ts';
export { reportFiles } from './report-files.ts';
export { failedCheck, runTask, Subject, type Task } from './tasks.ts';
