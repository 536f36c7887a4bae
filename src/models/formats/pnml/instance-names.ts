// How the instances of a coloured node are called: its id, and behind it the names of the colours that are not the one of `dot`.
import { type BasicSort, colourName } from './sorts.ts';

export class InstanceNames {
  /** Whether the node has one instance only, which takes its id. */
  readonly isSingle: boolean;
  private readonly id: string;
  private readonly sorts: readonly BasicSort[];

  constructor(id: string, sorts: readonly BasicSort[]) {
    this.id = id;
    this.sorts = sorts;
    this.isSingle = sorts.every(({ kind }) => kind === 'dot');
  }

  of(colours: ArrayLike<number>): string {
    let name = this.id;
    for (let i = 0; i < this.sorts.length; i++) {
      const part = colourName(this.sorts[i], colours[i]);
      if (part !== '') name += `_${part}`;
    }
    return name;
  }
}
