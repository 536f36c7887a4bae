// Many guarded assignments as a decision tree: neighbouring groups whose guards begin with the same condition test it once, and
// neighbours that ask for different values of one variable (the location of a process, most often) are reached by a jump.
// At most one of these values is there, so every state has its successors in the order of the groups all the same.
import type { Expression } from '../../../models/expression/expression.ts';
import type { Group } from '../../../models/model.ts';
import type { Chunk } from './emitter.ts';
import { type Guarded, generateProgram, leaveUnless, type ProgramSurroundings } from './generate-program.ts';

/** Conditions that are shared at most, one below the other. */
const LEVELS = 4;
/** Fewer different values are tested one after another. */
const LEAST_CASES = 3;
/** A jump goes over at most this many values. */
const MOST_VALUES = 256;

/** Appends the neighbouring groups from `first` on that are programs, at most `most`; gives their number. */
export function generatePrograms(
  chunk: Chunk,
  groups: readonly Group[],
  { first, most }: { readonly first: number; readonly most: number },
  surroundings: ProgramSurroundings,
): number {
  const members: Guarded[] = [];
  for (let group = first; group < groups.length && members.length < most; group++) {
    const { behaviour } = groups[group];
    if (behaviour.kind !== 'program') break;
    members.push({ group, conditions: conjuncts(behaviour.guard), effects: behaviour.effects });
  }
  generateAll(chunk, members, surroundings, LEVELS);
  return members.length;
}

/** The conjuncts of a guard, from the left. */
function conjuncts(guard: Expression): Expression[] {
  const found: Expression[] = [];
  const pending: Expression[] = [guard];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'binary' && next.operator === '&&') pending.push(next.right, next.left);
    else if (next.kind === 'all') for (let i = next.operands.length - 1; i >= 0; i--) pending.push(next.operands[i]);
    else found.push(next);
  }
  return found;
}

function generateAll(
  chunk: Chunk,
  members: readonly Guarded[],
  surroundings: ProgramSurroundings,
  levels: number,
): void {
  for (let next = 0; next < members.length; ) {
    const cases = levels > 0 ? casesFrom(chunk, members, next) : [];
    if (cases.length >= LEAST_CASES) {
      generateJump(chunk, cases, surroundings, levels);
      next += cases.reduce((sum, { under }) => sum + under.length, 0);
      continue;
    }
    const end = levels > 0 ? endOfShared(members, next) : next + 1;
    if (end > next + 1) {
      const { group, conditions } = members[next];
      chunk.code.block();
      leaveUnless(chunk, group, conditions[0], surroundings);
      generateAll(chunk, members.slice(next, end).map(withoutFirst), surroundings, levels - 1);
      chunk.code.end();
    } else {
      generateProgram(chunk, members[next], surroundings);
    }
    next = end;
  }
}

function withoutFirst({ group, conditions, effects }: Guarded): Guarded {
  return { group, conditions: conditions.slice(1), effects };
}

/** The end of the members from `first` on that have its first condition. */
function endOfShared(members: readonly Guarded[], first: number): number {
  const [condition] = members[first].conditions;
  if (condition === undefined) return first + 1;
  const text = JSON.stringify(condition);
  let end = first + 1;
  while (end < members.length && JSON.stringify(members[end].conditions[0]) === text) end++;
  return end;
}

/** A value of the variable that a jump is made by, and the members under it. */
interface Case {
  readonly variable: number;
  /** As a distance from the lower value of the variable's field. */
  readonly distance: number;
  readonly under: Guarded[];
}

/** The neighbours from `first` on whose guards begin by asking for a value of the same variable, by values. */
function casesFrom({ packing }: Chunk, members: readonly Guarded[], first: number): Case[] {
  const cases = new Map<number, Case>();
  const asked = askedValue(members[first].conditions[0]);
  if (asked === null) return [];
  const { variable } = asked;
  const { lower, max } = packing.fields[variable];
  for (let i = first; i < members.length; i++) {
    const own = askedValue(members[i].conditions[0]);
    if (own === null || own.variable !== variable) break;
    const distance = own.value - lower;
    // A value that the field does not hold: such a group needs its own test, which fails.
    if (distance < 0 || distance > max || distance >= MOST_VALUES) break;
    const known = cases.get(distance);
    if (known === undefined) cases.set(distance, { variable, distance, under: [withoutFirst(members[i])] });
    else known.under.push(withoutFirst(members[i]));
  }
  return [...cases.values()];
}

/** The variable and the value of a condition `variable == value`. */
function askedValue(condition: Expression | undefined): { variable: number; value: number } | null {
  if (condition?.kind !== 'binary' || condition.operator !== '==') return null;
  const { left, right } = condition;
  if (left.kind === 'variable' && right.kind === 'constant') return { variable: left.variable, value: right.value };
  if (left.kind === 'constant' && right.kind === 'variable') return { variable: right.variable, value: left.value };
  return null;
}

function generateJump(chunk: Chunk, cases: readonly Case[], surroundings: ProgramSurroundings, levels: number): void {
  const { code } = chunk;
  const targets = new Array<number>(Math.max(...cases.map(({ distance }) => distance)) + 1).fill(cases.length);
  cases.forEach(({ distance }, i) => {
    targets[distance] = i;
  });
  for (let i = 0; i <= cases.length; i++) code.block();
  chunk.distance(cases[0].variable);
  code.branchTable(targets, cases.length);
  cases.forEach(({ under }, i) => {
    code.end();
    generateAll(chunk, under, surroundings, levels - 1);
    if (i < cases.length - 1) code.branch(cases.length - 1 - i);
  });
  code.end();
}
