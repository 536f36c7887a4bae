export { type AnswerJson, type AnswerTextOptions, answerToJson, formatAnswer } from './answer-report.ts';
export { type Asked, askedToJson, type CertificateNote, formatAsked, titleOf, viewAsked } from './asked.ts';
export {
  type CheckFacts,
  type CheckJson,
  type CheckTextOptions,
  checkToJson,
  formatCheck,
  type StepJson,
} from './check-report.ts';
export type { Explored } from './counts.ts';
export { formatExplanation } from './explanation-text.ts';
export { githubAnnotation, githubUnanswered } from './github.ts';
export { type JunitCase, joinedJunit, junitCase, junitDocument, junitReport, junitUnanswered } from './junit.ts';
export { extractTrace } from './markup.ts';
export { formatNever, type NeverJson, neverToJson } from './never-report.ts';
export { type ChartArrow, chartArrows, requireProcesses } from './sequence-chart.ts';
export { type CounterexampleFormat, counterexampleFormatOf, renderCounterexample, renderLasso } from './trace-files.ts';
export { type TraceView, type TraceViewStep, viewCounterexample } from './trace-view.ts';
export { formatUnanswered, type Unanswered, unansweredToJson } from './unanswered.ts';
export { type VacuityJson, vacuityNotes } from './vacuity-report.ts';
export { formatChange, type RecordedVerdict, type VerdictChange, verdictChanges } from './verdict-changes.ts';
