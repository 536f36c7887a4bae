// Crashes: a process that may stop at any moment, and perhaps come back with what it had on disk.
import { type Action, type Outcome, type Process, type Update, updated } from './system.ts';

/** The local state of a process that can crash: `is` is its own state while it is up, and what was kept while it is down. */
export interface Crashable<L> {
  readonly up: boolean;
  /** How often it has crashed; counted only when there is a limit. */
  readonly crashes: number;
  readonly is: L;
}

export interface CrashOptions<L> {
  /** What is left after a crash: everything unless given. A function that forgets what is only in memory. */
  readonly keep?: (self: L) => L;
  /** The most crashes; without limit unless given. */
  readonly limit?: number;
  /** Whether the process can come back (`possible`, the default) or not (`never`). */
  readonly restart?: 'possible' | 'never';
}

/** The same process with the actions `crash` and `restart`. */
export function crashing<L, G>(inner: Process<L, G>, options: CrashOptions<NoInfer<L>> = {}): Process<Crashable<L>, G> {
  const { keep = (self: L): L => self, limit = Number.POSITIVE_INFINITY, restart = 'possible' } = options;
  const counted = limit !== Number.POSITIVE_INFINITY;
  type Act = Action<Crashable<L>, G>;
  const actions: Record<string, Act> = {};
  for (const [name, act] of Object.entries(inner.actions)) actions[name] = whileUp(act);
  actions.crash = ({ up, crashes, is }) =>
    up &&
    crashes < limit && {
      self: { up: false, crashes: counted ? crashes + 1 : 0, is: keep(is) } as Update<Crashable<L>>,
    };
  if (restart === 'possible') actions.restart = ({ up }) => !up && { self: { up: true } as Update<Crashable<L>> };
  return { initial: { up: true, crashes: 0, is: inner.initial }, actions };
}

function whileUp<L, G>(act: Action<L, G>): Action<Crashable<L>, G> {
  return ({ up, is }, shared) => {
    const outcomes = up ? act(is, shared) : null;
    if (outcomes === false || outcomes === null || outcomes === undefined) return null;
    const list = Symbol.iterator in outcomes ? [...outcomes] : [outcomes];
    return list.map(({ self, shared: change }): Outcome<Crashable<L>, G> => {
      const local = self === undefined ? {} : { self: { is: updated(is, self) } as Update<Crashable<L>> };
      return change === undefined ? local : { ...local, shared: change };
    });
  };
}
