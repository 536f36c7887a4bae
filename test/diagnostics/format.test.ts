import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../src/diagnostics/format.ts';
import type { Source } from '../../src/diagnostics/source.ts';

/** The diagnostic about the first occurrence of `marked`. */
function about(source: Source, marked: string): string {
  const start = source.text.indexOf(marked);
  return formatDiagnostic({
    code: 'LTL001',
    message: 'unexpected symbol',
    source,
    span: { start, end: start + marked.length },
  });
}

describe('a diagnostic as text', () => {
  it('has position, code, message, the line with a caret, and the hint', () => {
    const text = formatDiagnostic({
      code: 'LTL002',
      message: 'expected an operand after `U`',
      source: { name: 'formula', text: 'a U & b' },
      span: { start: 4, end: 5 },
      hint: 'write one',
    });
    expect(text).toBe(
      ['formula:1:5: error[LTL002]: expected an operand after `U`', '  a U & b', '      ^', '  hint: write one'].join(
        '\n',
      ),
    );
  });

  it('underlines the whole place, on its own line only', () => {
    expect(about({ name: 'f', text: 'first\nsecond here\nthird' }, 'here')).toBe(
      ['f:2:8: error[LTL001]: unexpected symbol', '  second here', '         ^^^^'].join('\n'),
    );
    const across = about({ name: 'f', text: 'ab\ncd' }, 'b\ncd').split('\n');
    expect(across.slice(1)).toEqual(['  ab', '   ^']);
  });

  it('shows a caret at the end of the text, and in an empty one', () => {
    const at = (text: string, offset: number): string[] =>
      formatDiagnostic({
        code: 'LTL002',
        message: 'm',
        source: { name: 'f', text },
        span: { start: offset, end: offset },
      }).split('\n');
    expect(at('a U', 3)).toEqual(['f:1:4: error[LTL002]: m', '  a U', '     ^']);
    expect(at('', 0)).toEqual(['f:1:1: error[LTL002]: m', '  ', '  ^']);
    expect(at('a\n', 2)).toEqual(['f:2:1: error[LTL002]: m', '  ', '  ^']);
    expect(at('a', 99)[0]).toBe('f:1:2: error[LTL002]: m');
  });

  it('keeps the caret under its place when the line has tabs', () => {
    expect(about({ name: 'f', text: '\ta\t?' }, '?').split('\n').slice(1)).toEqual(['   a ?', '     ^']);
  });

  it('shows a part of a long line, with the caret under its place', () => {
    const text = `${'a & '.repeat(1000)}? & ${'b & '.repeat(1000)}c`;
    const [headline, line, caret] = about({ name: 'f', text }, '?').split('\n');
    expect(headline).toMatch(/^f:1:4001: /);
    expect(line.length).toBeLessThan(110);
    expect(line[caret.indexOf('^')]).toBe('?');
    expect(line.trim().startsWith('…') && line.endsWith('…')).toBe(true);
  });

  it('counts lines from where the excerpt of a file starts', () => {
    expect(about({ name: 'file.ltl', text: 'x\n?', firstLine: 10 }, '?')).toMatch(/^file\.ltl:11:1: /);
  });

  it('does without a place, and without a source', () => {
    const complaint = { code: 'CMD002', message: 'no such file' } as const;
    expect(formatDiagnostic(complaint)).toBe('error[CMD002]: no such file');
    expect(formatDiagnostic({ ...complaint, source: { name: 'x.dve', text: '' } })).toBe(
      'x.dve: error[CMD002]: no such file',
    );
  });

  it('shows characters that a terminal would obey, and cuts what nobody reads to its end', () => {
    const message = `unknown \`${'x'.repeat(100_000)}\`: it is\u001b[2J gone\u202e`;
    const text = formatDiagnostic({ code: 'CMD002', message, hint: 'y'.repeat(5000) });
    expect(text.length).toBeLessThan(5000);
    expect(text).toMatch(
      /^error\[CMD002\]: unknown `x+ … \d+ more characters … x+`: it is␛\[2J gone\ufffd\n {2}hint: y/,
    );
  });

  it('decorates the parts that it is told to', () => {
    const decoration = { error: (t: string) => `<${t}>`, dim: (t: string) => `(${t})`, hint: (t: string) => `*${t}*` };
    const source = { name: 'f', text: 'a b' };
    const text = formatDiagnostic(
      { code: 'LTL003', message: 'm', source, span: { start: 2, end: 3 }, hint: 'h' },
      decoration,
    );
    expect(text).toBe(['f:1:3: <error[LTL003]>: m', '  (a b)', '    <^>', '  *hint*: h'].join('\n'));
  });
});

describe('a diagnostic about hostile text', () => {
  it('cuts long names, and long messages', () => {
    const text = formatDiagnostic({
      code: 'NET211',
      message: `the id \`${'x'.repeat(100_000)}\` is used twice`,
      source: { name: 'net.pnml', text: '' },
      position: { line: 3, column: 1 },
      hint: 'no '.repeat(100_000),
    });
    expect(text).toMatch(
      /^net\.pnml:3:1: error\[NET211\]: the id `x+ … \d+ more characters … x*` is used twice\n {2}hint: no /,
    );
    expect(text.length).toBeLessThan(5000);
  });

  it('has the name of the file on one line', () => {
    const text = formatDiagnostic({ code: 'CMD002', message: 'bad', source: { name: 'a\nb\u001b[31m', text: '' } });
    expect(text).toBe('a\u240ab\u241b[31m: error[CMD002]: bad');
  });
});
