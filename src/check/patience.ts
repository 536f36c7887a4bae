// What is nearly known when somebody says stop. Whoever says it may wait for 5 s (docs/first-steps.md), and wants to hear of a violation
// that the search has found: its lasso is still looked for, and confirmed.
import { Stopwatch } from '../diagnostics/stopwatch.ts';

/** Milliseconds in which the lasso of a violation is found, after somebody has said stop. */
const FOR_LASSOS = 1500;
/** Milliseconds for the confirmation of a counterexample, whatever the limits; more where somebody has said stop. */
const CONFIRMATION = 300;
const CONFIRMATION_WHEN_CANCELLED = 2500;

/** Does what is to be done for a violation that is known, for a while also after somebody has said stop. */
export function patiently<T>(
  { graph, stopwatch }: { readonly graph: { watch: Stopwatch | undefined }; readonly stopwatch: Stopwatch },
  work: (watch: Stopwatch) => T,
): T {
  const watch = new PatientStopwatch(stopwatch);
  graph.watch = watch;
  try {
    return work(watch);
  } finally {
    graph.watch = stopwatch;
  }
}

/** The same limits, but that one goes on for a while after somebody has said stop. */
class PatientStopwatch extends Stopwatch {
  private readonly whole: Stopwatch;
  /** When it was first seen that somebody has said stop. */
  private since = Number.POSITIVE_INFINITY;

  constructor(whole: Stopwatch) {
    super({}, whole);
    this.whole = whole;
  }

  override get isCancelled(): boolean {
    if (!this.whole.isCancelled) return false;
    const now = performance.now();
    this.since = Math.min(this.since, now);
    return now - this.since > FOR_LASSOS;
  }
}

/** What was found at the last moment may still be confirmed: limits bind again after another one. */
export function patientWatch(stopwatch: Stopwatch): Pick<Stopwatch, 'look'> {
  const begun = performance.now();
  return {
    look: () => {
      const patience = stopwatch.isCancelled ? CONFIRMATION_WHEN_CANCELLED : CONFIRMATION;
      if (performance.now() - begun > patience) stopwatch.look();
    },
  };
}
