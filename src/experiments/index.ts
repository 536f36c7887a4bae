// The face of the room of experiments towards `tegata bench`.
export { Agenda } from './agenda.ts';
export { type Plan, plans, type ScaleName, scaleNames, withSymbolicModels } from './plan.ts';
export { type ResultRecord, type RunRecord, readRecords } from './records.ts';
export { agreementText, makeReport, type Report } from './report.ts';
export { reportFiles } from './report-files.ts';
export { failedCheck, runTask, type Task } from './tasks.ts';
