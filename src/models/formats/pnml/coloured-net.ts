// A symmetric net with its terms in normal form: between the XML and the unfolding.
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import type { Problems } from '../problems.ts';
import { childOf, type XmlElement } from '../xml/xml-stream.ts';
import { conjuncts, type Guard, readGuard } from './guard.ts';
import { type ResolvedArcs, resolveArcs } from './nodes.ts';
import type { RawNet, RawPlace, RawTransition } from './raw-net.ts';
import { type BasicSort, Declarations, DOT, type Domain } from './sorts.ts';
import { Scope, type Summand, sameDomain, type Term, TermReader } from './terms.ts';

interface ColouredPlace {
  readonly raw: RawPlace;
  readonly domain: Domain;
  readonly initial: readonly Summand[];
}

export interface ColouredArc {
  readonly place: number;
  readonly summands: readonly Summand[];
  readonly line: number;
  readonly column: number;
}

export interface ColouredTransition {
  readonly raw: RawTransition;
  /** The sorts of the slots that a binding fills. */
  readonly slots: readonly BasicSort[];
  /** All must hold. */
  readonly guards: readonly Guard[];
  readonly inputs: readonly ColouredArc[];
  readonly outputs: readonly ColouredArc[];
  readonly inhibitors: readonly ColouredArc[];
}

export interface ColouredNet {
  readonly places: readonly ColouredPlace[];
  readonly transitions: readonly ColouredTransition[];
}

/** Types and normalises a raw net; null after complaints. */
export function readColouredNet(raw: RawNet, problems: Problems, stopwatch: Stopwatch): ColouredNet | null {
  const arcs = resolveArcs(raw, problems, stopwatch);
  if (arcs === null) return null;
  const reader = new ColouredReader(raw, arcs, problems);
  const places = raw.places.map((place) => reader.place(place));
  if (!problems.isEmpty) return null;
  const transitions = raw.transitions.map((_, i) => {
    stopwatch.tick();
    return reader.transition(i, places as ColouredPlace[]);
  });
  if (!problems.isEmpty) return null;
  return { places: places as ColouredPlace[], transitions: transitions as ColouredTransition[] };
}

class ColouredReader {
  private readonly declarations: Declarations;
  private readonly problems: Problems;
  private readonly raw: RawNet;
  private readonly arcs: ResolvedArcs;

  constructor(raw: RawNet, arcs: ResolvedArcs, problems: Problems) {
    this.raw = raw;
    this.arcs = arcs;
    this.problems = problems;
    this.declarations = new Declarations(raw.declarations, problems);
  }

  place(raw: RawPlace): ColouredPlace | null {
    const sort = raw.type && childOf(raw.type, 'structure')?.children[0];
    const domain = sort ? this.declarations.domainOf(sort) : [DOT];
    if (domain === null) return null;
    if (domain.reduce((size, { size: factor }) => size * factor, 1) > Number.MAX_SAFE_INTEGER) {
      this.problems.add(raw, { code: 'NET215', message: `place ${raw.id} has too many colours` });
      return null;
    }
    if (raw.marking === null) {
      const plain: Summand = { count: raw.initial, components: [[{ slot: -1, value: 0, count: 1 }]] };
      return { raw, domain, initial: raw.initial > 0 && domain.length === 1 ? [plain] : [] };
    }
    const scope = new Scope();
    const term = this.term(raw.marking, scope, domain);
    if (term !== null && scope.sorts.length > 0) {
      this.problems.add(raw.marking, { code: 'NET213', message: 'an initial marking cannot contain variables' });
      return null;
    }
    return term && { raw, domain, initial: term.summands };
  }

  transition(index: number, places: readonly ColouredPlace[]): ColouredTransition | null {
    const raw = this.raw.transitions[index];
    const scope = new Scope();
    const [inputs, outputs, inhibitors] = [this.arcs.inputs, this.arcs.outputs, this.arcs.inhibitors].map((side) =>
      side.of(index).map((arc) => this.arc(arc, scope, places[this.arcs.places[arc]].domain)),
    );
    const reader = new TermReader(this.declarations, this.problems, scope);
    const guard: Guard | null = raw.condition ? readGuard(raw.condition, reader) : { kind: 'constant', value: true };
    if (guard === null || [...inputs, ...outputs, ...inhibitors].includes(null)) return null;
    return {
      raw,
      slots: scope.sorts,
      guards: conjuncts(guard),
      inputs: inputs as ColouredArc[],
      outputs: outputs as ColouredArc[],
      inhibitors: inhibitors as ColouredArc[],
    };
  }

  private arc(number: number, scope: Scope, domain: Domain): ColouredArc | null {
    const { arcs, ids } = this.raw;
    const at = arcs.at(number);
    const place = this.arcs.places[number];
    const inscription = arcs.inscription(number);
    if (inscription === null) {
      if (sameDomain(domain, [DOT])) {
        const components = [[{ slot: -1, value: 0, count: 1 }]];
        return { place, summands: [{ count: arcs.weights.get(number), components }], ...at };
      }
      const [source, target] = [arcs.sources, arcs.targets].map((ends) => ids.names[ends.get(number)]);
      this.problems.add(at, { code: 'NET206', message: `the arc from ${source} to ${target} has no inscription` });
      return null;
    }
    const term = this.term(inscription, scope, domain);
    return term && { place, summands: term.summands, ...at };
  }

  /** The term inside a label, which must have the sort of its place. */
  private term(label: XmlElement, scope: Scope, domain: Domain): Term | null {
    const structure = childOf(label, 'structure');
    if (structure === undefined) {
      this.problems.add(label, { code: 'NET206', message: `\`${label.name}\` has no structure` });
      return null;
    }
    const term = new TermReader(this.declarations, this.problems, scope).read(structure);
    if (term === null || sameDomain(term.domain, domain)) return term;
    this.problems.add(label, { code: 'NET216', message: 'the term does not have the sort of its place' });
    return null;
  }
}
