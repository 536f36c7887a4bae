// What the options of `tegata states` say, as data that can be sent from thread to thread.
import type { ModelFormat } from '../../models/index.ts';
import type { SymbolicSettings } from './symbolic-settings.ts';

export interface StatesSettings extends SymbolicSettings {
  readonly engine: 'explicit' | 'symbolic' | 'plain';
  readonly bfs?: true;
  readonly dfs?: true;
  readonly maxStates?: number;
  readonly timeout?: number;
  readonly memory?: number;
  readonly compress: 'always' | 'never' | 'when-short';
  /** Absent: as many as pay. */
  readonly threads?: number;
  readonly format?: ModelFormat;
  readonly json?: true;
  readonly mcc?: true;
}
