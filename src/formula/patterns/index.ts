// All families, in the order in which the command line shows them: lists first, then what grows.
import { beemFamily } from './beem.ts';
import { dwyerFamily } from './dwyer.ts';
import { etessamiHolzmannFamily } from './etessami-holzmann.ts';
import { fairnessFamilies } from './fairness.ts';
import type { PatternFamily } from './family.ts';
import { geldenhuysHansenFamilies } from './geldenhuys-hansen.ts';
import { kupfermanFamilies } from './kupferman.ts';
import { liberouterFamily } from './liberouter.ts';
import { nestingFamilies } from './nesting.ts';
import { rozierVardiFamilies } from './rozier-vardi.ts';
import { sickertFamilies } from './sickert.ts';
import { somenziBloemFamily } from './somenzi-bloem.ts';
import { tabakovVardiFamilies } from './tabakov-vardi.ts';

export type { PatternFamily } from './family.ts';
export { nestedRecurrence } from './sickert.ts';

export const patternFamilies: readonly PatternFamily[] = [
  dwyerFamily,
  etessamiHolzmannFamily,
  somenziBloemFamily,
  beemFamily,
  liberouterFamily,
  ...geldenhuysHansenFamilies,
  ...nestingFamilies,
  ...rozierVardiFamilies,
  ...kupfermanFamilies,
  ...tabakovVardiFamilies,
  ...sickertFamilies,
  ...fairnessFamilies,
];

/** The family of that name; the names of the lists may also end in `-patterns`. */
export function findPatternFamily(name: string): PatternFamily | undefined {
  const plain = name.replace(/-patterns$/, '');
  return patternFamilies.find((family) => family.name === name || (!family.parametric && family.name === plain));
}
