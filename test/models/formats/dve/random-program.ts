// Random DVE programs of two processes that share variables, a channel and a buffer.
import type { Random } from '../../../../src/base/random.ts';

const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '^',
  '<<',
  '>>',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'imply',
];

function expression(random: Random, depth: number): string {
  if (depth === 0 || random.chance(0.2)) {
    return random.pick(['x', 'y', 'a', 'a[1]', 'l', 'P.p', 'Q.q', 'k', `${random.below(5)}`, 'P->l']);
  }
  if (random.chance(0.15)) return `a[${expression(random, depth - 1)}]`;
  if (random.chance(0.15)) return `${random.pick(['-', '~', 'not ', '!'])}(${expression(random, depth - 1)})`;
  const operator = random.pick(OPERATORS);
  return `(${expression(random, depth - 1)} ${operator} ${expression(random, depth - 1)})`;
}

function transition(random: Random): string {
  const [from, to] = [random.pick(['p', 'q']), random.pick(['p', 'q'])];
  const guard = random.chance(0.7) ? `guard ${expression(random, 2)};` : '';
  const sync = random.chance(0.4)
    ? `sync ${random.pick([`c!${expression(random, 1)}`, 'c?x', 'c?a[1]', `b!{${expression(random, 1)}}`, 'b?y'])};`
    : '';
  const targets = ['x', 'y', 'l', 'a[0]', 'a[x & 1]', 'a'];
  const effects = Array.from({ length: random.below(3) }, () => `${random.pick(targets)} = ${expression(random, 2)}`);
  return `${from} -> ${to} { ${guard} ${sync} ${effects.length > 0 ? `effect ${effects.join(', ')};` : ''} }`;
}

/** The text of a small random program. */
export function program(random: Random): string {
  const process = (name: string): string => {
    const commit = random.chance(0.2) ? 'commit q;' : '';
    const transitions = Array.from({ length: random.between(1, 4) }, () => transition(random)).join(', ');
    return `process ${name} { byte l; state p, q; init p; ${commit} trans ${transitions}; }`;
  };
  return `const int k = 3; byte x; int y = -1; byte a[2] = {1}; channel c; channel {byte} b[2];
    ${process('P')} ${process('Q')} system async;`;
}
