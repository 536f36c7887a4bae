// From the model that was given to the one that is searched: the one visible stack of layers. Merged colours and reductions are at the bottom;
// then what can be known without a search (bounds, invariants); fairness is on top.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import type { StateLasso } from '../models/state-lasso.ts';
import { fairnessLayer } from './fairness-layer.ts';
import type { Layer, LayerSummary } from './layer.ts';
import type { CompleteChoices } from './options.ts';
import type { FormulaQuestion } from './question.ts';

/** A model with the layers on it, the lowest first. */
export class PreparedModel {
  /** As the user gave it: counterexamples are its runs, and the judge asks nobody else. */
  readonly given: Model;
  readonly layers: readonly Layer[];
  /** The model above the reductions with what is known of it. */
  private readonly analysed: Model;

  constructor(given: Model, analysed: Model, layers: readonly Layer[]) {
    this.given = given;
    this.analysed = analysed;
    this.layers = layers;
  }

  /** The model that is searched. */
  get model(): Model {
    return this.layers.at(-1)?.model ?? this.analysed;
  }

  get isReduced(): boolean {
    return this.layers.some(({ summary }) => summary.rules !== undefined);
  }

  get summaries(): readonly LayerSummary[] {
    return this.layers.map(({ summary }) => summary);
  }

  /** A question about the given model as one about the model that is searched. */
  observe(question: FormulaQuestion): FormulaQuestion {
    return this.layers.reduce((below, layer) => layer.observe(below), question);
  }

  /** A lasso of the model that is searched as one of the given model. */
  lift(lasso: StateLasso): StateLasso {
    return this.layers.reduceRight((above, layer) => layer.lift(above), lasso);
  }
}

/**
 * Puts the layers on the model that the choices ask for, on top of the reductions that fit the question, the lowest first. Throws
 * `InputError` where they do not fit the model, `LimitExceeded` when the time is up.
 */
export function prepare(
  given: Model,
  { engine, fairness }: CompleteChoices,
  reductions: readonly Layer[],
  stopwatch: Stopwatch,
): PreparedModel {
  const layers = [...reductions];
  const reduction = layers.pop();
  // Decision diagrams need no bounds, and look for sums of tokens by themselves where these help.
  const sums = engine.kind === 'symbolic' || engine.kind === 'hybrid' ? 'skip' : 'find';
  // Fairness speaks of the groups of the given model.
  const programs = fairness === undefined ? given.asPrograms?.(stopwatch) : undefined;
  const analysed = analyse(reduction?.model ?? programs ?? given, { sums, stopwatch });
  if (reduction !== undefined) layers.push({ ...reduction, model: analysed });
  if (fairness !== undefined) layers.push(fairnessLayer(analysed, fairness));
  return new PreparedModel(given, analysed, layers);
}
