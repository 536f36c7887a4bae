// Typed arrays that grow by doubling: dense numeric data whose length is not known in advance.

/** A growable sequence of 32-bit signed integers. */
export class Int32List {
  /** The backing store; only the first `length` entries count. It is replaced when the list grows. */
  data: Int32Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Int32Array(Math.max(1, capacity));
  }

  static from(values: ArrayLike<number>): Int32List {
    const list = new Int32List(values.length);
    for (let i = 0; i < values.length; i++) list.push(values[i]);
    return list;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1);
    this.data[this.length++] = value;
  }

  pop(): number {
    return this.data[--this.length];
  }

  /** The last element; undefined behaviour when the list is empty. */
  top(): number {
    return this.data[this.length - 1];
  }

  get(index: number): number {
    return this.data[index];
  }

  set(index: number, value: number): void {
    this.data[index] = value;
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room for at least `capacity` entries. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    const data = new Int32Array(Math.max(capacity, this.data.length * 2));
    data.set(this.data.subarray(0, this.length));
    this.data = data;
  }

  /** A copy of exactly the entries. */
  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }
}

/** A growable sequence of 64-bit floating-point numbers. */
export class Float64List {
  /** The backing store; only the first `length` entries count. It is replaced when the list grows. */
  data: Float64Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Float64Array(Math.max(1, capacity));
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const data = new Float64Array(this.data.length * 2);
      data.set(this.data);
      this.data = data;
    }
    this.data[this.length++] = value;
  }

  clear(): void {
    this.length = 0;
  }
}
