// Colour domains. A basic sort is a finite, ordered set of colours, named and numbered from 0; a domain is the list of the
// basic sorts that a (possibly nested) product is made of, so that a colour of any sort is a vector of small numbers.
import { append } from '../../../base/append.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { nameProblem } from '../name-problem.ts';
import type { Complaint, Problems } from '../problems.ts';
import type { XmlElement } from '../xml/xml-stream.ts';

/** A finite set of colours in order. */
export interface BasicSort {
  readonly kind: 'dot' | 'enumeration' | 'range' | 'boolean';
  readonly size: number;
  /** Of ranges: the first number. */
  readonly first: number;
  /** Of enumerations: the names of the colours. */
  readonly names: readonly string[];
}

/** The basic sorts of a product, flattened; one entry for a sort that is not a product. */
export type Domain = readonly BasicSort[];

/** A colour constant: an element of an enumeration, or the members of a partition element. */
interface ColourConstant {
  readonly sort: BasicSort;
  readonly colours: readonly number[];
}

/** The colour (slot + value) modulo the size of the sort, or plainly `value` when `slot` is -1; `count` times. */
export interface Choice {
  readonly slot: number;
  readonly value: number;
  readonly count: number;
}

/** A variable occupies as many consecutive slots as its domain has basic sorts. */
interface VariableDeclaration {
  readonly name: string;
  readonly domain: Domain;
}

export const DOT: BasicSort = { kind: 'dot', size: 1, first: 0, names: [] };
const BOOLEAN: BasicSort = { kind: 'boolean', size: 2, first: 0, names: ['false', 'true'] };
/** A range or enumeration with more colours is refused. */
const MAX_COLOURS = 10_000_000;
/** At most this many places, and this many transitions, are made of a net; so no more colours are ever named at once. */
export const MAX_INSTANCES = 1_000_000;
/** A product of more basic sorts is refused. */
const MAX_COMPONENTS = 64;
/** Sorts may refer to one another this deep. */
const MAX_NESTING = 500;

/** The declarations of a coloured net, found by id. */
export class Declarations {
  private readonly problems: Problems;
  private readonly elements = new Map<string, XmlElement>();
  private readonly reading = new Set<XmlElement>();
  private readonly domains = new Map<XmlElement, Domain | null>();
  private readonly constants = new Map<string, ColourConstant>();
  private readonly variables = new Map<string, VariableDeclaration>();
  private readonly choices = new Map<BasicSort, readonly Choice[]>();

  constructor(blocks: readonly XmlElement[], problems: Problems) {
    this.problems = problems;
    const entries = blocks.flatMap((block) => block.children);
    for (const entry of entries) this.declare(entry);
    for (const entry of entries) if (entry.name === 'namedsort') this.domainOf(entry);
    for (const entry of entries) if (entry.name === 'partition') this.addPartition(entry);
    for (const entry of entries) if (entry.name === 'variabledecl') this.addVariable(entry);
  }

  /** The domain that a sort element denotes, or null after a complaint. */
  domainOf(element: XmlElement): Domain | null {
    const known = this.domains.get(element);
    if (known !== undefined) return known;
    if (this.reading.has(element)) return this.complain(element, 'NET214', 'a sort is defined by itself');
    if (this.reading.size > MAX_NESTING) return this.complain(element, 'NET203', 'sorts are nested too deeply');
    this.reading.add(element);
    const domain = this.readDomain(element);
    this.reading.delete(element);
    this.domains.set(element, domain);
    return domain;
  }

  /** Each colour of the sort once; the same list for every term that asks for it. */
  choicesOf(sort: BasicSort): readonly Choice[] {
    const known = this.choices.get(sort);
    if (known !== undefined) return known;
    const choices = Array.from({ length: sort.size }, (_, value): Choice => ({ slot: -1, value, count: 1 }));
    this.choices.set(sort, choices);
    return choices;
  }

  constant(id: string): ColourConstant | undefined {
    return this.constants.get(id);
  }

  variable(id: string): VariableDeclaration | undefined {
    return this.variables.get(id);
  }

  /** What may be meant instead of an unknown name. */
  hint(id: string, kind: 'constant' | 'variable' | 'sort'): string | undefined {
    const known = { constant: this.constants, variable: this.variables, sort: this.elements }[kind];
    return didYouMean(id, known.keys());
  }

  private declare(entry: XmlElement): void {
    const { id } = entry.attributes;
    if (id === undefined) this.complain(entry, 'NET206', `a \`${entry.name}\` has no attribute \`id\``);
    else if (this.elements.has(id)) this.complain(entry, 'NET211', `the id \`${id}\` is declared twice`);
    else this.elements.set(id, entry);
    if (!['namedsort', 'partition', 'variabledecl'].includes(entry.name)) {
      this.complain(entry, 'NET213', `declarations of kind \`${entry.name}\` are not supported`);
    }
  }

  private readDomain(element: XmlElement): Domain | null {
    switch (element.name) {
      case 'namedsort':
        return this.onlyChild(element);
      case 'usersort':
        return this.namedDomain(element);
      case 'productsort':
        return this.product(element);
      case 'dot':
        return [DOT];
      case 'bool':
        return [BOOLEAN];
      case 'finiteenumeration':
      case 'cyclicenumeration':
        return this.enumeration(element);
      case 'finiteintrange':
        return this.range(element);
      default:
        return this.complain(element, 'NET213', `sorts of kind \`${element.name}\` are not supported`);
    }
  }

  private onlyChild(element: XmlElement): Domain | null {
    if (element.children.length === 1) return this.domainOf(element.children[0]);
    return this.complain(element, 'NET206', `\`${element.name}\` must contain exactly one sort`);
  }

  private namedDomain(element: XmlElement): Domain | null {
    const id = element.attributes.declaration ?? '';
    const entry = this.elements.get(id);
    if (entry === undefined) {
      if (id === 'dot') return [DOT]; // used without a declaration by some tools
      this.problems.add(element, {
        code: 'NET209',
        message: `there is no sort \`${id}\``,
        hint: this.hint(id, 'sort'),
      });
      return null;
    }
    if (entry.name !== 'namedsort') return this.complain(element, 'NET210', `\`${id}\` is not a sort`);
    return this.domainOf(entry);
  }

  private product(element: XmlElement): Domain | null {
    const parts = element.children.map((child) => this.domainOf(child));
    if (parts.length === 0) return this.complain(element, 'NET206', 'a product of no sorts');
    if (parts.includes(null)) return null;
    const domain = (parts as Domain[]).flat();
    if (domain.length <= MAX_COMPONENTS) return domain;
    return this.complain(element, 'NET215', `a product of ${domain.length} sorts is too large to unfold`);
  }

  private enumeration(element: XmlElement): Domain | null {
    if (element.children.length === 0) return this.complain(element, 'NET206', 'an enumeration without constants');
    const names = element.children.map(({ attributes }) => attributes.name ?? attributes.id ?? '');
    const sort: BasicSort = { kind: 'enumeration', size: names.length, first: 0, names };
    names.forEach((name, i) => {
      const problem = nameProblem(name);
      if (problem !== null) this.problems.add(element.children[i], problem);
    });
    element.children.forEach((constant, index) => {
      const { id } = constant.attributes;
      if (id === undefined) this.complain(constant, 'NET206', 'a constant has no attribute `id`');
      else if (this.constants.has(id)) this.complain(constant, 'NET211', `the id \`${id}\` is declared twice`);
      else this.constants.set(id, { sort, colours: [index] });
    });
    return [sort];
  }

  private range(element: XmlElement): Domain | null {
    const first = Number(element.attributes.start ?? 'x');
    const last = Number(element.attributes.end ?? 'x');
    if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || last < first) {
      return this.complain(element, 'NET207', 'a range needs whole numbers `start` and `end`, start ≤ end');
    }
    const size = last - first + 1;
    if (size > MAX_COLOURS)
      return this.complain(element, 'NET215', `a range of ${size} colours is too large to unfold`);
    return [{ kind: 'range', size, first, names: [] }];
  }

  private addPartition(element: XmlElement): void {
    const [sortElement, ...parts] = element.children;
    const domain = sortElement === undefined ? null : this.domainOf(sortElement);
    if (domain === null) return;
    for (const part of parts) {
      const colours: number[] = [];
      for (const member of part.children) {
        const constant = this.constants.get(member.attributes.declaration ?? '');
        if (constant === undefined || constant.sort !== domain[0]) {
          this.complain(
            member,
            'NET209',
            `\`${member.attributes.declaration}\` is not a constant of the partitioned sort`,
          );
        } else append(colours, constant.colours);
      }
      const { id } = part.attributes;
      if (id === undefined) this.complain(part, 'NET206', 'a partition element has no attribute `id`');
      else if (this.constants.has(id)) this.complain(part, 'NET211', `the id \`${id}\` is declared twice`);
      else this.constants.set(id, { sort: domain[0], colours });
    }
  }

  private addVariable(element: XmlElement): void {
    const { id } = element.attributes;
    const domain = this.onlyChild(element);
    if (id === undefined || domain === null) return;
    this.variables.set(id, { name: element.attributes.name ?? id, domain });
  }

  private complain(at: XmlElement, code: Complaint['code'], message: string): null {
    this.problems.add(at, { code, message });
    return null;
  }
}

/** How a colour is called in the names of unfolded nodes; empty for the one colour of `dot`. */
export function colourName(sort: BasicSort, colour: number): string {
  if (sort.kind === 'dot') return '';
  return sort.kind === 'range' ? String(sort.first + colour) : sort.names[colour];
}

/** Whether colours of the two sorts can be compared: the same sort, or equal ones written twice. */
export function sameSort(a: BasicSort, b: BasicSort): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.size !== b.size || a.first !== b.first) return false;
  return a.names.every((name, i) => name === b.names[i]);
}
