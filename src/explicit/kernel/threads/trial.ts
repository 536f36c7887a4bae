// Whether several threads pay: where processors share a core, two threads together may do less than one alone, and no system tells. So it is tried: in the first levels that
// are shared, one is done by the first thread alone, between two that all do. What was done and how long it took is told from outside; nothing here asks a clock.

/** Milliseconds together before anything counts: code that is new is replaced by its optimised form. */
const WARM = 10;
/** Milliseconds of each part at least: shorter ones say little. */
const PART = 5;
/** How many times as much all must do as one: what they share costs a little more than what one has for itself. */
const GAIN = 1.15;
/** Trials that must say in a row that it does not pay. */
const TRIALS = 2;

const PARTS = ['warm', 'before', 'alone', 'after'] as const;

/** What was done in a part of a trial, and in how long. */
interface Done {
  work: number;
  milliseconds: number;
}

const nothing = (): Done => ({ work: 0, milliseconds: 0 });
const rate = ({ work, milliseconds }: Done): number => work / milliseconds;

export class Trial {
  private part = 0;
  private done: Done[] = PARTS.map(nothing);
  private failures = 0;
  verdict: 'open' | 'pays' | 'does not pay' = 'open';

  /** Whether all are to do the next level. */
  get isTogether(): boolean {
    return this.verdict === 'pays' || (this.verdict === 'open' && PARTS[this.part] !== 'alone');
  }

  /** A level was done, by all or by one, as was wished. */
  note(work: number, milliseconds: number): void {
    if (this.verdict !== 'open') return;
    const done = this.done[this.part];
    done.work += work;
    done.milliseconds += milliseconds;
    if (done.milliseconds < (PARTS[this.part] === 'warm' ? WARM : PART)) return;
    if (++this.part < PARTS.length) return;
    const [, before, alone, after] = this.done;
    // The better of both: in one of them another program may have been in the way.
    if (Math.max(rate(before), rate(after)) >= rate(alone) * GAIN) this.verdict = 'pays';
    else if (++this.failures === TRIALS) this.verdict = 'does not pay';
    else {
      // What came last is the first part of the next trial.
      this.done = [nothing(), after, nothing(), nothing()];
      this.part = PARTS.indexOf('alone');
    }
  }
}
