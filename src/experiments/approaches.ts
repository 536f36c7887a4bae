// The approaches that the papers compare, in the order of their tables. Everything else (plans, tables, plots) asks this list.
//
// Testing automata come in two variants, as `--letters` has them: a state knows the letter that it reads next, as in the papers, or the one
// that it has read, which is ours. Approaches of the `baseline` are the papers' to the letter, where ours do better; they run when asked for.

/** How the automaton of the negated formula is made; `tgta-all` is for every LTL formula [BS15, §4]. */
export type AutomatonSource = 'ba' | 'tgba' | 'ta' | 'tgta' | 'tgta-direct' | 'tgta-all';

export type ApproachId =
  | AutomatonSource
  | 'ta-next'
  | 'ta-2011'
  | 'ta-2012'
  | 'tgta-next'
  | 'tgta-all-next'
  | 'tgta-all-printed'
  | 'symbolic-tgba-nosat'
  | 'symbolic-tgba-sat'
  | 'symbolic-tgta-nosat'
  | 'symbolic-tgta-sat'
  | 'symbolic-tgta-next-sat'
  | 'symbolic-tgba-whole'
  | 'symbolic-tgta-whole';

interface CommonApproach {
  readonly id: ApproachId;
  /** As tables and plots show it. */
  readonly label: string;
  readonly summary: string;
  /** `ours` runs always, `paper` with the baseline only. */
  readonly baseline: 'ours' | 'paper';
  /** `violations`: that it finds nothing proves nothing, see docs/errata.md. */
  readonly trusted: 'always' | 'violations';
}

/** How a testing automaton is made. */
export type TestingWay = 'read' | 'next' | 'printed';

/** The product is searched state by state: Couvreur's check, and two passes for testing automata with livelocks. */
export interface ExplicitApproach extends CommonApproach {
  readonly engine: 'explicit';
  readonly automaton: AutomatonSource;
  readonly way: TestingWay;
  readonly emptiness: 'couvreur' | 'two-pass' | 'two-pass-whole' | 'two-pass-always';
}

/** The product is a set in decision diagrams, with OWCTY as emptiness check [BDKT14, §2.4]. */
export interface SymbolicApproach extends CommonApproach {
  readonly engine: 'symbolic';
  readonly automaton: 'tgba' | 'tgta';
  readonly way: TestingWay;
  readonly strategy: 'saturation' | 'chaining';
  readonly hull: 'owcty' | 'owcty-whole';
}

type Approach = ExplicitApproach | SymbolicApproach;

const OURS = { baseline: 'ours', trusted: 'always', engine: 'explicit', emptiness: 'couvreur', way: 'read' } as const;
const PAPER = { ...OURS, baseline: 'paper', way: 'printed' } as const;
const SYMBOLIC = { baseline: 'ours', trusted: 'always', engine: 'symbolic', hull: 'owcty', way: 'read' } as const;

export const explicitApproaches: readonly ExplicitApproach[] = [
  {
    ...OURS,
    id: 'tgba',
    automaton: 'tgba',
    label: 'TGBA',
    summary: 'transition-based generalized Büchi automaton, one pass',
  },
  { ...OURS, id: 'ba', automaton: 'ba', label: 'BA', summary: 'Büchi automaton by degeneralisation, one pass' },
  {
    ...OURS,
    id: 'ta',
    automaton: 'ta',
    emptiness: 'two-pass',
    label: 'TA',
    summary: 'testing automaton with livelock acceptance, letters read; our second pass, where one is needed',
  },
  {
    ...OURS,
    id: 'ta-next',
    automaton: 'ta',
    way: 'next',
    emptiness: 'two-pass',
    label: 'TA (next)',
    summary: 'the same with the letters of the papers',
  },
  {
    ...OURS,
    id: 'tgta',
    automaton: 'tgta',
    label: 'TGTA',
    summary: 'transition-based generalized testing automaton by way of the TGBA, letters read, one pass',
  },
  {
    ...OURS,
    id: 'tgta-next',
    automaton: 'tgta',
    way: 'next',
    label: 'TGTA (next)',
    summary: 'the same with the letters of the papers',
  },
  {
    ...OURS,
    id: 'tgta-direct',
    automaton: 'tgta-direct',
    label: 'direct TGTA',
    summary: 'TGTA straight from the formula',
  },
  {
    ...OURS,
    id: 'tgta-all',
    automaton: 'tgta-all',
    label: 'TGTA-all',
    summary:
      'TGTA of a formula that may see repetitions: stuttering eliminated where what remains does not, in two modes; letters read',
  },
  {
    ...OURS,
    id: 'tgta-all-next',
    automaton: 'tgta-all',
    way: 'next',
    label: 'TGTA-all (next)',
    summary: 'the same with the letters of the papers',
  },
  {
    ...PAPER,
    id: 'ta-2011',
    automaton: 'ta',
    emptiness: 'two-pass-always',
    label: 'TA [BDK11]',
    summary: 'TA as printed in 2011: without the second optimisation, always two passes over the whole product',
  },
  {
    ...PAPER,
    id: 'ta-2012',
    automaton: 'ta',
    way: 'next',
    emptiness: 'two-pass-whole',
    label: 'TA [BDK12]',
    summary:
      'TA with Algorithms 2 and 3 as printed in 2012: a second pass over the whole product where a livelock state was seen',
  },
  {
    ...PAPER,
    id: 'tgta-all-printed',
    automaton: 'tgta-all',
    trusted: 'violations',
    label: 'TGTA-all [BS15]',
    summary:
      'Property 3 as printed, which may lose words: its "holds" counts for nothing, its sizes are those of the paper',
  },
];

export const symbolicApproaches: readonly SymbolicApproach[] = [
  ...(['tgba', 'tgta'] as const).flatMap((automaton) =>
    (['chaining', 'saturation'] as const).map((strategy): SymbolicApproach => {
      const short = strategy === 'saturation' ? 'sat' : 'nosat';
      const summary = `symbolic product with a ${automaton.toUpperCase()}, ${strategy}`;
      const label = `${automaton.toUpperCase()} (${short})`;
      return { ...SYMBOLIC, id: `symbolic-${automaton}-${short}`, label, summary, automaton, strategy };
    }),
  ),
  {
    ...SYMBOLIC,
    id: 'symbolic-tgta-next-sat',
    automaton: 'tgta',
    way: 'next',
    strategy: 'saturation',
    label: 'TGTA (next, sat)',
    summary: 'symbolic product with a TGTA with the letters of the papers, saturation',
  },
  ...(['tgba', 'tgta'] as const).map(
    (automaton): SymbolicApproach => ({
      ...SYMBOLIC,
      id: `symbolic-${automaton}-whole`,
      baseline: 'paper',
      automaton,
      way: 'next',
      strategy: 'saturation',
      hull: 'owcty-whole',
      label: `${automaton.toUpperCase()} [BDKT14]`,
      summary: `symbolic ${automaton.toUpperCase()}, saturation, OWCTY on the whole product instead of its core`,
    }),
  ),
];

export const approaches: readonly Approach[] = [...explicitApproaches, ...symbolicApproaches];

export function approachOf(id: ApproachId): Approach {
  return approaches.find((approach) => approach.id === id)!;
}
