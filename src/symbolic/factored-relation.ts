// The relation of a part of a group (`factored-program.ts`) under an order of levels, for the values shown: from the highest level down, each value before leaves
// residuals of the tests and of the values after for the levels below. Where the value after is not decided yet, each value that may come out becomes a test of
// what is left. Equal residuals are one node.
import { type FactoredPart, openTests } from './factored-program.ts';
import { IDENTITY, type Relation, type RelationStore, TableRows } from './relation.ts';
import { FAULT, type Residual, type ResidualStore } from './residual.ts';
import { type ShownValues, TooWide } from './shown-values.ts';

/** Rows of one part; beyond that tables are better learned. */
const MOST_ROWS = 100_000;

type After = readonly (readonly [variable: number, value: Residual])[];

interface FactoredContext {
  readonly residuals: ResidualStore;
  readonly relations: RelationStore;
  readonly shown: ShownValues;
  readonly levelOf: ArrayLike<number>;
  readonly codeOf: (variable: number, value: number) => number;
  readonly clock: { tick(): void };
}

/** The relation of the part; null when it relates nothing. */
export function factoredRelation(part: FactoredPart, context: FactoredContext): Relation | null {
  return new FactoredRelation(part, context).below(part.tests, [...part.after]);
}

class FactoredRelation {
  private readonly context: FactoredContext;
  private readonly part: FactoredPart;
  private rows = 0;
  private readonly made = new Map<string, Relation | null>();
  private readonly targets = new Map<number, readonly (readonly [value: number, code: number])[]>();

  constructor(part: FactoredPart, context: FactoredContext) {
    this.part = part;
    this.context = context;
  }

  below(tests: readonly Residual[], after: After): Relation | null {
    if (tests.length === 0 && after.length === 0) return IDENTITY;
    const key = `${tests.join()}|${after.join()}`;
    let relation = this.made.get(key);
    if (relation === undefined) {
      relation = this.make(tests, after);
      this.made.set(key, relation);
    }
    return relation;
  }

  private make(tests: readonly Residual[], after: After): Relation | null {
    const { residuals, relations, shown, levelOf, codeOf, clock } = this.context;
    const variable = this.highest(tests, after);
    const written = after.find(([one]) => one === variable);
    const others = after.filter(([one]) => one !== variable);
    const values = shown.values(variable);
    const codes = shown.codes(variable);
    const rows = new TableRows();
    for (let i = 0; i < values.length; i++) {
      clock.tick();
      const given = (residual: Residual): Residual => residuals.substitute(residual, variable, values[i]);
      const open = openTests(residuals, tests.map(given));
      if (open === null) continue;
      const left: After = others.map(([one, value]) => [one, given(value)]);
      const to = written === undefined ? null : given(written[1]);
      if (to === FAULT || left.some(([, value]) => value === FAULT)) continue;
      if (to === null) this.add(rows, codes[i], codes[i], this.below(open, left));
      else if (residuals.value(to) !== null) {
        this.add(rows, codes[i], codeOf(variable, residuals.value(to)!), this.below(open, left));
      } else {
        for (const [value, code] of this.targetsOf(variable)) {
          const still = openTests(residuals, [...open, residuals.equal(to, residuals.constant(value))]);
          if (still !== null) this.add(rows, codes[i], code, this.below(still, left));
        }
      }
    }
    return rows.size === 0 ? null : relations.table(levelOf[variable], rows);
  }

  /** What the variable may become. */
  private targetsOf(variable: number): readonly (readonly [value: number, code: number])[] {
    const { residuals, shown, codeOf, clock } = this.context;
    let targets = this.targets.get(variable);
    if (targets === undefined) {
      const values = shown.valuesAfter(residuals, this.part, variable, clock);
      targets = Array.from(values, (value) => [value, codeOf(variable, value)] as const);
      this.targets.set(variable, targets);
    }
    return targets;
  }

  private add(rows: TableRows, from: number, to: number, next: Relation | null): void {
    if (next === null) return;
    if (++this.rows > MOST_ROWS) throw new TooWide();
    rows.add(from, to, next);
  }

  private highest(tests: readonly Residual[], after: After): number {
    const { residuals, levelOf } = this.context;
    let best = -1;
    const look = (variable: number): void => {
      if (best < 0 || levelOf[variable] > levelOf[best]) best = variable;
    };
    for (const test of tests) residuals.support(test).forEach(look);
    for (const [variable, value] of after) {
      look(variable);
      residuals.support(value).forEach(look);
    }
    return best;
  }
}
