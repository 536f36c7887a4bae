import { readFileSync } from 'node:fs';

/** The version in package.json, beside `dist/` or `src/`. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
