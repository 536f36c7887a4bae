// Whether threads pay is decided by what is told: work and milliseconds of levels.
import { describe, expect, it } from 'vitest';
import { Trial } from '../../../src/explicit/kernel/threads/trial.ts';

/** Levels of so much work, by threads that do so much in a millisecond: all together, and the first one alone. */
function tried(work: number, { together, alone }: { readonly together: number; readonly alone: number }, levels = 50) {
  const trial = new Trial();
  let aloneLevels = 0;
  for (let level = 0; level < levels && trial.verdict === 'open'; level++) {
    if (!trial.isTogether) aloneLevels++;
    trial.note(work, work / (trial.isTogether ? together : alone));
  }
  return { verdict: trial.verdict, isTogether: trial.isTogether, aloneLevels };
}

describe('a trial of threads', () => {
  it('lets them work on where they do more together, after one level alone', () => {
    expect(tried(20_000, { together: 1700, alone: 1000 })).toEqual({
      verdict: 'pays',
      isTogether: true,
      aloneLevels: 1,
    });
  });

  it.each([0.5, 0.82, 1, 1.1])('sends them away where all do %d times as much as one, after two trials', (gain) => {
    const told = tried(20_000, { together: gain * 1000, alone: 1000 });
    expect(told).toEqual({ verdict: 'does not pay', isTogether: false, aloneLevels: 2 });
  });

  it('waits until levels took long enough to tell', () => {
    expect(tried(100, { together: 800, alone: 1000 }, 20).verdict).toBe('open');
    expect(tried(100, { together: 800, alone: 1000 }, 1000).verdict).toBe('does not pay');
  });

  it('is not deceived by levels that become slower as the table grows', () => {
    const trial = new Trial();
    for (let speed = 1000; trial.verdict === 'open'; speed *= 0.97) {
      trial.note(20_000, 20_000 / (speed * (trial.isTogether ? 1.6 : 1)));
    }
    expect(trial.verdict).toBe('pays');
  });

  it.each([
    [1700, 300],
    [300, 1700],
  ])('is not deceived by one part that was disturbed: %d and %d together', (before, after) => {
    const trial = new Trial();
    for (const speed of [1700, before, 1000, after]) trial.note(20_000, 20_000 / speed);
    expect(trial.verdict).toBe('pays');
  });

  it('asks a second time before threads are sent away', () => {
    const trial = new Trial();
    const note = (...speeds: number[]): void => {
      for (const speed of speeds) trial.note(20_000, 20_000 / speed);
    };
    note(1000, 900, 1000, 900);
    expect(trial.verdict).toBe('open');
    expect(trial.isTogether).toBe(false);
    note(1000);
    expect(trial.isTogether).toBe(true);
    note(1700);
    expect(trial.verdict).toBe('pays');
  });
});
