// A proof taken apart, so that it can be put together wrongly.
import { type CertificateHeader, FIRST_LINE, recordLength, varint } from '../../src/certificates/format.ts';

export interface Opened {
  readonly header: CertificateHeader;
  readonly blocks: readonly { readonly mark: number; readonly records: readonly Uint8Array[] }[];
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
  const blocks: { mark: number; records: Uint8Array[] }[] = [];
  for (let count = number(); count > 0; count = number()) {
    const mark = number();
    const records = Array.from({ length: count }, (_, i) => bytes.slice(at + i * length, at + (i + 1) * length));
    at += count * length;
    blocks.push({ mark, records });
  }
  return { header, blocks };
}

export function written({ header, blocks }: Opened): Uint8Array {
  const head = new TextEncoder().encode(`${FIRST_LINE}\n${JSON.stringify(header)}\n`);
  const body = blocks.flatMap(({ mark, records }) => [
    ...varint(records.length),
    ...varint(mark),
    ...records.flatMap((record) => [...record]),
  ]);
  return Uint8Array.of(...head, ...body, 0);
}
