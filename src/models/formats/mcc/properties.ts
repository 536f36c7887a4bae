// The property files of the Model Checking Contest: XML formulas over markings and fireability, read as LTL formulas whose
// propositions are texts of `predicate.ts`, and the places whose bounds are asked for. Places and transitions are named by id; in a
// coloured net an id stands for all its instances, which the names of the net see to.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Formula, FormulaStore } from '../../../formula/formula.ts';
import { quotedName } from '../../expression/quoted-name.ts';
import type { Names } from '../../model.ts';
import { nameProblem } from '../name-problem.ts';
import { type Complaint, Problems } from '../problems.ts';
import { childOf, type XmlChoice, type XmlElement, type XmlHandler, XmlStream } from '../xml/xml-stream.ts';

export interface MccProperty {
  readonly id: string;
  readonly description: string;
  /** To hold on all maximal runs. */
  readonly formula: Formula;
  /** Present where the property asks for some run: it is true if the formula, which denies that run, is violated. */
  readonly denied?: true;
}

/** A property that asks for the most tokens that its places ever have together. */
export interface MccBound {
  readonly id: string;
  readonly description: string;
  /** The sum, in the language of propositions. */
  readonly expression: string;
}

export interface MccOptions {
  /** How diagnostics call the file. */
  readonly name: string;
  readonly store: FormulaStore;
  /** Ends the reading with `LimitExceeded`. */
  readonly stopwatch?: Stopwatch;
  /** When given, places and transitions are looked up, and unknown ones complained about where they stand. */
  readonly names?: Names;
  /** Whether a property may also ask for some run (`exists-path`); only for all runs unless given. */
  readonly runs?: 'all' | 'all or some';
}

/** All properties of a file, in order. */
export function parseMccProperties(chunks: Iterable<string>, options: MccOptions): Parsed<readonly MccProperty[]> {
  return read(chunks, new FormulaReader(options));
}

/** All properties of a file of the examination UpperBounds, in order. */
export function parseMccBounds(chunks: Iterable<string>, options: MccOptions): Parsed<readonly MccBound[]> {
  return read(chunks, new BoundReader(options));
}

function read<P>(chunks: Iterable<string>, reader: PropertyReader<P>): Parsed<readonly P[]> {
  for (const chunk of chunks) if (!reader.write(chunk)) break;
  return reader.end();
}

const COMPARISONS: Readonly<Record<string, string>> = {
  'integer-le': '<=',
  'integer-lt': '<',
  'integer-ge': '>=',
  'integer-gt': '>',
  'integer-eq': '=',
  'integer-ne': '!=',
};

/** What all files have: properties with ids, and something in their `formula` that names nodes of the net. */
abstract class PropertyReader<P> implements XmlHandler {
  protected readonly problems: Problems;
  private readonly names: Names | undefined;
  private readonly stream: XmlStream;
  private readonly properties: P[] = [];
  private readonly ids = new Set<string>();
  private opened = false;

  constructor({ name, names, stopwatch = new Stopwatch() }: MccOptions) {
    this.names = names;
    this.problems = new Problems(name);
    this.stream = new XmlStream(this, { problems: this.problems, stopwatch });
  }

  /** What the only element in a `formula` says; null after complaints. */
  protected abstract property(element: XmlElement, named: Pick<MccProperty, 'id' | 'description'>): P | null;

  write(chunk: string): boolean {
    return this.stream.write(chunk);
  }

  end(): Parsed<readonly P[]> {
    this.stream.end();
    return this.problems.result(this.properties);
  }

  open(element: XmlElement): XmlChoice {
    if (element.name === 'property-set') {
      this.opened = true;
      return 'enter';
    }
    if (element.name === 'property' && this.opened) return 'collect';
    this.complain(
      element,
      'NET230',
      `expected ${this.opened ? '`property`' : '`property-set`'}, found \`${element.name}\``,
    );
    return 'skip';
  }

  collected(element: XmlElement): void {
    const id = childOf(element, 'id')?.text.trim() ?? '';
    const formula = childOf(element, 'formula');
    if (id === '') this.complain(element, 'NET206', 'a property has no `id`');
    else if (this.ids.has(id)) this.complain(element, 'NET211', `the property ${id} occurs twice`);
    const problem = nameProblem(id);
    if (problem !== null) {
      this.problems.add(childOf(element, 'id') ?? element, problem);
      return;
    }
    this.ids.add(id);
    if (formula === undefined) {
      this.complain(element, 'NET206', `property ${id} has no \`formula\``);
      return;
    }
    const description = childOf(element, 'description')?.text.trim() ?? '';
    const asked = this.only(formula);
    const property = asked && this.property(asked, { id, description });
    if (property !== null) this.properties.push(property);
  }

  closed(): void {
    // Properties are taken as they are collected.
  }

  /** The names in the `place` or `transition` children, ready for a proposition. */
  protected nodes(element: XmlElement, kind: 'place' | 'transition'): string | null {
    const names: string[] = [];
    for (const child of element.children) {
      const name = child.text.trim();
      if (child.name !== kind) return this.complain(child, 'NET231', `expected \`${kind}\`, found \`${child.name}\``);
      if (!this.isKnown(name, kind)) return this.unknown(child, name, kind);
      names.push(quotedName(name));
    }
    if (names.length === 0) return this.complain(element, 'NET206', `\`${element.name}\` names no ${kind}`);
    return names.join(', ');
  }

  private isKnown(name: string, kind: 'place' | 'transition'): boolean {
    if (this.names === undefined) return name !== '';
    return (kind === 'place' ? this.names.value(name) : this.names.fireable(name)) !== null;
  }

  private unknown(element: XmlElement, name: string, kind: 'place' | 'transition'): null {
    const candidates = kind === 'place' ? this.names?.references() : this.names?.transitions();
    const hint = didYouMean(name, candidates ?? []);
    this.problems.add(element, { code: 'NET209', message: `the net has no ${kind} \`${name}\``, hint });
    return null;
  }

  protected only(element: XmlElement): XmlElement | null {
    if (element.children.length === 1) return element.children[0];
    return this.complain(element, 'NET206', `\`${element.name}\` must contain exactly one element`);
  }

  protected complain(at: XmlElement, code: Complaint['code'], message: string): null {
    this.problems.add(at, { code, message });
    return null;
  }
}

class FormulaReader extends PropertyReader<MccProperty> {
  private readonly store: FormulaStore;
  private readonly runs: MccOptions['runs'];

  constructor(options: MccOptions) {
    super(options);
    this.store = options.store;
    this.runs = options.runs;
  }

  protected property(quantifier: XmlElement, named: Pick<MccProperty, 'id' | 'description'>): MccProperty | null {
    if (quantifier.name === 'all-paths') {
      const formula = this.operand(quantifier);
      return formula && { ...named, formula };
    }
    if (quantifier.name === 'exists-path' && this.runs === 'all or some') {
      const formula = this.operand(quantifier);
      return formula && { ...named, formula: this.store.not(formula), denied: true };
    }
    const message = `expected \`all-paths\` around the formula, found \`${quantifier.name}\``;
    this.problems.add(quantifier, { code: 'NET231', message, hint: 'only LTL properties are read' });
    return null;
  }

  private formula(element: XmlElement): Formula | null {
    const { store } = this;
    switch (element.name) {
      case 'globally':
      case 'finally':
      case 'next': {
        const operand = this.operand(element);
        return operand && store.unary(element.name, operand);
      }
      case 'negation': {
        const operand = this.operand(element);
        return operand && store.not(operand);
      }
      case 'until':
        return this.until(element);
      case 'conjunction':
      case 'disjunction': {
        const operands = this.operands(element);
        return operands && store.nary(element.name === 'conjunction' ? 'and' : 'or', operands);
      }
      case 'implication':
        return this.binary(element, 'implies');
      case 'equivalence':
        return this.binary(element, 'equivalent');
      case 'exclusive-disjunction':
        return this.binary(element, 'xor');
      default:
        return this.atom(element);
    }
  }

  private atom(element: XmlElement): Formula | null {
    switch (element.name) {
      case 'true':
      case 'false':
        return this.store.constant(element.name === 'true');
      case 'deadlock':
        return this.store.proposition('dead');
      case 'is-fireable': {
        const transitions = this.nodes(element, 'transition');
        return transitions === null ? null : this.store.proposition(`fireable(${transitions})`);
      }
      default:
        return this.comparison(element);
    }
  }

  private comparison(element: XmlElement): Formula | null {
    const operator = COMPARISONS[element.name];
    if (operator === undefined) {
      return this.complain(element, 'NET231', `\`${element.name}\` is not supported`);
    }
    if (element.children.length !== 2) {
      return this.complain(element, 'NET206', `\`${element.name}\` needs two operands`);
    }
    const [left, right] = element.children.map((child) => this.number(child));
    if (left === null || right === null) return null;
    return this.store.proposition(`${left} ${operator} ${right}`);
  }

  private number(element: XmlElement): string | null {
    switch (element.name) {
      case 'integer-constant': {
        const text = element.text.trim();
        if (/^\d+$/.test(text) && Number(text) <= 0x7fff_ffff) return String(Number(text));
        return this.complain(element, 'NET207', 'expected a whole number from 0 to 2^31 - 1');
      }
      case 'tokens-count': {
        const places = this.nodes(element, 'place');
        return places === null ? null : `tokens(${places})`;
      }
      case 'integer-sum': {
        const terms = element.children.map((child) => this.number(child));
        if (terms.length === 0) return this.complain(element, 'NET206', '`integer-sum` has no operands');
        return terms.includes(null) ? null : terms.join(' + ');
      }
      default:
        return this.complain(element, 'NET231', `\`${element.name}\` is not a number that is supported`);
    }
  }

  private until(element: XmlElement): Formula | null {
    const before = childOf(element, 'before');
    const reach = childOf(element, 'reach');
    if (before === undefined || reach === undefined) {
      return this.complain(element, 'NET206', '`until` needs `before` and `reach`');
    }
    const [left, right] = [this.operand(before), this.operand(reach)];
    return left && right && this.store.until(left, right);
  }

  private binary(element: XmlElement, kind: 'implies' | 'equivalent' | 'xor'): Formula | null {
    const operands = this.operands(element);
    if (operands === null) return null;
    if (operands.length !== 2) return this.complain(element, 'NET206', `\`${element.name}\` needs two operands`);
    return this.store.binary(kind, operands[0], operands[1]);
  }

  private operands(element: XmlElement): Formula[] | null {
    const operands = element.children.map((child) => this.formula(child));
    if (operands.length === 0) return this.complain(element, 'NET206', `\`${element.name}\` has no operands`);
    return operands.includes(null) ? null : (operands as Formula[]);
  }

  private operand(element: XmlElement): Formula | null {
    const child = this.only(element);
    return child && this.formula(child);
  }
}

class BoundReader extends PropertyReader<MccBound> {
  protected property(element: XmlElement, named: Pick<MccProperty, 'id' | 'description'>): MccBound | null {
    if (element.name !== 'place-bound') {
      return this.complain(element, 'NET231', `expected \`place-bound\`, found \`${element.name}\``);
    }
    const places = this.nodes(element, 'place');
    return places === null ? null : { ...named, expression: `tokens(${places})` };
  }
}
