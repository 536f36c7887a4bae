// Code for implied variables: their values from the stored words of a state, one by one or gathered in virtual words.
import { type Field, fieldMask, type ImpliedVariable, type Packing } from './packing.ts';
import { type Code, MEMORY, OP } from './wasm-encoder.ts';

/** Pushes the value of an implied variable as i64; `word` pushes a stored word. */
export function pushImplied(code: Code, packing: Packing, one: ImpliedVariable, word: (word: number) => void): void {
  let constant = BigInt(one.constant);
  const terms = [...one.terms].filter(([variable, factor]) => {
    const { bits, lower } = packing.fields[variable];
    constant += BigInt(factor) * BigInt(lower);
    return bits > 0;
  });
  code.i64(constant);
  for (const [variable, factor] of terms) {
    pushDistance(code, packing.fields[variable], word);
    if (Math.abs(factor) !== 1) code.i64(BigInt(Math.abs(factor))).op(OP.i64_mul);
    code.op(factor > 0 ? OP.i64_add : OP.i64_sub);
  }
}

/** Pushes the distance of a stored field from its lower value, as i64. */
function pushDistance(code: Code, field: Field, word: (word: number) => void): void {
  word(field.word);
  if (field.shift > 0) code.i64(BigInt(field.shift)).op(OP.i64_shr_u);
  if (field.shift + field.bits < 64) code.i64(fieldMask({ ...field, shift: 0 })).op(OP.i64_and);
}

/** Stores the virtual words of the state whose address is in local `state` at `target`. */
export function storeVirtualWords(code: Code, packing: Packing, state: number, target: number): void {
  const stored = (word: number): void => {
    code.get(state).memory(MEMORY.i64_load, word * 8);
  };
  for (let word = 0; word < packing.virtualWords; word++) {
    code.i32(target).i64(0n);
    for (const one of packing.implied) {
      const field = packing.fields[one.variable];
      if (field.word !== packing.words + word) continue;
      pushImplied(code, packing, { ...one, constant: one.constant - field.lower }, stored);
      if (field.shift > 0) code.i64(BigInt(field.shift)).op(OP.i64_shl);
      code.op(OP.i64_or);
    }
    code.memory(MEMORY.i64_store, word * 8);
  }
}
