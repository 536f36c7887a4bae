// What the obligations of a moment ask of the moments after it, given the letter of this one.
//
// An obligation is a formula that the rest of the run must satisfy. A choice is a way to meet all of them: `next`, the obligations of the
// next moment, and `postponed`, the formulas a U b for which b was not chosen now. If a run satisfies all obligations of a set, then it
// satisfies, one moment later, `next` of one of the choices all of whose postponed a U b are such that the run does not satisfy b now.
// That is the lemma on which the theorem in docs/certificates.md rests: this file must never drop the only such choice.
import type { Formula } from './formula.ts';

export interface Choice {
  readonly next: ReadonlySet<Formula>;
  readonly postponed: ReadonlySet<Formula>;
}

/** The least choices for all obligations together; `holds` says which atoms this moment satisfies. */
export function choices(obligations: Iterable<Formula>, holds: (atom: Formula) => boolean): Choice[] {
  return least(all([...obligations], holds)).map(({ next, postponed }) => ({ next: absorbed(next), postponed }));
}

const NOTHING: Choice = { next: new Set(), postponed: new Set() };

function choicesOf(formula: Formula, holds: (atom: Formula) => boolean): Choice[] {
  const { kind, of } = formula;
  switch (kind) {
    case 'true':
      return [NOTHING];
    case 'false':
      return [];
    case 'atom':
      return holds(formula) ? [NOTHING] : [];
    case 'not':
      return holds(of[0]) ? [] : [NOTHING];
    case 'and':
      return all(of, holds);
    case 'or':
      return least(of.flatMap((part) => choicesOf(part, holds)));
    case 'next':
      return [{ next: new Set(conjuncts(of[0])), postponed: new Set() }];
    case 'until': {
      const later: Choice = { next: new Set([formula]), postponed: new Set([formula]) };
      return least([...choicesOf(of[1], holds), ...both(choicesOf(of[0], holds), [later])]);
    }
    case 'release': {
      const later: Choice = { next: new Set([formula]), postponed: new Set() };
      return both(choicesOf(of[1], holds), least([...choicesOf(of[0], holds), later]));
    }
  }
}

function all(formulas: readonly Formula[], holds: (atom: Formula) => boolean): Choice[] {
  return formulas.reduce<Choice[]>((before, part) => both(before, choicesOf(part, holds)), [NOTHING]);
}

function both(left: readonly Choice[], right: readonly Choice[]): Choice[] {
  return least(
    left.flatMap((a) =>
      right.map((b) => ({
        next: new Set([...a.next, ...b.next]),
        postponed: new Set([...a.postponed, ...b.postponed]),
      })),
    ),
  );
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
  return isSubset(a.next, b.next) && isSubset(a.postponed, b.postponed);
}

function isSubset(a: ReadonlySet<Formula>, b: ReadonlySet<Formula>): boolean {
  if (a.size > b.size) return false;
  for (const formula of a) if (!b.has(formula)) return false;
  return true;
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
