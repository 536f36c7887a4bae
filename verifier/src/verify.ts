// The argument (docs/certificates.md): blocks of pairs of a state and a set of obligations, each with a formula a U b that it postpones.
//
//   1. every initial state is there with the obligation ¬φ;
//   2. what follows a pair of a block, by a step of the model and a choice of the tableau, is in this block or an earlier one;
//   3. inside a block every choice postpones its formula a U b; a block without one has no steps inside.
//
// A run that violates φ would have a way through the blocks that stays in one of them for ever, and so a moment from which on a U b is
// true and b never is.
import { Bytes, type Header, Records, readHeader, readNodes } from './certificate.ts';
import { type Formula, Store } from './formula.ts';
import type { Model, State, Term } from './model.ts';
import { parseFormula } from './parse-formula.ts';
import { inputUnless, Refused, refuseUnless } from './problem.ts';
import { proposition } from './proposition.ts';
import { RecordTable } from './record-table.ts';
import { absorbed, choices, conjuncts } from './tableau.ts';

export interface Verified {
  readonly verdict: Header['verdict'];
  readonly deadlock: Header['deadlock'];
  /** Pairs of a state and obligations; or the states of a lasso. */
  readonly states: number;
  readonly blocks: number;
}

/** Throws `Refused` when the certificate does not show that the formula holds on the model, or is violated, as it says. */
export function verify(model: Model, text: string, pieces: Iterable<Uint8Array>, sha256?: string): Verified {
  const bytes = new Bytes(pieces);
  const header = readHeader(bytes);
  const store = new Store();
  const formula = parseFormula(text, store);
  const other = header.model?.sha256;
  refuseUnless(
    other === undefined || sha256 === undefined || other === sha256,
    'the certificate is about another model',
  );
  const question = { model, header, negated: formula.no };
  const { verdict, deadlock } = header;
  const found = verdict === 'holds' ? verifyBlocks(question, bytes, store) : verifyLasso(question, bytes);
  refuseUnless(bytes.next() === -1, 'something follows the end of the certificate');
  return { verdict, deadlock, ...found };
}

interface Question {
  readonly model: Model;
  readonly header: Header;
  /** ¬φ. */
  readonly negated: Formula;
}

/** The atoms of a formula with their conditions. */
function atomsOf(formula: Formula, model: Model): Map<Formula, Term> {
  const atoms = new Map<Formula, Term>();
  for (const part of partsOf(formula)) if (part.kind === 'atom') atoms.set(part, proposition(part.name, model));
  return atoms;
}

/** The formula and all its parts, parts first. */
function partsOf(formula: Formula): Formula[] {
  const parts = new Set([formula]);
  for (const { of } of parts) for (const part of of) parts.add(part);
  return [...parts].sort((a, b) => a.id - b.id);
}

/** Calls `visit` for what follows a state when a deadlock is read as the header says. */
function follow({ model, header }: Question, state: State, visit: (successor: State) => void): void {
  let any = false;
  model.successors(state, (successor) => {
    any = true;
    visit(successor);
  });
  if (!any && header.deadlock === 'stutter') visit(state);
}

/** A choice of the tableau: the number of its obligations, and what it postpones. */
interface Edge {
  readonly target: number;
  readonly postponed: ReadonlySet<Formula>;
}

function verifyBlocks(question: Question, bytes: Bytes, store: Store): Pick<Verified, 'states' | 'blocks'> {
  const { model, header, negated } = question;
  const nodes = readNodes(header.nodes!, store);
  const sets = header.obligations!.map((set) => new Set(set.map((node) => nodes[node])));
  refuseUnless(!sets.some((set) => set.has(undefined as never)), 'the header names obligations that it does not have');
  const numbers = new Map(sets.map((set, number) => [keyOf(set), number]));
  const edgesOf = edgeTable(sets, numbers, atomsOf(negated, model));
  const records = new Records(model, header.variables, sets.length);
  const table = new RecordTable(records.length);
  const record = new Uint8Array(records.length);
  const state = new Int32Array(model.variables.length);
  let blocks = 0;
  for (let count = bytes.number(); count > 0; count = bytes.number()) {
    const mark = bytes.number();
    const postponed = mark === 0 ? null : nodes[mark - 1];
    refuseUnless(postponed !== undefined, 'a block postpones a formula that the header does not have');
    const first = table.size;
    for (let i = 0; i < count; i++) {
      bytes.fill(record, 0, record.length);
      refuseUnless(records.numberIn(record) < sets.length, 'a pair has obligations that the header does not have');
      refuseUnless(table.add(record), 'a pair is there twice');
    }
    for (let pair = first; pair < table.size; pair++) {
      const source = table.get(pair);
      records.unpack(source, state);
      const edges = edgesOf(records.numberIn(source), state);
      if (edges.length === 0) continue;
      follow(question, state, (successor) => {
        const isPacked = records.pack(successor, record);
        for (const edge of edges) {
          if (isPacked) records.putNumber(record, edge.target);
          const target = isPacked && edge.target !== -1 ? table.find(record) : -1;
          if (target === -1) throw new Refused(`block ${blocks}: a step leads to no pair of it or of an earlier block`);
          const isInside = target >= first;
          if (isInside && (postponed === null || !edge.postponed.has(postponed))) {
            throw new Refused(`block ${blocks}: a step inside does not postpone what the block says`);
          }
        }
      });
    }
    blocks++;
  }
  const start = numbers.get(keyOf(absorbed(new Set(conjuncts(negated)))));
  refuseUnless(start !== undefined, 'the certificate is about another formula');
  for (const initial of model.initial) {
    const isPacked = records.pack(initial, record);
    records.putNumber(record, start);
    refuseUnless(isPacked && table.find(record) !== -1, 'an initial state is missing');
  }
  return { states: table.size, blocks };
}

function keyOf(set: ReadonlySet<Formula>): string {
  return [...set]
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join();
}

/** The choices of each set of obligations in each letter, made when they are first asked for. */
function edgeTable(
  sets: readonly ReadonlySet<Formula>[],
  numbers: ReadonlyMap<string, number>,
  atoms: ReadonlyMap<Formula, Term>,
): (set: number, state: State) => readonly Edge[] {
  inputUnless(atoms.size <= 50, 'formula: more than 50 propositions');
  const terms = [...atoms.values()];
  const places = new Map([...atoms.keys()].map((atom, i) => [atom, i]));
  const known = sets.map(() => new Map<number, readonly Edge[]>());
  return (set, state) => {
    let letter = 0;
    for (let i = 0; i < terms.length; i++) if (terms[i](state) !== 0) letter += 2 ** i;
    let edges = known[set].get(letter);
    if (edges === undefined) {
      const holds = (atom: Formula): boolean => {
        const place = places.get(atom);
        refuseUnless(place !== undefined, `the certificate has a proposition that the formula has not: ${atom.name}`);
        return Math.floor(letter / 2 ** place) % 2 === 1;
      };
      edges = choices(sets[set], holds).map(({ next, postponed }) => ({
        target: numbers.get(keyOf(next)) ?? -1,
        postponed,
      }));
      known[set].set(letter, edges);
    }
    return edges;
  };
}

/** A run of the model, a prefix and a cycle, whose word satisfies ¬φ. */
function verifyLasso(question: Question, bytes: Bytes): Pick<Verified, 'states' | 'blocks'> {
  const { model, header, negated } = question;
  const records = new Records(model, header.variables, 1);
  const record = new Uint8Array(records.length);
  const [prefix, cycle] = [bytes.number(), bytes.number()];
  refuseUnless(cycle > 0, 'the cycle has no states');
  const run: State[] = [];
  while (run.length < prefix + cycle) {
    bytes.fill(record, 0, record.length);
    run.push(new Int32Array(model.variables.length));
    records.unpack(record, run[run.length - 1]);
  }
  const isSame = (a: State, b: State): boolean => a.every((value, i) => value === b[i]);
  const next = (i: number): number => (i + 1 < run.length ? i + 1 : prefix);
  refuseUnless(
    model.initial.some((state) => isSame(state, run[0])),
    'the run does not begin in an initial state',
  );
  for (const [i, state] of run.entries()) {
    let isStep = false;
    follow(question, state, (successor) => (isStep ||= isSame(successor, run[next(i)])));
    refuseUnless(isStep, `there is no step from state ${i} of the run to the next one`);
  }
  const atoms = atomsOf(negated, model);
  const truth = new Map<Formula, boolean[]>();
  for (const part of partsOf(negated)) {
    const of = part.of.map((operand) => truth.get(operand)!);
    const values = run.map(() => part.kind === 'release');
    const valueAt = (i: number): boolean => {
      if (part.kind === 'atom') return atoms.get(part)!(run[i]) !== 0;
      if (part.kind === 'not') return !of[0][i];
      if (part.kind === 'or') return of.some((operand) => operand[i]);
      if (part.kind === 'next') return of[0][next(i)];
      if (part.kind === 'until') return of[1][i] || (of[0][i] && values[next(i)]);
      if (part.kind === 'release') return of[1][i] && (of[0][i] || values[next(i)]);
      return part.kind !== 'false' && of.every((operand) => operand[i]); // true, and
    };
    // Backwards, twice: what is true at the beginning of the cycle is known to its end in the second round.
    for (let k = 0; k < 2; k++) for (let i = run.length - 1; i >= 0; i--) values[i] = valueAt(i);
    truth.set(part, values);
  }
  refuseUnless(truth.get(negated)![0], 'the run satisfies the formula');
  return { states: run.length, blocks: 0 };
}
