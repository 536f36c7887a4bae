// Small random Promela models that use every kind of statement. They are finite: every variable stays small, every loop can be left.
import { Random } from '../../src/base/random.ts';

/** What a model may use. */
export interface RandomPromelaOptions {
  /** `unless`, `run`, `d_step` and `timeout` make more of what can go wrong. */
  readonly features?: readonly Feature[];
}

export const FEATURES = [
  'rendezvous',
  'buffered',
  'atomic',
  'd_step',
  'unless',
  'run',
  'timeout',
  'goto',
  'provided',
] as const;
export type Feature = (typeof FEATURES)[number];

/** A model that depends on the seed alone. */
export function randomPromela(seed: number, { features = FEATURES }: RandomPromelaOptions = {}): string {
  return new Generator(new Random(seed), new Set(features)).model();
}

class Generator {
  private readonly random: Random;
  private readonly features: ReadonlySet<Feature>;
  private labels = 0;
  private depth = 0;
  private inside: 'none' | 'atomic' | 'd_step' = 'none';

  constructor(random: Random, features: ReadonlySet<Feature>) {
    this.random = random;
    this.features = features;
  }

  model(): string {
    const { random } = this;
    const count = 2 + random.below(2);
    const hasRun = this.has('run') && random.below(3) === 0;
    const processes = Array.from({ length: count }, (_, i) => this.process(i, hasRun && i === 0));
    const child = hasRun ? `proctype Child(byte n) {\n  byte l;\n${this.sequence(2, '  ')};\nend_: skip\n}\n` : '';
    return `mtype = { red, green, blue };
byte x, y;
bit b;
byte a[2];
chan c = [0] of { byte };
chan q = [2] of { mtype, byte };
typedef Pair { byte first; bit second };
Pair p;
${child}${processes.join('\n')}
`;
  }

  private has(feature: Feature): boolean {
    return this.features.has(feature);
  }

  private process(number: number, starts: boolean): string {
    const { random } = this;
    this.labels = 0;
    const provided = this.has('provided') && random.below(8) === 0 ? ' provided (b == 0)' : '';
    const head = `active proctype P${number}()${provided} {\n  byte l${random.below(2) === 0 ? ' = 1' : ''};\n`;
    const start = starts ? `  run Child(${random.below(3)});\n` : '';
    const body = this.sequence(2 + random.below(3), '  ');
    return `${head}${start}${body}${this.labels > 0 ? ';\nend_: skip' : ''}\n}`;
  }

  private sequence(length: number, indent: string): string {
    return Array.from({ length }, () => `${indent}${this.statement(indent)}`).join(';\n');
  }

  private statement(indent: string): string {
    const { random } = this;
    const isDeep = this.depth >= 2;
    const kind = random.below(isDeep ? 9 : 16);
    switch (kind) {
      case 0:
      case 1:
        return this.assignment();
      case 2:
        return this.condition();
      case 3:
        return this.inside === 'd_step' ? this.assignment() : this.channelStatement();
      case 4:
        return random.below(2) === 0 ? 'skip' : `printf("%d\\n", x)`;
      case 5:
        return `assert(${this.condition()})`;
      case 6:
        return this.inside === 'none' && this.has('timeout') && random.below(3) === 0 ? 'timeout' : this.assignment();
      case 7:
        return this.inside === 'none' && this.has('goto') && random.below(2) === 0 ? this.jump() : this.assignment();
      case 8:
        return 'l++; l = l % 3';
      case 9:
      case 10:
        return this.choice('if', indent);
      case 11:
        return this.choice('do', indent);
      case 12:
        return this.within('atomic', indent);
      case 13:
        return this.within('d_step', indent);
      case 14:
        return this.inside === 'none' && this.has('unless') ? this.unless(indent) : this.assignment();
      default:
        return random.below(2) === 0
          ? `{\n${this.deeper(indent, 2)}\n${indent}}`
          : `select (l : 0 .. ${1 + random.below(2)})`;
    }
  }

  /** What may begin an option. */
  private simple(): string {
    const { random } = this;
    if (random.below(3) === 0) return this.assignment();
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
    const target = random.pick(['x', 'y', 'b', 'a[0]', 'a[1]', 'a[b]', 'p.first', 'p.second', 'l']);
    return `${target} = (${this.value()} + ${random.below(2)}) % 3`;
  }

  private value(): string {
    return this.random.pick(['x', 'y', 'b', 'a[0]', 'a[1]', 'p.first', 'l', 'len(q)', '1', '2', '(b -> x : y)']);
  }

  private condition(): string {
    const { random } = this;
    const simple = `${this.value()} ${random.pick(['==', '!=', '<', '>='])} ${random.below(3)}`;
    switch (random.below(6)) {
      case 0:
        return `(${simple} || ${this.value()} == ${this.value()})`;
      case 1:
        return random.pick(['(nempty(q))', '(nfull(q))', '(empty(q) && b == 0)']);
      default:
        return `(${simple})`;
    }
  }

  private channelStatement(): string {
    const { random } = this;
    const options: string[] = [];
    if (this.has('rendezvous'))
      options.push(`c!${this.value()}`, `c!${random.below(2)}`, 'c?l', 'c?1', 'c?eval(x)', 'c?x');
    if (this.has('buffered')) {
      const symbol = random.pick(['red', 'green', 'blue']);
      options.push(`q!${symbol}, ${this.value()}`, `q!!${symbol}(${this.value()})`, 'q?_, l', `q?${symbol}, x`);
      options.push(`q??${symbol}(l)`, 'q?<_, y>', `q?[${symbol}, l]`, `q??[${symbol}, 1]`);
    }
    return options.length === 0 ? 'skip' : random.pick(options);
  }

  private jump(): string {
    if (this.labels > 0) return 'goto end_';
    this.labels++;
    return 'goto end_';
  }

  private choice(kind: 'if' | 'do', indent: string): string {
    const { random } = this;
    const options = Array.from({ length: 1 + random.below(3) }, () => {
      const guard = random.below(4) === 0 ? this.simple() : this.condition();
      const rest = random.below(3) === 0 ? '' : ` ->\n${this.deeper(`${indent}  `, 2)}`;
      return `${indent}:: ${guard}${rest}`;
    });
    // SPIN refuses `else` beside sends and receives
    const hasElse = !options.some((option) => /[!?]/.test(option)) && random.below(3) > 0;
    if (hasElse) options.push(`${indent}:: else${kind === 'do' ? ' -> break' : ''}`);
    else if (kind === 'do') options.push(`${indent}:: break`);
    return `${kind}\n${options.join('\n')}\n${indent}${kind === 'if' ? 'fi' : 'od'}`;
  }

  private within(kind: 'atomic' | 'd_step', indent: string): string {
    if (!this.has(kind) || this.inside === 'd_step') return this.assignment();
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
    const body = this.deeper(indent, 2);
    return `{\n${body}\n${indent}} unless {\n${indent}  ${this.condition()};\n${this.deeper(indent, 1)}\n${indent}}`;
  }
}
