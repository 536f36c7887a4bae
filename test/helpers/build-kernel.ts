// The compiled core is not kept in the repository: made before the tests run, when it is missing or out of date.
import { execFileSync } from 'node:child_process';

export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build-kernel.mjs'], { stdio: 'inherit' });
}
