// PNML from a stream of text to a raw net: walks pages, turns each place, transition and arc into a record as soon as it is
// complete, and forgets its XML.

import { StringTable } from '../../../base/intern.ts';
import { detached } from '../../../base/text.ts';
import type { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import { isTokenCount } from '../../petri/net.ts';
import { nameProblem } from '../name-problem.ts';
import type { Problems } from '../problems.ts';
import { childOf, type XmlChoice, type XmlElement, type XmlHandler, XmlStream } from '../xml/xml-stream.ts';
import {
  type RawArc,
  RawArcs,
  type RawNet,
  type RawNode,
  type RawPlace,
  type RawReference,
  type RawTransition,
  type RawUnit,
} from './raw-net.ts';

/** Elements that say how the net looks, or are only for people. */
const IGNORED = ['graphics'];

export class PnmlReader implements XmlHandler {
  private readonly problems: Problems;
  private readonly stream: XmlStream;
  private nets = 0;
  private id = '';
  private kind: RawNet['kind'] = 'pt';
  private readonly places: RawPlace[] = [];
  private readonly transitions: RawTransition[] = [];
  private readonly references: RawReference[] = [];
  private readonly ids = new StringTable();
  private readonly arcs = new RawArcs();
  private readonly declarations: XmlElement[] = [];
  private readonly units: RawUnit[] = [];
  private unitsAreSafe = false;

  constructor(problems: Problems, stopwatch: Stopwatch) {
    this.problems = problems;
    this.stream = new XmlStream(this, { problems, stopwatch, ignored: IGNORED });
  }

  /** Takes the next piece of the text; false when the rest need not be read. */
  write(chunk: string): boolean {
    return this.stream.write(chunk);
  }

  /** The net, or null when there is none. */
  end(): RawNet | null {
    this.stream.end();
    if (this.nets === 0) {
      if (this.problems.isEmpty) {
        this.problems.add({ line: 1, column: 1 }, { code: 'NET204', message: 'the file has no `net` element' });
      }
      return null;
    }
    const { id, kind, ids, places, transitions, references, arcs, declarations } = this;
    const safeUnits = this.unitsAreSafe ? this.units : [];
    return { id, kind, ids, places, transitions, references, arcs, declarations, safeUnits };
  }

  open(element: XmlElement): XmlChoice {
    switch (element.name) {
      case 'pnml':
      case 'page':
        return 'enter';
      case 'net':
        return this.openNet(element);
      case 'place':
      case 'transition':
      case 'arc':
      case 'referencePlace':
      case 'referenceTransition':
      case 'declaration':
      case 'unit':
        return 'collect';
      case 'toolspecific':
        return element.attributes.tool === 'nupn' ? 'enter' : 'skip';
      case 'structure': // only reached inside nested-unit data
        this.unitsAreSafe = element.attributes.safe === 'true';
        return 'enter';
      default:
        if (this.nets === 0 && this.problems.isEmpty) this.foreign(element);
        return 'skip';
    }
  }

  collected(element: XmlElement): void {
    switch (element.name) {
      case 'place':
        this.addPlace(element);
        break;
      case 'transition':
        this.addTransition(element);
        break;
      case 'arc':
        this.addArc(element);
        break;
      case 'unit':
        this.addUnit(element);
        break;
      case 'declaration':
        for (const structure of element.children.filter((child) => child.name === 'structure')) {
          this.declarations.push(...structure.children.filter((child) => child.name === 'declarations'));
        }
        break;
      default:
        this.addReference(element);
    }
  }

  closed(): void {
    // Pages are only folders: nothing ends with them.
  }

  private foreign(element: XmlElement): void {
    const message = `expected a \`pnml\` document, but found the element \`${element.name}\``;
    this.problems.add(element, { code: 'NET204', message });
  }

  private openNet(element: XmlElement): XmlChoice {
    if (this.nets++ > 0) {
      this.problems.add(element, { code: 'NET205', message: 'the file holds more than one net', hint: 'keep one net' });
      return 'skip';
    }
    this.id = element.attributes.id ?? 'net';
    const problem = nameProblem(this.id);
    if (problem !== null) this.problems.add(element, problem);
    const type = element.attributes.type ?? '';
    if (/symmetricnet|hlpn|highlevelnet/i.test(type)) this.kind = 'symmetric';
    else if (!/ptnet|p\/t/i.test(type)) {
      const message = `nets of type \`${type}\` are not supported`;
      const hint = 'place/transition nets (ptnet) and symmetric nets (symmetricnet) are';
      this.problems.add(element, { code: 'NET205', message, hint });
      return 'skip';
    }
    return 'enter';
  }

  private addPlace(element: XmlElement): void {
    const node = this.nodeOf(element);
    if (node === null) return;
    const { id, number, line, column } = node;
    this.places.push({
      id,
      number,
      name: nameOf(element, id),
      initial: this.numberIn(element, 'initialMarking') ?? 0,
      capacity: this.capacityOf(element),
      type: childOf(element, 'type') ?? null,
      marking: childOf(element, 'hlinitialMarking') ?? null,
      line,
      column,
    });
  }

  private addTransition(element: XmlElement): void {
    const node = this.nodeOf(element);
    if (node === null) return;
    const { id, number, line, column } = node;
    const condition = childOf(element, 'condition') ?? null;
    this.transitions.push({ id, number, name: nameOf(element, id), condition, line, column });
  }

  private addReference(element: XmlElement): void {
    const node = this.nodeOf(element);
    const target = element.attributes.ref;
    if (node === null) return;
    if (target === undefined) {
      const message = `\`${element.name}\` ${node.id} has no attribute \`ref\``;
      this.problems.add(element, { code: 'NET206', message });
      return;
    }
    const kind = element.name === 'referencePlace' ? 'place' : 'transition';
    this.references.push({ ...node, target, kind });
  }

  private addArc(element: XmlElement): void {
    const { source, target } = element.attributes;
    if (source === undefined || target === undefined) {
      const missing = source === undefined ? 'source' : 'target';
      this.problems.add(element, { code: 'NET206', message: `an arc has no attribute \`${missing}\`` });
      return;
    }
    const kind = this.arcKind(element);
    if (kind === null) return;
    const weight = this.numberIn(element, 'inscription') ?? 1;
    if (weight === 0 && kind === 'normal') {
      const message = `the arc from ${source} to ${target} has weight 0`;
      this.problems.add(element, { code: 'NET207', message, hint: 'leave the arc out, or give it a positive weight' });
      return;
    }
    const inscription = childOf(element, 'hlinscription') ?? null;
    this.arcs.add({
      source: this.numberOf(source),
      target: this.numberOf(target),
      weight,
      kind,
      inscription,
      line: element.line,
      column: element.column,
    });
  }

  /** Arc types are an extension that several tools share: `<type value="inhibitor"/>`, a text, or an attribute. */
  private arcKind(element: XmlElement): RawArc['kind'] | null {
    const type = childOf(element, 'type');
    const text = type && (childOf(type, 'text')?.text.trim() ?? '');
    const value = type?.attributes.value ?? (text || element.attributes.type);
    if (value === undefined || value === 'normal') return 'normal';
    if (value === 'inhibitor') return 'inhibitor';
    const hint = 'plain arcs and inhibitor arcs are supported; a read arc is a pair of opposite arcs';
    this.problems.add(element, { code: 'NET208', message: `arcs of type \`${value}\` are not supported`, hint });
    return null;
  }

  private addUnit(element: XmlElement): void {
    const text = childOf(element, 'places')?.text.trim() ?? '';
    const places = text === '' ? [] : text.split(/\s+/);
    this.units.push({ places });
  }

  private capacityOf(element: XmlElement): number | null {
    for (const child of element.children) {
      if (child.name === 'toolspecific' && child.attributes.tool === 'tegata') return this.numberIn(child, 'capacity');
    }
    return null;
  }

  /** The id of a node, and where it stands; null after a complaint. */
  private nodeOf(element: XmlElement): RawNode | null {
    const { id } = element.attributes;
    if (id !== undefined && id !== '') {
      const problem = nameProblem(id);
      if (problem !== null) this.problems.add(element, problem);
      const number = this.numberOf(id);
      return { id: this.ids.names[number], number, line: element.line, column: element.column };
    }
    this.problems.add(element, { code: 'NET206', message: `a \`${element.name}\` has no attribute \`id\`` });
    return null;
  }

  private numberOf(id: string): number {
    const known = this.ids.indexOf(id);
    return known === -1 ? this.ids.intern(detached(id)) : known;
  }

  /** The whole number in `<label><text>…</text></label>`; null when there is no such label. */
  private numberIn(element: XmlElement, label: string): number | null {
    const found = childOf(element, label);
    if (found === undefined) return null;
    const content = childOf(found, 'text') ?? found;
    const text = content.text.trim();
    if (text === '' && content === found) return null; // a label that only says how it looks
    const value = Number(text);
    if (/^\d+$/.test(text) && isTokenCount(value)) return value;
    const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
    const message =
      text === '' ? `\`${label}\` has an empty text` : `\`${shown}\` is not a whole number from 0 to 2^31 - 1`;
    const hint = text === '' ? 'write a number, or leave the label out' : undefined;
    this.problems.add(found, { code: 'NET207', message, hint });
    return null;
  }
}

/** What people call a node, on one line; its id where it is called nothing else. */
function nameOf(element: XmlElement, id: string): string {
  const label = childOf(element, 'name');
  const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const text = oneLine((label && childOf(label, 'text')?.text) ?? '');
  return text === '' || text === oneLine(id) ? id : detached(text);
}
