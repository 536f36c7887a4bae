// What is run at each scale: models and their sizes, how many formulas of each set, what counts as trivial, and the limits of a check.
import type { ApproachId } from './approaches.ts';
import type { SetName } from './formula-sets.ts';

export type ScaleName = 'tiny' | 'small' | 'medium' | 'paper';

/** How a set is made for each of its models, and which approaches check it. */
export interface SetPlan {
  readonly set: SetName;
  readonly models: readonly string[];
  /** This many verified formulas, and as many violated ones. */
  readonly perOutcome: number;
  /** Formulas whose TGBA check explores no more product states are trivial, and left out. */
  readonly threshold: number;
  /** How many candidates are tried at most. */
  readonly maxCandidates: number;
  readonly approaches: readonly ApproachId[];
}

export interface Plan {
  readonly scale: ScaleName;
  readonly summary: string;
  readonly sets: readonly SetPlan[];
  /** Limits of one check. */
  readonly seconds: number;
  readonly memoryBytes: number;
  /** How many checks a process does before a new one takes its place. */
  readonly checksPerProcess: number;
  /** Which of the models of [BDKT14, Table 1] take part, where a folder of them is given. */
  readonly beem: readonly string[];
}

/** Which approaches run: ours, or those of the papers to the letter too. */
export type Baseline = 'ours' | 'paper';

const EXPLICIT: readonly ApproachId[] = ['tgba', 'ba', 'ta', 'ta-next', 'tgta', 'tgta-next', 'tgta-direct'];
const WITH_NEXT: readonly ApproachId[] = ['tgba', 'ba', 'tgta-all', 'tgta-all-next'];
const SYMBOLIC: readonly ApproachId[] = [
  'symbolic-tgba-nosat',
  'symbolic-tgba-sat',
  'symbolic-tgta-nosat',
  'symbolic-tgta-sat',
  'symbolic-tgta-next-sat',
];

/** What the papers' baseline adds to each set. */
const PRINTED: Readonly<Record<SetName, readonly ApproachId[]>> = {
  rnd: ['ta-2011', 'ta-2012'],
  wfair: ['ta-2011', 'ta-2012'],
  dedicated: ['ta-2011', 'ta-2012'],
  next: ['tgta-all-printed'],
  'wfair-next': ['tgta-all-printed'],
  symbolic: ['symbolic-tgba-whole', 'symbolic-tgta-whole'],
};

interface Size {
  readonly models: readonly string[];
  /** Those that have formulas of their own. */
  readonly caseStudies: readonly string[];
  readonly symbolicModels: readonly string[];
  readonly perOutcome: Readonly<Record<Exclude<SetName, 'dedicated'>, number>>;
  readonly threshold: number;
}

function setsOf({ models, caseStudies, symbolicModels, perOutcome, threshold }: Size): readonly SetPlan[] {
  const random = (set: Exclude<SetName, 'dedicated'>, approaches: readonly ApproachId[]): SetPlan => ({
    set,
    models: set === 'symbolic' ? symbolicModels : models,
    perOutcome: perOutcome[set],
    threshold,
    maxCandidates: 2000 * Math.max(1, perOutcome[set]),
    approaches,
  });
  return [
    random('rnd', EXPLICIT),
    random('wfair', EXPLICIT),
    random('next', WITH_NEXT),
    random('wfair-next', WITH_NEXT),
    {
      set: 'dedicated',
      models: caseStudies,
      perOutcome: 1,
      threshold: 0,
      maxCandidates: 2,
      approaches: EXPLICIT,
    },
    random('symbolic', SYMBOLIC),
  ];
}

/** Those of the 16 whose states are found in a second, and of which there are two verified and two violated formulas within short limits. */
const SMALL_BEEM: readonly string[] = ['bakery.4', 'bopdp.3', 'brp2.3', 'lann.7', 'phils.8', 'reader_writer.3'];

/** The 16 models of [BDKT14, Table 1]. */
const BEEM: readonly string[] = [
  ...['at.5', 'bakery.4', 'bopdp.3', 'elevator.4', 'brp2.3', 'fischer.5', 'lamport_nonatomic.5', 'lamport.7'],
  ...['lann.6', 'lann.7', 'lifts.7', 'peterson.5', 'pgm_protocol.8', 'phils.8', 'production_cell.6', 'reader_writer.3'],
];

const GIGABYTE = 2 ** 30;

export const plans: Readonly<Record<ScaleName, Plan>> = {
  tiny: {
    scale: 'tiny',
    summary: 'a few seconds: does everything work?',
    sets: setsOf({
      models: ['philosophers:3'],
      caseStudies: ['mapk:4'],
      symbolicModels: ['philosophers:3'],
      perOutcome: { rnd: 1, wfair: 1, next: 1, 'wfair-next': 1, symbolic: 1 },
      threshold: 50,
    }),
    seconds: 20,
    memoryBytes: GIGABYTE,
    checksPerProcess: 100,
    beem: BEEM,
  },
  small: {
    scale: 'small',
    summary: 'some minutes: models of 10,000 to 60,000 states',
    sets: setsOf({
      models: ['kanban:3', 'fms:3', 'philosophers:6', 'slotted-ring:5', 'peterson:3', 'round-robin:10', 'mapk:4'],
      caseStudies: ['mapk:4'],
      symbolicModels: ['kanban:6', 'philosophers:8', 'slotted-ring:5', 'round-robin:7'],
      perOutcome: { rnd: 5, wfair: 3, next: 3, 'wfair-next': 2, symbolic: 4 },
      threshold: 500,
    }),
    seconds: 30,
    memoryBytes: 2 * GIGABYTE,
    checksPerProcess: 100,
    beem: BEEM,
  },
  medium: {
    scale: 'medium',
    summary:
      'an hour or two: models of up to 700,000 states, ten formulas for each entry of RND, five of the others, two symbolic ones',
    sets: setsOf({
      models: [
        ...['kanban:4', 'fms:4', 'philosophers:8', 'slotted-ring:6', 'peterson:3', 'round-robin:13'],
        ...['mapk:4', 'polyorb:2'],
      ],
      caseStudies: ['mapk:4', 'polyorb:2'],
      symbolicModels: ['kanban:8', 'fms:6', 'philosophers:12', 'slotted-ring:7', 'round-robin:14', 'mapk:8'],
      perOutcome: { rnd: 10, wfair: 5, next: 5, 'wfair-next': 5, symbolic: 2 },
      threshold: 2000,
    }),
    seconds: 12,
    memoryBytes: 4 * GIGABYTE,
    checksPerProcess: 20,
    beem: SMALL_BEEM,
  },
  paper: {
    scale: 'paper',
    summary: 'days: the sizes of the papers, 100 formulas for each entry; give --budget',
    sets: setsOf({
      models: [
        ...['kanban:5', 'fms:5', 'philosophers:8', 'slotted-ring:6', 'peterson:5', 'mapk:8', 'polyorb:2'],
        ...['kanban:4', 'fms:4', 'philosophers:9', 'philosophers:10', 'slotted-ring:5', 'peterson:4'],
        ...['round-robin:14', 'round-robin:15'],
      ],
      caseStudies: ['mapk:8', 'polyorb:2'],
      symbolicModels: ['kanban:20', 'fms:10', 'philosophers:20', 'slotted-ring:8', 'round-robin:20', 'mapk:8'],
      perOutcome: { rnd: 100, wfair: 100, next: 100, 'wfair-next': 100, symbolic: 100 },
      threshold: 2000,
    }),
    seconds: 1800,
    memoryBytes: 4 * GIGABYTE,
    checksPerProcess: 1,
    beem: BEEM,
  },
};

export const scaleNames: readonly ScaleName[] = ['tiny', 'small', 'medium', 'paper'];

/** Which of the files are checked, out of a folder of BEEM models: those that the plan names, or all where it has none of the paper's. */
export function beemFiles(names: readonly string[], { beem }: Pick<Plan, 'beem'>): readonly string[] {
  const files = names.filter((name) => /\.(dve|etf)$/.test(name)).sort((a, b) => (a < b ? -1 : 1));
  const fileOf = (model: string): readonly string[] =>
    ['.dve', '.etf', '.dve.etf']
      .map((ending) => `${model}${ending}`)
      .filter((file) => files.includes(file))
      .slice(0, 1);
  return BEEM.some((model) => fileOf(model).length > 0) ? beem.flatMap(fileOf) : files;
}

/** What is added to a plan: models for the symbolic part, nets for the explicit one, the approaches of the papers; and which sets are run. */
interface Changes {
  readonly sets?: readonly SetName[];
  readonly symbolicModels?: readonly string[];
  readonly nets?: readonly string[];
  readonly baseline?: Baseline;
}

/** The plan with more in it, or less. */
export function extendPlan(
  plan: Plan,
  { symbolicModels = [], nets = [], baseline = 'ours', sets: names }: Changes,
): Plan {
  const kept = plan.sets.filter(({ set }) => names?.includes(set) ?? true);
  const sets = kept.map((set): SetPlan => {
    const models = [...set.models, ...(set.set === 'symbolic' ? symbolicModels : nets)];
    const approaches = baseline === 'paper' ? [...set.approaches, ...PRINTED[set.set]] : set.approaches;
    return { ...set, models, approaches };
  });
  return { ...plan, sets };
}
