// The bytes of a certificate, in pieces.
import { type CertificateHeader, FIRST_LINE, varint } from './format.ts';

/** Bytes are gathered: a call for each record would dominate. */
const PIECE = 1 << 16;

export class Output {
  private readonly put: (bytes: Uint8Array) => void;
  private readonly piece = new Uint8Array(PIECE);
  private used = 0;
  private total = 0;

  constructor(put: (bytes: Uint8Array) => void, header: CertificateHeader) {
    this.put = put;
    this.bytes(new TextEncoder().encode(`${FIRST_LINE}\n${JSON.stringify(header)}\n`));
  }

  number(value: number): void {
    this.bytes(varint(value));
  }

  /** So many bytes from the given place on. */
  bytes(bytes: ArrayLike<number>, from = 0, length = bytes.length): void {
    if (this.used + length > PIECE) {
      this.flush();
      if (length > PIECE) {
        for (let i = 0; i < length; i += PIECE) this.bytes(bytes, from + i, Math.min(PIECE, length - i));
        return;
      }
    }
    const { piece, used } = this;
    for (let i = 0; i < length; i++) piece[used + i] = bytes[from + i];
    this.used += length;
  }

  /** The number of bytes in all. */
  end(): number {
    this.flush();
    return this.total;
  }

  private flush(): void {
    if (this.used > 0) this.put(this.piece.subarray(0, this.used));
    this.total += this.used;
    this.used = 0;
  }
}
