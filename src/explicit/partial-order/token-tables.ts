// The transitions of a net as flat tables for stubborn sets: what each needs and changes, and for each place who raises it, who lowers
// it, who needs tokens there and who needs room there. Lists by place instead of pairs of transitions: a place with many neighbours
// would make these quadratic.
import type { Model, TokenChange, TokenCondition } from '../../models/model.ts';

/** The kinds of list that a place has. */
export const RAISERS = 0;
export const LOWERERS = 1;
/** Transitions that need tokens there. */
const NEEDERS = 2;
/** Transitions that need few tokens there: inhibitor arcs and capacities. */
const ROOM_NEEDERS = 3;
const LIST_KINDS = 4;

/** Row i of a table in compressed rows is `members` from `starts[i]` up to `starts[i + 1]`. */
export interface Rows {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

export interface TokenTables {
  readonly places: number;
  readonly groups: number;
  /** Row p · LIST_KINDS + kind is a list of transitions. */
  readonly lists: Rows;
  /**
   * Row t: pairs (list, bound), where the list is that of the transitions which can make the condition true: with raisers it says
   * `tokens ≥ bound`, with lowerers `tokens < bound`. Those with short lists come first.
   */
  readonly conditions: Rows;
  /** Row t: the lists of transitions that firing t may disable. */
  readonly harms: Rows;
  /** Row t: the lists of transitions that may disable t. */
  readonly threats: Rows;
}

interface Tokens {
  readonly conditions: readonly TokenCondition[];
  readonly changes: readonly TokenChange[];
}

/** The tables of a model all of whose groups move tokens; null for others. */
export function tokenTables(model: Model): TokenTables | null {
  const tokens: Tokens[] = [];
  for (const { behaviour } of model.groups) {
    if (behaviour.kind !== 'tokens') return null;
    tokens.push(behaviour);
  }
  const places = model.variables.length;
  const lists = listsOf(tokens, places);
  const lengthOf = (list: number): number => lists.starts[list + 1] - lists.starts[list];
  return {
    places,
    groups: tokens.length,
    lists,
    conditions: rows(tokens.map(({ conditions }) => conditionWords(conditions, lengthOf))),
    harms: rows(tokens.map(({ changes }) => changes.map(harmOf))),
    threats: rows(tokens.map(({ conditions }) => conditions.flatMap(threatsTo))),
  };
}

export function listOf(place: number, kind: number): number {
  return place * LIST_KINDS + kind;
}

function needsTokens({ atLeast }: TokenCondition): boolean {
  return atLeast > 0;
}

function needsRoom({ below }: TokenCondition): boolean {
  return below !== null;
}

function listsOf(tokens: readonly Tokens[], places: number): Rows {
  const lists = Array.from({ length: places * LIST_KINDS }, (): number[] => []);
  tokens.forEach(({ conditions, changes }, group) => {
    for (const { variable, delta } of changes) lists[listOf(variable, delta > 0 ? RAISERS : LOWERERS)].push(group);
    for (const condition of conditions) {
      if (needsTokens(condition)) lists[listOf(condition.variable, NEEDERS)].push(group);
      if (needsRoom(condition)) lists[listOf(condition.variable, ROOM_NEEDERS)].push(group);
    }
  });
  return rows(lists);
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
    .flatMap(({ list, bound }) => [list, bound]);
}

/** Whether a condition holds with so many tokens at its place. */
export function isMet(list: number, bound: number, tokens: number): boolean {
  return (list & 1) === RAISERS ? tokens >= bound : tokens < bound;
}

function rows(lists: readonly (readonly number[])[]): Rows {
  const starts = new Int32Array(lists.length + 1);
  for (let i = 0; i < lists.length; i++) starts[i + 1] = starts[i] + lists[i].length;
  const members = new Int32Array(starts[lists.length]);
  for (let i = 0; i < lists.length; i++) members.set(lists[i], starts[i]);
  return { starts, members };
}
