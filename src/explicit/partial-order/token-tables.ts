// The transitions of a net for stubborn sets: what each needs and changes, and for each place who raises it, who lowers it, who needs tokens
// there and who needs room there. Lists by place instead of pairs of transitions: a place with many neighbours would make these quadratic.
//
// Only the signs of token changes count, never whether a transition is enabled: what is said holds for every marking, also for those
// that a proof reaches by leaving out conditions (docs/adr/011).
import type { BinaryOperator, Expression } from '../../models/expression/expression.ts';
import { collectReads } from '../../models/expression/support.ts';
import type { Model, TokenChange, TokenCondition } from '../../models/model.ts';
import { AT_LEAST, BELOW, EQUAL } from '../kernel/protocol.ts';
import type { Comparison } from './comparison.ts';
import {
  type Effects,
  type HelpedComparison,
  MAY_BOTH,
  MAY_FALL,
  MAY_RISE,
  rows,
  type StubbornParts,
} from './stubborn-tables.ts';

/** The kinds of list that a place has; the first two are those who can help `tokens ≥ bound` and `tokens < bound`. */
const RAISERS = AT_LEAST;
const LOWERERS = BELOW;
/** Transitions that need tokens there. */
const NEEDERS = 2;
/** Transitions that need few tokens there: inhibitor arcs and capacities. */
const ROOM_NEEDERS = 3;
const LIST_KINDS = 4;

interface Tokens {
  readonly conditions: readonly TokenCondition[];
  readonly changes: readonly TokenChange[];
}

/** The tables of a model all of whose groups move tokens; null for others. */
export function tokenParts(model: Model): StubbornParts | null {
  const tokens: Tokens[] = [];
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'tokens') return null;
    tokens.push(behaviour);
  }
  const lists = listsOf(tokens, model.variables.length);
  const conditions = tokens.map((behaviour) => conditionWords(behaviour.conditions, (list) => lists[list].length));
  const harms = tokens.map(({ changes }) => changes.map(harmOf));
  const threats = tokens.map((behaviour) => behaviour.conditions.flatMap(threatsTo));
  return {
    groups: tokens.length,
    faulty: new Int32Array(0),
    effects: new TokenEffects(tokens, lists),
    rows: {
      groups: tokens.length,
      list: (number) => lists[number],
      conditions: (group) => conditions[group],
      harms: (group) => harms[group],
      threats: (group) => threats[group],
    },
    tables: () => ({
      variables: model.variables.length,
      groups: tokens.length,
      lists: rows(lists),
      conditions: rows(conditions),
      harms: rows(harms),
      threats: rows(threats),
    }),
  };
}

function listOf(place: number, kind: number): number {
  return place * LIST_KINDS + kind;
}

function needsTokens({ atLeast }: TokenCondition): boolean {
  return atLeast > 0;
}

function needsRoom({ below }: TokenCondition): boolean {
  return below !== null;
}

function listsOf(tokens: readonly Tokens[], places: number): readonly (readonly number[])[] {
  const lists = Array.from({ length: places * LIST_KINDS }, (): number[] => []);
  tokens.forEach(({ conditions, changes }, group) => {
    for (const { variable, delta } of changes) lists[listOf(variable, delta > 0 ? RAISERS : LOWERERS)].push(group);
    for (const condition of conditions) {
      if (needsTokens(condition)) lists[listOf(condition.variable, NEEDERS)].push(group);
      if (needsRoom(condition)) lists[listOf(condition.variable, ROOM_NEEDERS)].push(group);
    }
  });
  return lists;
}

/** Whom a change may disable: it takes tokens that they need, or fills a place in which they need room. */
function harmOf({ variable, delta }: TokenChange): number {
  return listOf(variable, delta < 0 ? NEEDERS : ROOM_NEEDERS);
}

function threatsTo(condition: TokenCondition): number[] {
  const { variable } = condition;
  return [
    ...(needsTokens(condition) ? [listOf(variable, LOWERERS)] : []),
    ...(needsRoom(condition) ? [listOf(variable, RAISERS)] : []),
  ];
}

/** Here the list of those who help has the number of the test. */
function conditionWords(conditions: readonly TokenCondition[], lengthOf: (list: number) => number): number[] {
  return conditions
    .flatMap((condition) => {
      const { variable, atLeast, below } = condition;
      return [
        ...(needsTokens(condition) ? [{ list: listOf(variable, RAISERS), bound: atLeast }] : []),
        ...(below !== null ? [{ list: listOf(variable, LOWERERS), bound: below }] : []),
      ];
    })
    .sort((a, b) => lengthOf(a.list) - lengthOf(b.list))
    .flatMap(({ list, bound }) => [list, list, bound]);
}

class TokenEffects implements Effects {
  private readonly lists: readonly (readonly number[])[];
  private readonly deltas: readonly ReadonlyMap<number, number>[];

  constructor(tokens: readonly Tokens[], lists: readonly (readonly number[])[]) {
    this.lists = lists;
    this.deltas = tokens.map(({ changes }) => new Map(changes.map(({ variable, delta }) => [variable, delta])));
  }

  touching(places: Iterable<number>): readonly number[] {
    const groups = new Set<number>();
    for (const place of places) {
      for (const kind of [RAISERS, LOWERERS])
        for (const group of this.membersOf(listOf(place, kind))) groups.add(group);
    }
    return [...groups].sort((a, b) => a - b);
  }

  effectOn(group: number, part: Expression): number {
    const deltas = this.deltas[group];
    const own = part.kind === 'binary' ? comparisonEffect(part.operator, part, deltas) : null;
    return own ?? anyEffect(part, deltas);
  }

  demands({ variable, kind, bound }: Comparison): readonly HelpedComparison[] | null {
    const demand = (test: number, bound: number): HelpedComparison => ({ test, bound, helpers: this.membersOf(test) });
    switch (kind) {
      case AT_LEAST:
        return [demand(listOf(variable, RAISERS), bound)];
      case BELOW:
        return [demand(listOf(variable, LOWERERS), bound)];
      case EQUAL:
        return [demand(listOf(variable, RAISERS), bound), demand(listOf(variable, LOWERERS), bound + 1)];
      default:
        return null;
    }
  }

  private membersOf(list: number): Int32Array {
    return Int32Array.from(this.lists[list]);
  }
}

/** Nothing where no place that is read changes. */
function anyEffect(part: Expression, deltas: ReadonlyMap<number, number>): number {
  const reads = new Set<number>();
  collectReads(part, reads);
  return [...reads].some((place) => deltas.has(place)) ? MAY_BOTH : 0;
}

/** The effect on a comparison of exact sums; null where it is none. */
function comparisonEffect(
  operator: BinaryOperator,
  { left, right }: Extract<Expression, { kind: 'binary' }>,
  deltas: ReadonlyMap<number, number>,
): number | null {
  const [before, behind] = [changeOf(left, deltas), changeOf(right, deltas)];
  if (before === null || behind === null) return null;
  const change = before - behind;
  if (change === 0) return ['==', '!=', '<', '<=', '>', '>='].includes(operator) ? 0 : null;
  switch (operator) {
    case '>':
    case '>=':
      return change > 0 ? MAY_RISE : MAY_FALL;
    case '<':
    case '<=':
      return change < 0 ? MAY_RISE : MAY_FALL;
    case '==':
    case '!=':
      return MAY_BOTH;
    default:
      return null;
  }
}

/** What the deltas add to an exact sum of places; null where the expression is none. */
function changeOf(expression: Expression, deltas: ReadonlyMap<number, number>): number | null {
  let change = 0;
  const pending = [expression];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part.kind === 'variable') change += deltas.get(part.variable) ?? 0;
    else if (part.kind === 'sum') pending.push(...part.operands);
    else if (part.kind !== 'constant') return null;
  }
  return change;
}
