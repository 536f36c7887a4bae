// What a search up to symmetry has to say of itself.
import type { CheckResult, CheckStatistics } from '../check/result.ts';

/** What changed places and what that saved, or why nothing did. */
export function symmetryLines({ symmetry, modelStates }: CheckStatistics): string[] {
  if (symmetry === undefined) return [];
  if ('unused' in symmetry) return [`  symmetry: none, because ${symmetry.unused}`];
  const { sets, permutations, represented, basis } = symmetry;
  const parts = `${sets.join(' and ')} parts change places${basis === 'declared' ? ', as the model declares' : ''}`;
  const states = `${modelStates} ${modelStates === 1 ? 'state' : 'states'} for at most ${represented}`;
  return [`  symmetry: ${parts} (${permutations} permutations), ${states}`];
}

/** What an answer rests on, where that cannot be proved. */
export function declarationReading({
  verdict,
  statistics: { symmetry },
}: Pick<CheckResult, 'verdict' | 'statistics'>): string[] {
  const isDeclared = symmetry !== undefined && 'basis' in symmetry && symmetry.basis === 'declared';
  return verdict.outcome === 'holds' && isDeclared ? ['if parts of the model can change places, as it declares'] : [];
}
