// The public face of the package. Each room is also a subpath export of its own.
export { translate } from './automata/translate/translate.ts';
export { ask, type CheckOptions, type CheckResult, check, type Verdict } from './check/index.ts';
export { type Config, type ConfigLimits, type ConfigSettings, defineConfig, type ModelConfig } from './config/index.ts';
export { InputError, UsageError } from './diagnostics/index.ts';
export { Formula, FormulaStore, ltl, parseLtl, printFormula, satisfies, simplify } from './formula/index.ts';
export { stateGraph, testPaths } from './graph/index.ts';
export {
  defineModel,
  explore,
  type Fairness,
  loadModel,
  type Model,
  Simulation,
  step,
  type ValueModel,
} from './models/index.ts';
export { checkInWorker, type WorkerLike } from './worker/index.ts';
