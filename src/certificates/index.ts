export { type CertifyOptions, certify, type NoCertificate } from './certificate.ts';
export type {
  Certificate,
  CertificateHeader,
  CertificateNode,
  CertificateRule,
  CertificateVariable,
} from './format.ts';
export { type CertificateSummary, readCertificate } from './read.ts';
