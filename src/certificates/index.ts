export { type Certificate, type CertifyOptions, certify, type NoCertificate } from './certificate.ts';
export type { CertificateHeader, CertificateNode } from './format.ts';
export { type CertificateSummary, readCertificate } from './read.ts';
