// Small random Promela models that use every kind of statement, and formulas and claims about them. They are finite: every variable stays
// small, every loop can be left.
import { Random } from '../../src/base/random.ts';

/** What a model may use. */
export interface RandomPromelaOptions {
  /**
   * For a model with a formula or a claim: no assertions, at which SPIN stops whatever it is asked, and no `_nr_pr`, which then counts the
   * claim too.
   */
  readonly use?: 'states' | 'claims';
}

/** A model that depends on the seed alone. */
export function randomPromela(seed: number, { use = 'states' }: RandomPromelaOptions = {}): string {
  return withoutIdleSkips(new Generator(new Random(seed), use).model());
}

/** In an option SPIN takes `skip; skip; x = 1` for `skip; x = 1`, which the manual does not say (docs/promela.md). */
function withoutIdleSkips(text: string): string {
  return text.replace(/(?<=\bskip\s*(?:;|->)\s*)skip(?=\s*(?:;|->))/g, 'x = x');
}

/** `ltl` blocks for any such model: no X, which SPIN is often built without. */
export function randomLtlBlocks(seed: number, count: number): { readonly name: string; readonly text: string }[] {
  const random = new Random(seed + 7_000_000);
  return Array.from({ length: count }, (_, i) => ({
    name: `f${i}`,
    text: `ltl f${i} { ${randomFormula(random, 3)} }\n`,
  }));
}

/** A never claim for any such model. */
export function randomClaim(seed: number): string {
  const random = new Random(seed + 8_000_000);
  const states = 1 + random.below(3);
  const names = Array.from({ length: states }, (_, i) => (random.below(2) === 0 ? `accept_${i}` : `T${i}`));
  const body = names.map((name) => {
    const options = Array.from({ length: 1 + random.below(3) }, () => {
      const guard = random.below(3) === 0 ? 'true' : proposition(random);
      return `  :: ${guard} -> ${random.below(8) === 0 ? 'goto done' : `goto ${random.pick(names)}`}\n`;
    });
    const other = random.below(4) === 0 ? `  :: else -> goto ${random.pick(names)}\n` : '';
    return `${name}:\n  if\n${options.join('')}${other}  fi;\n`;
  });
  return `never {\n${body.join('')}done: skip\n}\n`;
}

function randomFormula(random: Random, depth: number): string {
  if (depth === 0 || random.below(5) === 0) return proposition(random);
  const one = (): string => randomFormula(random, depth - 1);
  switch (random.below(8)) {
    case 0:
      return `!(${one()})`;
    case 1:
      return `(${one()} && ${one()})`;
    case 2:
      return `(${one()} || ${one()})`;
    case 3:
      return `(${one()} -> ${one()})`;
    case 4:
      return `(${one()} U ${one()})`;
    case 5:
      return `[] (${one()})`;
    case 6:
      return `<> (${one()})`;
    default:
      return random.below(2) === 0 ? `[] <> (${one()})` : `<> [] (${one()})`;
  }
}

/** What a formula or a claim may ask: global variables, channels, places and variables of processes. */
function proposition(random: Random): string {
  const value = random.pick(['x', 'y', 'a[0]', 'a[1]', 'p.first', 'len(q)', 'P0[0]:l', 's', 'many[1].first']);
  const other = ['b == 1', 'P0[0]@start', 'P1[1]@start', 'P1[1]@last', 'q?[red,1]', 'empty(w)', 'full(q)', 'u != 0'];
  return `(${random.below(3) === 0 ? random.pick(other) : `${value} ${random.pick(['==', '!=', '<', '>='])} ${random.below(3)}`})`;
}

const GLOBALS = `mtype = { red, green, blue };
mtype:fruit = { apple, pear };
#define SMALL(e) ((e) % 3)
byte x, y;
bit b;
short s;
unsigned u : 2;
mtype:fruit f = apple;
byte a[2];
chan c = [0] of { byte };
chan d = [0] of { mtype, bit };
chan q = [2] of { mtype, byte };
chan w = [1] of { byte };
chan via = [1] of { chan };
typedef Pair { byte first; bit second };
Pair p;
Pair many[2];
inline bump(v) { v = SMALL(v + 1) }
inline own(v) {
  byte t;
  t = t + v;
  v = SMALL(t + 1)
}
inline pass(v, t) {
  if
  :: v > 0 -> t = v - 1
  :: else
  fi
}
`;

type Inside = 'none' | 'atomic' | 'd_step';

class Generator {
  private readonly random: Random;
  private readonly use: 'states' | 'claims';
  private depth = 0;
  private inside: Inside = 'none';
  private hasRun = false;
  /** The number of the process that is written. */
  private number = 0;

  constructor(random: Random, use: 'states' | 'claims') {
    this.random = random;
    this.use = use;
  }

  model(): string {
    const { random } = this;
    const count = 2 + random.below(2);
    this.hasRun = random.below(3) === 0;
    const child = this.hasRun ? this.child() : '';
    const processes = Array.from({ length: count }, (_, i) => this.process(i));
    return `${GLOBALS}${child}${processes.join('\n')}\n`;
  }

  private child(): string {
    const body = this.body(1 + this.random.below(2));
    return `proctype Child(byte n; chan given) {\n  byte l = n;\n  given!l;\n${body}\n}\n`;
  }

  private process(number: number): string {
    const { random } = this;
    this.number = number;
    const provided = random.below(8) === 0 ? ` provided (${random.pick(['b == 0', 'x != 2', 'len(q) < 2'])})` : '';
    const own = random.below(4) === 0 ? '  chan mine = [1] of { byte };\n  mine!1;\n' : '';
    const head = `active proctype P${number}()${provided} {\n  byte l${random.below(2) === 0 ? ' = 1' : ''};\n`;
    const start = this.hasRun && number === 0 ? this.start() : '';
    const take = own === '' ? '' : `  mine?${random.pick(['x', 'l', '_', 'eval(l)'])};\n`;
    return `${head}${own}${start}${take}${this.body(1 + random.below(3))}\n}`;
  }

  /** Statements between the labels that formulas, remote references and jumps know. */
  private body(length: number): string {
    const end = this.random.pick(['last: skip', 'last: skip;\nend_: x == 2', 'end_last: skip;\nlast: y = 0']);
    return `start: skip;\n${this.sequence(length, '  ')};\n${end}`;
  }

  private start(): string {
    const { random } = this;
    const run = `run Child(${random.pick(['0', '1', 'x', 'l'])}, ${random.pick(['w', 'w', 'c'])})`;
    return random.pick([`  ${run};\n`, `  l = ${run};\n  l = 1;\n`, `  atomic { x = 1; ${run} };\n`]);
  }

  private sequence(length: number, indent: string): string {
    return Array.from({ length }, () => `${indent}${this.statement(indent)}`).join(';\n');
  }

  private statement(indent: string): string {
    const { random } = this;
    const kind = random.below(this.depth >= 2 ? 10 : 20);
    switch (kind) {
      case 0:
      case 1:
        return this.assignment();
      case 2:
        return this.condition();
      case 3:
      case 4:
        return this.inside === 'd_step' ? this.assignment() : this.channelStatement();
      case 5:
        return random.pick(['skip', `printf("%d %e\\n", x, f)`, 'printm(red)', 'u++', 'f = pear', 's = 0 - s']);
      case 6:
        return this.use === 'claims' ? this.condition() : `assert(${this.condition()})`;
      case 7:
        return this.inside === 'none' && random.below(2) === 0 ? 'timeout' : this.assignment();
      case 8:
        return this.inside !== 'd_step' && random.below(2) === 0
          ? `goto ${random.pick(['last', 'last', 'start'])}`
          : 'l++; l = l % 3';
      case 9:
        return random.pick(['bump(x)', 'bump(l)', 'bump(a[1])', 'pass(x, y)', 'pass(p.first, a[0])', 'own(y)']);
      case 10:
      case 11:
        return this.choice('if', indent);
      case 12:
      case 13:
        return this.choice('do', indent);
      case 14:
        return this.within('atomic', indent);
      case 15:
        return this.within('d_step', indent);
      case 16:
      case 17:
        return this.inside === 'd_step' ? this.assignment() : this.unless(indent);
      case 18:
        return this.loop(indent);
      default:
        return random.below(2) === 0
          ? `{\n${this.declared(indent)}${this.deeper(indent, 2)}\n${indent}}`
          : `select (l : 0 .. ${1 + random.below(2)})`;
    }
  }

  /** A variable of a block, or none: its declaration is a step. */
  private declared(indent: string): string {
    const { random } = this;
    if (random.below(2) === 0) return '';
    return `${indent}  byte k${random.pick(['', ' = l', '[2]', ', j'])}; k++; x = SMALL(x + k);\n`;
  }

  private loop(indent: string): string {
    const { random } = this;
    const head = random.pick(['l : 0 .. 1', 'l : 1 .. 2', 'l in a']);
    const body = random.pick(['y = SMALL(y + l)', 'skip', 'a[1] = 0', 'b = 1 - b']);
    return `for (${head}) {\n${indent}  ${body}\n${indent}}`;
  }

  /** What may begin an option. */
  private simple(): string {
    const { random } = this;
    if (random.below(3) === 0) return this.assignment();
    if (this.inside === 'none' && random.below(8) === 0) return 'timeout';
    return random.below(2) === 0 || this.inside === 'd_step' ? 'skip' : this.channelStatement();
  }

  private deeper(indent: string, length: number): string {
    this.depth++;
    const text = this.sequence(1 + this.random.below(length), `${indent}  `);
    this.depth--;
    return text;
  }

  private assignment(): string {
    const { random } = this;
    const target = random.pick([
      'x',
      'y',
      'b',
      'a[0]',
      'a[1]',
      'a[b]',
      'p.first',
      'p.second',
      'l',
      'many[b].first',
      's',
      'u',
    ]);
    if (random.below(8) === 0)
      return random.pick(['s = x - y', 'b = !b', 'u = u + x', 'x = (x > 0 -> x - 1 : 2)', 'p.first = SMALL(x * 2)']);
    return `${target} = (${this.value()} + ${random.below(2)}) % 3`;
  }

  private value(): string {
    const { random } = this;
    if (random.below(12) === 0)
      return random.pick([
        '_pid',
        this.use === 'states' ? '_nr_pr' : '_pid',
        'len(w)',
        this.number > 0 ? 'P0[0]:l' : 'l',
        '(s & 3)',
        '(x ^ y)',
        '(x << 1)',
        '(u >> 1)',
        'many[b].first',
      ]);
    return random.pick(['x', 'y', 'b', 'a[0]', 'a[1]', 'p.first', 'l', 'len(q)', '1', '2', '(b -> x : y)']);
  }

  private condition(): string {
    const { random } = this;
    const simple = `${this.value()} ${random.pick(['==', '!=', '<', '>='])} ${random.below(3)}`;
    switch (random.below(10)) {
      case 0:
        return `(${simple} || ${this.value()} == ${this.value()})`;
      case 1:
        return random.pick(['(nempty(q))', '(nfull(q))', '(empty(q) && b == 0)', '(full(w))']);
      case 2:
        return random.pick([...this.places(), '(f == apple)', '(!(x && y))']);
      default:
        return `(${simple})`;
    }
  }

  /** Places of processes that are declared before this one: SPIN knows no others. */
  private places(): string[] {
    const first = this.number > 0 ? ['(P0[0]@start)', '(!P0[0]@last)'] : [];
    return this.number > 1 ? [...first, '(P1[1]@last || x > 0)', '(P1[1]@start)'] : first;
  }

  private channelStatement(): string {
    const { random } = this;
    const symbol = random.pick(['red', 'green', 'blue']);
    if (random.below(2) === 0) {
      return random.pick([
        `c!${this.value()}`,
        `c!${random.below(2)}`,
        'c?l',
        'c?1',
        'c?eval(x)',
        'c?x',
        `d!${symbol}(b)`,
        `d!${symbol},1`,
        'd?_,b',
        `d?${symbol}(eval(b))`,
      ]);
    }
    return random.pick([
      `q!${symbol}, ${this.value()}`,
      `q!!${symbol}(${this.value()})`,
      'q?_, l',
      `q?${symbol}, x`,
      `q??${symbol}(l)`,
      'q??_, eval(x)',
      'q?<_, y>',
      'q??<_, 1>',
      `q?[${symbol}, l]`,
      `q??[${symbol}, 1]`,
      `w!${this.value()}`,
      'w?y',
      'w?eval(y)',
      'via!w',
    ]);
  }

  private choice(kind: 'if' | 'do', indent: string): string {
    const { random } = this;
    const options = Array.from({ length: 1 + random.below(3) }, () => {
      const guard = random.below(4) === 0 ? this.simple() : this.condition();
      const rest = random.below(3) === 0 ? '' : ` ->\n${this.deeper(`${indent}  `, 2)}`;
      const leave = kind === 'do' && random.below(4) === 0 ? `${rest === '' ? ' ->' : ';'} break` : '';
      return `${indent}:: ${guard}${rest}${leave}`;
    });
    // SPIN refuses `else` beside sends and receives
    const hasElse = !options.some((option) => /[!?]/.test(option)) && random.below(3) > 0;
    if (hasElse) options.push(`${indent}:: else${kind === 'do' ? ' -> break' : ''}`);
    else if (kind === 'do') options.push(`${indent}:: break`);
    return `${kind}\n${options.join('\n')}\n${indent}${kind === 'if' ? 'fi' : 'od'}`;
  }

  private within(kind: 'atomic' | 'd_step', indent: string): string {
    if (this.inside === 'd_step') return this.assignment();
    const before = this.inside;
    this.inside = kind;
    const isGuarded = this.random.below(2) === 0;
    const guard = isGuarded ? `${indent}  ${this.condition()};\n` : '';
    const body = kind === 'd_step' ? this.straight(indent) : this.deeper(indent, 3);
    this.inside = before;
    return `${kind} {\n${guard}${body}\n${indent}}`;
  }

  /** Statements that never block, for the inside of a d_step. */
  private straight(indent: string): string {
    const inner = `${indent}  `;
    const one = (): string => {
      if (this.random.below(3) > 0) return `${inner}${this.assignment()}`;
      return `${inner}if\n${inner}:: ${this.condition()} -> ${this.assignment()}\n${inner}:: else -> ${this.assignment()}\n${inner}fi`;
    };
    return Array.from({ length: 1 + this.random.below(3) }, one).join(';\n');
  }

  private unless(indent: string): string {
    // SPIN keeps an atomic sequence going over a jump that begins here, and has a step behind a message that ends it (docs/promela.md)
    const [begin, end] = this.inside === 'atomic' ? [`${indent}  skip;\n`, `;\n${indent}  skip`] : ['', ''];
    const body = `${begin}${this.deeper(indent, 2)}${end}`;
    const first = this.random.below(3) === 0 ? this.channelStatement() : this.condition();
    return `{\n${body}\n${indent}} unless {\n${indent}  ${first};\n${this.deeper(indent, 1)}${end}\n${indent}}`;
  }
}
