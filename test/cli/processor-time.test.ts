// What a process has used of the processors, by which long checks are ended and not by the time on the wall.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseTime, processorSeconds } from '../../src/cli/threads/processor-time.ts';

describe('the time that a process has used', () => {
  it.each([
    ['00:00:07\n', 7],
    ['  1-02:03:04', 93_784],
    ['   3:04.50', 184.5],
    ['12:00:00', 43_200],
    ['', null],
    ['TIME', null],
  ])('is read from %j', (text, seconds) => {
    expect(parseTime(text)).toBe(seconds);
  });

  it('is that of this process, to the second', () => {
    const before = process.cpuUsage();
    const seconds = processorSeconds(process.pid);
    const after = process.cpuUsage();
    expect(seconds).not.toBeNull();
    expect(seconds).toBeGreaterThanOrEqual(Math.floor((before.user + before.system) / 1e6) - 1);
    expect(seconds).toBeLessThanOrEqual((after.user + after.system) / 1e6 + 1);
  });

  it('is not known of a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(processorSeconds(pid)).toBeNull();
  });
});
