// The header of a proof that a formula holds.
import type { Formula } from '../formula/formula.ts';
import { subformulas } from '../formula/traverse.ts';
import type { CertificateHeader, CertificateNode } from './format.ts';
import type { TableauTable } from './tableau-table.ts';

export type ProofHead = Omit<CertificateHeader, 'verdict' | 'variables'>;

/** `postponed` has numbers of formulas a U b, and -1 for none. */
export function proofHeader(
  head: ProofHead & Pick<CertificateHeader, 'variables'>,
  { sets, untils }: TableauTable,
  postponed: readonly number[],
): CertificateHeader {
  const nodes: CertificateNode[] = [];
  const numbers = new Map<Formula, number>();
  for (const formula of new Set([...sets.flat(), ...untils].flatMap(subformulas))) {
    const operands = formula.children.map((child) => numbers.get(child)!);
    numbers.set(formula, nodes.length);
    nodes.push(formula.kind === 'proposition' ? ['atom', formula.name] : [formula.kind, ...operands]);
  }
  const numberOf = (formula: Formula): number => numbers.get(formula)!;
  return {
    verdict: 'holds',
    ...head,
    nodes,
    obligations: sets.map((set) => set.map(numberOf)),
    postponed: postponed.map((until) => (until === -1 ? -1 : numberOf(untils[until]))),
  };
}
