// Code for implied variables: their values from the stored words of a state, one by one or gathered in virtual words.
import { type Field, fieldMask, type ImpliedVariable, type Packing } from '../packing/packing.ts';
import { Code, I32, MEMORY, type ModuleBuilder, OP } from './wasm-encoder.ts';

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

/** Up to this many virtual words are computed in place. */
const WORDS_IN_PLACE = 8;
/** Virtual words per function, where there are more: large functions are slow to compile. */
const WORDS_PER_FUNCTION = 4;

/** Appends code that stores the virtual words of the state whose address is in the given local. */
export type StoreVirtualWords = (code: Code, state: number) => void;

/** Code that stores virtual words at `target`; functions that it needs are added to the module. */
export function virtualWords(builder: ModuleBuilder, packing: Packing, target: number): StoreVirtualWords {
  const byWord = Array.from({ length: packing.virtualWords }, (): ImpliedVariable[] => []);
  for (const one of packing.implied) byWord[packing.fields[one.variable].word - packing.words].push(one);
  const storeFrom = (code: Code, state: number, first: number, end: number): void => {
    for (let word = first; word < end; word++) {
      code.i32(target);
      pushVirtualWord(code, packing, byWord[word], state);
      code.memory(MEMORY.i64_store, word * 8);
    }
  };
  if (packing.virtualWords <= WORDS_IN_PLACE) return (code, state) => storeFrom(code, state, 0, packing.virtualWords);
  const functions: number[] = [];
  for (let first = 0; first < packing.virtualWords; first += WORDS_PER_FUNCTION) {
    const index = builder.declare({ parameters: [I32], results: [] });
    const code = new Code(1);
    storeFrom(code, 0, first, Math.min(packing.virtualWords, first + WORDS_PER_FUNCTION));
    builder.define(index, code);
    functions.push(index);
  }
  return (code, state) => {
    for (const index of functions) code.get(state).call(index);
  };
}

function pushVirtualWord(code: Code, packing: Packing, implied: readonly ImpliedVariable[], state: number): void {
  const stored = (word: number): void => {
    code.get(state).memory(MEMORY.i64_load, word * 8);
  };
  code.i64(0n);
  for (const one of implied) {
    const field = packing.fields[one.variable];
    pushImplied(code, packing, { ...one, constant: one.constant - field.lower }, stored);
    if (field.shift > 0) code.i64(BigInt(field.shift)).op(OP.i64_shl);
    code.op(OP.i64_or);
  }
}
