import { expect, it } from 'vitest';
import { detached } from '../../src/base/text.ts';

it('a detached text is the same text', () => {
  const whole = 'a rather long line of a file, with names in it';
  for (const text of ['', 'a', 'thirteen char', whole.slice(2, 30), '😀'.repeat(10)]) expect(detached(text)).toBe(text);
});
