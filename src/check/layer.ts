// Layers: what is put between the model that a user gives and the one that is searched. A layer wraps a model, says what a question about
// the model below means above, and brings lassos back. Layers stack; `confirm` lifts through all of them.
import type { Model } from '../models/model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import type { RuleReport } from '../reductions/reduced-net.ts';
import type { RuleName } from '../reductions/rules.ts';
import type { FormulaQuestion } from './question.ts';

export interface Layer {
  /** The model above. */
  readonly model: Model;
  /** The same question about the model above. */
  observe(question: FormulaQuestion): FormulaQuestion;
  /** A lasso of the model above as one of the model below. */
  lift(lasso: StateLasso): StateLasso;
  /** What a question may depend on: whoever asks for more must not be given this layer. */
  readonly preserves: Preserved;
  readonly summary: LayerSummary;
}

export interface Preserved {
  /** A state above is a deadlock if and only if the state below is. */
  readonly deadlocks: boolean;
  /**
   * `all`: runs keep their length. `next-free`: they may lose repeated letters, which no formula notices that is asked. `shortened`: the same,
   * and formulas may notice, but what violates them still does when it is shortened. Then a formula that holds above holds below, while a
   * counterexample above may be none below.
   */
  readonly formulas: 'all' | 'next-free' | 'shortened';
}

/** What a layer did, for reports. */
export interface LayerSummary {
  readonly name: string;
  readonly below: ModelSize;
  readonly above: ModelSize;
  /** Of reductions: the rules that were applied, how often and for how long. */
  readonly rules?: readonly RuleReport<RuleName | 'colours'>[];
}

export interface ModelSize {
  readonly variables: number;
  readonly groups: number;
}

export function sizeOf(model: Model): ModelSize {
  return { variables: model.variables.length, groups: model.groups.length };
}
