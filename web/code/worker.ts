// The worker that checks models in code: as the package's own, with the package for the code to import.
import { serveChecks, type WorkerScope } from 'tegata/worker';
import { offerPackages } from './compile.ts';
import { packages } from './packages.ts';

offerPackages(packages);
serveChecks(globalThis as unknown as WorkerScope);
