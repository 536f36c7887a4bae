// The configuration of a project: found beside the command, read if it is JSON, run if it is a module.
import { existsSync } from 'node:fs';
import { diagnoseModule, type PlannedCheck, planChecks, planJson } from '../../config/index.ts';
import { InputError } from '../../diagnostics/index.ts';
import { importModule } from './load-module.ts';
import { readText } from './read-file.ts';
import { MODULE_LIMIT } from './size-limits.ts';

/** The names that are looked for, the first one first. */
export const CONFIG_NAMES = ['ts', 'mts', 'mjs', 'js', 'json'].map((ending) => `tegata.config.${ending}`);

/** The configuration of the present folder, if it has one. Throws `InputError` where it has several. */
export function findConfig(): string | null {
  const found = CONFIG_NAMES.filter((name) => existsSync(name));
  if (found.length < 2) return found[0] ?? null;
  const message = `there are ${found.join(' and ')}: which one is meant?`;
  throw new InputError({ code: 'CMD001', message, hint: 'name one with --config, or keep only one' });
}

/** The same, where one is needed: no model was given. */
export function requireConfig(): string {
  const file = findConfig();
  if (file !== null) return file;
  const hint = 'give one, as in tegata check model.pnml, or write tegata.config.ts (docs/projects.md)';
  throw new InputError({ code: 'CMD001', message: 'no model was given, and there is no configuration', hint });
}

/** The checks that a configuration asks for; throws `InputError`. A module is run, so this is called in a thread that can be ended. */
export async function loadConfig(path: string): Promise<readonly PlannedCheck[]> {
  if (path.endsWith('.json')) {
    const { planned, diagnostics } = planJson({ name: path, text: readText(path, MODULE_LIMIT) });
    if (planned?.checks) return planned.checks;
    throw new InputError([...diagnostics]);
  }
  const { default: exported } = await importModule<{ readonly default?: unknown }>(path);
  if (exported === undefined) {
    const message = `the module ${path} has no default export`;
    throw new InputError({
      code: 'CMD006',
      message,
      hint: "write `export default defineConfig({ models: ['protocol.ts'] })`",
    });
  }
  const { checks, problems } = planChecks(exported);
  if (checks !== null) return checks;
  throw new InputError(diagnoseModule(problems, { name: path, text: readText(path, MODULE_LIMIT) }));
}
