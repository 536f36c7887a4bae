// Certificates: a verdict with what another program needs to see for itself that it is right. For `holds` the pairs of states and obligations,
// in blocks; for `violated` the lasso.
import { InternalError } from '../base/assert.ts';
import { type CheckResult, type Counterexample, observe } from '../check/index.ts';
import { limitText } from '../diagnostics/limit.ts';
import { limitOf } from '../diagnostics/out-of-memory.ts';
import { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { SearchOptions } from '../explicit/emptiness/result.ts';
import { Kripke } from '../explicit/product/kripke.ts';
import { deadlockStep, ModelGraph } from '../explicit/product/model-graph.ts';
import { SynchronisedProduct } from '../explicit/product/product.ts';
import { type Formula, FormulaStore } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { copyInto, subformulas } from '../formula/traverse.ts';
import type { Model } from '../models/model.ts';
import { isNetModel } from '../models/petri/net-model.ts';
import { type Blocks, findBlocks } from './blocks.ts';
import { type CertificateHeader, type CertificateNode, FIRST_LINE, RecordWriter, varint } from './format.ts';
import { normalForms } from './normal-form.ts';
import { TableauProperty } from './tableau-property.ts';

/** A certificate that can be written. */
export interface Certificate {
  readonly verdict: 'holds' | 'violated';
  /** Pairs of a state and obligations; or the states of the lasso. */
  readonly states: number;
  /** 0 for a lasso. */
  readonly blocks: number;
  /** Calls `put` with one piece after another; each array is used again for the next piece. Gives the number of bytes. */
  write(put: (bytes: Uint8Array) => void): number;
}

export interface CertifyOptions extends SearchOptions {
  /** The hash of the file of the model, in hexadecimal digits: a verifier refuses any other file at once. */
  readonly sha256?: string;
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

/** The entries of a state that a certificate has: of an explicit graph the number of the state alone, which says everything. */
function placesOf(model: Model): number[] {
  return model.format === 'kripke' ? [0] : model.variables.map((_, place) => place);
}

/** Each variable with its least value and the bits for its range, over the states that `visit` gives. */
function rangesOf(
  model: Model,
  visitAll: (visit: (state: ArrayLike<number>) => void) => void,
): CertificateHeader['variables'] {
  const places = placesOf(model);
  const least = new Float64Array(places.length).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(places.length).fill(Number.NEGATIVE_INFINITY);
  visitAll((state) => {
    for (let i = 0; i < places.length; i++) {
      const value = state[places[i]];
      if (value < least[i]) least[i] = value;
      if (value > most[i]) most[i] = value;
    }
  });
  return places.map((place, i) => {
    const range = most[i] - least[i];
    return [
      model.variables[place].name,
      least[i] === Number.POSITIVE_INFINITY ? 0 : least[i],
      range > 0 ? bitsFor(range) : 0,
    ];
  });
}

function bitsFor(most: number): number {
  let bits = 0;
  while (2 ** bits <= most) bits++;
  return bits;
}

function headOf(
  { model, formula, options }: CheckResult,
  sha256: string | undefined,
): Omit<CertificateHeader, 'verdict' | 'variables'> {
  return {
    formula: printFormula(formula),
    model: { name: model.name, ...(sha256 !== undefined && { sha256 }) },
    deadlock: deadlockStep(options.deadlock),
  };
}

function proofOf(result: CheckResult, options: CertifyOptions): Certificate {
  const { model, formula } = result;
  const stopwatch = Stopwatch.over(options.limits);
  const { no } = normalForms(copyInto(new FormulaStore(), formula));
  const { names, predicates } = observe(model, no);
  const deadlock = deadlockStep(result.options.deadlock);
  const graph = new ModelGraph(model, { deadlock, maxStates: stopwatch.bound('states'), watch: stopwatch });
  const kripke = new Kripke(graph, predicates);
  const property = new TableauProperty(no, kripke.letters, names);
  const product = new SynchronisedProduct(kripke, property);
  const blocks = findBlocks(product, { ...options, limits: stopwatch });
  if (blocks === null) throw new InternalError('the formula was found to hold, but no certificate confirms it');
  return new Proof(result, { graph, property, product, blocks, sha256: options.sha256, stopwatch });
}

interface ProofParts {
  readonly graph: ModelGraph;
  readonly property: TableauProperty;
  readonly product: SynchronisedProduct;
  readonly blocks: Blocks;
  readonly stopwatch: Stopwatch;
  readonly sha256?: string;
}

class Proof implements Certificate {
  readonly verdict = 'holds';
  private readonly result: CheckResult;
  private readonly parts: ProofParts;

  constructor(result: CheckResult, parts: ProofParts) {
    this.result = result;
    this.parts = parts;
  }

  get states(): number {
    return this.parts.blocks.states.length;
  }

  get blocks(): number {
    return this.parts.blocks.ends.length;
  }

  write(put: (bytes: Uint8Array) => void): number {
    const { graph, property, product, blocks, stopwatch } = this.parts;
    const { header, numberOf } = this.header();
    const out = new Output(put, header);
    const records = new RecordWriter(header, placesOf(this.result.model));
    const vector = new Int32Array(graph.model.variables.length);
    let at = 0;
    for (let block = 0; block < blocks.ends.length; block++) {
      const end = blocks.ends.get(block);
      const missing = blocks.missing.get(block);
      out.number(end - at);
      out.number(missing === -1 ? 0 : numberOf(property.untils[missing]) + 1);
      for (; at < end; at++) {
        stopwatch.tick();
        const pair = blocks.states.get(at);
        graph.states.read(product.pairs.left.get(pair), vector);
        out.bytes(records.pack(vector, product.pairs.right.get(pair)));
      }
    }
    out.number(0);
    return out.end();
  }

  private header(): { readonly header: CertificateHeader; readonly numberOf: (formula: Formula) => number } {
    const { graph, property, sha256 } = this.parts;
    const { model } = this.result;
    const vector = new Int32Array(model.variables.length);
    const variables = rangesOf(model, (visit) => {
      for (let state = 0; state < graph.states.size; state++) {
        graph.states.read(state, vector);
        visit(vector);
      }
    });
    const nodes: CertificateNode[] = [];
    const numbers = new Map<Formula, number>();
    for (const formula of new Set([...property.sets.flat(), ...property.untils].flatMap(subformulas))) {
      const operands = formula.children.map((child) => numbers.get(child)!);
      numbers.set(formula, nodes.length);
      nodes.push(formula.kind === 'proposition' ? ['atom', formula.name] : [formula.kind, ...operands]);
    }
    const numberOf = (formula: Formula): number => numbers.get(formula)!;
    const obligations = property.sets.map((set) => set.map(numberOf));
    return { header: { verdict: 'holds', ...headOf(this.result, sha256), variables, nodes, obligations }, numberOf };
  }
}

function lassoOf(result: CheckResult, { prefix, cycle }: Counterexample, { sha256 }: CertifyOptions): Certificate {
  const { model } = result;
  const run = [...prefix, ...cycle].map(({ state }) => state);
  const write = (put: (bytes: Uint8Array) => void): number => {
    const variables = rangesOf(model, (visit) => {
      for (const state of run) visit(state);
    });
    const header: CertificateHeader = { verdict: 'violated', ...headOf(result, sha256), variables };
    const out = new Output(put, header);
    const records = new RecordWriter(header, placesOf(model));
    out.number(prefix.length);
    out.number(cycle.length);
    for (const state of run) out.bytes(records.pack(state, 0));
    return out.end();
  };
  return { verdict: 'violated', states: run.length, blocks: 0, write };
}

/** Bytes are gathered: a call for each record would dominate. */
const PIECE = 1 << 16;

class Output {
  private readonly put: (bytes: Uint8Array) => void;
  private readonly piece = new Uint8Array(PIECE);
  private used = 0;
  private total = 0;

  constructor(put: (bytes: Uint8Array) => void, header: CertificateHeader) {
    this.put = put;
    this.bytes(new TextEncoder().encode(`${FIRST_LINE}\n${JSON.stringify(header)}\n`));
  }

  number(value: number): void {
    this.bytes(varint(value));
  }

  bytes(bytes: ArrayLike<number>): void {
    for (let i = 0; i < bytes.length; i++) {
      if (this.used === PIECE) this.flush();
      this.piece[this.used++] = bytes[i];
    }
  }

  /** The number of bytes in all. */
  end(): number {
    this.flush();
    return this.total;
  }

  private flush(): void {
    this.put(this.piece.subarray(0, this.used));
    this.total += this.used;
    this.used = 0;
  }
}
