// The step of a monitor beside the model (src/explicit/product/monitored-model.ts). It reads the letter of the state that is expanded, so it
// is made once for all successors: the state is copied with the next state of the monitor in its field, and the copy is expanded. What
// the model does cannot touch that field.
import { LOST } from '../../product/monitor.ts';
import type { Monitor } from '../../product/monitored-model.ts';
import { fieldMask, type Packing } from '../packing/packing.ts';
import { CONTROL_GROUP, CONTROL_STATUS, CONTROL_VALUE, CONTROL_VARIABLE, SEEN, WIDEN } from '../protocol.ts';
import { compileCondition, type ExpressionContext } from './compile-expression.ts';
import { STATE } from './emitter.ts';
import { type Code, I32, MEMORY, OP } from './wasm-encoder.ts';

/** A monitor in a packed model. */
export interface PackedMonitor {
  readonly monitor: Monitor;
  /** The variable that has its state. */
  readonly variable: number;
  /** How far behind the tables of the model that of its next states is, a byte for each. */
  readonly tableOffset: number;
}

/** Where the code finds its table, the place for the copy, and the control block. */
interface MonitorPlaces {
  readonly table: number;
  readonly copy: number;
  readonly control: number;
}

/** Not a group of any model: what did not fit is the state of the monitor. */
const NO_GROUP = -1;

/**
 * Code that replaces the state whose address is the first parameter by the copy. The function returns there: 0 where the monitor is lost, SEEN where a
 * condition has no value (whoever looks at the state again meets the fault), WIDEN where the next state does not fit its field.
 */
export function generateMonitorStep(
  context: Omit<ExpressionContext, 'fault' | 'dead'>,
  { monitor, variable }: PackedMonitor,
  places: MonitorPlaces,
  dead: () => void,
): void {
  const { code, packing } = context;
  const field = packing.fields[variable];
  const next = code.local(I32);
  const fault = (): Code => code.i32(SEEN).op(OP.return);
  // The index of the next state: that of the state now above the bits of the letter.
  code.i32(field.lower);
  if (field.bits > 0) {
    code.get(STATE).memory(MEMORY.i64_load, field.word * 8);
    code.i64(BigInt(field.shift)).op(OP.i64_shr_u).op(OP.i32_wrap_i64);
    code.i32(field.max).op(OP.i32_and).op(OP.i32_add);
  }
  code.i32(monitor.letterBits).op(OP.i32_shl).set(next);
  monitor.conditions.forEach((condition, bit) => {
    compileCondition({ ...context, fault, dead }, condition);
    code.i32(bit).op(OP.i32_shl).get(next).op(OP.i32_or).set(next);
  });
  code.get(next).memory(MEMORY.i32_load8_u, places.table).tee(next);
  code.i32(LOST).op(OP.i32_eq).if().i32(0).op(OP.return).end();
  code.get(next).i32(field.lower).op(OP.i32_sub).i32(field.max).op(OP.i32_gt_u).if();
  const note = (address: number, push: () => void): void => {
    code.i32(address + places.control);
    push();
    code.memory(MEMORY.i32_store, 0);
  };
  note(CONTROL_VARIABLE, () => code.i32(variable));
  note(CONTROL_VALUE, () => code.get(next));
  note(CONTROL_GROUP, () => code.i32(NO_GROUP));
  note(CONTROL_STATUS, () => code.i32(WIDEN));
  code.i32(WIDEN).op(OP.return).end();
  writeCopy(code, packing, { variable, next, at: places.copy });
  code.i32(places.copy).set(STATE);
}

function writeCopy(
  code: Code,
  packing: Packing,
  { variable, next, at }: { readonly variable: number; readonly next: number; readonly at: number },
): void {
  const field = packing.fields[variable];
  for (let word = 0; word < packing.words; word++) {
    code
      .i32(at)
      .get(STATE)
      .memory(MEMORY.i64_load, word * 8);
    if (word === field.word && field.bits > 0) {
      code.i64(BigInt.asIntN(64, ~fieldMask(field))).op(OP.i64_and);
      code.get(next).i32(field.lower).op(OP.i32_sub).op(OP.i64_extend_i32_u);
      code.i64(BigInt(field.shift)).op(OP.i64_shl).op(OP.i64_or);
    }
    code.memory(MEMORY.i64_store, word * 8);
  }
}
