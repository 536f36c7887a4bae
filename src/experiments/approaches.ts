// The approaches that the papers compare, in the order of their tables. Everything else (plans, tables, plots) asks this list.

/** How the automaton of the negated formula is made; `tgta-all` never uses stutter invariance [BS15, §4]. */
export type AutomatonSource = 'ba' | 'tgba' | 'ta' | 'tgta' | 'tgta-direct' | 'tgta-all';

export type ApproachId =
  | AutomatonSource
  | 'symbolic-tgba-nosat'
  | 'symbolic-tgba-sat'
  | 'symbolic-tgta-nosat'
  | 'symbolic-tgta-sat';

interface CommonApproach {
  readonly id: ApproachId;
  /** As tables and plots show it. */
  readonly label: string;
  readonly summary: string;
}

/** The product is searched state by state: Couvreur's check, and the two-pass check for testing automata with livelocks. */
export interface ExplicitApproach extends CommonApproach {
  readonly engine: 'explicit';
  readonly automaton: AutomatonSource;
  readonly emptiness: 'couvreur' | 'two-pass';
}

/** The product is a set in decision diagrams, with OWCTY as emptiness check [BDKT14, §2.4]. */
export interface SymbolicApproach extends CommonApproach {
  readonly engine: 'symbolic';
  readonly automaton: 'tgba' | 'tgta';
  readonly strategy: 'saturation' | 'chaining';
}

type Approach = ExplicitApproach | SymbolicApproach;

export const explicitApproaches: readonly ExplicitApproach[] = [
  row('tgba', 'TGBA', 'transition-based generalized Büchi automaton, one pass'),
  row('ba', 'BA', 'Büchi automaton by degeneralisation, one pass'),
  row('ta', 'TA', 'testing automaton with livelock acceptance, two passes where needed', 'two-pass'),
  row('tgta', 'TGTA', 'transition-based generalized testing automaton by way of the TGBA, one pass'),
  row('tgta-direct', 'direct TGTA', 'the same, straight from the formula'),
  row('tgta-all', 'TGTA-all', 'the construction for every LTL formula, which never relies on stutter invariance'),
];

export const symbolicApproaches: readonly SymbolicApproach[] = (['tgba', 'tgta'] as const).flatMap((automaton) =>
  (['chaining', 'saturation'] as const).map((strategy): SymbolicApproach => {
    const short = strategy === 'saturation' ? 'sat' : 'nosat';
    return {
      id: `symbolic-${automaton}-${short}`,
      label: `${automaton.toUpperCase()} (${short})`,
      summary: `symbolic product with a ${automaton.toUpperCase()}, ${strategy}`,
      engine: 'symbolic',
      automaton,
      strategy,
    };
  }),
);

export const approaches: readonly Approach[] = [...explicitApproaches, ...symbolicApproaches];

export function approachOf(id: ApproachId): Approach {
  return approaches.find((approach) => approach.id === id)!;
}

function row(
  automaton: AutomatonSource,
  label: string,
  summary: string,
  emptiness: 'couvreur' | 'two-pass' = 'couvreur',
): ExplicitApproach {
  return { id: automaton, label, summary, engine: 'explicit', automaton, emptiness };
}
