// The structural rules in the order in which the driver tries them: cheap ones first.
import type { Rule } from './rule.ts';
import { commonDivisor } from './structural/common-divisor.ts';
import { constantPlaces } from './structural/constant-places.ts';
import { deadTransitions } from './structural/dead-transitions.ts';
import { dominatedTransitions } from './structural/dominated-transitions.ts';
import { equalFutures } from './structural/equal-futures.ts';
import { freeComponents } from './structural/free-components.ts';
import { implicitPlaces } from './structural/implicit-places.ts';
import { postAgglomeration } from './structural/post-agglomeration.ts';
import { preAgglomeration } from './structural/pre-agglomeration.ts';
import { sinkPlaces } from './structural/sink-places.ts';
import { slicing } from './structural/slicing.ts';

const rules = [
  constantPlaces,
  sinkPlaces,
  deadTransitions,
  commonDivisor,
  dominatedTransitions,
  implicitPlaces,
  slicing,
  freeComponents, // before agglomeration, which would copy what goes round
  postAgglomeration,
  preAgglomeration,
  equalFutures,
] as const;

export type RuleName = (typeof rules)[number]['name'];

export const reductionRules: readonly Rule<RuleName>[] = rules;
export const reductionRuleNames: readonly RuleName[] = rules.map(({ name }) => name);
