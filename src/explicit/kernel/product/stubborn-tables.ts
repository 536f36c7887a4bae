// The host's side of stubborn sets inside the core (assembly/stubborn.ts): the tables of the model, and the plans of pairs of a state of the
// property and a letter, written when the search first comes to them.
import type { Rows, StubbornRows, StubbornTables } from '../../partial-order/stubborn-tables.ts';
import type { Goals, WaitingPlan } from '../../partial-order/waiting-plan.ts';
import type { Kernel } from '../kernel.ts';
import { ALWAYS_OPEN, FIELD_BYTES, WORD_BYTES } from '../protocol.ts';
import type { PropertyTables } from './property-tables.ts';

/** What the sets of single states are made from; the plan of a state of the property and a letter is null where all transitions count. */
export interface SetSource {
  readonly rows: StubbornRows;
  of(q: number, letter: number): WaitingPlan | null;
}

/** The same for all states. */
export interface PlanSource extends SetSource {
  readonly tables: StubbornTables;
  /** Sooner made, and a guess: enough to see what sets would be like, and nothing to follow. Null where this is as soon made. */
  readonly hasty: SetSource | null;
}

/**
 * Lays the tables out and lets the core reduce; without a source, or without room for the tables, it follows all successors. Whether it
 * reduces.
 */
export function openStubbornSets(kernel: Kernel, tables: PropertyTables, plans: PlanSource | undefined): boolean {
  const { core, layout } = kernel;
  const shadowBytes = layout.bufferStates * kernel.strideBytes;
  if (plans === undefined || 2 * (tableBytes(plans.tables) + shadowBytes) > tables.bytesLeft) {
    core.openStubborn(0, 0, 0, 0, 0);
    return false;
  }
  const { lists, conditions, harms, threats, groups } = plans.tables;
  const row = ({ starts, members }: Rows): readonly [number, number] => [
    tables.takeWords(starts),
    tables.takeWords(members),
  ];
  core.openStubbornLists(...row(lists), ...row(conditions));
  core.openStubbornConflicts(...row(harms), ...row(threats));
  const [enabled, members, pending] = [0, 1, 2].map(() => tables.take(groups * 4));
  core.openStubbornWork(enabled, members, tables.take(lists.starts.length * 4), pending);
  const fields = tables.takeWords(fieldWords(kernel));
  const empty = tables.take(4);
  const shadow = tables.take(shadowBytes);
  const distance = shadow - layout.buffer;
  core.openStubborn(kernel.addNumberedExpansion(distance), distance, layout.virtual, fields, empty);
  return true;
}

/** What the tables take, about. */
function tableBytes({ lists, conditions, harms, threats, groups, variables }: StubbornTables): number {
  const words = [lists, conditions, harms, threats].reduce(
    (sum, { starts, members }) => sum + starts.length + members.length,
    lists.starts.length + 4 * groups,
  );
  return 4 * words + FIELD_BYTES * variables;
}

function fieldWords({ packing }: Kernel): Uint32Array {
  const words = new Uint32Array((packing.fields.length * FIELD_BYTES) / 4);
  packing.fields.forEach(({ word, shift, bits, lower }, variable) => {
    // A variable that never changes has no bits: any word will do, and its mask is 0.
    words.set(
      bits === 0 ? [0, 0, 0, lower] : [word * WORD_BYTES, shift, 2 ** bits - 1, lower],
      (variable * FIELD_BYTES) / 4,
    );
  });
  return words;
}

/** Writes the plan into the tables; its address, or 0 where all transitions count or there is no room. */
export function writePlan(tables: PropertyTables, plan: WaitingPlan | null): number {
  if (plan === null) return 0;
  const unsafe = tables.takeFlags(plan.unsafe);
  const alternatives = plan.alternatives.map((goals) => withLength([goals.length, ...goals.flatMap(goalWords)]));
  return tables.takeWords([plan.accepting ? 1 : 0, unsafe, alternatives.length, ...alternatives.flat()]);
}

function goalWords(clauses: Goals[number]): number[] {
  return withLength(
    clauses.flatMap(({ condition, helpers }) => [
      condition?.test ?? ALWAYS_OPEN,
      condition?.bound ?? 0,
      helpers.length,
      ...helpers,
    ]),
  );
}

function withLength(words: readonly number[]): number[] {
  return [words.length + 1, ...words];
}
