import { describe, expect, it } from 'vitest';
import { readRecords } from '../../src/experiments/records.ts';

const header = { kind: 'run', scale: 'tiny', seed: 1, version: '0', machine: 'm' };
const selected = { kind: 'selected', model: 'm', set: 'rnd', candidates: 3 };

describe('a file of results', () => {
  it('is read line by line', () => {
    const text = `${JSON.stringify(header)}\n${JSON.stringify(selected)}\n`;
    expect(readRecords(text)).toEqual({ records: [header, selected], garbled: 0, completeLength: text.length });
  });

  it('loses only the line that was being written when it was cut off, wherever that was', () => {
    const [first, second] = [`${JSON.stringify(header)}\n`, `${JSON.stringify(selected)}\n`];
    for (let cut = 0; cut < second.length; cut++) {
      const { records, garbled, completeLength } = readRecords(first + second.slice(0, cut));
      expect(records).toEqual([header]);
      expect(garbled).toBe(0);
      expect(completeLength).toBe(first.length);
    }
  });

  it('may have lines that are not records: they are counted and left out', () => {
    const text = `${JSON.stringify(header)}\n{"kind":"che\nnull\n{"kind":"other"}\n\n${JSON.stringify(selected)}\n`;
    const { records, garbled } = readRecords(text);
    expect(records).toEqual([header, selected]);
    expect(garbled).toBe(3);
  });
});
