// A sparse vector to calculate with: dense numbers, and the list of the positions that may differ from 0.

export class WorkVector {
  readonly value: Float64Array;
  /** The positions that were touched; `count` of them. */
  readonly touched: Int32Array;
  count = 0;
  private readonly isTouched: Uint8Array;

  constructor(size: number) {
    this.value = new Float64Array(size);
    this.touched = new Int32Array(size);
    this.isTouched = new Uint8Array(size);
  }

  add(position: number, amount: number): void {
    if (this.isTouched[position] === 0) {
      this.isTouched[position] = 1;
      this.touched[this.count++] = position;
    }
    this.value[position] += amount;
  }

  clear(): void {
    const { value, touched, isTouched } = this;
    for (let k = 0; k < this.count; k++) {
      value[touched[k]] = 0;
      isTouched[touched[k]] = 0;
    }
    this.count = 0;
  }
}
