// A set of records of one length, numbered in the order in which they come. The bytes lie in large pieces; a table of numbers finds them.

const PIECE = 1 << 16;

export class RecordTable {
  size = 0;
  private readonly length: number;
  private readonly pieces: Uint8Array[] = [];
  private slots = new Int32Array(1 << 12).fill(-1);

  constructor(length: number) {
    this.length = length;
  }

  /** The number of the record; -1 when it is not there. */
  find(record: Uint8Array): number {
    return this.slots[this.slotOf(record)];
  }

  /** False when it is there already. */
  add(record: Uint8Array): boolean {
    if (2 * this.size >= this.slots.length) this.grow();
    const slot = this.slotOf(record);
    if (this.slots[slot] !== -1) return false;
    if (this.size % PIECE === 0) this.pieces.push(new Uint8Array(PIECE * this.length));
    this.pieces[this.pieces.length - 1].set(record, (this.size % PIECE) * this.length);
    this.slots[slot] = this.size++;
    return true;
  }

  get(number: number): Uint8Array {
    const start = (number % PIECE) * this.length;
    return this.pieces[Math.floor(number / PIECE)].subarray(start, start + this.length);
  }

  /** Where the record is, or would be. */
  private slotOf(record: Uint8Array): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < record.length; i++) hash = Math.imul(hash ^ record[i], 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.slots.length - 1;
    let slot = Math.imul(hash, 0x2c1b3c6d) & mask;
    while (this.slots[slot] !== -1 && !this.isAt(this.slots[slot], record)) slot = (slot + 1) & mask;
    return slot;
  }

  private isAt(number: number, record: Uint8Array): boolean {
    const piece = this.pieces[Math.floor(number / PIECE)];
    const start = (number % PIECE) * this.length;
    for (let i = 0; i < record.length; i++) if (piece[start + i] !== record[i]) return false;
    return true;
  }

  private grow(): void {
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let number = 0; number < this.size; number++) this.slots[this.slotOf(this.get(number))] = number;
  }
}
