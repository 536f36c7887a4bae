// Why a formula is false on a lasso: a tree of claims, each one a formula with its truth value over a stretch of the lasso, read off the
// tables of the judge. The claims below a claim together imply it, so the leaves are a proof; where that would take a case for every
// position (a temporal formula that fails differently at each), one position stands as an example and is marked so.
import { append } from '../base/append.ts';
import { invariant } from '../base/assert.ts';
import { type Formula, isConstant } from '../formula/formula.ts';
import { truthAlong } from '../formula/lasso.ts';
import { type Settled, settledAlong } from '../formula/prefix.ts';
import { BOOLEAN } from '../formula/traits.ts';
import type { Letter, Word } from '../formula/word.ts';
import { WordPath } from './word-path.ts';

/** The formula is true (or false) at every position of a stretch. */
export interface Claim {
  readonly formula: Formula;
  readonly holds: boolean;
  readonly from: number;
  /** The last position, reached from `from` within one turn of the cycle; null when the stretch never ends. */
  readonly to: number | null;
}

/** A claim and what it rests on; `leaf` claims can be seen on the lasso, or are left without further reasons. */
export interface Reason extends Claim {
  readonly because: readonly Reason[];
  readonly kind: 'leaf' | 'proof' | 'example';
}

/** So many claims are made at most; what lies below them is left out. */
const DEFAULT_LIMIT = 200;

/** Why `word` violates `formula`, which the caller knows. */
export function explainViolation(word: Word, formula: Formula, limit: number = DEFAULT_LIMIT): Reason {
  return explain(new Explainer(new WordPath(word), truthAlong(word, formula)), formula, limit);
}

/**
 * Why every word that begins with these letters violates `formula`, which the judge of finite words knows. All claims are about the letters
 * that are there.
 */
export function explainLoss(letters: readonly Letter[], formula: Formula, limit: number = DEFAULT_LIMIT): Reason {
  const path = new WordPath({ prefix: letters, cycle: [] });
  return explain(new Explainer(path, settledAlong(letters, formula)), formula, limit);
}

function explain(explainer: Explainer, formula: Formula, limit: number): Reason {
  const root: OpenReason = { formula, holds: false, from: 0, to: 0, because: [], kind: 'leaf' };
  invariant(explainer.truth(formula, 0) === false, 'the word may satisfy the formula');
  let count = 1;
  const open = [root];
  for (let next = open.shift(); next !== undefined && count < limit; next = open.shift()) {
    const { kind, claims } = explainer.reasons(next);
    next.kind = kind;
    for (const claim of claims) {
      const reason: OpenReason = { ...claim, because: [], kind: 'leaf' };
      next.because.push(reason);
      open.push(reason);
    }
    count += claims.length;
  }
  return root;
}

/** The claims on which all others rest, from left to right, each once. */
export function leavesOf(reason: Reason): Reason[] {
  const leaves: Reason[] = [];
  const seen = new Set<string>();
  const stack: Reason[] = [reason];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.kind === 'proof') {
      append(stack, next.because.toReversed());
      continue;
    }
    const key = `${next.formula.id} ${next.holds} ${next.from} ${next.to}`;
    if (!seen.has(key)) leaves.push(next);
    seen.add(key);
  }
  return leaves;
}

interface OpenReason extends Claim {
  because: OpenReason[];
  kind: Reason['kind'];
}

interface Reasons {
  readonly kind: Reason['kind'];
  readonly claims: readonly Claim[];
}

const LEAF: Reasons = { kind: 'leaf', claims: [] };

function proof(...claims: Claim[]): Reasons {
  return { kind: 'proof', claims };
}

class Explainer {
  private readonly path: WordPath;
  private readonly table: ReadonlyMap<Formula, readonly Settled[]>;

  constructor(path: WordPath, table: ReadonlyMap<Formula, readonly Settled[]>) {
    this.path = path;
    this.table = table;
  }

  /** Null where it is not settled: no claim is made then. */
  truth(formula: Formula, position: number): Settled {
    return isConstant(formula) ? formula.kind === 'true' : this.table.get(formula)![position];
  }

  /** What the claim rests on. */
  reasons(claim: Claim): Reasons {
    return claim.from === claim.to ? this.atOnePosition(claim) : this.overStretch(claim);
  }

  private atOnePosition({ formula, holds, from }: Claim): Reasons {
    const [left, right] = formula.children;
    const here = (child: Formula): Claim => this.at(child, from);
    switch (formula.kind) {
      case 'true':
      case 'false':
      case 'proposition':
        return LEAF;
      case 'not':
      case 'equivalent':
      case 'xor':
        return proof(...formula.children.map(here));
      case 'and':
        return holds ? proof(...formula.children.map(here)) : proof(here(this.simplest(formula, from, false)));
      case 'or':
        return holds ? proof(here(this.simplest(formula, from, true))) : proof(...formula.children.map(here));
      case 'implies':
        if (!holds) return proof(here(left), here(right));
        return proof(here(this.truth(right, from) ? right : left));
      case 'next':
        return proof(this.at(left, this.path.next(from)));
      case 'finally':
        return holds ? proof(this.firstWhere(left, from, true)) : proof(forEver(left, false, from));
      case 'globally':
        return holds ? proof(forEver(left, true, from)) : proof(this.firstWhere(left, from, false));
      default:
        return proof(...this.binary(formula, from, holds));
    }
  }

  /** U and W, R and M: dual to each other, so that two schemes serve all. */
  private binary({ kind, children: [left, right] }: Formula, from: number, holds: boolean): Claim[] {
    const untilLike = kind === 'until' || kind === 'weakUntil';
    if (untilLike === holds) return this.reach({ goal: right, meanwhile: left, value: holds }, from);
    const endless = kind === 'until' || kind === 'release';
    return this.keep({ kept: right, until: left, value: holds, endless: endless ? 'allowed' : 'never' }, from);
  }

  /**
   * `goal` gets the value, and up to then `meanwhile` has it: a true until or weak until, a false release or strong release. Without the
   * goal `meanwhile` has it for ever.
   */
  private reach(
    { goal, meanwhile, value }: { goal: Formula; meanwhile: Formula; value: boolean },
    from: number,
  ): Claim[] {
    const end = this.path.find(from, (i) => this.truth(goal, i) === value);
    if (end === null) return [forEver(meanwhile, value, from)];
    const claims: Claim[] = [{ formula: goal, holds: value, from: end, to: end }];
    if (end !== from) claims.unshift({ formula: meanwhile, holds: value, from, to: this.path.before(from, end) });
    return claims;
  }

  /**
   * `kept` has the value for ever, or up to a moment when `until` has it too (there included): a false until, a true release; the moment
   * must come for a false weak until and a true strong release.
   */
  private keep(
    { kept, until, value, endless }: { kept: Formula; until: Formula; value: boolean; endless: 'allowed' | 'never' },
    from: number,
  ): Claim[] {
    const lost = this.path.find(from, (i) => this.truth(kept, i) !== value);
    const end = this.path.find(from, (i) => this.truth(until, i) === value);
    const isEndless = lost === null && endless === 'allowed' && !this.path.isFinite;
    if (end === null || isEndless) return [forEver(kept, value, from)];
    return [
      { formula: kept, holds: value, from, to: end },
      { formula: until, holds: value, from: end, to: end },
    ];
  }

  private overStretch(claim: Claim): Reasons {
    const { formula, holds, from, to } = claim;
    const along = (child: Formula, value: boolean): Claim => ({ formula: child, holds: value, from, to });
    const all = (value: boolean): Reasons => proof(...formula.children.map((child) => along(child, value)));
    const one = (value: boolean): Reasons | null => {
      const child = formula.children.find((operand) => this.isConstant(along(operand, value)));
      return child === undefined ? null : proof(along(child, value));
    };
    const [left, right] = formula.children;
    switch (formula.kind) {
      case 'true':
      case 'false':
      case 'proposition':
        return LEAF;
      case 'not':
        return all(!holds);
      case 'and':
        return (holds ? all(true) : one(false)) ?? this.example(claim);
      case 'or':
        return (holds ? one(true) : all(false)) ?? this.example(claim);
      case 'implies':
        if (!holds) return proof(along(left, true), along(right, false));
        if (this.isConstant(along(right, true))) return proof(along(right, true));
        return this.isConstant(along(left, false)) ? proof(along(left, false)) : this.example(claim);
      default:
        return this.temporalOverStretch(claim);
    }
  }

  private temporalOverStretch(claim: Claim): Reasons {
    const { formula, holds, from, to } = claim;
    const [left, right] = formula.children;
    switch (formula.kind) {
      case 'next':
        return to === null ? proof(forEver(left, holds, this.path.next(from))) : this.example(claim);
      case 'finally':
      case 'globally': {
        const always = formula.kind === 'globally';
        if (always === holds) return proof(forEver(left, holds, from));
        // again and again: one position of the cycle is enough; of a stretch that ends, one after its end
        const later = this.path.find(to ?? this.path.cycleStart, (i) => this.truth(left, i) === holds);
        return later === null ? this.example(claim) : proof(this.at(left, later));
      }
      case 'until':
      case 'weakUntil':
      case 'release':
      case 'strongRelease': {
        const decisive = { formula: right, holds, from, to };
        return decides(formula.kind, claim) && this.isConstant(decisive) ? proof(decisive) : this.example(claim);
      }
      default:
        return this.example(claim);
    }
  }

  /** One position stands for the stretch, in the cycle if the stretch never ends. What has no temporal operator needs no example. */
  private example({ formula, from, to }: Claim): Reasons {
    if (formula.has(BOOLEAN)) return LEAF;
    const position = to === null ? this.path.enterCycle(from) : from;
    return { kind: 'example', claims: [this.at(formula, position)] };
  }

  private isConstant({ formula, holds, from, to }: Claim): boolean {
    return this.path.stretch(from, to).every((i) => this.truth(formula, i) === holds);
  }

  private at(formula: Formula, position: number): Claim {
    return { formula, holds: this.truth(formula, position) === true, from: position, to: position };
  }

  private firstWhere(formula: Formula, from: number, value: boolean): Claim {
    const position = this.path.find(from, (i) => this.truth(formula, i) === value);
    invariant(position !== null, 'the judge contradicts itself');
    return { formula, holds: value, from: position, to: position };
  }

  private simplest(formula: Formula, position: number, value: boolean): Formula {
    const fitting = formula.children.filter((child) => this.truth(child, position) === value);
    return fitting.reduce((best, child) => (child.size < best.size ? child : best));
  }
}

/** Whether the right operand alone settles the operator when it has the claimed value over the whole stretch. */
function decides(kind: 'until' | 'weakUntil' | 'release' | 'strongRelease', { holds, to }: Claim): boolean {
  if (kind === 'until') return holds || to === null;
  if (kind === 'weakUntil') return holds;
  return kind === 'release' ? !holds || to === null : !holds;
}

function forEver(formula: Formula, holds: boolean, from: number): Claim {
  return { formula, holds, from, to: null };
}
