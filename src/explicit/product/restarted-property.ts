// A property whose runs begin elsewhere: what accepts, and what cannot, is that of the whole automaton.
import type { AutomatonProperty } from './automaton-property.ts';
import type { AcceptanceMode, Property, Weakness } from './product.ts';

export abstract class RestartedProperty implements Property {
  readonly reads = 'letter';
  protected readonly whole: AutomatonProperty;

  constructor(whole: AutomatonProperty) {
    this.whole = whole;
  }

  get modes(): readonly AcceptanceMode[] {
    return this.whole.modes;
  }

  get stateCount(): number {
    return this.whole.stateCount;
  }

  get weakness(): Weakness | null {
    return this.whole.weakness;
  }

  get hopeless(): Uint8Array {
    return this.whole.hopeless;
  }

  abstract initialStates(letter: number): readonly number[];

  edges(state: number, letter: number): Int32Array {
    return this.whole.edges(state, letter);
  }
}
