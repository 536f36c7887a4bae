// The configuration of a project: which models are checked, for which properties, how, and within which limits. This is what a user writes;
// `plan.ts` makes the list of checks out of it.
import type { CheckChoices } from '../check/options.ts';
import type { Formula } from '../formula/formula.ts';

/** What a check may use. */
export interface ConfigLimits {
  /** For each formula; reading the model counts for the first. */
  readonly seconds?: number;
  /** The most states of the model. */
  readonly states?: number;
  /** What the process may use: a number of bytes, or a text such as `4G`. */
  readonly memory?: number | string;
}

/** How formulas are checked: the options of `check`, and limits. The engine is `auto` unless given. */
export interface ConfigSettings extends CheckChoices {
  readonly limits?: ConfigLimits;
}

/** A model with its properties. */
export interface ModelConfig extends ConfigSettings {
  /** A file, seen from the folder of the configuration; or a net of the library, such as `kanban:3`. */
  readonly model: string;
  /** Formulas by name. */
  readonly properties?: Readonly<Record<string, string | Formula>>;
  /** Files of formulas: one formula a line (`.ltl`), or property files of the contest (`.xml`). */
  readonly files?: readonly string[];
}

/** A configuration. What is set beside `models` is for all of them; what a model sets itself comes first. */
export interface Config extends ConfigSettings {
  /** A text stands for a model with its own properties: what its module exports, or the file of formulas beside it. */
  readonly models: readonly (string | ModelConfig)[];
}

/** The configuration as it is; for editors and type checkers: `export default defineConfig({ … })` in `tegata.config.ts`. */
export function defineConfig(config: Config): Config {
  return config;
}
