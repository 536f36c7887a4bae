// Averages that the papers print: transitions explored by the emptiness check. Absolute numbers depend on formulas and sizes, so the report sets
// only their ratios beside ours. Left out is what cannot be read with certainty in the text of the paper at hand.
import type { ApproachId } from './approaches.ts';
import type { SetName } from './formula-sets.ts';

export interface PaperAverage {
  readonly source: string;
  readonly set: SetName;
  /** The name of the model in the library, and with its size in the paper. */
  readonly model: string;
  readonly instance: string;
  readonly outcome: 'holds' | 'violated';
  readonly exploredTransitions: Partial<Readonly<Record<ApproachId, number>>>;
}

interface Entry {
  readonly model: string;
  readonly instance: string;
  /** TGBA, then the others of the table. */
  readonly holds: readonly number[];
  readonly violated?: readonly number[];
}

function table(source: string, set: SetName, ids: readonly ApproachId[], entries: readonly Entry[]): PaperAverage[] {
  return entries.flatMap(({ model, instance, ...sides }) =>
    (['holds', 'violated'] as const).flatMap((outcome) => {
      const numbers = sides[outcome];
      if (numbers === undefined) return [];
      const exploredTransitions = Object.fromEntries(numbers.map((number, i) => [ids[i], number]));
      return [{ source, set, model, instance, outcome, exploredTransitions }];
    }),
  );
}

/** Theirs are compared with what is theirs here: the letters of the papers, and TA as printed, where the baseline was run. */
const BDK11: readonly ApproachId[] = ['tgba', 'ba', 'ta-2011'];
const BDK12: readonly ApproachId[] = ['tgba', 'ta-2012', 'tgta-next'];

export const paperAverages: readonly PaperAverage[] = [
  ...table('[BDK11, Table 1]', 'rnd', BDK11, [
    { model: 'fms', instance: 'FMS5', holds: [4750201, 5389591, 8046939], violated: [681874, 451848, 338607] },
    { model: 'kanban', instance: 'Kanban5', holds: [7279249, 7279889, 12149717], violated: [237295, 194392, 141630] },
    {
      model: 'philosophers',
      instance: 'Philo8',
      holds: [1232080, 1234944, 2058786],
      violated: [168189, 105082, 89670],
    },
    {
      model: 'slotted-ring',
      instance: 'Ring6',
      holds: [2940953, 3012946, 4326721],
      violated: [694019, 576625, 366600],
    },
  ]),
  ...table('[BDK11, Table 2]', 'wfair', BDK11, [
    {
      model: 'fms',
      instance: 'FMS5',
      holds: [43078717, 53471546, 62839531],
      violated: [3517626, 3894388, 1526860],
    },
    {
      model: 'kanban',
      instance: 'Kanban5',
      holds: [23071387, 26705745, 34807815],
      violated: [3049738, 3035376, 1200463],
    },
    { model: 'philosophers', instance: 'Philo8', holds: [1072039, 1219657, 1938127], violated: [22540, 32724, 24675] },
    {
      model: 'slotted-ring',
      instance: 'Ring6',
      holds: [2072837, 2370915, 3663661],
      violated: [105130, 168105, 141549],
    },
  ]),
  ...table('[BDK11, Table 3]', 'rnd', BDK11, [
    { model: 'mapk', instance: 'MAPK8', holds: [6674103, 6674123, 11887899] },
    { model: 'polyorb', instance: 'PolyORB 3/3/2', holds: [163279, 165861, 255214] },
  ]),
  ...table('[BDK11, Table 3]', 'wfair', BDK11, [
    { model: 'mapk', instance: 'MAPK8', holds: [16368553, 18950258, 28949758] },
    { model: 'polyorb', instance: 'PolyORB 3/3/2', holds: [132985, 197798, 396567] },
  ]),
  ...table('[BDK11, Table 3]', 'dedicated', BDK11, [
    { model: 'mapk', instance: 'MAPK8', holds: [302350, 302350, 578470] },
  ]),
  ...table('[BDK12, Table 1]', 'rnd', BDK12, [
    {
      model: 'peterson',
      instance: 'Peterson5',
      holds: [10706255, 14883673, 9070953],
      violated: [1664897, 1709098, 1504616],
    },
    {
      model: 'slotted-ring',
      instance: 'Ring6',
      holds: [4279403, 5908454, 3168068],
      violated: [1257494, 1054280, 979121],
    },
    { model: 'fms', instance: 'FMS5', holds: [3993810, 3786904, 3184980], violated: [214399, 165756, 155899] },
    { model: 'kanban', instance: 'Kanban5', holds: [8350628, 5450687, 5302142] },
  ]),
  ...table('[BDK12, Table 2]', 'rnd', BDK12, [
    { model: 'mapk', instance: 'MAPK8', holds: [11940964, 10119485, 10116066], violated: [147170, 53569, 51231] },
    {
      model: 'polyorb',
      instance: 'PolyORB 3/3/2',
      holds: [182821, 226731, 141407],
      violated: [122212, 117020, 104919],
    },
  ]),
  ...table('[BDK12, Table 2]', 'wfair', BDK12, [
    { model: 'mapk', instance: 'MAPK8', holds: [30385763, 21870089, 20831377], violated: [195459, 201268, 198070] },
    {
      model: 'polyorb',
      instance: 'PolyORB 3/3/2',
      holds: [153015, 178828, 133825],
      violated: [130841, 201664, 122560],
    },
  ]),
  ...table('[BDK12, Table 2]', 'dedicated', BDK12, [
    { model: 'polyorb', instance: 'PolyORB 3/3/2', holds: [760491, 1485630, 753798] },
  ]),
];
