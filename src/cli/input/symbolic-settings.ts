// What the command line says about the symbolic engine, for `tegata states` and `tegata check`.
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { DiagramChoices } from '../../check/index.ts';
import { InputError, type Stopwatch, UsageError } from '../../diagnostics/index.ts';
import {
  type Closure,
  type Clusters,
  type HullAlgorithm,
  type OrderName,
  orderNames,
  type PropertyLevel,
  type Strategy,
} from '../../symbolic/index.ts';
import { readText } from './read-file.ts';
import { FILE_LIMIT } from './size-limits.ts';

/** How sets are closed: words of `--strategy`. */
export const strategyNames = ['saturation', 'chaining', 'bfs'] as const;

/** What the command line says about symbolic runs. */
export interface SymbolicSettings {
  /** The name of a variable order, or of a file that lists the variables. */
  readonly variables?: string;
  readonly strategy?: (typeof strategyNames)[number];
  readonly clusters?: Clusters;
  /** False with `--no-saturation`. */
  readonly saturation?: boolean;
  readonly hull?: HullAlgorithm;
  readonly propertyLevel?: PropertyLevel;
  readonly closure?: Closure;
}

/** Reads `--property-level`. */
export function propertyLevel(text: string): PropertyLevel {
  if (text === 'top' || text === 'bottom') return text;
  if (/^(\d+|0?\.\d+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be top, bottom, a number of variables, or a share below 1 such as 0.5.');
}

/** The settings that were given, as the engine takes them; a file with an order is read here. Throws `LimitExceeded` when the watch says so. */
export function diagramChoices(settings: SymbolicSettings, watch?: Stopwatch): DiagramChoices {
  const { variables, clusters, hull, propertyLevel, closure } = settings;
  const strategy = strategyOf(settings);
  return {
    ...(variables !== undefined && { variables: variableOrder(variables, watch) }),
    ...(strategy !== undefined && { strategy }),
    ...(clusters !== undefined && { clusters }),
    ...(hull !== undefined && { hull }),
    ...(propertyLevel !== undefined && { propertyLevel }),
    ...(closure !== undefined && { closure }),
  };
}

function strategyOf({ strategy, saturation }: SymbolicSettings): Strategy | undefined {
  if (saturation === false && strategy === 'saturation') {
    throw new UsageError('--no-saturation and --strategy saturation contradict each other');
  }
  if (strategy === undefined) return saturation === false ? 'chaining' : undefined;
  return strategy === 'bfs' ? 'breadth-first' : strategy;
}

function variableOrder(order: string, watch?: Stopwatch): NonNullable<DiagramChoices['variables']> {
  if (order === 'race') return 'race';
  const named = orderNames.find((name): name is Exclude<OrderName, 'user'> => name === order);
  if (named !== undefined) return named;
  if (!existsSync(order)) {
    throw new InputError({
      code: 'CMD002',
      message: `\`${order}\` is neither a variable order nor a file`,
      hint: `the orders are ${['race', ...orderNames].join(', ')}`,
    });
  }
  return { text: readText(order, FILE_LIMIT, watch), file: order };
}
