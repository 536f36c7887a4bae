// Commands under faults: a process that runs them (`runner.mjs`), and which faults there are to try.
import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';

/** What can fail: see `host.cjs`. */
export interface Fault {
  readonly kind: string;
  /** Counted from 1, in one thread. */
  readonly nth: number;
  /** Only that one, or all from then on. */
  readonly times: 'once' | 'always';
  readonly where: 'main' | 'thread';
}

export interface FaultOutcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What was written to `out/`. */
  readonly files: Readonly<Record<string, string>>;
  /** The stack of an error that nobody has caught. */
  readonly crash: string | null;
  readonly log: string;
}

const host = resolve('test/helpers/faults/host.cjs');
/** Milliseconds after which a run is taken for one that never ends: a hundred times what it takes. */
const LONGEST = 90_000;
const LOST = { status: -1, stdout: '', stderr: '', files: {}, log: '' } as const;
/** What notes all that could fail; and what does not even that. */
export const NOTED = { kind: 'none', nth: 0, times: 'once', where: 'main' } as const;
const NOTHING = { ...NOTED, kind: 'nothing' } as const;

export class FaultRunner {
  private readonly scratch: string;
  private child: ChildProcess;

  constructor(scratch: string) {
    this.scratch = scratch;
    this.child = this.start();
  }

  /** Runs a command inside the process. */
  async run(args: readonly string[], fault: Fault = NOTHING): Promise<FaultOutcome> {
    const { child, scratch } = this;
    return new Promise((done) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
      const onExit = (code: number | null, signal: string | null): void => {
        clearTimeout(timer);
        this.child = this.start();
        done({ ...LOST, crash: `the process has ended with ${signal ?? code}` });
      };
      child.once('exit', onExit);
      child.once('message', (outcome: FaultOutcome) => {
        clearTimeout(timer);
        child.off('exit', onExit);
        done(outcome);
      });
      child.send({ args, scratch, fault });
    });
  }

  end(): void {
    this.child.removeAllListeners('exit');
    this.child.kill('SIGKILL');
  }

  private start(): ChildProcess {
    return fork(resolve('test/helpers/faults/runner.mjs'), [], {
      execArgv: ['--require', host],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    });
  }
}

/** Which faults of a kind are tried: once, or from then on; some make no sense for ever, as a pipe that never has room. */
const TIMES: Readonly<Record<string, readonly Fault['times'][]>> = {
  array: ['once', 'always'],
  wasm: ['once', 'always'],
  read: ['once', 'always'],
  write: ['once', 'always'],
  remove: ['once'],
  short: ['once', 'always'],
  again: ['once'],
  thread: ['once', 'always'],
  'thread-error': ['once', 'always'],
  'thread-exit': ['once', 'always'],
};

export interface Choice {
  /** Allocations are many: only the first of each place in the code is tried, once; or all, and all from each on. */
  readonly allocations: 'each place' | 'all';
  /** Places that were tried already; changed. */
  readonly seen: Set<string>;
}

/** The faults to try, from the log of a run without one. */
export function faultsOf(log: string, { allocations, seen }: Choice): Fault[] {
  const counts = new Map<string, number>();
  const faults: Fault[] = [];
  for (const line of log.split('\n').slice(0, -1)) {
    const [where, kind, place] = line.split(' ') as [Fault['where'], string, string];
    const nth = (counts.get(`${where} ${kind}`) ?? 0) + 1;
    counts.set(`${where} ${kind}`, nth);
    if (kind === 'array' && allocations === 'each place') {
      if (!seen.has(place)) faults.push({ kind, nth, times: 'once', where });
      seen.add(place);
    } else for (const times of TIMES[kind]) faults.push({ kind, nth, times, where });
  }
  return faults;
}
