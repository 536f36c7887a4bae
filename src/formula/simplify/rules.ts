// All rules of simplification, in the order in which they are tried at a node.
import type { Rule } from './rule.ts';
import { booleanRules } from './rules/boolean.ts';
import { containmentRules } from './rules/containment.ts';
import { naryRules } from './rules/nary.ts';
import { parityRules } from './rules/parity.ts';
import { strongReleaseRules } from './rules/strong-release.ts';
import { unaryRules } from './rules/unary.ts';
import { untilRules } from './rules/until.ts';

export const allRules: readonly Rule[] = [
  ...containmentRules,
  ...unaryRules,
  ...untilRules,
  ...strongReleaseRules,
  ...naryRules,
  ...booleanRules,
  ...parityRules,
];
