// PNML in: place/transition nets, and symmetric nets unfolded to them.
import type { Parsed } from '../../../diagnostics/diagnostic.ts';
import { Stopwatch } from '../../../diagnostics/stopwatch.ts';
import {
  type Arc,
  type InhibitorArc,
  MAX_TOKENS,
  mergeArcs,
  mergeInhibitors,
  type Net,
  type Place,
  type Transition,
} from '../../petri/net.ts';
import type { ReadingOptions } from '../format.ts';
import { Problems } from '../problems.ts';
import { resolveArcs } from './nodes.ts';
import type { RawNet } from './raw-net.ts';
import { PnmlReader } from './reader.ts';
import { unfold } from './unfold.ts';

/** The net in the pieces of a PNML text; `name` is how diagnostics call the file. */
export function parsePnml(chunks: Iterable<string>, name: string, options?: ReadingOptions): Parsed<Net> {
  const parser = new PnmlParser(name, new Stopwatch(), options);
  for (const chunk of chunks) if (!parser.write(chunk)) break;
  return parser.end();
}

/** The same for text that arrives piece by piece. */
export class PnmlParser {
  private readonly problems: Problems;
  private readonly reader: PnmlReader;
  private readonly stopwatch: Stopwatch;
  private readonly options: ReadingOptions;

  constructor(name: string, stopwatch = new Stopwatch(), options: ReadingOptions = { bindings: 'all' }) {
    this.options = options;
    this.problems = new Problems(name);
    this.stopwatch = stopwatch;
    this.reader = new PnmlReader(this.problems, stopwatch);
  }

  /** Takes the next piece; false when the rest need not be read. */
  write(chunk: string): boolean {
    return this.reader.write(chunk);
  }

  end(): Parsed<Net> {
    const raw = this.reader.end();
    if (raw === null || !this.problems.isEmpty) return this.problems.result<Net>(null);
    const { problems, stopwatch } = this;
    if (raw.kind !== 'symmetric') return problems.result(buildNet(raw, problems, stopwatch));
    return problems.result(unfold(raw, { problems, stopwatch, ...this.options }));
  }
}

/** One list for all transitions that have none. */
const NO_INHIBITORS: readonly InhibitorArc[] = [];

function buildNet(raw: RawNet, problems: Problems, stopwatch: Stopwatch): Net | null {
  const resolved = resolveArcs(raw, problems, stopwatch);
  if (resolved === null) return null;
  const promises = unitPromises(raw);
  const places = raw.places.map((place): Place => {
    stopwatch.tick();
    const { id, name, initial, capacity } = place;
    if (capacity !== null && initial > capacity) {
      problems.add(place, {
        code: 'NET212',
        message: `place ${id} begins with more tokens than its capacity ${capacity}`,
      });
    }
    return { id, name, initial, capacity, promised: promises.get(id) ?? null, level: null };
  });
  const arc = (number: number): Arc => ({ place: resolved.places[number], weight: raw.arcs.weights.get(number) });
  const inhibitor = (number: number): InhibitorArc => {
    return { place: resolved.places[number], below: raw.arcs.weights.get(number) };
  };
  const transitions = raw.transitions.map(({ id, name, line, column }, index): Transition => {
    stopwatch.tick();
    const [inputs, outputs] = [resolved.inputs, resolved.outputs].map((side) => {
      const arcs = side.of(index).map(arc);
      if (arcs.reduce((sum, { weight }) => sum + weight, 0) > MAX_TOKENS) {
        problems.add({ line, column }, { code: 'NET207', message: `the arcs of ${id} move more than 2^31 - 1 tokens` });
      }
      return mergeArcs(arcs);
    });
    const inhibiting = resolved.inhibitors.of(index);
    const inhibitors = inhibiting.length === 0 ? NO_INHIBITORS : mergeInhibitors(inhibiting.map(inhibitor));
    return { id, name, inputs, outputs, inhibitors };
  });
  return { name: raw.id, places, transitions, families: null };
}

/**
 * Places of safe units hold at most one token, says the file. The promise is only as good as its author, so nothing relies on
 * it; units that already begin with more are left out.
 */
function unitPromises(raw: RawNet): Map<string, number> {
  const promises = new Map<string, number>();
  if (raw.safeUnits.length === 0) return promises;
  const initial = new Map(raw.places.map((place) => [place.id, place.initial]));
  for (const unit of raw.safeUnits) {
    const tokens = unit.places.reduce((sum, id) => sum + (initial.get(id) ?? 0), 0);
    if (tokens <= 1) for (const id of unit.places) promises.set(id, 1);
  }
  return promises;
}
