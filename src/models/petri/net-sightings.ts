// What has been seen of the reachable markings of a net: sums of tokens, transitions that fired, deadlocks. Whoever goes through markings notes it
// here; what is noted is true, and the rest is open until all markings were seen.

/** A constant and tokens with coefficients. */
export interface TokenSum {
  readonly constant: number;
  readonly terms: readonly { readonly place: number; readonly coefficient: number }[];
}

export class NetSightings {
  readonly sums: readonly TokenSum[];
  /** Of each sum the largest and the smallest value so far. */
  readonly most: Float64Array;
  readonly least: Float64Array;
  /** 1 for each transition that fired, or could have. */
  readonly fired: Uint8Array;
  /** Whether a marking without an enabled transition was seen, and a way to one, where it was kept. */
  hasDeadlock = false;
  wayToDeadlock: readonly number[] | null = null;
  /** Goes up whenever something new is seen. */
  news = 0;

  /** The initial marking is seen at once. */
  constructor(sums: readonly TokenSum[], initial: ArrayLike<number>, transitionCount: number) {
    this.sums = sums;
    this.most = Float64Array.from(sums, (sum) => sumIn(sum, initial));
    this.least = this.most.slice();
    this.fired = new Uint8Array(transitionCount);
  }

  /** Notes the sums of a reachable marking. */
  note(marking: ArrayLike<number>): void {
    for (let i = 0; i < this.sums.length; i++) this.noteValue(i, sumIn(this.sums[i], marking));
  }

  noteValue(sum: number, value: number): void {
    if (value <= this.most[sum] && value >= this.least[sum]) return;
    this.news++;
    this.most[sum] = Math.max(this.most[sum], value);
    this.least[sum] = Math.min(this.least[sum], value);
  }

  noteFiring(transition: number): void {
    if (this.fired[transition] === 0) this.news++;
    this.fired[transition] = 1;
  }

  /** The transitions on the way from the initial marking. */
  noteDeadlock(way: readonly number[] | null): void {
    if (!this.hasDeadlock) this.news++;
    this.hasDeadlock = true;
    this.wayToDeadlock ??= way;
  }
}

/** The value of the sum; exact as long as it fits into 53 bits. */
export function sumIn({ constant, terms }: TokenSum, marking: ArrayLike<number>): number {
  let value = constant;
  for (let i = 0; i < terms.length; i++) value += terms[i].coefficient * marking[terms[i].place];
  return value;
}
