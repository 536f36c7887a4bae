// The states of a model up to its symmetries: of each state that is found only the normal form is kept. Every permutation is a bisimulation, so that
// what can be seen of the normal form is what can be seen of the state (docs/adr/016).
import type { Int32List } from '../../base/growable.ts';
import { VectorTable } from '../../base/intern.ts';
import type { Stopwatch } from '../../diagnostics/stopwatch.ts';
import type { DeclaredQuotient, Model } from '../../models/model.ts';
import type { Symmetry } from '../../models/symmetry.ts';
import { NumberedSource, type StateSource } from '../product/state-source.ts';

/** Says after each expansion of how many states in normal form there are now how many they stand for; may throw. */
type OnExpansion = (found: number, represented: number) => void;

/** The normal forms of vectors. */
export class QuotientSource implements StateSource {
  /** The states of the model that those found stand for. */
  represented = 0;
  private readonly model: Model;
  private readonly symmetry: Symmetry;
  private readonly onExpansion: OnExpansion;
  private readonly table: VectorTable;
  private readonly source: Int32Array;
  private readonly target: Int32Array;

  constructor(model: Model, symmetry: Symmetry, onExpansion: OnExpansion) {
    this.model = model;
    this.symmetry = symmetry;
    this.onExpansion = onExpansion;
    this.table = new VectorTable(model.variables.length);
    this.source = new Int32Array(model.variables.length);
    this.target = new Int32Array(model.variables.length);
  }

  get size(): number {
    return this.table.size;
  }

  get bytes(): number {
    return this.table.bytes;
  }

  initialStates(): readonly number[] {
    return [...new Set(this.model.initialStates().map((state) => this.intern(state)))];
  }

  successors(state: number, targets: Int32List, watch?: Stopwatch): void {
    this.table.read(state, this.source);
    this.model.successors(this.source, (target) => {
      targets.push(this.intern(target));
      watch?.tick(); // one state may have very many successors
    });
    this.onExpansion(this.table.size, this.represented);
  }

  read(state: number, vector: Int32Array): void {
    this.table.read(state, vector);
  }

  private intern(state: Int32Array): number {
    const { target, table } = this;
    target.set(state);
    this.symmetry.normalise(target);
    const { size } = table;
    const number = table.intern(target);
    if (number === size) this.represented += this.symmetry.orbit(target);
    return number;
  }
}

/** The same for models that number their states. */
export class NumberedQuotient extends NumberedSource {
  represented = 0;
  private readonly quotient: DeclaredQuotient;
  private readonly vector: Int32Array;
  private counted = 0;

  /** Each state is inspected once, so that whatever that throws may come from here. */
  constructor(model: Model, quotient: DeclaredQuotient) {
    super(quotient.numbering);
    this.quotient = quotient;
    this.vector = new Int32Array(model.variables.length);
  }

  override initialStates(): readonly number[] {
    const initial = super.initialStates();
    this.count();
    return initial;
  }

  override successors(state: number, targets: Int32List, watch?: Stopwatch): void {
    super.successors(state, targets, watch);
    this.count();
  }

  private count(): void {
    for (; this.counted < this.size; this.counted++) {
      this.read(this.counted, this.vector, []);
      this.quotient.inspect(this.vector[0]);
      this.represented += this.quotient.orbit(this.vector);
    }
  }
}
