// Writes docs/errors.md from the table of diagnostic codes. Run after a build: node scripts/write-errors-page.mjs
import { writeFileSync } from 'node:fs';
import { errorsPage } from '../dist/diagnostics/errors-page.js';

writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage());
