import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, tegata } from '../helpers/tegata.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tegata-formula-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const formula = (...args: string[]) => tegata(['formula', ...args]);
const output = (...args: string[]) => linesOf(formula(...args).stdout);

describe('tegata formula reads', () => {
  it('arguments, -f and -F in order, - and standard input', () => {
    const path = file('two.ltl', '# two of them\nb U c\n\nX d\n');
    const { stdout, status } = tegata(['formula', '-f', 'a', '-F', path, '-f', 'e', 'z', '-'], 'G x\n');
    expect(linesOf(stdout)).toEqual(['a', 'b U c', 'Xd', 'e', 'z', 'Gx']);
    expect(status).toBe(0);
    expect(linesOf(tegata(['formula'], 'a\n[]<>b').stdout)).toEqual(['a', 'GFb']);
  });

  it('a column of a CSV file, with or without its header', () => {
    const path = file('some.csv', 'name,formula\nn1,"a U ""x, y"""\nn2,G b\n');
    expect(output('-F', `${path}/-2`)).toEqual(['a U "x, y"', 'Gb']);
    expect(output('-F', `${path}/2`)).toEqual(['formula', 'a U "x, y"', 'Gb']);
  });

  it('other syntaxes', () => {
    expect(output('--lbt', 'G i p0 F p1')).toEqual(['G(p0 -> Fp1)']);
    expect(output('--syntax', 'spin', 'a U b U c')).toEqual(['(a U b) U c']);
  });

  it('on after a formula that it cannot read, and answers 65', () => {
    const path = file('bad.ltl', 'a\nb U\nc\n');
    const { status, stdout, stderr } = formula('-F', path);
    expect(status).toBe(65);
    expect(linesOf(stdout)).toEqual(['a', 'c']);
    expect(stderr).toContain(`${path}:2:3: error[LTL002]: missing right operand for \`U\``);
    expect(stderr).toContain('hint:');
  });

  it('no file that does not exist', () => {
    const { status, stderr } = formula('-F', join(folder, 'nothing.ltl'));
    expect(status).toBe(65);
    expect(stderr).toContain('it does not exist');
    expect(formula('-F', folder).stderr).toContain('it is a folder');
  });

  it('standard input as it comes', async () => {
    const child = spawn(process.execPath, [resolve('dist/cli/bundle/main.js'), 'formula'], { stdio: 'pipe' });
    child.stdin.write('b U\n');
    // The complaint must arrive while standard input is still open.
    const first = await new Promise<string>((done) => child.stderr.once('data', (data) => done(String(data))));
    expect(first).toContain('<stdin>:1:3');
    child.stdin.end();
    expect(await new Promise((done) => child.once('close', done))).toBe(65);
  });
});

describe('tegata formula transforms', () => {
  it.each([
    [['--negate', '--nnf', 'G(a -> F b)'], 'F(a & G!b)'],
    [['--simplify', 'F F (a | false)'], 'Fa'],
    [['--simplify=0', 'a U (b U b)'], 'a U b'],
    [['--unabbreviate', 'F a'], '1 U a'],
    [['--unabbreviate=i', 'F(a -> b)'], 'F(!a | b)'],
    [['--relabel', 'abc', 'x U "y = 2"'], 'a U b'],
    [['--relabel-boolean', 'abc', 'G(x & y)'], 'Ga'],
  ])('with %j', (args, expected) => {
    expect(output(...args)).toEqual([expected]);
  });
});

describe('tegata formula prints', () => {
  it('in the syntax that was asked for', () => {
    expect(output('--to', 'unicode', 'G(a -> X(b W c))')).toEqual(['□(a → ○(b W c))']);
    expect(output('--to', 'spin', 'G(a -> X b)')).toEqual(['[](a -> X b)']);
  });

  it('for SPIN only what SPIN can read, and says which names it cannot', () => {
    const { stdout, stderr, status } = formula('--to', 'spin', 'G r', 'F "until"', 'm U P_0.CS');
    expect(linesOf(stdout)).toEqual(['[]r', 'm U (P_0.CS)']);
    expect(stderr).toMatch(/LTL010.*"until"[\s\S]*--relabel/);
    expect(status).toBe(65);
    expect(output('--to', 'spin', '--relabel', 'pnn', 'F "until"')).toEqual(['<>p0']);
  });

  it('full parentheses', () => {
    expect(output('--full-parentheses', 'GF request')).toEqual(['G(F(request))']);
  });

  it('one JSON object per line', () => {
    const path = file('json.ltl', 'GF a & X b\n');
    const [first, second] = output('--json', '-f', 'X X G F a', '-F', path).map((line) => JSON.parse(line) as object);
    expect(first).toMatchObject({
      formula: 'XXGFa',
      simplified: 'GFa',
      size: 5,
      propositions: ['a'],
      class: 'recurrence',
      stutterInvariant: true,
      eventual: true,
      universal: true,
      boolean: false,
    });
    expect(second).toMatchObject({ formula: 'Xb & GFa', stutterInvariant: null, source: path, line: 1 });
  });

  it('a description', () => {
    const lines = output('--describe', 'G(request -> F grant)');
    expect(lines[0]).toBe('G(request -> F grant)');
    expect(lines.some((line) => /^ {2}class +recurrence$/.test(line))).toBe(true);
    expect(lines.some((line) => /^ {2}propositions +grant, request$/.test(line))).toBe(true);
  });
});

describe('tegata formula filters', () => {
  const all = ['G a', 'F a', 'a', 'X a', 'G F a', 'a U b', 'a & b & c'];
  const keep = (...args: string[]) => linesOf(tegata(['formula', ...args], all.join('\n')).stdout);

  it.each([
    [['--safety'], ['Ga', 'a', 'Xa', 'a & b & c']],
    [
      ['--guarantee', '--size', '..2'],
      ['Fa', 'a', 'Xa'],
    ],
    [['--stutter-invariant', '--invert'], ['Xa']],
    [['--eventual', '--universal'], ['GFa']],
    [
      ['--propositions', '2..'],
      ['a U b', 'a & b & c'],
    ],
    [['--depth', '3..4', '--suspendable'], ['GFa']],
    [['--count', '--safety'], ['4']],
    [['--count', '--json'], ['{"count":"7"}']],
  ])('with %j', (args, expected) => {
    expect(keep(...args)).toEqual(expected);
  });

  it('repeated formulas, whichever way they are written', () => {
    expect(output('--unique', 'a & b', 'b && a', 'F a', '<>a', '"a"')).toEqual(['a & b', 'Fa', 'a']);
  });

  it('and answers 10 when nothing is left', () => {
    expect(formula('--boolean', 'G a')).toEqual({ status: 10, stdout: '', stderr: '' });
    expect(tegata(['formula'], '\n')).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('tegata formula --word', () => {
  it('tells whether the word satisfies the formula', () => {
    expect(formula('G(request -> F grant)', '--word', 'request; cycle{grant}')).toEqual({
      status: 0,
      stdout: 'satisfied  G(request -> F grant)\n',
      stderr: '',
    });
    const { status, stdout } = formula('--word', 'request; cycle{!request}', 'F a', 'request');
    expect(status).toBe(10);
    expect(linesOf(stdout)).toEqual(['violated   Fa', 'satisfied  request']);
  });

  it('answers in JSON too', () => {
    expect(JSON.parse(formula('--json', '--word', 'cycle{a}', 'G a').stdout)).toMatchObject({ satisfied: true });
  });

  it('complains about a malformed word', () => {
    const { status, stderr } = formula('--word', 'a; b', 'G a');
    expect(status).toBe(65);
    expect(stderr).toContain('the word has no cycle');
  });
});

describe('tegata formula, used wrongly,', () => {
  it.each([['--size', 'many'], ['--simplify=7'], ['--to', 'klingon']])('answers 64 and says why: %s %s', (...args) => {
    const { status, stdout, stderr } = formula(...args, 'a');
    expect(status).toBe(64);
    expect(stdout).toBe('');
    expect(stderr).toContain(args[0].replace(/=.*/, ''));
    expect(stderr).toContain('tegata formula --help');
  });
});

it('tegata formula answers 0 or 65 to any bytes', () => {
  let seed = 12345;
  const next = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;
  const path = join(folder, 'bytes');
  for (let round = 0; round < 2; round++) {
    writeFileSync(
      path,
      Uint8Array.from({ length: 20_000 }, () => next() & (round % 2 ? 0xff : 0x7f)),
    );
    expect([0, 65]).toContain(formula('--json', '-F', path).status);
  }
});
