// The letters that some labels do not tell apart: the coarsest partition of the alphabet of which every label is a union.
// It has no more members than the labels distinguish, so that twenty propositions need not make a million letters.
import type { Bdd, BddRef } from '../../dd/bdd.ts';

/** The members of the partition, as labels; together they are true. */
export function letterClasses(bdd: Bdd, labels: Iterable<BddRef>): BddRef[] {
  let classes: BddRef[] = [bdd.true];
  for (const label of new Set(labels)) {
    const finer: BddRef[] = [];
    for (const letters of classes) {
      const inside = bdd.and(letters, label);
      if (inside !== bdd.false) finer.push(inside);
      if (inside !== letters) finer.push(bdd.difference(letters, label));
    }
    classes = finer;
  }
  return classes;
}
