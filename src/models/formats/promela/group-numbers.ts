// The numbers of the transition groups: for each place, for each type that can be there, the steps of all control points.
import type { Layout } from './layout.ts';
import type { Point } from './terms.ts';

export class GroupNumbers {
  private readonly layout: Layout;
  /** The number of the first group of each type in each place. */
  private readonly bases: readonly ReadonlyMap<number, number>[];

  constructor(layout: Layout) {
    this.layout = layout;
    const { processes } = layout.program;
    let groups = 0;
    this.bases = layout.slots.map(({ types }) => {
      const bases = new Map<number, number>();
      for (const type of types) {
        bases.set(type, groups);
        for (const { edges } of processes[type].flow.points) groups += edges.length;
      }
      return bases;
    });
  }

  /** The group of the first step of a control point. */
  first({ slot, type }: { readonly slot: number; readonly type: number }, point: Point): number {
    let group = this.bases[slot].get(type)!;
    const { points } = this.layout.program.processes[type].flow;
    for (const { edges } of points.slice(0, point.number - 1)) group += edges.length;
    return group;
  }
}
