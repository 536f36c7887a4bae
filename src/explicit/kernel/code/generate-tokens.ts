// Petri net transitions as code: thresholds tested on masked words, token changes as one addition per touched word.
//
// Conditions that pin whole fields (a 1-safe place that is marked, an empty place) join in one comparison per word; the
// others compare the masked field in place, without shifting. A field whose bound is not proven is tested before it is
// added to, so that a carry into its neighbour cannot happen.
import { invariant } from '../../../base/assert.ts';
import type { TokenChange, TokenCondition, Variable } from '../../../models/model.ts';
import { covers, type Field, fieldMask, type Packing } from '../packing/packing.ts';
import type { Chunk } from './emitter.ts';
import { OP } from './wasm-encoder.ts';

/** The threshold conditions and changes of one transition. */
interface TokenBehaviour {
  readonly conditions: readonly TokenCondition[];
  readonly changes: readonly TokenChange[];
}

/** Appends the code of one transition to the chunk. */
export function generateTokens(
  chunk: Chunk,
  group: number,
  behaviour: TokenBehaviour,
  variables: readonly Variable[],
): void {
  const tests = collectTests(behaviour, chunk.packing);
  if (tests === null) return;
  const { code } = chunk;
  code.block();
  for (const [word, { mask, value }] of tests.pinned) {
    chunk.word(word);
    code.i64(mask).op(OP.i64_and);
    if (value === 0n) code.op(OP.i64_eqz).op(OP.i32_eqz);
    else code.i64(value).op(OP.i64_ne);
    code.branchIf(0);
  }
  for (const { variable, opcode, bound } of tests.compared) {
    chunk.field(variable);
    code.i64(bound).op(opcode).branchIf(0);
  }
  testOverflow(chunk, group, behaviour, variables);
  chunk.writeShifted(group, wordDeltas(behaviour.changes, chunk.packing));
  code.end();
}

interface Tests {
  /** By word: masked bits that must have a value. */
  readonly pinned: ReadonlyMap<number, { mask: bigint; value: bigint }>;
  /** Comparisons of a masked field that rule the transition out. */
  readonly compared: readonly { variable: number; opcode: number; bound: bigint }[];
}

/** The tests of the guard; null if the transition can never fire from a state of this packing. */
function collectTests({ conditions, changes }: TokenBehaviour, packing: Packing): Tests | null {
  const pinned = new Map<number, { mask: bigint; value: bigint }>();
  const compared: { variable: number; opcode: number; bound: bigint }[] = [];
  for (const { variable, atLeast, below } of merged(conditions, changes)) {
    const field = packing.fields[variable];
    const least = Math.max(0, atLeast - field.lower);
    const most = below === null ? field.max : Math.min(field.max, below - 1 - field.lower);
    if (least > most) return null;
    if (least === most && field.bits > 0) {
      const before = pinned.get(field.word) ?? { mask: 0n, value: 0n };
      pinned.set(field.word, {
        mask: before.mask | fieldMask(field),
        value: before.value | inPlace(field, least),
      });
      continue;
    }
    if (least > 0) compared.push({ variable, opcode: OP.i64_lt_u, bound: inPlace(field, least) });
    if (most < field.max) compared.push({ variable, opcode: OP.i64_gt_u, bound: inPlace(field, most) });
  }
  return { pinned, compared };
}

/** One condition per variable, with the tokens that the changes take away counted in. */
function merged(conditions: readonly TokenCondition[], changes: readonly TokenChange[]): TokenCondition[] {
  const byVariable = new Map<number, TokenCondition>();
  for (const condition of conditions) {
    const before = byVariable.get(condition.variable);
    const belows = [before?.below ?? null, condition.below].filter((bound) => bound !== null);
    byVariable.set(condition.variable, {
      variable: condition.variable,
      atLeast: Math.max(before?.atLeast ?? 0, condition.atLeast),
      below: belows.length === 0 ? null : Math.min(...belows),
    });
  }
  for (const { variable, delta } of changes) {
    const known = byVariable.get(variable)?.atLeast ?? 0;
    invariant(known + delta >= 0, `a transition takes ${-delta} tokens where only ${known} are required`);
  }
  return [...byVariable.values()];
}

function inPlace(field: Field, value: number): bigint {
  return BigInt(value) << BigInt(field.shift);
}

/** Stops the expansion when a place would get more tokens than its field holds. */
function testOverflow(chunk: Chunk, group: number, { changes }: TokenBehaviour, variables: readonly Variable[]): void {
  const { code, packing } = chunk;
  for (const { variable, delta } of changes) {
    const field = packing.fields[variable];
    invariant(field.lower <= 0, 'the field of a place begins above 0');
    if (delta < 0 || covers(field, variables[variable].lower, variables[variable].upper)) continue;
    const room = field.max - delta;
    if (room >= 0) {
      chunk.field(variable);
      code.i64(inPlace(field, room)).op(OP.i64_gt_u).if();
    } else {
      code.block();
    }
    chunk.stopToWiden(group, variable, () => {
      chunk.field(variable);
      code.i64(BigInt(field.shift)).op(OP.i64_shr_u).op(OP.i32_wrap_i64);
      code.i32(field.lower + delta).op(OP.i32_add);
    });
    code.end();
  }
}

/** What the changes add to each stored word; implied places follow by themselves. */
function wordDeltas(changes: readonly TokenChange[], packing: Packing): Map<number, bigint> {
  const deltas = new Map<number, bigint>();
  for (const { variable, delta } of changes) {
    const { word, shift } = packing.fields[variable];
    if (word >= packing.words) continue;
    deltas.set(word, (deltas.get(word) ?? 0n) + (BigInt(delta) << BigInt(shift)));
  }
  return deltas;
}
