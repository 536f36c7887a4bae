// The part of `tegata formula` that asks automata about languages. It is loaded only when an option needs it, so that reading
// and printing formulas does not pay for it.

import {
  commonWord,
  hierarchyClass,
  Languages,
  makeImplication,
  satisfyingWord,
  stutterWitness,
  violatingWord,
} from '../../automata/index.ts';
import type { Stopwatch } from '../../diagnostics/index.ts';
import {
  type Formula,
  type FormulaProperty,
  formulaProperties,
  type HierarchyClass,
  parseLtl,
  printWord,
  propositionsOf,
  type Word,
} from '../../formula/index.ts';

/** The options that are answered by automata. */
export interface SemanticFormulaOptions {
  readonly equivalentTo?: string;
  readonly implies?: string;
  readonly impliedBy?: string;
  readonly satisfiable?: true;
  readonly valid?: true;
  readonly timeout?: number;
}

/** The classes that are contained in a class. */
const WITHIN: Readonly<Partial<Record<FormulaProperty, readonly HierarchyClass[]>>> = {
  safety: ['bottom', 'safety'],
  guarantee: ['bottom', 'guarantee'],
  obligation: ['bottom', 'safety', 'guarantee', 'obligation'],
  recurrence: ['bottom', 'safety', 'guarantee', 'obligation', 'recurrence'],
  persistence: ['bottom', 'safety', 'guarantee', 'obligation', 'persistence'],
};

interface Reference {
  readonly relation: 'equivalentTo' | 'implies' | 'impliedBy';
  readonly formula: Formula;
  readonly text: string;
  /** Kept from one formula of the stream to the next. */
  readonly languages: Languages;
}

/** What the questions about one formula share. */
interface Shared {
  readonly languages: Languages;
  readonly limits: Stopwatch;
}

/** Answers the questions that the options ask about each formula of the stream. */
export class FormulaSemantics {
  private readonly options: SemanticFormulaOptions;
  private readonly properties: readonly FormulaProperty[];
  private readonly references: readonly Reference[];

  constructor(options: SemanticFormulaOptions, properties: readonly FormulaProperty[]) {
    this.options = options;
    this.properties = properties;
    this.references = (['equivalentTo', 'implies', 'impliedBy'] as const).flatMap((relation) => {
      const text = options[relation];
      return text === undefined ? [] : [{ relation, text, formula: parseLtl(text), languages: new Languages() }];
    });
  }

  /** For the third level of simplification. One formula's answers are of no use to the next. */
  makeImplication(limits: Stopwatch): ReturnType<typeof makeImplication> {
    return makeImplication({ limits });
  }

  /** Why the formula does not pass, with a word where one shows it; null when it passes. */
  objection(formula: Formula, limits: Stopwatch): string | null {
    const shared = { languages: new Languages(), limits };
    return (
      this.questionObjection(formula, shared) ??
      this.propertyObjection(formula, shared) ??
      this.comparisonObjection(formula, shared)
    );
  }

  /** The class and stutter invariance of the language, not only what the syntax shows. */
  facts(formula: Formula, limits: Stopwatch): { readonly class: HierarchyClass; readonly stutterInvariant: boolean } {
    const shared = { languages: new Languages(), limits };
    return { class: hierarchyClass(formula, shared), stutterInvariant: stutterWitness(formula, shared) === null };
  }

  private questionObjection(formula: Formula, shared: Shared): string | null {
    const { satisfiable, valid } = this.options;
    if (satisfiable && satisfyingWord(formula, shared) === null) return 'no word satisfies it';
    const word = valid ? violatingWord(formula, shared) : null;
    return word === null ? null : `not valid: ${show(word, formula)} does not satisfy it`;
  }

  private propertyObjection(formula: Formula, shared: Shared): string | null {
    for (const property of this.properties) {
      if (formula.has(formulaProperties[property])) continue;
      if (property === 'stutterInvariant') {
        const witness = stutterWitness(formula, shared);
        if (witness === null) continue;
        const [good, bad] = [witness.satisfying, witness.violating].map((word) => show(word, formula));
        return `not stutter-invariant: ${good} satisfies it, ${bad} does not`;
      }
      const place = hierarchyClass(formula, shared);
      if (!WITHIN[property]!.includes(place)) return `its class is ${place}`;
    }
    return null;
  }

  private comparisonObjection(formula: Formula, { languages, limits }: Shared): string | null {
    for (const { relation, formula: other, text, languages: kept } of this.references) {
      const forwards =
        relation === 'impliedBy'
          ? null
          : commonWord(languages.of(formula, limits), kept.ofNegation(other, limits), limits);
      if (forwards !== null) return `${show(forwards, formula, other)} satisfies it, but not ${text}`;
      const backwards =
        relation === 'implies'
          ? null
          : commonWord(kept.of(other, limits), languages.ofNegation(formula, limits), limits);
      if (backwards !== null) return `${show(backwards, formula, other)} satisfies ${text}, but not it`;
    }
    return null;
  }
}

function show(word: Word, ...formulas: readonly Formula[]): string {
  const names = new Set(formulas.flatMap((formula) => propositionsOf(formula)));
  return `\`${printWord(word, [...names].sort())}\``;
}
