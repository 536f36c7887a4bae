// The proof that a formula holds where states are in decision diagrams: one diagram that says the class of each state, and classes as in any
// proof. States are not listed.
import type { Stopwatch } from '../diagnostics/stopwatch.ts';
import type { Model } from '../models/model.ts';
import type { HullBlocks } from '../symbolic/hull-blocks.ts';
import type { Certificate } from './format.ts';
import { Output } from './output.ts';
import { type ProofHead, proofHeader } from './proof-header.ts';
import { placesOf, variablesFor } from './records.ts';
import type { TableauTable } from './tableau-table.ts';

export interface DiagramProofParts {
  readonly model: Model;
  readonly tableau: TableauTable;
  readonly blocks: HullBlocks;
  readonly stopwatch: Stopwatch;
}

export class DiagramProof implements Certificate {
  readonly verdict = 'holds';
  readonly states: number;
  readonly blocks: number;
  private readonly head: ProofHead;
  private readonly parts: DiagramProofParts;

  constructor(head: ProofHead, parts: DiagramProofParts) {
    this.head = head;
    this.parts = parts;
    this.states = Number(parts.blocks.pairs);
    this.blocks = parts.blocks.marks.length;
  }

  write(put: (bytes: Uint8Array) => void): number {
    const { model, tableau, blocks, stopwatch } = this.parts;
    const places = placesOf(model);
    const valuesOf = new Map(blocks.levels.map(({ variable, values }) => [variable, values]));
    const ranges = places.map((place) => rangeOf(valuesOf.get(place) ?? []));
    const variables = variablesFor(model, ranges);
    const order = blocks.levels.map(({ variable }) => places.indexOf(variable));
    const out = new Output(put, proofHeader({ ...this.head, variables, order }, tableau, blocks.marks));
    for (const { variable, first, values, targets } of blocks.levels) {
      const [, least] = variables[places.indexOf(variable)];
      out.number(first.length - 1);
      for (let node = 0; node + 1 < first.length; node++) {
        stopwatch.tick();
        out.number(first[node + 1] - first[node]);
        for (let edge = first[node]; edge < first[node + 1]; edge++) {
          out.number(values[edge] - least);
          out.number(targets[edge]);
        }
      }
    }
    for (const pairs of blocks.classes) {
      out.number(1);
      out.number(pairs.length / 2);
      for (let i = 0; i < pairs.length; i += 2) {
        out.number(pairs[i + 1]);
        out.number(pairs[i]);
      }
    }
    out.number(0);
    return out.end();
  }
}

function rangeOf(values: ArrayLike<number>): readonly [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    least = Math.min(least, values[i]);
    most = Math.max(most, values[i]);
  }
  return [least, most];
}
