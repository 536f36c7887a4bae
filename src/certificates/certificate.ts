// Certificates: a verdict with what another program needs to see for itself that it is right. For `holds` the pairs of states and obligations,
// in blocks; for `violated` the lasso.
import { InternalError } from '../base/assert.ts';
import { type CheckResult, type Counterexample, observe } from '../check/index.ts';
import { LimitExceeded, limitText } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { SearchOptions } from '../explicit/emptiness/result.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import type { SourceKind } from '../explicit/product/state-source.ts';
import { findLevels } from '../explicit/search/levels.ts';
import { type Formula, FormulaStore } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { NEXT_FREE } from '../formula/traits.ts';
import { copyInto, propositionsOf } from '../formula/traverse.ts';
import { analyse } from '../models/analysis/analyse.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import type { Net } from '../models/petri/net.ts';
import { isNetModel, type NetModel, netModel } from '../models/petri/net-model.ts';
import type { Certificate, CertificateHeader } from './format.ts';
import { normalForms } from './normal-form.ts';
import { Output } from './output.ts';
import { Proof, type ProofHead } from './proof.ts';
import { RecordPacker, variablesFor } from './records.ts';
import { type ReducedNet, reduceNet } from './reduce.ts';
import { TableauProperty } from './tableau-property.ts';

export interface CertifyOptions extends SearchOptions {
  /** The hash of the file of the model, in hexadecimal digits: a verifier refuses any other file at once. */
  readonly sha256?: string;
  /**
   * Where states come from; chosen by their number unless given. For tests.
   * @internal
   */
  readonly source?: SourceKind;
}

/** Why there is none, in words; `limit` where a limit came first. */
export interface NoCertificate {
  readonly none: string;
}

/**
 * A certificate for a result. Where the formula holds, model and formula are searched once more, without reductions and by a search of its own:
 * a result that this does not confirm is an `InternalError`.
 */
export function certify(result: CheckResult, options: CertifyOptions = {}): Certificate | NoCertificate {
  const none = obstacle(result);
  if (none !== null) return { none };
  try {
    const { verdict } = result;
    return verdict.outcome === 'violated' ? lassoOf(result, verdict.counterexample, options) : proofOf(result, options);
  } catch (error) {
    const limit = limitOf(error);
    if (limit === null) throw error;
    return { none: limitText(limit.reached) };
  }
}

function obstacle({ model, verdict, options }: CheckResult): string | null {
  if (verdict.outcome === 'unknown') return 'there is no verdict';
  if (options.fairness !== undefined) return 'fairness is assumed, which certificates do not know';
  if (options.deadlock === 'error') return 'with --deadlock error there are none: check G !dead instead';
  const isKnown = ['pnml', 'net', 'library', 'dve', 'kripke'].includes(model.format);
  if (!isKnown || (isNetModel(model) && model.net.families !== null)) {
    return 'they are for P/T nets, DVE models and Kripke structures';
  }
  if (verdict.outcome === 'holds') return null;
  const { kind, grows } = verdict.counterexample;
  if (kind === 'prefix') return 'the counterexample is a bad prefix, not a whole execution';
  return grows === undefined ? null : 'the cycle of the counterexample does not close';
}

/** The net made smaller for this formula; null where no rule applies. */
function smallerNet(
  { net, format }: NetModel,
  formula: Formula,
  stopwatch: Stopwatch,
): { readonly model: Model; readonly rules: ReducedNet['rules'] } | null {
  const atoms = propositionsOf(formula);
  if (atoms.some((atom) => atom.includes('dead'))) return null;
  const steps = formula.has(NEXT_FREE) ? 'joined' : 'as they are';
  const { net: smaller, rules } = reduceNet(net, { seen: placesIn(atoms, net), steps, stopwatch });
  return rules.length === 0 ? null : { model: netModel(smaller, format, stopwatch), rules };
}

/** The places that propositions may name, or whose transitions they may name: rather too many than too few. */
function placesIn(atoms: readonly string[], { places, transitions }: Net): ReadonlySet<number> {
  const plain = (text: string): string => text.replace(/['"\s]/g, '');
  const text = atoms.map(plain).join(' ');
  const isNamed = ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
    text.includes(plain(id)) || text.includes(plain(name));
  const seen = new Set([...places.keys()].filter((place) => isNamed(places[place])));
  for (const transition of transitions.filter(isNamed)) {
    for (const arcs of [transition.inputs, transition.outputs, transition.inhibitors]) {
      for (const { place } of arcs) seen.add(place);
    }
  }
  return seen;
}

function headOf({ model, formula, options }: CheckResult, sha256: string | undefined): ProofHead {
  return {
    formula: printFormula(formula),
    // The verifier reads no `.net` files: such a net is written as PNML for it.
    model: { name: model.name, ...(sha256 !== undefined && model.format !== 'net' && { sha256 }) },
    deadlock: deadlockStep(options.deadlock),
  };
}

function proofOf(result: CheckResult, options: CertifyOptions): Certificate {
  const { model } = result;
  const search = { ...options, limits: Stopwatch.over(options.limits) };
  const { no } = normalForms(copyInto(new FormulaStore(), result.formula));
  const observation = observe(model, no);
  const smaller =
    isNetModel(model) && result.options.reductions !== 'none' ? smallerNet(model, no, search.limits) : null;
  const levelsFor = (searched: Model): ProofParts | null =>
    levelsOf({ result, formula: no, observed: { ...observation, model: searched }, search }, options.source);
  const ofSmaller = smaller && levelsFor(smaller.model);
  const found = ofSmaller ?? levelsFor(model);
  if (found === null) throw new InternalError('the formula was found to hold, but no certificate confirms it');
  const rules = ofSmaller === null ? [] : (smaller?.rules ?? []);
  return new Proof({ ...headOf(result, options.sha256), ...(rules.length > 0 && { rules }) }, found);
}

type ProofParts = ConstructorParameters<typeof Proof>[1];

/** Up to so many states the compiled kernel takes more time to be made than it saves. */
const FEW_STATES = 500;

interface ProofRequest {
  readonly result: CheckResult;
  readonly formula: Formula;
  readonly observed: Observation & { readonly model: Model };
  readonly search: SearchOptions & { readonly limits: Stopwatch };
}

/** What a proof is made of; null where the product with the model accepts something. The propositions may be those of a larger model with the same variables. */
function levelsOf(request: ProofRequest, source: SourceKind | undefined): ProofParts | null {
  const most = request.search.limits.bound('states') ?? Number.POSITIVE_INFINITY;
  const { result, observed } = request;
  const isLarge = observed.model === result.model && result.statistics.modelStates > FEW_STATES;
  if (source !== undefined || isLarge || most <= FEW_STATES) return levelsIn(request, source, most);
  try {
    return levelsIn(request, 'plain', FEW_STATES);
  } catch (error) {
    if (!(error instanceof LimitExceeded) || error.limit !== 'states') throw error;
    return levelsIn(request, undefined, most);
  }
}

function levelsIn(
  { result, formula, observed, search }: ProofRequest,
  source: SourceKind | undefined,
  maxStates: number,
): ProofParts | null {
  const { names, predicates } = observed;
  const stopwatch = search.limits;
  // Known bounds spare the kernel a look at many states.
  const model = source === 'plain' ? observed.model : analyse(observed.model, { stopwatch });
  const deadlock = deadlockStep(result.options.deadlock);
  const graph = new ModelGraph(model, { deadlock, maxStates, watch: stopwatch, ...(source && { source }) });
  const kripke = new Kripke(graph, predicates);
  const property = new TableauProperty(formula, kripke.letters, names);
  const levels = findLevels(new SynchronisedProduct(kripke, property), search);
  return levels && { graph, property, levels, stopwatch };
}

function lassoOf(result: CheckResult, { prefix, cycle }: Counterexample, { sha256 }: CertifyOptions): Certificate {
  const { model } = result;
  const run = [...prefix, ...cycle].map(({ state }) => state);
  const write = (put: (bytes: Uint8Array) => void): number => {
    const variables = variablesFor(model, (visit) => {
      for (const state of run) visit(state);
    });
    const header: CertificateHeader = { verdict: 'violated', ...headOf(result, sha256), variables };
    const out = new Output(put, header);
    const records = new RecordPacker(model, variables);
    out.number(prefix.length);
    out.number(cycle.length);
    for (const state of run) out.bytes(records.pack(state));
    return out.end();
  };
  return { verdict: 'violated', states: run.length, blocks: 0, write };
}
