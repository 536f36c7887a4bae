// A proof taken apart, so that it can be put together wrongly.
import { type CertificateHeader, FIRST_LINE, recordLength, varint } from '../../src/certificates/format.ts';

/** A set of obligations, and the block. */
export type Pair = readonly [set: number, block: number];

/** States with the same pairs. */
export interface StateClass {
  readonly pairs: readonly Pair[];
  readonly records: readonly Uint8Array[];
}

export interface Opened {
  readonly header: CertificateHeader;
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
  const classes: StateClass[] = [];
  for (let count = number(); count > 0; count = number()) {
    const pairs = Array.from({ length: number() }, (): Pair => [number(), number()]);
    const records = Array.from({ length: count }, (_, i) => bytes.slice(at + i * length, at + (i + 1) * length));
    at += count * length;
    classes.push({ pairs, records });
  }
  return { header, classes };
}

export function written({ header, classes }: Opened): Uint8Array {
  const head = new TextEncoder().encode(`${FIRST_LINE}\n${JSON.stringify(header)}\n`);
  const body = classes.flatMap(({ pairs, records }) => [
    ...varint(records.length),
    ...varint(pairs.length),
    ...pairs.flat().flatMap(varint),
    ...records.flatMap((record) => [...record]),
  ]);
  return Uint8Array.of(...head, ...body, 0);
}
