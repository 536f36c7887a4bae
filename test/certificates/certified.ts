// A model as text that both sides read, a check of it, the certificate, and what the verifier says.
import { type CertifyOptions, certify } from '../../src/certificates/certificate.ts';
import type { Certificate } from '../../src/certificates/format.ts';
import { check } from '../../src/check/check.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import type { CheckResult } from '../../src/check/result.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import type { Formula } from '../../src/formula/formula.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import type { Net } from '../../src/models/petri/net.ts';
import { isNetModel } from '../../src/models/petri/net-model.ts';
import { pnmlLines } from '../../src/models/petri/write-net.ts';
import { Refused } from '../../verifier/src/model.ts';
import { readModel } from '../../verifier/src/read-model.ts';
import { type Verified, verify } from '../../verifier/src/verify.ts';
import type { Graph } from '../helpers/graph-model.ts';

/** A file with a model. */
export interface ModelFile {
  readonly name: string;
  readonly text: string;
}

export function netFile(net: Net): ModelFile {
  return { name: 'random.pnml', text: [...pnmlLines(net)].map((line) => `${line}\n`).join('') };
}

/** A net in the textual format, which the verifier does not read, as PNML. */
export function netTextFile(text: string): ModelFile {
  const model = loaded({ name: 'm.net', text });
  if (!isNetModel(model)) throw new Error('no net');
  return netFile(model.net);
}

/** A graph as text; one more state, which is not reached, shows all propositions. */
export function kripkeFile({ initial, successors, labels }: Graph, propositions: readonly string[]): ModelFile {
  const word = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;
  const lines = [...successors, []].map((targets, state) => {
    const shown = (labels[state] ?? propositions).map(word).join(' ');
    const label = shown === '' ? '' : ` : ${shown}`;
    return `s${state}${label}${targets.length === 0 ? '' : ` -> ${targets.map((target) => `s${target}`).join(', ')}`}\n`;
  });
  return { name: 'random.kripke', text: `initial ${initial.map((s) => `s${s}`).join(' ')}\n${lines.join('')}` };
}

export function loaded({ name, text }: ModelFile): Model {
  return unwrap(loadModel(name, [text]));
}

const MOST_STATES = 800;

/** The bytes of the certificate of a result, or why there is none: the model may have many states, of which diagrams would need long. */
function bytesOf(result: CheckResult, options: CertifyOptions): Uint8Array | string {
  const limits = { states: MOST_STATES };
  const { states = result.options.engine.kind === 'explicit' ? 'listed' : 'diagram' } = options;
  const isOfDiagrams = states === 'diagram' && result.verdict.outcome === 'holds';
  if (isOfDiagrams && explore(result.model, { limits }).limit !== null) return 'many states';
  const certificate = certify(result, { limits, ...options });
  return 'none' in certificate ? certificate.none : written(certificate);
}

function written(certificate: Certificate): Uint8Array {
  const pieces: number[] = [];
  certificate.write((bytes) => {
    for (const byte of bytes) pieces.push(byte);
  });
  return Uint8Array.from(pieces);
}

export interface Certified {
  readonly result: CheckResult;
  /** Null where there is none; then `none` says why. */
  readonly bytes: Uint8Array | null;
  readonly none?: string;
}

export function certified(
  file: ModelFile,
  formula: Formula,
  options: CheckOptions = {},
  how: CertifyOptions = {},
): Certified {
  const result = check(loaded(file), formula, { trace: 'lasso', ...options });
  const made = bytesOf(result, how);
  return typeof made === 'string' ? { result, bytes: null, none: made } : { result, bytes: made };
}

/** What the verifier says of a certificate: what it verified, or the reason for which it refused it. */
export function verdictOn(file: ModelFile, formula: string, bytes: Uint8Array): Verified | string {
  try {
    return verify(readModel(file.name, file.text), formula, [bytes]);
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/**
 * What is wrong with the certificate of a formula that holds on a net, on a graph with its propositions, or on a file; null where it is verified, or where
 * there are too many states for one.
 */
export function complaintOn(
  given: Net | ModelFile | { readonly graph: Graph; readonly propositions: readonly string[] },
  formula: Formula,
  options: CheckOptions = {},
  how: CertifyOptions = {},
): string | null {
  const file = fileOf(given);
  const { result, bytes, none = '' } = certified(file, formula, options, how);
  if (bytes === null) return none.includes('states') ? null : `there is none: ${none}`;
  if (result.verdict.outcome !== 'holds') return `the check says ${result.verdict.outcome}`;
  const said = verdictOn(file, printFormula(formula), bytes);
  if (typeof said === 'string') return said;
  return said.verdict === 'holds' ? null : `it says ${said.verdict}`;
}

function fileOf(given: Parameters<typeof complaintOn>[0]): ModelFile {
  if ('text' in given) return given;
  return 'graph' in given ? kripkeFile(given.graph, given.propositions) : netFile(given);
}
