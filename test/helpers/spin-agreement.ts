// A random Promela model asked of SPIN and of us: states and steps, faults, formulas with and without fairness, a claim.
import { readAutomata } from '../../src/automata/stream.ts';
import { check, checkNever } from '../../src/check/check.ts';
import type { CheckOptions } from '../../src/check/options.ts';
import { InputError, unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseFormula } from '../../src/formula/parse.ts';
import { type Exploration, explore } from '../../src/models/explore.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import type { Model } from '../../src/models/model.ts';
import { randomClaim, randomLtlBlocks, randomPromela } from './random-promela.ts';
import type { Spin } from './spin.ts';

/** What was compared, by kind, and what differs, in words. */
export interface Comparison {
  readonly compared: readonly string[];
  readonly differences: readonly string[];
}

const MOST_STATES = 60_000;

/** Compares the model of a seed. */
export function compareWithSpin(seed: number, spin: Spin): Comparison {
  const compared: string[] = [];
  const differences: string[] = [];
  const compare = (kind: string, ours: unknown, theirs: unknown): void => {
    compared.push(kind);
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      differences.push(`seed ${seed}, ${kind}: ours ${JSON.stringify(ours)}, SPIN ${JSON.stringify(theirs)}`);
    }
  };
  // one compilation each, which is what takes the time
  if (seed % 4 === 1) compareFormulas(seed, spin, compare);
  else if (seed % 4 === 3) compareClaim(seed, spin, compare);
  else compareStates(seed, spin, compare);
  return { compared, differences };
}

type Compare = (kind: string, ours: unknown, theirs: unknown) => void;

/** All states and steps, and the faults that SPIN looks for without a formula. */
function compareStates(seed: number, spin: Spin, compare: Compare): void {
  const read = readBoth(randomPromela(seed), spin);
  const all = read && spin.search(['-A', '-E', '-c0']);
  if (!read || !all) return;
  const { model } = read;
  const { states, transitions } = read.found;
  compare('states', { states, transitions }, { states: all.states, transitions: all.transitions });
  for (const [name, options] of [
    ['assertions', ['-E']],
    ['end states', ['-A']],
  ] as const) {
    const fault = model.properties!.find((property) => property.name === name);
    const found = spin.search(options);
    if (!fault || !found) continue;
    compare(name, fails(fault.model?.() ?? model, fault.formula), found.isViolated);
  }
}

/** The model as we read it, compiled by SPIN too; null where SPIN refuses it, or it has too many states. */
function readBoth(text: string, spin: Spin): { readonly model: Model; readonly found: Exploration } | null {
  if (!spin.compile(text)) return null;
  const model = unwrap(loadModel('model.pml', [text]));
  try {
    const found = explore(model, { limits: { states: MOST_STATES } });
    return found.limit === null ? { model, found } : null;
  } catch (error) {
    if (error instanceof InputError && /blocked/.test(error.message)) return null;
    throw error;
  }
}

function compareFormulas(seed: number, spin: Spin, compare: Compare): void {
  const blocks = randomLtlBlocks(seed, 2);
  const text = `${randomPromela(seed, { use: 'claims' })}${blocks.map((block) => block.text).join('')}`;
  const read = readBoth(text, spin);
  if (read === null) return;
  const { model } = read;
  for (const { name } of blocks) {
    const { formula } = model.properties!.find((property) => property.name === name)!;
    const plain = spin.search(['-a', '-E', '-N', name]);
    if (plain !== null) compare(`formula ${formula}`, fails(model, formula), plain.isViolated);
    const fair = spin.search(['-a', '-f', '-E', '-N', name]);
    if (fair !== null) compareFair(formula, model, fair.isViolated, compare);
  }
}

/** With `-f` SPIN sees some violations by runs that end, and misses others (docs/promela.md): infinite ones it sees. */
function compareFair(formula: string, model: Model, theirs: boolean, compare: Compare): void {
  const fairness = { weak: 'processes' } as const;
  const ours = fails(model, formula, { fairness });
  const isDisputed = ours && !theirs && !fails(model, formula, { fairness, deadlock: 'drop' });
  compare(`fair formula ${formula}`, isDisputed ? theirs : ours, theirs);
}

function compareClaim(seed: number, spin: Spin, compare: Compare): void {
  const claim = randomClaim(seed);
  const text = `${randomPromela(seed, { use: 'claims' })}${claim}`;
  const read = readBoth(text, spin);
  const found = read && spin.search(['-a', '-E']);
  if (!read || !found) return;
  const { model } = read;
  const automaton = unwrap(readAutomata(model.properties!.find(({ kind }) => kind === 'claim')!.formula)[0]);
  compare('claim', checkNever(model, automaton).verdict.outcome === 'violated', found.isViolated);
}

function fails(model: Model, formula: string, options: CheckOptions = {}): boolean {
  return check(model, unwrap(parseFormula(formula)), options).verdict.outcome === 'violated';
}
