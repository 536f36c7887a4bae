// The argument (docs/certificates.md): blocks of pairs of a state and a set of obligations, each with a formula a U b that it postpones.
//
//   1. every initial state is there with the obligation ¬φ;
//   2. what follows a pair of a block, by a step of the model and a choice of the tableau, is in this block or an earlier one;
//   3. inside a block every choice postpones its formula a U b; a block without one has no steps inside.
//
// A run that violates φ would have a way through the blocks that stays in one of them for ever, and so a moment from which on a U b is
// true and b never is.
import { Bytes, type Header, readHeader } from './certificate.ts';
import { readDiagram } from './diagram.ts';
import { type Formula, Store } from './formula.ts';
import { entry, inputUnless, type Model, refuseUnless, type State, type Term } from './model.ts';
import { parseFormula } from './parse-formula.ts';
import { NetModel } from './petri.ts';
import { proposition } from './proposition.ts';
import { applyRules } from './rules.ts';
import { StateTable } from './state-table.ts';
import { absorbed, type Choice, choices, conjuncts } from './tableau.ts';

/** The pairs of a state and obligations, or the states of a lasso; and the blocks. */
type Sizes = Readonly<{ states: number; blocks: number }>;
export type Verified = Readonly<{ verdict: Header['verdict']; deadlock: Header['deadlock'] } & Sizes>;

/** Model and header; ¬φ, its atoms, and what they mean. */
type Question = Readonly<{ model: Model; header: Header; negated: Formula; atoms: Formula[]; terms: Term[] }>;

/** Throws `Refused` when the certificate does not show that the formula holds on the model, or is violated, as it says. */
export function verify(model: Model, text: string, pieces: Iterable<Uint8Array>, sha256?: string): Verified {
  const bytes = new Bytes(pieces);
  const header = readHeader(bytes);
  const store = new Store();
  const negated = parseFormula(text, store).no;
  const isOther = header.model?.sha256 !== undefined && sha256 !== undefined && header.model.sha256 !== sha256;
  refuseUnless(!isOther, 'the certificate is about another model');
  const atoms = partsOf(negated).filter(({ kind }) => kind === 'atom');
  inputUnless(atoms.length <= 50, 'formula: more than 50 propositions');
  const terms = atoms.map(({ name }) => proposition(name, model));
  const question = { model, header, negated, atoms, terms };
  const { verdict, deadlock } = header;
  const found = verdict === 'holds' ? verifyBlocks(question, store, bytes) : verifyLasso(question, bytes);
  refuseUnless(bytes.next() === -1, 'something follows the end of the certificate');
  return { verdict, deadlock, ...found };
}

/** The formula and all its parts, parts first. */
function partsOf(formula: Formula): Formula[] {
  const parts = new Set([formula]);
  for (const { of } of parts) for (const part of of) parts.add(part);
  return [...parts].sort((a, b) => a.id - b.id);
}

/** Calls `visit` for what follows a state when a deadlock is read as the header says. */
function follow(model: Model, deadlock: Header['deadlock'], state: State, visit: (successor: State) => void): void {
  let any = false;
  model.successors(state, (successor) => {
    any = true;
    visit(successor);
  });
  if (!any && deadlock === 'stutter') visit(state);
}

/** The model after the rules that the certificate names; the atoms look at the same places. */
function reduced({ model, header: { rules = [] }, negated, atoms }: Question): Model {
  if (rules.length === 0) return model;
  const isWell = model instanceof NetModel && !atoms.some(({ name }) => name.includes('dead'));
  refuseUnless(isWell, 'there are no rules for this model and formula');
  const hasNext = partsOf(negated).some(({ kind }) => kind === 'next');
  return applyRules(model, rules, hasNext ? 'as they are' : 'joined');
}

/**
 * The pairs of a state are those of its class, which a list or a diagram says: any function from states to classes would do. Each state that is
 * listed, or that is reached from the initial ones, is looked at once. Whether a step is right depends on the letter and on the classes of both
 * states alone: so it is decided once for them.
 */
function verifyBlocks(question: Question, store: Store, bytes: Bytes): Sizes {
  const { header, terms } = question;
  const model = reduced(question);
  const argument = new Argument(question, store);
  const { classes } = argument;
  const table = new StateTable(model, header.variables);
  const diagram = readDiagram(header, model, bytes);
  for (let count = bytes.number(); count > 0; count = bytes.number()) {
    const number = argument.readClass(bytes);
    for (let i = 0; diagram === null && i < count; i++) {
      refuseUnless(table.read(bytes) === 0, 'a state is there twice');
      table.add(number);
    }
  }
  const classOf = (one: State): number => table.classOf(one, diagram);
  const isThere = model.initial.every((initial) => classes[classOf(initial)]?.has(argument.start) === true);
  refuseUnless(isThere, 'an initial state is missing');
  const right = new Map<string, Set<number>>();
  let states = 0;
  for (let i = 1; i <= table.size; i++) {
    const [state, inClass] = [table.stateAt(i), table.classes[i]];
    refuseUnless(classes[inClass] !== undefined, 'the diagram leads to no class');
    states += classes[inClass].size;
    let letter = 0;
    for (let k = 0; k < terms.length; k++) if (terms[k](state) !== 0) letter += 2 ** k;
    const targets = entry(right, `${inClass} ${letter}`, () => new Set());
    follow(model, header.deadlock, state, (successor) => {
      const target = classOf(successor);
      if (targets.has(target)) return;
      argument.check(inClass, letter, target);
      targets.add(target);
    });
  }
  return { states, blocks: new Set(classes.flatMap((pairs) => [...pairs.values()])).size };
}

/** The sets of obligations, and the classes of states that are paired with the same of them in the same blocks. */
class Argument {
  /** For each class the block of each set. */
  readonly classes: Map<number, number>[] = [];
  /** The set of ¬φ. */
  readonly start: number;
  private readonly atoms: readonly Formula[];
  private readonly sets: readonly ReadonlySet<Formula>[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly known = new Map<string, readonly Choice[]>();
  private readonly postponed: readonly (Formula | undefined)[];

  constructor({ header: { nodes, obligations, postponed }, negated, atoms }: Question, store: Store) {
    this.atoms = atoms;
    const made: Formula[] = [];
    for (const [kind, ...rest] of nodes) {
      const [of, name] = kind === 'atom' ? [[], `${rest[0]}`] : [rest.map((number) => made[Number(number)]), ''];
      const formula = store.find(kind, of, name);
      const isPart = formula !== undefined && (kind !== 'atom' || atoms.includes(formula));
      refuseUnless(isPart, 'the certificate is about another formula');
      made.push(formula);
    }
    this.sets = obligations.map((set) => new Set(set.map((node) => made[node])));
    refuseUnless(!this.sets.some((set) => set.has(undefined as never)), 'the header lacks obligations that it names');
    this.numbers = new Map(this.sets.map((set, number) => [keyOf(set), number]));
    this.postponed = postponed.map((node) => made[node]);
    this.start = this.numbers.get(keyOf(absorbed(new Set(conjuncts(negated))))) ?? -1;
    refuseUnless(this.start !== -1, 'the certificate is about another formula');
  }

  /** Reads the pairs of a new class; gives its number. */
  readClass(bytes: Bytes): number {
    const pairs = new Map<number, number>();
    for (let left = bytes.number(); left > 0; left--) {
      const [set, block] = [bytes.number(), bytes.number()];
      const isNew = set < this.sets.length && !pairs.has(set);
      refuseUnless(isNew, 'a pair is there twice, or has unknown obligations');
      pairs.set(set, block);
    }
    return this.classes.push(pairs) - 1;
  }

  /** Refuses unless every choice leads to a pair of a lower block, or of the same block and postpones what it says. */
  check(inClass: number, letter: number, target: number): void {
    for (const [set, block] of this.classes[inClass]) {
      const own = this.postponed[block % this.postponed.length];
      for (const { next, postponed } of this.choicesOf(set, letter)) {
        const to = this.classes[target]?.get(this.numbers.get(keyOf(next)) ?? -1);
        refuseUnless(to !== undefined, 'a step leads to no pair of the certificate');
        refuseUnless(to <= block, 'a step leads to a later block');
        const isPostponed = own !== undefined && postponed.has(own);
        refuseUnless(to < block || isPostponed, 'a step inside a block does not postpone what the block says');
      }
    }
  }

  /** The choices of a set in the letter whose bits say which atoms hold. */
  private choicesOf(set: number, letter: number): readonly Choice[] {
    const holds = (atom: Formula): boolean => Math.floor(letter / 2 ** this.atoms.indexOf(atom)) % 2 === 1;
    return entry(this.known, `${set} ${letter}`, () => choices(this.sets[set], holds));
  }
}

function keyOf(set: ReadonlySet<Formula>): string {
  const ids = [...set].map(({ id }) => id);
  return ids.sort((a, b) => a - b).join();
}

/** A run of the model, a prefix and a cycle, whose word satisfies ¬φ. */
function verifyLasso({ model, header, negated, atoms, terms }: Question, bytes: Bytes): Sizes {
  const table = new StateTable(model, header.variables);
  const [prefix, cycle] = [bytes.number(), bytes.number()];
  refuseUnless(cycle > 0, 'the cycle has no states');
  const run: State[] = [];
  while (run.length < prefix + cycle) {
    table.read(bytes);
    run.push(table.stateAt(0));
  }
  const isSame = (a: State, b: State): boolean => a.every((value, i) => value === b[i]);
  const next = (i: number): number => (i + 1 < run.length ? i + 1 : prefix);
  const isFirst = model.initial.some((state) => isSame(state, run[0]));
  refuseUnless(isFirst, 'the run does not begin in an initial state');
  for (const [i, state] of run.entries()) {
    let isStep = false;
    follow(model, header.deadlock, state, (successor) => (isStep ||= isSame(successor, run[next(i)])));
    refuseUnless(isStep, `there is no step from state ${i} of the run to the next one`);
  }
  const truth = new Map<Formula, boolean[]>();
  for (const part of partsOf(negated)) {
    const { kind } = part;
    const of = part.of.map((operand) => truth.get(operand)!);
    const values = run.map(() => kind === 'release');
    const valueAt = (i: number): boolean => {
      if (kind === 'atom') return terms[atoms.indexOf(part)](run[i]) !== 0;
      if (kind === 'not') return !of[0][i];
      if (kind === 'or') return of.some((operand) => operand[i]);
      if (kind === 'next') return of[0][next(i)];
      if (kind === 'until') return of[1][i] || (of[0][i] && values[next(i)]);
      if (kind === 'release') return of[1][i] && (of[0][i] || values[next(i)]);
      return kind !== 'false' && of.every((operand) => operand[i]); // true, and
    };
    // Backwards, twice: what is true at the beginning of the cycle is known to its end in the second round.
    for (let k = 0; k < 2; k++) for (let i = run.length - 1; i >= 0; i--) values[i] = valueAt(i);
    truth.set(part, values);
  }
  refuseUnless(truth.get(negated)![0], 'the run satisfies the formula');
  return { states: run.length, blocks: 0 };
}
