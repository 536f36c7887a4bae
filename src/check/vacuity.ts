// Holding for the wrong reason. A formula that holds may do so because a part of it never matters: the occurrence ψ does not affect φ on a
// model when φ holds with ψ replaced by anything. Where ψ stands under an even number of negations it is enough to replace it by false, under
// an odd number by true, which makes φ stronger [KV03]; so each question is one more check. Whatever stands below ↔ and ⊕ has both signs and is
// left out. Only the largest parts are named: what lies below a part that does not matter does not matter either.
//
// Besides: transitions that no reachable state allows, propositions that never change, and models without an execution that counts.
import { type Formula, isConstant } from '../formula/formula.ts';
import type { Model } from '../models/model.ts';
import type { Observation } from '../models/observation.ts';
import { type Place, Walker, Work } from './walk.ts';

/** What there is to say about a formula that holds. It never changes the verdict. */
export interface Vacuity {
  /** Parts of the formula that never mattered, with the stronger formula that holds without them. */
  readonly parts: readonly { readonly part: Formula; readonly stronger: Formula }[];
  /** Transitions that are never taken; null where not all states were looked at. */
  readonly untaken: readonly string[] | null;
  /** Propositions that have the same value in every reachable state; null where not all states were looked at. */
  readonly constant: readonly { readonly proposition: string; readonly value: boolean }[] | null;
  /** Whether anything was checked at all: without an execution that counts every formula holds. */
  readonly executions: 'some' | 'no initial state' | 'no infinite execution';
  /** Whether the formula holds on every model. */
  readonly valid: boolean;
  /** Whether a state without successors was met. */
  readonly deadlock: boolean;
  /** False where a bound came before all parts were tried. */
  readonly complete: boolean;
}

/** So many parts are tried at most. */
const MOST_PARTS = 16;
/** What may be spent on the states: see `Work`. */
const WORK = 500_000;

/** Whether a stronger formula holds too; null where that would take too long. */
type Holds = (formula: Formula) => boolean | null;

/** Whether the formula holds because of what is not there. */
export function isVacuous({ parts, executions, valid }: Vacuity): boolean {
  return parts.length > 0 || executions !== 'some' || valid;
}

/** The parts of a formula, known to hold, that do not matter, the largest first. */
export function idleParts(formula: Formula, holds: Holds): Pick<Vacuity, 'parts' | 'complete'> {
  const parts: { part: Formula; stronger: Formula }[] = [];
  const queue: Occurrence[] = [{ node: formula, sign: 'positive', within: null, index: 0 }];
  const tried = new Map<Formula, boolean>();
  for (const occurrence of queue) {
    const stronger = occurrence.within === null ? null : strengthened(formula, occurrence);
    // What has become a constant is false, and would say that there are no executions.
    if (stronger !== null && !isConstant(stronger)) {
      if (!tried.has(stronger) && tried.size === MOST_PARTS) return { parts, complete: false };
      const answer = tried.get(stronger) ?? holds(stronger);
      if (answer === null) return { parts, complete: false };
      tried.set(stronger, answer);
      if (answer) {
        if (!parts.some((known) => known.stronger === stronger)) parts.push({ part: occurrence.node, stronger });
        continue;
      }
    }
    if (queue.length < MOST_OCCURRENCES) queue.push(...below(occurrence));
  }
  return { parts, complete: queue.length < MOST_OCCURRENCES };
}

/** Larger formulas are not looked through to the end. */
const MOST_OCCURRENCES = 1000;

type Sign = 'positive' | 'negative';

/** A node at one place of the formula, as a tree. */
interface Occurrence {
  readonly node: Formula;
  readonly sign: Sign;
  /** The occurrence above, null for the whole formula; and which of its operands this is. */
  readonly within: Occurrence | null;
  readonly index: number;
}

/** The operands that stand under one sign and are worth replacing. */
function below(within: Occurrence): Occurrence[] {
  const { node, sign } = within;
  if (node.kind === 'equivalent' || node.kind === 'xor') return [];
  const other = sign === 'positive' ? 'negative' : 'positive';
  return node.children
    .map((child, index): Occurrence => {
      const turns = node.kind === 'not' || (node.kind === 'implies' && index === 0);
      return { node: child, sign: turns ? other : sign, within, index };
    })
    .filter((child) => !isConstant(child.node));
}

/** The formula with this occurrence replaced by what makes it strongest. */
function strengthened({ store }: Formula, { sign, within, index }: Occurrence): Formula {
  let changed = store.constant(sign === 'negative');
  let place = index;
  for (let above = within; above !== null; above = above.within) {
    const at = place;
    changed = store.rebuild(
      above.node,
      above.node.children.map((child, i) => (i === at ? changed : child)),
    );
    place = above.index;
  }
  return changed;
}

/** What the reachable states tell; looked at until there is nothing more to learn, or the work is spent. */
export function idleInModel(
  model: Model,
  observation: Observation,
): Pick<Vacuity, 'untaken' | 'constant' | 'deadlock'> {
  const walker = new Walker(model, observation, new Work(WORK));
  const untaken = new Set([...model.groups.keys()].filter((group) => !model.groups[group].isSilent));
  const constant = new Map<string, boolean>();
  const queue = walker.initial();
  const seen = new Set<Place>(queue);
  let deadlock = false;
  for (const [number, place] of queue.entries()) {
    const moves = walker.moves(place);
    const letter = walker.letter(place);
    if (moves === null || letter === null) return { untaken: null, constant: null, deadlock };
    for (const name of observation.names) {
      const value = letter.has(name);
      if (number === 0) constant.set(name, value);
      else if (constant.get(name) !== value) constant.delete(name);
    }
    deadlock ||= moves.length === 0;
    for (const { group, target } of moves) {
      untaken.delete(group);
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
    if (untaken.size === 0 && constant.size === 0) break;
  }
  return {
    untaken: [...new Set([...untaken].map((group) => model.groups[group].name))],
    constant: [...constant].map(([proposition, value]) => ({ proposition, value })),
    deadlock,
  };
}
