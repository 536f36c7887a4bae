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
import { NetModel } from './petri.ts';
import { inputUnless, refuseUnless } from './problem.ts';
import { proposition } from './proposition.ts';
import { RecordTable } from './record-table.ts';
import { applyRules } from './rules.ts';
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

/** The model after the rules that the certificate names; the atoms look at the same places. */
function reduced({ model, header, negated }: Question, atoms: readonly Formula[]): Model {
  const { rules = [] } = header;
  if (rules.length === 0) return model;
  const isWell = Array.isArray(rules) && model instanceof NetModel && !atoms.some(({ name }) => /dead/.test(name));
  refuseUnless(isWell, 'there are no rules for this model and formula');
  const hasNext = partsOf(negated).some(({ kind }) => kind === 'next');
  return applyRules(model, rules, model.seen, hasNext ? 'as they are' : 'joined');
}

/** A choice of the tableau: the number of its obligations, and what it postpones. */
interface Edge {
  readonly target: number;
  readonly postponed: ReadonlySet<Formula>;
}

/**
 * All pairs are read first. Then each state is looked at once. Whether a step is right depends on the letter and on the classes of both states
 * alone: so each letter and target is decided once for a class, whose states come one after another.
 */
function verifyBlocks(given: Question, bytes: Bytes, store: Store): Pick<Verified, 'states' | 'blocks'> {
  const { header, negated } = given;
  const atoms = atomsOf(negated, given.model);
  const model = reduced(given, [...atoms.keys()]);
  const question = { ...given, model };
  inputUnless(atoms.size <= 50, 'formula: more than 50 propositions');
  const argument = new Argument(header, store, [...atoms.keys()]);
  const start = argument.numberOf(absorbed(new Set(conjuncts(negated))));
  refuseUnless(start !== -1, 'the certificate is about another formula');
  const terms = [...atoms.values()];
  const records = new Records(model, header.variables);
  const record = records.make();
  const table = new RecordTable(record.length - 1);
  let states = 0;
  for (let count = bytes.number(); count > 0; count = bytes.number()) {
    const [number, pairs] = argument.readClass(bytes);
    states += count * pairs;
    for (let i = 0; i < count; i++) {
      bytes.fill(record, records.length);
      refuseUnless(table.add(record, number), 'a state is there twice');
    }
  }
  const state = new Int32Array(model.variables.length);
  let [current, right] = [-1, new Map<number, Set<number>>()];
  for (let number = 0; number < table.size; number++) {
    const inClass = table.read(number, record);
    if (inClass !== current) [current, right] = [inClass, new Map()];
    records.unpack(record, state);
    let letter = 0;
    for (let i = 0; i < terms.length; i++) if (terms[i](state) !== 0) letter += 2 ** i;
    if (!argument.hasChoice(inClass, letter)) continue;
    let targets = right.get(letter);
    if (targets === undefined) right.set(letter, (targets = new Set()));
    follow(question, state, (successor) => {
      const target = records.pack(successor, record) ? table.find(record) : -1;
      if (targets.has(target)) return;
      argument.check(inClass, letter, target);
      targets.add(target);
    });
  }
  for (const initial of model.initial) {
    const inClass = records.pack(initial, record) ? table.find(record) : -1;
    refuseUnless(argument.levelIn(inClass, start) !== -1, 'an initial state is missing');
  }
  return { states, blocks: argument.blocks };
}

/** The sets of obligations with their ranks, and the classes: which sets their states are paired with, and on which level. */
class Argument {
  private readonly header: Header;
  private readonly atoms: readonly Formula[];
  private readonly nodes: readonly Formula[];
  private readonly sets: readonly ReadonlySet<Formula>[];
  private readonly numbers: ReadonlyMap<string, number>;
  /** Flat pairs of a set and a level. */
  private readonly classes: number[][] = [];
  private readonly edges: Map<number, readonly Edge[]>[];
  private readonly found = new Set<string>();

  constructor(header: Header, store: Store, atoms: readonly Formula[]) {
    this.header = header;
    this.atoms = atoms;
    this.nodes = readNodes(header.nodes, store);
    this.sets = header.obligations.map((set) => new Set(set.map((node) => this.nodes[node])));
    this.edges = this.sets.map(() => new Map());
    const isWhole = header.ranks.length === this.sets.length && header.ranks.every(Number.isInteger);
    const isKnown = this.sets.every((set) => !set.has(undefined as never));
    refuseUnless(isWhole && isKnown, 'the header names obligations that it does not have');
    this.numbers = new Map(this.sets.map((set, number) => [keyOf(set), number]));
  }

  /** The number of a set of obligations; -1 for one that the certificate does not have. */
  numberOf(set: ReadonlySet<Formula>): number {
    return this.numbers.get(keyOf(set)) ?? -1;
  }

  /** The blocks that there are: a block is a rank with a level. */
  get blocks(): number {
    return this.found.size;
  }

  /** Reads which pairs the states of a new class have; its number, and how many they are. */
  readClass(bytes: Bytes): readonly [number, number] {
    const { ranks, postponed } = this.header;
    const pairs: number[] = [];
    const number = this.classes.push(pairs) - 1;
    const count = bytes.number();
    for (let i = 0; i < count; i++) {
      const set = bytes.number();
      const isNew = set < this.sets.length && this.levelIn(number, set) === -1;
      refuseUnless(isNew, 'a pair is there twice, or has unknown obligations');
      pairs.push(set, postponed[ranks[set]] === null ? bytes.number() : 0);
      this.found.add(`${ranks[set]} ${pairs[2 * i + 1]}`);
    }
    return [number, count];
  }

  /** The level of a set in a class; -1 where there is no such pair. */
  levelIn(inClass: number, set: number): number {
    const pairs = this.classes[inClass] ?? [];
    for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === set) return pairs[i + 1];
    return -1;
  }

  /** Whether a pair of the class has a choice in the letter. */
  hasChoice(inClass: number, letter: number): boolean {
    return this.classes[inClass].some((set, i) => i % 2 === 0 && this.edgesOf(set, letter).length > 0);
  }

  /** Refuses unless every choice leads to a pair of a lower block, or of the same block and postpones what it says. */
  check(inClass: number, letter: number, target: number): void {
    const { ranks } = this.header;
    const pairs = this.classes[inClass];
    for (let i = 0; i < pairs.length; i += 2) {
      const [set, level] = [pairs[i], pairs[i + 1]];
      for (const edge of this.edgesOf(set, letter)) {
        const to = this.levelIn(target, edge.target);
        refuseUnless(to !== -1, 'a step leads to no pair of the certificate');
        const isSame = ranks[edge.target] === ranks[set];
        refuseUnless(isSame ? to <= level : ranks[edge.target] < ranks[set], 'a step leads to a later block');
        if (!isSame || to < level) continue;
        const postponed = this.postponedIn(ranks[set], level);
        const isPostponed = postponed !== undefined && edge.postponed.has(postponed);
        refuseUnless(isPostponed, 'a step inside a block does not postpone what the block says');
      }
    }
  }

  /** The formula that a block postpones; none where there is no such node. */
  private postponedIn(rank: number, level: number): Formula | undefined {
    const { postponed, levels } = this.header;
    return this.nodes[postponed[rank] ?? levels[level % levels.length]];
  }

  /** The choices of a set in the letter whose bits say which atoms hold. */
  private edgesOf(set: number, letter: number): readonly Edge[] {
    let edges = this.edges[set].get(letter);
    if (edges === undefined) {
      const holds = (atom: Formula): boolean => {
        const place = this.atoms.indexOf(atom);
        refuseUnless(place !== -1, `the certificate has a proposition that the formula has not: ${atom.name}`);
        return Math.floor(letter / 2 ** place) % 2 === 1;
      };
      const found = choices(this.sets[set], holds);
      edges = found.map(({ next, postponed }) => ({ target: this.numberOf(next), postponed }));
      this.edges[set].set(letter, edges);
    }
    return edges;
  }
}

function keyOf(set: ReadonlySet<Formula>): string {
  const ids = [...set].map(({ id }) => id);
  return ids.sort((a, b) => a - b).join();
}

/** A run of the model, a prefix and a cycle, whose word satisfies ¬φ. */
function verifyLasso(question: Question, bytes: Bytes): Pick<Verified, 'states' | 'blocks'> {
  const { model, header, negated } = question;
  const records = new Records(model, header.variables);
  const record = records.make();
  const [prefix, cycle] = [bytes.number(), bytes.number()];
  refuseUnless(cycle > 0, 'the cycle has no states');
  const run: State[] = [];
  while (run.length < prefix + cycle) {
    bytes.fill(record, records.length);
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
