// The states of a batch that satisfy a condition, as generated code: a loop around labels whose first predicate it is.
import { Code, I32, MEMORY, OP } from './wasm-encoder.ts';

const STATES = 0;
const COUNT = 1;
const TARGET = 2;

/** The type of the export. */
export type Select = (states: number, n: number, target: number) => number;

/** What the loop calls and knows. */
interface SelectParts {
  /** (state, target): writes the label. */
  readonly label: number;
  /** (target, source): copies a state. */
  readonly copy: number;
  readonly stateBytes: number;
  /** Room for a label. */
  readonly labelAt: number;
}

/**
 * (states, n, target): copies those of `n` packed states, one after another, whose label has its first bit to `target`, which may be where they are; gives
 * their number.
 */
export function selectFunction({ label, copy, stateBytes, labelAt }: SelectParts): Code {
  const code = new Code(3);
  const selected = code.local(I32);
  code.i32(0).set(selected);
  code.block().loop();
  code.get(COUNT).op(OP.i32_eqz).branchIf(1);
  code.get(STATES).i32(labelAt).call(label);
  code.i32(labelAt).memory(MEMORY.i32_load, 0).i32(1).op(OP.i32_and).if();
  code.get(TARGET).get(STATES).call(copy);
  code.get(TARGET).i32(stateBytes).op(OP.i32_add).set(TARGET);
  code.get(selected).i32(1).op(OP.i32_add).set(selected);
  code.end();
  code.get(STATES).i32(stateBytes).op(OP.i32_add).set(STATES);
  code.get(COUNT).i32(1).op(OP.i32_sub).set(COUNT);
  code.branch(0).end().end();
  code.get(selected);
  return code;
}
