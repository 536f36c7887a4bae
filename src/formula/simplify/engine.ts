// Applies rules until none fires. A formula is simplified by simplifying its operands, putting them together again, and
// trying the rules at the root; what a rule gives is simplified in turn, and most of it is known already. Every result
// is remembered, so that parts which many rewritings share are treated once. An explicit stack takes the place of
// recursion.
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { Formula, FormulaStore } from '../formula.ts';
import type { Kind } from '../kinds.ts';
import { bothSides, type Rule, type RuleLevel, type SidedRule } from './rule.ts';
import { type Oracle, Side } from './side.ts';

/** Told of every application of a rule. */
export type OnRewrite = (rule: SidedRule, before: Formula, after: Formula) => void;

/** Rules by the operator at the root that they look at. */
export type RuleTable = ReadonlyMap<Kind, readonly SidedRule[]>;

/** The rules of a level, on both sides, in the order in which they are tried. */
export function ruleTable(rules: readonly Rule[], level: RuleLevel): RuleTable {
  const table = new Map<Kind, SidedRule[]>();
  for (const rule of bothSides(rules)) {
    if (rule.level > level) continue;
    const entry = table.get(rule.head);
    if (entry === undefined) table.set(rule.head, [rule]);
    else entry.push(rule);
  }
  return table;
}

interface EngineOptions {
  readonly store: FormulaStore;
  readonly oracle: Oracle;
  readonly rules: RuleTable;
  readonly onRewrite?: OnRewrite | undefined;
  readonly stopwatch: Stopwatch;
}

interface Frame {
  /** Formulas that rewriting has led through; the last one is the current form. All get the same result. */
  readonly forms: Formula[];
}

/** Rewrites formulas in normal form, and remembers what became of each. */
export class Engine {
  private readonly result = new Map<Formula, Formula>();
  private readonly sides: Readonly<Record<'plain' | 'dual', Side>>;
  private readonly rules: RuleTable;
  private readonly onRewrite: OnRewrite | undefined;
  private readonly stopwatch: Stopwatch;

  constructor({ store, oracle, rules, onRewrite, stopwatch }: EngineOptions) {
    this.sides = { plain: new Side(store, oracle, 'plain'), dual: new Side(store, oracle, 'dual') };
    this.rules = rules;
    this.onRewrite = onRewrite;
    this.stopwatch = stopwatch;
  }

  run(formula: Formula): Formula {
    const stack: Frame[] = [{ forms: [formula] }];
    while (stack.length > 0) {
      this.stopwatch.tick();
      const { forms } = stack[stack.length - 1];
      const current = forms[forms.length - 1];
      const known = this.result.get(current);
      if (known !== undefined) {
        for (const form of forms) this.result.set(form, known);
        stack.pop();
        continue;
      }
      let complete = true;
      for (const child of current.children) {
        if (this.result.has(child)) continue;
        stack.push({ forms: [child] });
        complete = false;
      }
      if (!complete) continue;
      const after = this.step(current);
      // Rules lead to fewer operators, or to as many in a preferred order, never back; were one to, it would end here.
      if (after === current || forms.includes(after)) this.result.set(current, current);
      else forms.push(after);
    }
    return this.result.get(formula)!;
  }

  /** The formula over its simplified operands if these have changed, else after the first rule that applies. */
  private step(current: Formula): Formula {
    // Where an operand of ↔ or ⊕ became a constant, a negation may be left before something that is not a proposition.
    if (current.kind === 'not' && !current.isLiteral) return this.sides.plain.negation(current.children[0]);
    if (current.children.some((child) => this.result.get(child) !== child)) {
      const children = current.children.map((child) => this.result.get(child)!);
      return current.store.rebuild(current, children);
    }
    for (const rule of this.rules.get(current.kind) ?? []) {
      const after = rule.rewrite(current, this.sides[rule.polarity]);
      if (after === null || after === current) continue;
      this.onRewrite?.(rule, current, after);
      return after;
    }
    return current;
  }
}
