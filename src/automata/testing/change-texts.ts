// Sets of changesets as text, as the papers write changesets: {a, b} is the change of a and b and of nothing else, ∅ no change. A
// proposition with a question mark may change or not, so that {a, b?} stands for two changesets.
import type { Bdd, BddRef } from '../../dd/bdd.ts';
import { irredundantCover, isPositive, literalVariable } from '../../dd/cover.ts';

/** Texts of sets of changesets over some propositions, each worked out once. */
export class ChangeTexts {
  private readonly bdd: Bdd;
  private readonly propositions: readonly string[];
  private readonly nothing: string;
  private readonly known = new Map<BddRef, string>();

  /** `nothing` stands for no change. */
  constructor(bdd: Bdd, propositions: readonly string[], nothing = '∅') {
    this.nothing = nothing;
    this.bdd = bdd;
    this.propositions = propositions;
  }

  of(change: BddRef): string {
    let text = this.known.get(change);
    if (text === undefined) this.known.set(change, (text = this.print(change)));
    return text;
  }

  private print(change: BddRef): string {
    const texts = irredundantCover(this.bdd, change).map((cube) => {
      const signs = new Map(cube.map((literal) => [literalVariable(literal), isPositive(literal)]));
      const members = this.propositions.flatMap((name, variable) => {
        const sign = signs.get(variable);
        return sign === undefined ? [`${name}?`] : sign ? [name] : [];
      });
      return members.length === 0 ? this.nothing : `{${members.join(', ')}}`;
    });
    return texts.join(', ');
  }
}
