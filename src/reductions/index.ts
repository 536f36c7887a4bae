export type { PlaceMeaning } from './net.ts';
export { type ReductionOptions, reduceNet } from './reduce.ts';
export type { LiftedRun, ReducedNet, RuleReport } from './reduced-net.ts';
export type { TransitionRun } from './rule.ts';
export { type RuleName, reductionRuleNames } from './rules.ts';
