// Whole states as plain values, numbered by their structure 0, 1, 2, …: as packed words as long as all are objects of the same keys, and as
// sequences of any length from the first one on that is not.
import { invariant } from '../../base/assert.ts';
import { MISFIT, PackedValues } from './packed-values.ts';
import { WholeValues } from './whole-values.ts';

export class ValueStore {
  private packed: PackedValues | null = null;
  private whole: WholeValues | null;

  /** With `given` the first states are always those that were given. */
  constructor(first: 'given' | 'made') {
    this.whole = first === 'given' ? new WholeValues() : null;
  }

  /** The number of states. */
  get size(): number {
    return this.whole?.size ?? this.packed?.size ?? 0;
  }

  /** Of the tables, without the values of parts. */
  get bytes(): number {
    return this.whole?.bytes ?? this.packed?.bytes ?? 0;
  }

  /** From now on all values are kept as they are given; false where some were not, so that it is too late. */
  keepAll(): boolean {
    if (this.whole !== null) return this.whole.keepAll();
    const given = this.packed?.given ?? null;
    return given !== null && this.unpacked((state) => given[state]).keepAll();
  }

  /** From now on the value of this state is this very object: the user's functions have it, and may know it again. */
  hold(state: number, value: unknown): void {
    this.packed?.hold(state, value);
  }

  /** Another value of a state; undefined where it is not kept as it was given, or where no other can be made. */
  copy(state: number): unknown {
    return this.whole === null ? this.packed?.copy(state) : this.whole.copy(state);
  }

  /** The value of a state. */
  value(state: number): unknown {
    return this.whole === null ? this.packed?.value(state) : this.whole.value(state);
  }

  /**
   * The number of a value; what it has in common with the state that was looked at last, which must not have changed since, is not looked
   * at again. Throws `NotPlain`.
   */
  number(value: unknown): number {
    if (this.whole !== null) return this.whole.number(value);
    if (this.packed === null) {
      this.packed = PackedValues.like(value);
      if (this.packed === null) return this.unpacked().number(value);
    }
    const state = this.packed.number(value);
    return state === MISFIT ? this.unpacked().number(value) : state;
  }

  /** Whether a value, looked at as if nothing were known of it, is that of a state. */
  isValueOf(value: unknown, state: number): boolean {
    if (this.whole !== null) return this.whole.isValueOf(value, state);
    return this.packed?.isValueOf(value, state) ?? false;
  }

  /** The same states, by the same numbers, as sequences. */
  private unpacked(stateOf = (state: number): unknown => this.packed?.value(state)): WholeValues {
    const whole = new WholeValues();
    const { size } = this;
    for (let state = 0; state < size; state++) {
      invariant(whole.number(stateOf(state)) === state, 'different words are different states');
    }
    this.whole = whole;
    this.packed = null;
    return whole;
  }
}
