/** 0, 1, …, count - 1. `Int32Array.from` with a function takes many times as long. */
export function firstNumbers(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let i = 1; i < count; i++) numbers[i] = i;
  return numbers;
}
