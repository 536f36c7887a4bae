import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticCodes } from '../../src/diagnostics/codes.ts';
import { type Diagnostic, InputError, unwrap } from '../../src/diagnostics/diagnostic.ts';
import { positionAt } from '../../src/diagnostics/source.ts';

describe('positions', () => {
  it('count lines and columns from 1', () => {
    const source = { name: 's', text: 'ab\ncd\n\ne' };
    const at = [0, 1, 2, 3, 5, 6, 7, 8].map((offset) => {
      const { line, column } = positionAt(source, offset);
      return `${line}:${column}`;
    });
    expect(at).toEqual(['1:1', '1:2', '1:3', '2:1', '2:3', '3:1', '4:1', '4:2']);
  });

  it('stay within the text', () => {
    expect(positionAt({ name: 's', text: 'ab' }, 50)).toEqual({ line: 1, column: 3 });
  });

  it('agree with splitting the text into lines', () => {
    const text = fc.array(fc.constantFrom('a', '\n', 'ö'), { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(20), (content, offset) => {
        const lines = content.slice(0, Math.min(offset, content.length)).split('\n');
        const expected = { line: lines.length, column: lines.at(-1)!.length + 1 };
        expect(positionAt({ name: 's', text: content }, offset)).toEqual(expected);
      }),
      { seed: 2 },
    );
  });
});

describe('the table of codes', () => {
  it('has a title and an explanation for each, and no code in two rooms', () => {
    const folder = 'src/diagnostics/codes';
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const codes = texts.flatMap((text) => [...text.matchAll(/^ {2}([A-Z]+\d{3}): \{/gm)].map((match) => match[1]));
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(diagnosticCodes).sort()).toEqual(codes.sort());
    for (const [code, { title, explanation }] of Object.entries(diagnosticCodes)) {
      expect(code).toMatch(/^[A-Z]+\d{3}$/);
      expect(title).not.toBe('');
      expect(explanation, code).toMatch(/[.?]$/);
    }
  });
});

describe('an input error', () => {
  const complaints: Diagnostic[] = [
    { code: 'LTL001', message: 'first' },
    { code: 'LTL002', message: 'second' },
  ];

  it('carries one diagnostic or several, and their messages', () => {
    expect(new InputError(complaints[0]).diagnostics).toEqual([complaints[0]]);
    expect(new InputError(complaints).diagnostics).toEqual(complaints);
    expect(new InputError(complaints).message).toBe('first\nsecond');
  });

  it('is what unwrapping a failed parse throws', () => {
    expect(unwrap({ value: 0, diagnostics: [] })).toBe(0);
    expect(() => unwrap({ value: null, diagnostics: complaints })).toThrow(InputError);
  });
});
