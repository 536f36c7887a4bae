// A proof taken apart, so that it can be put together wrongly.
import { type CertificateHeader, FIRST_LINE, recordLength, varint } from '../../src/certificates/format.ts';

/** A set of obligations, and the block. */
export type Pair = readonly [set: number, block: number];

/** States with the same pairs; they are not listed where there is a diagram. */
export interface StateClass {
  readonly pairs: readonly Pair[];
  readonly records: readonly Uint8Array[];
}

/** Where a value leads: a node of the next level, or a class. */
export type Edge = readonly [value: number, target: number];

export interface Opened {
  readonly header: CertificateHeader;
  /** Of a diagram: levels, nodes, edges. */
  readonly levels?: readonly (readonly (readonly Edge[])[])[];
  readonly classes: readonly StateClass[];
}

export function open(bytes: Uint8Array): Opened {
  const first = bytes.indexOf(10);
  const second = bytes.indexOf(10, first + 1);
  const header: CertificateHeader = JSON.parse(new TextDecoder().decode(bytes.subarray(first + 1, second)));
  const length = recordLength(header);
  let at = second + 1;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++];
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const several = <T>(read: () => T): T[] => Array.from({ length: number() }, read);
  const levels = header.order?.map(() => several(() => several((): Edge => [number(), number()])));
  const classes: StateClass[] = [];
  for (let count = number(); count > 0; count = number()) {
    const pairs = several((): Pair => [number(), number()]);
    const listed = levels === undefined ? count : 0;
    const records = Array.from({ length: listed }, (_, i) => bytes.slice(at + i * length, at + (i + 1) * length));
    at += listed * length;
    classes.push({ pairs, records });
  }
  return { header, ...(levels && { levels }), classes };
}

export function written({ header, levels = [], classes }: Opened): Uint8Array {
  const head = new TextEncoder().encode(`${FIRST_LINE}\n${JSON.stringify(header)}\n`);
  const diagram = levels.flatMap((nodes) => [
    ...varint(nodes.length),
    ...nodes.flatMap((edges) => [...varint(edges.length), ...edges.flat().flatMap(varint)]),
  ]);
  const body = classes.flatMap(({ pairs, records }) => [
    ...varint(header.order === undefined ? records.length : 1),
    ...varint(pairs.length),
    ...pairs.flat().flatMap(varint),
    ...records.flatMap((record) => [...record]),
  ]);
  return Uint8Array.of(...head, ...diagram, ...body, 0);
}
