import { readFileSync } from 'node:fs';

/** The package.json beside `dist/` or `src/`. */
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<'bullmq' | 'ioredis', string>>;
};

export const version: string = manifest.version;

/** The packages that speak to Redis, which the user installs, with the versions that fit. */
export const queuePackages: Readonly<Record<'bullmq' | 'ioredis', string>> = {
  bullmq: manifest.peerDependencies.bullmq,
  ioredis: manifest.peerDependencies.ioredis,
};
