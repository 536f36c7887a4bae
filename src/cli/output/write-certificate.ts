// Certificates as files: whole, or not there.
import type { Certificate } from '../../certificates/index.ts';
import { FileWriter } from './write-file.ts';

/** Writes the certificate; its length in bytes. Leaves nothing behind where a limit comes first. */
export function writeCertificate(file: string, certificate: Certificate): number {
  const writer = new FileWriter(file);
  try {
    const bytes = certificate.write((piece) => writer.writeBytes(piece));
    writer.finish();
    return bytes;
  } catch (error) {
    writer.abandon();
    throw error;
  }
}
