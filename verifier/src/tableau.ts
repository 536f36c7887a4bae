// What the obligations of a moment ask of the moments after it, given the letter of this one.
//
// An obligation is a formula that the rest of the run must satisfy. A choice is a way to meet all of them: `next`, the obligations of the
// next moment, and `postponed`, the formulas a U b for which b was not chosen now. If a run satisfies all obligations of a set, then it
// satisfies, one moment later, `next` of one of the choices all of whose postponed a U b are such that the run does not satisfy b now.
// That is the lemma on which the theorem in docs/certificates.md rests: this file must never drop the only such choice.
import type { Formula } from './formula.ts';

export type Choice = Readonly<{ next: ReadonlySet<Formula>; postponed: ReadonlySet<Formula> }>;

/** Whether this moment satisfies an atom. */
type Letter = (atom: Formula) => boolean;

/** The least choices for all obligations together. */
export function choices(obligations: Iterable<Formula>, holds: Letter): Choice[] {
  return least(all([...obligations], holds)).map(({ next, postponed }) => ({ next: absorbed(next), postponed }));
}

const NONE: ReadonlySet<Formula> = new Set();
const NOTHING: Choice = { next: NONE, postponed: NONE };

function choicesOf(formula: Formula, holds: Letter): Choice[] {
  const { kind, of } = formula;
  const own = new Set([formula]);
  const part = (i: number): Choice[] => choicesOf(of[i], holds);
  if (kind === 'and') return all(of, holds);
  if (kind === 'or') return least(of.flatMap((_, i) => part(i)));
  if (kind === 'next') return [{ next: new Set(conjuncts(of[0])), postponed: NONE }];
  if (kind === 'until') return least([...part(1), ...both(part(0), [{ next: own, postponed: own }])]);
  if (kind === 'release') return both(part(1), least([...part(0), { next: own, postponed: NONE }]));
  const isMet = kind === 'atom' ? holds(formula) : kind === 'not' ? !holds(of[0]) : kind === 'true';
  return isMet ? [NOTHING] : [];
}

function all(formulas: readonly Formula[], holds: Letter): Choice[] {
  return formulas.reduce((before, part) => both(before, choicesOf(part, holds)), [NOTHING]);
}

function both(left: readonly Choice[], right: readonly Choice[]): Choice[] {
  const united = (a: ReadonlySet<Formula>, b: ReadonlySet<Formula>): Set<Formula> => new Set([...a, ...b]);
  const pairs = left.flatMap((a) => right.map((b) => [a, b]));
  return least(pairs.map(([a, b]) => ({ next: united(a.next, b.next), postponed: united(a.postponed, b.postponed) })));
}

/** A choice that asks and postpones at least what another one does is not needed: what satisfies it satisfies the other. */
function least(found: readonly Choice[]): Choice[] {
  const kept: Choice[] = [];
  for (const choice of found) {
    if (kept.some((other) => isWithin(other, choice))) continue;
    for (let i = kept.length - 1; i >= 0; i--) if (isWithin(choice, kept[i])) kept.splice(i, 1);
    kept.push(choice);
  }
  return kept;
}

function isWithin(a: Choice, b: Choice): boolean {
  return [...a.next].every((one) => b.next.has(one)) && [...a.postponed].every((one) => b.postponed.has(one));
}

/** The set without what another member implies at once: g beside a R g, a ∨ b and c U b beside b. */
export function absorbed(set: ReadonlySet<Formula>): ReadonlySet<Formula> {
  const implied = new Set<Formula>();
  for (const { kind, of } of set) if (kind === 'release') for (const part of conjuncts(of[1])) implied.add(part);
  for (const formula of set) {
    const { kind, of } = formula;
    if (kind === 'or' && of.some((part) => set.has(part))) implied.add(formula);
    if (kind === 'until' && set.has(of[1])) implied.add(formula);
  }
  return new Set([...set].filter((formula) => !implied.has(formula)));
}

/** A conjunction is the set of its parts. */
export function conjuncts(formula: Formula): readonly Formula[] {
  if (formula.kind === 'true') return [];
  return formula.kind === 'and' ? formula.of : [formula];
}
