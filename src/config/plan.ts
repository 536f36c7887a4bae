// From whatever a configuration file holds to a list of checks, as data that can be sent; or to complaints, each with the path of the member that
// it is about (`models[0].limits.seconds`).
import { type CheckChoices, completeChoices } from '../check/options.ts';
import { UsageError } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/nearest.ts';
import type { Formula } from '../formula/formula.ts';
import { printFormula } from '../formula/print/print.ts';
import { deadlockReadings } from '../models/deadlock.ts';
import type { ConfigLimits, ConfigSettings, ModelConfig } from './config.ts';

/** The way to a member of a configuration. */
export type ConfigPath = readonly (string | number)[];

/** Something that is wrong with a configuration. */
export interface ConfigProblem {
  readonly path: ConfigPath;
  /** Whether the key is wrong, or what it stands for. */
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly hint?: string;
}

/** One model to be checked. */
export interface PlannedCheck {
  readonly model: string;
  /** Empty together with `files`: the model's own are meant. */
  readonly properties: readonly { readonly id: string; readonly text: string; readonly path: ConfigPath }[];
  readonly files: readonly string[];
  readonly choices: CheckChoices;
  readonly limits: { readonly seconds?: number; readonly states?: number; readonly memoryBytes?: number };
}

export type Planned =
  | { readonly checks: readonly PlannedCheck[]; readonly problems: readonly [] }
  | { readonly checks: null; readonly problems: readonly ConfigProblem[] };

/** The checks that a configuration asks for. */
export function planChecks(config: unknown): Planned {
  const planner = new Planner();
  const checks = planner.plan(config);
  return planner.problems.length > 0 ? { checks: null, problems: planner.problems } : { checks, problems: [] };
}

/** `models[0].limits.seconds` */
export function pathText(path: ConfigPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** Every member that may be set for all models: the types make the list complete. */
const SETTINGS = Object.keys({
  engine: true,
  deadlock: true,
  fairness: true,
  trace: true,
  vacuity: true,
  watch: true,
  reductions: true,
  limits: true,
} satisfies Record<keyof ConfigSettings, true>);
const MODEL = [
  ...Object.keys({ model: true, properties: true, files: true } satisfies Record<
    keyof Omit<ModelConfig, keyof ConfigSettings>,
    true
  >),
  ...SETTINGS,
];
const LIMITS = Object.keys({ seconds: true, states: true, memory: true } satisfies Record<keyof ConfigLimits, true>);

const EXAMPLE =
  "write `models: ['protocol.ts']`, or `models: [{ model: 'net.pnml', properties: { live: 'G F done' } }]`";

type Members = Readonly<Record<string, unknown>>;

class Planner {
  readonly problems: ConfigProblem[] = [];

  plan(config: unknown): PlannedCheck[] {
    if (!isRecord(config)) {
      this.complain([], 'a configuration is an object', EXAMPLE);
      return [];
    }
    this.requireKnown(config, ['models', ...SETTINGS], []);
    const common = this.settings(config, []);
    const { models } = config;
    if (!Array.isArray(models) || models.length === 0) {
      const found = models === undefined ? 'the configuration names no models' : '`models` is not a list of models';
      this.complain(models === undefined ? [] : ['models'], found, EXAMPLE);
      return [];
    }
    return models.flatMap((entry: unknown, i) => this.model(entry, common, ['models', i]) ?? []);
  }

  private model(entry: unknown, common: Settings, path: ConfigPath): PlannedCheck | null {
    const members = typeof entry === 'string' ? { model: entry } : entry;
    if (!isRecord(members)) return this.complain(path, 'a model is a text or an object', EXAMPLE);
    this.requireKnown(members, MODEL, path);
    const own = this.settings(members, path);
    const { model } = members;
    if (typeof model !== 'string' || model === '') {
      return this.complain(
        model === undefined ? path : [...path, 'model'],
        '`model` is the name of a file or net',
        EXAMPLE,
      );
    }
    if (model === '-')
      return this.complain([...path, 'model'], 'a model of a configuration is a file: it is read more than once');
    return {
      model,
      properties: this.properties(members.properties, [...path, 'properties']),
      files: this.texts(members.files, [...path, 'files'], 'files of formulas') ?? [],
      choices: { ...common.choices, ...own.choices },
      limits: { ...common.limits, ...own.limits },
    };
  }

  private properties(value: unknown, path: ConfigPath): PlannedCheck['properties'] {
    if (value === undefined) return [];
    if (!isRecord(value)) {
      this.complain(path, '`properties` is an object of formulas by name', "write `{ live: 'G(request -> F grant)' }`");
      return [];
    }
    return Object.entries(value).flatMap(([id, formula]) => {
      const text = typeof formula === 'string' ? formula : isFormula(formula) ? printFormula(formula) : null;
      if (text !== null) return [{ id, text, path: [...path, id] }];
      this.complain(
        [...path, id],
        `the property ${id} is not a formula`,
        "write it as a text: 'G(request -> F grant)'",
      );
      return [];
    });
  }

  private settings(members: Members, path: ConfigPath): Settings {
    const { limits, engine, deadlock, fairness, trace, vacuity, watch, reductions } = members;
    const choices = {
      ...(engine !== undefined && { engine: this.completed({ engine }, [...path, 'engine']) }),
      ...(deadlock !== undefined && { deadlock: this.oneOf(deadlock, deadlockReadings, [...path, 'deadlock']) }),
      ...(fairness !== undefined && { fairness: this.fairness(fairness, [...path, 'fairness']) }),
      ...(trace !== undefined && { trace: this.oneOf(trace, ['cut', 'lasso'], [...path, 'trace']) }),
      ...(vacuity !== undefined && { vacuity: this.oneOf(vacuity, ['look', 'skip'], [...path, 'vacuity']) }),
      ...(watch !== undefined && { watch: this.texts(watch, [...path, 'watch'], 'expressions') }),
      ...(reductions !== undefined && { reductions: this.completed({ reductions }, [...path, 'reductions']) }),
    };
    return { choices: choices as CheckChoices, limits: this.limits(limits, [...path, 'limits']) };
  }

  /** A choice that the room of checks judges. */
  private completed<K extends 'engine' | 'reductions'>(
    choice: Readonly<Record<K, unknown>>,
    path: ConfigPath,
  ): unknown {
    const [value] = Object.values(choice);
    if (typeof value !== 'string' && !isRecord(value) && !Array.isArray(value)) {
      return this.complain(path, `\`${path.at(-1)}\` is a name or an object`);
    }
    try {
      completeChoices(choice as CheckChoices);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return this.complain(path, error.message);
    }
    return value;
  }

  private fairness(value: unknown, path: ConfigPath): unknown {
    if (!isRecord(value)) return this.complain(path, '`fairness` is an object', "write `{ weak: 'processes' }`");
    this.requireKnown(value, ['weak', 'strong'], path);
    for (const [kind, scope] of Object.entries(value)) {
      if (typeof scope !== 'string') this.texts(scope, [...path, kind], 'processes and transitions');
      else this.oneOf(scope, ['processes', 'transitions'], [...path, kind]);
    }
    return value;
  }

  private limits(value: unknown, path: ConfigPath): PlannedCheck['limits'] {
    if (value === undefined) return {};
    if (!isRecord(value)) {
      this.complain(path, '`limits` is an object', 'write `{ seconds: 60, states: 1_000_000, memory: "4G" }`');
      return {};
    }
    this.requireKnown(value, LIMITS, path);
    const { seconds, states, memory } = value;
    const memoryBytes = memory === undefined ? undefined : bytesOf(memory);
    if (seconds !== undefined && !(typeof seconds === 'number' && seconds > 0)) {
      this.complain([...path, 'seconds'], 'a time is a number of seconds above 0');
    }
    if (states !== undefined && !(Number.isSafeInteger(states) && (states as number) >= 0)) {
      this.complain([...path, 'states'], 'a number of states is a whole number');
    }
    if (memoryBytes === null)
      this.complain([...path, 'memory'], 'an amount of memory is a number of bytes, or a text such as 500M or 4G');
    return {
      ...(seconds !== undefined && { seconds: seconds as number }),
      ...(states !== undefined && { states: states as number }),
      ...(memoryBytes && { memoryBytes }),
    };
  }

  private oneOf(value: unknown, allowed: readonly string[], path: ConfigPath): unknown {
    if (typeof value === 'string' && allowed.includes(value)) return value;
    const shown = typeof value === 'string' ? `\`${value}\`` : 'this';
    const message = `${shown} is none of ${allowed.join(', ')}`;
    return this.complain(path, message, typeof value === 'string' ? didYouMean(value, allowed) : undefined);
  }

  private texts(value: unknown, path: ConfigPath, what: string): readonly string[] | undefined {
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value as string[];
    this.complain(path, `\`${path.at(-1)}\` is a list of ${what}`, 'write `[…]` with a text for each');
    return undefined;
  }

  private requireKnown(members: Members, known: readonly string[], path: ConfigPath): void {
    for (const key of Object.keys(members)) {
      if (known.includes(key)) continue;
      const where = path.length === 0 ? 'a configuration' : `\`${pathText(path)}\``;
      const hint = didYouMean(key, known) ?? `it knows ${known.join(', ')}`;
      this.problems.push({ path: [...path, key], at: 'key', message: `${where} has no member \`${key}\``, hint });
    }
  }

  private complain(path: ConfigPath, message: string, hint?: string): null {
    this.problems.push({ path, at: 'value', message, ...(hint && { hint }) });
    return null;
  }
}

interface Settings {
  readonly choices: CheckChoices;
  readonly limits: PlannedCheck['limits'];
}

/** Bytes, or null where it is no amount. */
function bytesOf(amount: unknown): number | null {
  if (typeof amount === 'number') return Number.isFinite(amount) && amount > 0 ? Math.floor(amount) : null;
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(String(amount));
  if (match === null || Number(match[1]) <= 0) return null;
  return Math.floor(Number(match[1]) * 1024 ** ['', 'k', 'm', 'g', 't'].indexOf(match[2].toLowerCase()));
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A formula, perhaps of another copy of the library. */
function isFormula(value: unknown): value is Formula {
  return isRecord(value) && 'kind' in value && 'children' in value;
}
