// The nets of the papers by name, with the range of their parameter.
import type { Parsed } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';
import type { Net } from '../petri/net.ts';
import { fms } from './fms.ts';
import { kanban } from './kanban.ts';
import { mapk } from './mapk.ts';
import { peterson } from './peterson.ts';
import { philosophers } from './philosophers.ts';
import { polyorb } from './polyorb.ts';
import { roundRobin } from './round-robin.ts';
import { slottedRing } from './slotted-ring.ts';

export interface LibraryEntry {
  readonly name: string;
  readonly summary: string;
  /** What the parameter counts. */
  readonly parameter: string;
  readonly minimum: number;
  /** Beyond this the net itself, not only its state space, would not fit. */
  readonly maximum: number;
  /** The parameter must be a multiple of this. */
  readonly step: number;
  readonly generate: (parameter: number) => Net;
}

const TOKENS = { minimum: 1, maximum: 1_000_000_000, step: 1 };
const SUBNETS = { minimum: 2, maximum: 100_000, step: 1 };

export const library: readonly LibraryEntry[] = [
  { name: 'kanban', summary: 'Kanban system of four stations', parameter: 'cards', ...TOKENS, generate: kanban },
  { name: 'fms', summary: 'flexible manufacturing system', parameter: 'parts', ...TOKENS, generate: fms },
  {
    name: 'philosophers',
    summary: 'dining philosophers, both forks taken independently',
    parameter: 'philosophers',
    ...SUBNETS,
    generate: philosophers,
  },
  { name: 'slotted-ring', summary: 'slotted-ring network', parameter: 'nodes', ...SUBNETS, generate: slottedRing },
  {
    name: 'peterson',
    summary: "Peterson's mutual exclusion",
    parameter: 'processes',
    ...SUBNETS,
    maximum: 100,
    generate: peterson,
  },
  {
    name: 'round-robin',
    summary: 'round-robin mutual exclusion on a bus',
    parameter: 'processes',
    ...SUBNETS,
    generate: roundRobin,
  },
  {
    name: 'mapk',
    summary: 'mitogen-activated protein kinase cascade',
    parameter: 'concentration',
    minimum: 4,
    maximum: 400_000_000,
    step: 4,
    generate: mapk,
  },
  {
    name: 'polyorb',
    summary: 'the core of the PolyORB middleware, with three sources and three jobs',
    parameter: 'threads',
    minimum: 2,
    maximum: 500,
    step: 1,
    generate: polyorb,
  },
];

/** The library net of that name and parameter. */
export function generateNet(name: string, parameter: number): Parsed<Net> {
  const entry = library.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    const names = library.map((candidate) => candidate.name);
    const hint = didYouMean(name, names) ?? `there are ${names.join(', ')}`;
    return { value: null, diagnostics: [{ code: 'MOD606', message: `no net \`${name}\` in the library`, hint }] };
  }
  const { minimum, maximum, step } = entry;
  if (!Number.isInteger(parameter) || parameter < minimum || parameter > maximum || parameter % step !== 0) {
    const kind = step === 1 ? 'a whole number' : `a multiple of ${step}`;
    const message = `the parameter of ${name} (${entry.parameter}) is ${kind} from ${minimum} to ${maximum}`;
    return { value: null, diagnostics: [{ code: 'MOD607', message }] };
  }
  return { value: entry.generate(parameter), diagnostics: [] };
}
