import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';

const PIECES = [
  'G',
  'F',
  'X',
  'U',
  'W',
  'R',
  'M',
  '(',
  ')',
  '"',
  '!',
  '&',
  '|',
  '->',
  '<->',
  '[2:',
  ']',
  'a',
  'p1',
  '\\',
  '#',
  ',',
  '\n',
];

describe('tegata formula on rubbish', () => {
  it.each([
    ['raw bytes', (random: Random) => Buffer.from(Array.from({ length: 4000 }, () => random.below(256)))],
    [
      'symbols in any order',
      (random: Random) => Buffer.from(Array.from({ length: 4000 }, () => random.pick(PIECES)).join('')),
    ],
    ['one endless line', (random: Random) => Buffer.from(`${random.pick(['(', '!', 'X', 'a &', '"'])}`.repeat(50_000))],
  ])('ends with 0 or 65, and never calls itself at fault: %s', (_, make) => {
    for (let seed = 0; seed < 3; seed++) {
      const args = ['dist/cli/bundle/main.js', 'formula', '--simplify', '--json', '-F', '-'];
      const { status, stderr } = spawnSync(process.execPath, args, {
        input: make(new Random(seed)),
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect([0, 65], stderr.slice(0, 500)).toContain(status);
      expect(stderr).not.toContain('This is a bug');
    }
  });
});
