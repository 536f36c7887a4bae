// A rule of simplification: a name that states the identity, and a function that applies it at the root of a formula
// whose operands are simplified already. In names, a b c d are any formulas, e is eventual, u universal, q both
// (suspendable); "if a => b" is a side condition that is asked of the oracle.
import type { Formula } from '../formula.ts';
import type { Kind } from '../kinds.ts';
import { dualKind } from '../nnf.ts';
import type { Polarity, Side } from './side.ts';

/** From which level of simplification on a rule is used. */
export type RuleLevel = 1 | 2 | 3;

export interface Rule extends RuleText {
  /** The group of rules that it belongs to, e.g. "until". */
  readonly family: string;
}

/** What a family says about each of its rules. */
export interface RuleText {
  /** The identity, e.g. "F(a U b) = F b". */
  readonly name: string;
  readonly level: RuleLevel;
  /** The operator at the root on the plain side. */
  readonly head: Kind;
  /** Which sides of the rule there are: `plain` alone when the rule is its own twin. */
  readonly sides?: readonly Polarity[];
  /** The other side of the identity, or null when the rule does not apply. */
  rewrite(node: Formula, side: Side): Formula | null;
}

/** A rule on one side, ready to be applied to nodes of one kind. */
export interface SidedRule {
  readonly name: string;
  readonly family: string;
  readonly level: RuleLevel;
  readonly head: Kind;
  readonly polarity: Polarity;
  rewrite(node: Formula, side: Side): Formula | null;
}

/** The rules of one family. */
export function family(name: string, rules: readonly RuleText[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, family: name }));
}

/** Both sides of each rule. */
export function bothSides(rules: readonly Rule[]): SidedRule[] {
  return rules.flatMap((rule) => (rule.sides ?? ['plain', 'dual']).map((polarity) => sided(rule, polarity)));
}

function sided(rule: Rule, polarity: Polarity): SidedRule {
  const plain = polarity === 'plain';
  return {
    name: plain ? rule.name : dualName(rule.name),
    family: rule.family,
    level: rule.level,
    head: plain || !(rule.head in dualKind) ? rule.head : dualKind[rule.head as keyof typeof dualKind],
    polarity,
    rewrite: rule.rewrite,
  };
}

const twins: Readonly<Record<string, string>> = {
  '&': '|',
  '|': '&',
  U: 'R',
  R: 'U',
  W: 'M',
  M: 'W',
  F: 'G',
  G: 'F',
  e: 'u',
  u: 'e',
  0: '1',
  1: '0',
  xor: '<->',
  '<->': 'xor',
};

/** The name of the twin: operators exchanged, conditions turned round. */
export function dualName(name: string): string {
  const twin = name.replace(/xor|<->|[&|URWMFGeu01]/g, (symbol) => twins[symbol]);
  return twin.replace(/(\S+) => (\S+)/, (_, a: string, b: string) => {
    // The twin of a => !b is !b => a, which is written as !a => b.
    if (b.startsWith('!')) return `!${a} => ${b.slice(1)}`;
    return a.startsWith('!') ? `${a.slice(1)} => !${b}` : `${b} => ${a}`;
  });
}
