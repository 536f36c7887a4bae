// The public face of the package. Each room is also a subpath export of its own.
export { InputError, UsageError } from './diagnostics/index.ts';
export { Formula, FormulaStore, satisfies } from './formula/index.ts';
export { defineModel, explore, loadModel, Simulation, step } from './models/index.ts';
