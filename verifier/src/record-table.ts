// A set of records of one length, numbered in the order in which they come, each with the number of its class. The words lie in large pieces; a
// table of numbers finds them.

const PIECE = 1 << 16;

export class RecordTable {
  size = 0;
  private readonly length: number;
  /** The words of each record, then its class. */
  private readonly pieces: Int32Array[] = [];
  private slots = new Int32Array(1 << 12).fill(-1);

  /** For records of so many words. */
  constructor(length: number) {
    this.length = length;
  }

  /** The class of the record; -1 when it is not there. */
  find(record: Int32Array): number {
    const number = this.slots[this.slotOf(record)];
    return number === -1 ? -1 : this.pieces[number >> 16][(number % PIECE) * (this.length + 1) + this.length];
  }

  /** False when it is there already. */
  add(record: Int32Array, inClass: number): boolean {
    if (3 * this.size >= 2 * this.slots.length) this.grow();
    const slot = this.slotOf(record);
    if (this.slots[slot] !== -1) return false;
    if (this.size % PIECE === 0) this.pieces.push(new Int32Array(PIECE * (this.length + 1)));
    const [piece, start] = [this.pieces[this.pieces.length - 1], (this.size % PIECE) * (this.length + 1)];
    for (let i = 0; i < this.length; i++) piece[start + i] = record[i];
    piece[start + this.length] = inClass;
    this.slots[slot] = this.size++;
    return true;
  }

  /** Copies a record; gives its class. */
  read(number: number, record: Int32Array): number {
    const [piece, start] = [this.pieces[number >> 16], (number % PIECE) * (this.length + 1)];
    for (let i = 0; i < this.length; i++) record[i] = piece[start + i];
    return piece[start + this.length];
  }

  /** Where the record is, or would be. */
  private slotOf(record: Int32Array): number {
    let hash = 0;
    for (let i = 0; i < this.length; i++) {
      hash = Math.imul(hash ^ record[i], 0x2c1b3c6d);
      hash ^= hash >>> 15;
    }
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 13)) & mask;
    while (this.slots[slot] !== -1 && !this.isAt(this.slots[slot], record)) slot = (slot + 1) & mask;
    return slot;
  }

  private isAt(number: number, record: Int32Array): boolean {
    const [piece, start] = [this.pieces[number >> 16], (number % PIECE) * (this.length + 1)];
    for (let i = 0; i < this.length; i++) if (piece[start + i] !== record[i]) return false;
    return true;
  }

  private grow(): void {
    const record = new Int32Array(this.length);
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let number = 0; number < this.size; number++) {
      this.read(number, record);
      this.slots[this.slotOf(record)] = number;
    }
  }
}
