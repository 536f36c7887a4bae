// The public face of the configuration of projects.

export { type Config, type ConfigLimits, type ConfigSettings, defineConfig, type ModelConfig } from './config.ts';
export { diagnoseModule, planJson } from './locate.ts';
export { type PlannedCheck, pathText, planChecks } from './plan.ts';
