// `tegata cross --certificates`: the formula and its negation are checked on a random graph, by one engine or the other, and `tegata-verify` must
// verify the certificate of each verdict.
import { certify } from '../../certificates/index.ts';
import { type CheckOptions, check } from '../../check/index.ts';
import { unwrap } from '../../diagnostics/index.ts';
import { type Formula, printFormula, propositionsOf } from '../../formula/index.ts';
import { loadModel, type Random } from '../../models/index.ts';
import { runVerifier } from '../input/run-verifier.ts';

/** Names that the text of a graph cannot hold, or that could mean a deadlock. */
const UNCLEAR = /^dead|[\n\r]/;
const ENGINES: readonly CheckOptions['engine'][] = [
  { kind: 'explicit', automaton: 'tgba' },
  { kind: 'symbolic', automaton: 'tgta' },
  { kind: 'auto' },
];
const MOST_STATES = 10_000;

interface CertificateRound {
  /** Certificates that were verified. */
  readonly verified: number;
  /** Verdicts without one. */
  readonly skipped: number;
  /** What was refused, in words. */
  readonly complaints: readonly string[];
}

/** Checks the formula and its negation on one graph. */
export function crossCertificates(formula: Formula, random: Random): CertificateRound {
  const names = propositionsOf(formula);
  if (names.some((name) => UNCLEAR.test(name))) return { verified: 0, skipped: 2, complaints: [] };
  const model = randomGraphText(random, names);
  const complaints: string[] = [];
  let [verified, skipped] = [0, 0];
  for (const asked of [formula, formula.store.not(formula)]) {
    const engine = random.pick(ENGINES);
    const limits = { states: MOST_STATES };
    const result = check(unwrap(loadModel('graph.kripke', [model])), asked, { engine, trace: 'lasso', limits });
    const made = certify(result, { limits });
    if ('none' in made) {
      skipped++;
      continue;
    }
    const pieces: Uint8Array[] = [];
    made.write((piece) => pieces.push(piece.slice()));
    const text = printFormula(asked);
    const answer = runVerifier({ name: 'graph.kripke', model, formula: text, certificate: joined(pieces) });
    if (answer.verified && answer.verdict === made.verdict) verified++;
    else {
      const reason = answer.verified ? `it is verified as ${answer.verdict}` : answer.reason;
      complaints.push(
        `tegata-verify does not take the certificate that ${text} is ${made.verdict}: ${reason}; on\n${model}`,
      );
    }
  }
  return { verified, skipped, complaints };
}

/** A graph in which every proposition occurs, so that it has a meaning there. */
function randomGraphText(random: Random, names: readonly string[]): string {
  const states = random.between(2, 8);
  const quoted = names.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`);
  const lines = Array.from({ length: states }, (_, state) => {
    const shown = quoted.filter(() => random.chance(0.5));
    const targets = Array.from({ length: random.between(1, 3) }, () => `s${random.below(states)}`);
    return `s${state}${shown.length === 0 ? '' : ` : ${shown.join(' ')}`} -> ${[...new Set(targets)].join(', ')}\n`;
  });
  const all = quoted.length === 0 ? '' : ` : ${quoted.join(' ')}`;
  return `initial s0\n${lines.join('')}every${all}\n`;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
