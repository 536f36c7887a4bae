// Where questions are asked, and what is kept of it for all of them: the given model, or the one with merged colours on it.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import { orLimit } from './answer.ts';
import { colourLayer } from './colour-layer.ts';
import { KnownFacts } from './known-facts.ts';
import type { Layer } from './layer.ts';
import type { CompleteChoices } from './options.ts';
import type { FormulaQuestion } from './question.ts';
import { Reductions } from './reductions.ts';
import { StateBound } from './state-bound.ts';

export class Site {
  /** The lowest layer on the given model; null where questions are asked of that itself. */
  readonly layer: Layer | null;
  readonly model: Model;
  readonly bound: StateBound;
  readonly reductions: Reductions;
  private readonly choices: CompleteChoices;
  /** Null where facts are not to be looked for. */
  private madeFacts: { readonly facts: KnownFacts | null } | null = null;

  constructor(model: Model, choices: CompleteChoices, layer: Layer | null = null) {
    this.layer = layer;
    this.model = model;
    this.choices = choices;
    this.bound = new StateBound(model);
    this.reductions = new Reductions(model, choices, this.bound);
  }

  /** What there is to be known of the model; null where that is not wanted. Throws `LimitExceeded`. */
  facts(stopwatch: Stopwatch): KnownFacts | null {
    this.madeFacts ??= { facts: KnownFacts.wanted(this.model, this.choices, this.bound, stopwatch) };
    return this.madeFacts.facts;
  }

  /** The question as it is asked here: propositions are read by their names. */
  observe(question: FormulaQuestion): FormulaQuestion {
    return this.layer === null ? question : this.layer.observe(question);
  }

  /** Whether all propositions have a meaning here. */
  fits({ observation: { names } }: FormulaQuestion): boolean {
    return names.every((name) => this.model.predicate(name).value !== null);
  }
}

/** The given model and the one with merged colours, which is made when it is first of use. */
export class Sites {
  readonly given: Site;
  private readonly choices: CompleteChoices;
  private madeMerged: { readonly site: Site | null } | null = null;

  constructor(given: Model, choices: CompleteChoices) {
    this.given = new Site(given, choices);
    this.choices = choices;
  }

  /** Where questions that are asked together are asked: with merged colours, unless one of them names a single instance. */
  siteFor(questions: readonly FormulaQuestion[], stopwatch: Stopwatch): Site {
    const merged = this.merged(stopwatch);
    return merged !== null && questions.every((question) => merged.fits(question)) ? merged : this.given;
  }

  private merged(stopwatch: Stopwatch): Site | null {
    this.madeMerged ??= orLimit(
      () => {
        const layer = this.mergedLayer(stopwatch);
        return { site: layer && new Site(layer.model, this.choices, layer) };
      },
      () => null, // the search meets the limit too
    );
    return this.madeMerged?.site ?? null;
  }

  private mergedLayer(stopwatch: Stopwatch): Layer | null {
    const { model, reductions } = this.given;
    if (!isNetModel(model) || (model.net.families?.alike ?? null) === null) return null;
    return reductions.isWanted('colours', stopwatch) ? colourLayer(model, stopwatch) : null;
  }
}
