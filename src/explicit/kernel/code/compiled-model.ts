// A model under a packing, ready to be put on a memory: what of it needs no addresses.
import type { Expression } from '../../../models/expression/expression.ts';
import { mentionsDead } from '../../../models/expression/walk.ts';
import type { Behaviour, Model } from '../../../models/model.ts';
import { MonitoredModel } from '../../product/monitored-model.ts';
import type { Packing } from '../packing/packing.ts';
import type { PackedMonitor } from './generate-monitor.ts';
import { type PackedTables, packTables } from './table-data.ts';

export interface CompiledModel {
  readonly model: Model;
  readonly packing: Packing;
  readonly predicates: readonly Expression[];
  readonly behaviours: readonly Behaviour[];
  readonly tables: PackedTables;
  /** The most successors that one state can have. */
  readonly mostSuccessors: number;
  /** Bytes of a label: a bit per predicate, in 32-bit words. */
  readonly labelBytes: number;
  /** Whether a predicate asks for `dead`. */
  readonly needsDead: boolean;
  /** Successors come from the model's own function, not from generated code. */
  readonly inHost: boolean;
  /** Whether successors must come in the order of the model. */
  readonly order: 'model' | 'open';
  /** What ends a search where it holds, or has no value (`generate-module.ts`). */
  readonly watched?: Expression;
  /** Steps beside the model, where code does that. */
  readonly monitor?: PackedMonitor;
}

type CompileOptions = { readonly host?: 'always' } & Partial<Pick<CompiledModel, 'order' | 'watched'>>;

/** All conditions on states besides those of the groups. */
export function conditionsOf({
  model,
  predicates,
  watched,
}: Pick<CompiledModel, 'model' | 'predicates' | 'watched'>): readonly Expression[] {
  const read = model instanceof MonitoredModel ? model.monitor.conditions : [];
  return [...predicates, ...(watched === undefined ? [] : [watched]), ...read];
}

/** Successors of one state that are provided for when the model cannot say how many there may be. */
const HOST_SUCCESSORS = 1 << 16;

/** Prepares the model; opaque groups (and `host: 'always'`) leave the successors to the model's own function. */
export function compileModel(
  model: Model,
  packing: Packing,
  predicates: readonly Expression[],
  options: CompileOptions = {},
): CompiledModel {
  const behaviours = model.groups.map(({ behaviour }) => behaviour);
  const inHost = options.host === 'always' || behaviours.some(({ kind }) => kind === 'opaque');
  const rows = inHost ? NO_TABLES : packTables(model, packing);
  const { tables, monitor } = inHost ? { tables: rows } : withMonitor(model, rows);
  const single = behaviours.filter(({ kind }) => kind !== 'table').length;
  const fromTables = tables.mostRows.reduce((sum, rows) => sum + rows, 0);
  return {
    model,
    packing,
    predicates,
    behaviours,
    tables,
    mostSuccessors: inHost ? HOST_SUCCESSORS : Math.max(1, single + fromTables),
    labelBytes: Math.ceil(predicates.length / 32) * 4,
    needsDead: predicates.some(mentionsDead),
    inHost,
    order: options.order ?? 'model',
    watched: options.watched,
    monitor,
  };
}

/** The tables with that of a monitor behind them. */
function withMonitor(model: Model, rows: PackedTables): Pick<CompiledModel, 'tables' | 'monitor'> {
  if (!(model instanceof MonitoredModel)) return { tables: rows };
  const { monitor, variable } = model;
  const tables: PackedTables = {
    ...rows,
    bytes: rows.bytes + monitor.next.length,
    write: (memory, at) => {
      rows.write(memory, at);
      new Uint8Array(memory, at + rows.bytes, monitor.next.length).set(monitor.next);
    },
  };
  return { tables, monitor: { monitor, variable, tableOffset: rows.bytes } };
}

const NO_TABLES: PackedTables = { bytes: 0, offsets: [], mostRows: [], write: () => undefined };
