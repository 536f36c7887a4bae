// Certificates: a verdict with what another program needs to see for itself that it is right. For `holds` the pairs of states and obligations,
// in blocks; for `violated` the lasso.
import { InternalError } from '../base/assert.ts';
import { type CheckResult, type Counterexample, observe } from '../check/index.ts';
import { limitText } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { SearchOptions } from '../explicit/emptiness/result.ts';
import { deadlockStep } from '../explicit/product/model-graph.ts';
import type { SourceKind } from '../explicit/product/state-source.ts';
import { type Formula, FormulaStore } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { NEXT_FREE } from '../formula/traits.ts';
import { copyInto, propositionsOf } from '../formula/traverse.ts';
import type { Model } from '../models/model.ts';
import type { Net } from '../models/petri/net.ts';
import { isNetModel, type NetModel, netModel } from '../models/petri/net-model.ts';
import { blocksOf } from './blocks.ts';
import { DiagramProof } from './diagram-proof.ts';
import type { Certificate, CertificateHeader } from './format.ts';
import { levelsOf } from './levels.ts';
import { normalForms } from './normal-form.ts';
import { Output } from './output.ts';
import { Proof } from './proof.ts';
import type { ProofHead } from './proof-header.ts';
import type { ProofRequest } from './proof-request.ts';
import { RecordPacker, variablesOfStates } from './records.ts';
import { type ReducedNet, reduceNet } from './reduce.ts';

export interface CertifyOptions extends SearchOptions {
  /** The hash of the file of the model, in hexadecimal digits: a verifier refuses any other file at once. */
  readonly sha256?: string;
  /** Where the formula holds: whether states are listed, or a diagram says which there are. By the engine that answered unless given. */
  readonly states?: 'listed' | 'diagram';
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
 * A certificate for a result. Where the formula holds, the product of the model with the tableau of the formula is made, and why it accepts nothing is
 * written down: states one by one, or in diagrams. A result that this does not confirm is an `InternalError`.
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
): { readonly searched: Model; readonly rules: ReducedNet['rules'] } | null {
  const atoms = propositionsOf(formula);
  if (atoms.some((atom) => atom.includes('dead'))) return null;
  const steps = formula.has(NEXT_FREE) ? 'joined' : 'as they are';
  const { net: smaller, rules } = reduceNet(net, { seen: placesIn(atoms, net), steps, stopwatch });
  return rules.length === 0 ? null : { searched: netModel(smaller, format, stopwatch), rules };
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
  const { states = result.options.engine.kind === 'explicit' ? 'listed' : 'diagram' } = options;
  const request = { result, formula: no, observation: observe(model, no), search, source: options.source };
  const head = headOf(result, options.sha256);
  const smaller =
    isNetModel(model) && result.options.reductions !== 'none' ? smallerNet(model, no, search.limits) : null;
  for (const { searched, ...rules } of [...(smaller === null ? [] : [smaller]), { searched: model }]) {
    const found = proofOn(searched, request, { ...head, ...rules }, states);
    if (found !== null) return found;
  }
  throw new InternalError('the formula was found to hold, but no certificate confirms it');
}

/** Null where the product with the model accepts something. */
function proofOn(
  searched: Model,
  request: ProofRequest,
  head: ProofHead,
  states: CertifyOptions['states'],
): Certificate | null {
  if (states === 'diagram') {
    const blocks = blocksOf(searched, request);
    if (blocks !== 'too large') return blocks && new DiagramProof(head, blocks);
  }
  const levels = levelsOf(searched, request);
  return levels && new Proof(head, levels);
}

function lassoOf(result: CheckResult, { prefix, cycle }: Counterexample, { sha256 }: CertifyOptions): Certificate {
  const { model } = result;
  const run = [...prefix, ...cycle].map(({ state }) => state);
  const write = (put: (bytes: Uint8Array) => void): number => {
    const variables = variablesOfStates(model, (visit) => {
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
