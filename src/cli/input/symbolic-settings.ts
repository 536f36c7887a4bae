// What the command line says about the symbolic engine, for `tegata states` and `tegata check`.
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { InputError, UsageError } from '../../diagnostics/index.ts';
import type { Model } from '../../models/index.ts';
import {
  type Clusters,
  type ExploreOptions,
  type OrderName,
  orderFromNames,
  orderNames,
  type PropertyLevel,
  type Strategy,
  type VariableOrder,
} from '../../symbolic/index.ts';
import { readText } from './read-file.ts';

/** The words of `--strategy`. */
export const strategyNames = ['saturation', 'chaining', 'bfs'] as const;

/** What the command line says about symbolic runs. */
export interface SymbolicSettings {
  readonly order?: string;
  readonly strategy?: (typeof strategyNames)[number];
  readonly clusters?: Clusters;
  /** False with `--no-saturation`. */
  readonly saturation?: boolean;
}

/** Reads `--property-level`. */
export function propertyLevel(text: string): PropertyLevel {
  if (text === 'top' || text === 'bottom') return text;
  if (/^(\d+|0?\.\d+)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be top, bottom, a number of variables, or a share below 1 such as 0.5.');
}

/** The settings as the engine takes them; `--order` is a name, or a file that lists variables. */
export function exploreOptionsOf(
  model: Model,
  settings: SymbolicSettings,
): Pick<ExploreOptions, 'order' | 'strategy' | 'clusters'> {
  return {
    order: orderOf(model, settings.order),
    strategy: strategyOf(settings),
    clusters: settings.clusters,
  };
}

function strategyOf({ strategy, saturation }: SymbolicSettings): Strategy {
  if (saturation === false && strategy === 'saturation') {
    throw new UsageError('--no-saturation and --strategy saturation contradict each other');
  }
  if (strategy === undefined) return saturation === false ? 'chaining' : 'saturation';
  return strategy === 'bfs' ? 'breadth-first' : strategy;
}

function orderOf(model: Model, order: string | undefined): 'race' | Exclude<OrderName, 'user'> | VariableOrder {
  if (order === undefined || order === 'race') return 'race';
  const named = orderNames.find((name): name is Exclude<OrderName, 'user'> => name === order);
  if (named !== undefined) return named;
  if (!existsSync(order)) {
    const known = ['race', ...orderNames].join(', ');
    throw new InputError({
      code: 'CMD002',
      message: `\`${order}\` is no order and no file`,
      hint: `there are ${known}`,
    });
  }
  return orderFromNames(model, readText(order), order);
}
