// Terms over colours in one normal form: a signed sum of products. A summand has, for each basic sort of its domain, a
// list of choices (a variable with an offset, or a constant), and stands for one token per combination of choices. So
// `all`, partition elements and sums inside tuples need no treatment of their own.
import type { Complaint, Problems } from '../problems.ts';
import { childOf, type XmlElement } from '../xml/xml-stream.ts';
import { type BasicSort, type Choice, type Declarations, DOT, type Domain, MAX_INSTANCES, sameSort } from './sorts.ts';

export interface Summand {
  readonly count: number;
  /** One list of choices per basic sort of the domain. */
  readonly components: readonly (readonly Choice[])[];
}

export interface Term {
  readonly domain: Domain;
  readonly summands: readonly Summand[];
}

/** A sum is refused when it would have more summands. */
const MAX_SUMMANDS = 1_000_000;

/** The variables that the terms of one transition use; each basic sort of a variable is a slot of the binding. */
export class Scope {
  readonly sorts: BasicSort[] = [];
  private readonly starts = new Map<string, number>();

  /** The first slot of the variable. */
  slotOf(variable: string, domain: Domain): number {
    let start = this.starts.get(variable);
    if (start === undefined) {
      start = this.sorts.length;
      this.starts.set(variable, start);
      this.sorts.push(...domain);
    }
    return start;
  }
}

/** Reads the terms of one transition, or of the initial marking (with a scope that must stay empty). */
export class TermReader {
  private readonly declarations: Declarations;
  private readonly problems: Problems;
  readonly scope: Scope;

  constructor(declarations: Declarations, problems: Problems, scope: Scope) {
    this.declarations = declarations;
    this.problems = problems;
    this.scope = scope;
  }

  /** A multiset or colour term with its domain; null after a complaint. */
  read(element: XmlElement): Term | null {
    switch (element.name) {
      case 'subterm':
      case 'structure':
        return element.children.length === 1
          ? this.read(element.children[0])
          : this.complain(element, 'NET206', `\`${element.name}\` must contain exactly one term`);
      case 'add':
        return this.sum(element, 1);
      case 'subtract':
        return this.sum(element, -1);
      case 'numberof':
      case 'scalarproduct':
        return this.multiple(element);
      case 'all':
        return this.all(element);
      case 'empty':
        return this.none(element);
      case 'tuple':
        return this.tuple(element);
      case 'successor':
        return this.shifted(element, 1);
      case 'predecessor':
        return this.shifted(element, -1);
      default:
        return this.leaf(element);
    }
  }

  private leaf(element: XmlElement): Term | null {
    switch (element.name) {
      case 'variable':
        return this.variable(element);
      case 'useroperator':
        return this.constant(element);
      case 'dotconstant':
        return single([DOT], [0]);
      case 'finiteintrangeconstant':
        return this.number(element);
      default:
        return this.complain(element, 'NET213', `terms of kind \`${element.name}\` are not supported`);
    }
  }

  /** All operands added, or the later ones (`sign` -1) taken from the first. */
  private sum(element: XmlElement, sign: 1 | -1): Term | null {
    const terms = this.operands(element);
    if (terms === null) return null;
    if (terms.some((term) => !sameDomain(term.domain, terms[0].domain))) {
      return this.complain(element, 'NET216', `the operands of \`${element.name}\` have different sorts`);
    }
    const summands = terms.flatMap((term, i) => (i === 0 ? term.summands : scaled(term.summands, sign)));
    return { domain: terms[0].domain, summands };
  }

  private multiple(element: XmlElement): Term | null {
    const parts = element.children;
    const factor = parts.length === 2 ? this.factor(parts[0]) : 1;
    if (parts.length !== 1 && parts.length !== 2) {
      return this.complain(element, 'NET206', `\`${element.name}\` needs a number and a term`);
    }
    const term = this.read(parts[parts.length - 1]);
    return factor === null || term === null ? null : { ...term, summands: scaled(term.summands, factor) };
  }

  private factor(element: XmlElement): number | null {
    const constant = element.name === 'subterm' ? element.children[0] : element;
    if (constant?.name !== 'numberconstant') {
      return this.complain(element, 'NET213', 'the multiplicity must be a `numberconstant`');
    }
    const value = Number(constant.attributes.value ?? 'x');
    if (Number.isInteger(value) && value >= 0 && value <= 0x7fff_ffff) return value;
    return this.complain(constant, 'NET207', 'a multiplicity is a whole number from 0 to 2^31 - 1');
  }

  private all(element: XmlElement): Term | null {
    const domain = this.sortIn(element);
    if (domain === null) return null;
    if (domain.some(({ size }) => size > MAX_INSTANCES)) {
      return this.complain(element, 'NET215', 'the term stands for too many tokens to be unfolded');
    }
    return { domain, summands: [{ count: 1, components: domain.map((sort) => this.declarations.choicesOf(sort)) }] };
  }

  private none(element: XmlElement): Term | null {
    const domain = this.sortIn(element);
    return domain && { domain, summands: [] };
  }

  private sortIn(element: XmlElement): Domain | null {
    if (element.children.length === 1) return this.declarations.domainOf(element.children[0]);
    return this.complain(element, 'NET206', `\`${element.name}\` must name one sort`);
  }

  private tuple(element: XmlElement): Term | null {
    const terms = this.operands(element);
    if (terms === null) return null;
    let summands: Summand[] = [{ count: 1, components: [] }];
    for (const term of terms) {
      const factors = term.domain.length === 1 ? [merged(term.summands)] : term.summands;
      if (summands.length * factors.length > MAX_SUMMANDS)
        return this.complain(element, 'NET215', 'the tuple is too large');
      summands = summands.flatMap((left) =>
        factors.map((right) => ({
          count: left.count * right.count,
          components: [...left.components, ...right.components],
        })),
      );
    }
    return { domain: terms.flatMap((term) => term.domain), summands };
  }

  private shifted(element: XmlElement, offset: 1 | -1): Term | null {
    const terms = this.operands(element);
    if (terms === null) return null;
    const [{ domain, summands }] = terms;
    if (terms.length !== 1 || domain.length !== 1) {
      return this.complain(element, 'NET216', `\`${element.name}\` needs one colour of a simple sort`);
    }
    const { size } = domain[0];
    const shift = (choice: Choice): Choice => ({ ...choice, value: (choice.value + offset + size) % size });
    return {
      domain,
      summands: summands.map(({ count, components }) => ({
        count,
        components: components.map((choices) => choices.map(shift)),
      })),
    };
  }

  private variable(element: XmlElement): Term | null {
    const id = element.attributes.refvariable ?? '';
    const declared = this.declarations.variable(id);
    if (declared === undefined) return this.unknown(element, 'variable', id);
    const start = this.scope.slotOf(id, declared.domain);
    const components = declared.domain.map((_, i) => [{ slot: start + i, value: 0, count: 1 }]);
    return { domain: declared.domain, summands: [{ count: 1, components }] };
  }

  private constant(element: XmlElement): Term | null {
    const id = element.attributes.declaration ?? '';
    const found = this.declarations.constant(id);
    if (found === undefined) return this.unknown(element, 'constant', id);
    return single([found.sort], found.colours);
  }

  private number(element: XmlElement): Term | null {
    const range = childOf(element, 'finiteintrange');
    const domain = range ? this.declarations.domainOf(range) : null;
    if (domain === null) return range ? null : this.complain(element, 'NET206', 'the constant does not name its range');
    const colour = Number(element.attributes.value ?? 'x') - domain[0].first;
    if (Number.isInteger(colour) && colour >= 0 && colour < domain[0].size) return single(domain, [colour]);
    return this.complain(element, 'NET207', `${element.attributes.value} is outside of its range`);
  }

  private operands(element: XmlElement): [Term, ...Term[]] | null {
    const terms = element.children.map((child) => this.read(child));
    if (terms.includes(null)) return null;
    if (terms.length === 0) return this.complain(element, 'NET206', `\`${element.name}\` has no operands`);
    return terms as [Term, ...Term[]];
  }

  private unknown(element: XmlElement, kind: 'variable' | 'constant', id: string): null {
    const hint = this.declarations.hint(id, kind);
    this.problems.add(element, { code: 'NET209', message: `there is no ${kind} \`${id}\``, hint });
    return null;
  }

  complain(at: XmlElement, code: Complaint['code'], message: string): null {
    this.problems.add(at, { code, message });
    return null;
  }
}

export function sameDomain(a: Domain, b: Domain): boolean {
  return a.length === b.length && a.every((sort, i) => sameSort(sort, b[i]));
}

function single(domain: Domain, colours: readonly number[]): Term {
  return { domain, summands: [{ count: 1, components: [colours.map((value) => ({ slot: -1, value, count: 1 }))] }] };
}

function scaled(summands: readonly Summand[], factor: number): Summand[] {
  return summands.map(({ count, components }) => ({ count: count * factor, components }));
}

/** The summands of a simple sort as one list of choices. */
function merged(summands: readonly Summand[]): Summand {
  const choices = summands.flatMap(({ count, components }) =>
    components[0].map((choice) => ({ ...choice, count: choice.count * count })),
  );
  return { count: 1, components: [choices] };
}
