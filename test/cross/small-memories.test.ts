// Searches whose memories are too small: states overflow into further memories, are folded, or the search goes on outside the kernel. The
// verdict is that of the plain graph, and counterexamples are replayed and judged inside `check`.
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { ModelGraph } from '../../src/explicit/product/model-graph.ts';
import { CompiledSource } from '../../src/explicit/product/state-source.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { analyse } from '../../src/models/analysis/analyse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { generateNet } from '../../src/models/library/index.ts';
import type { Model } from '../../src/models/model.ts';
import { netModel } from '../../src/models/petri/net-model.ts';
import { complaintOn, type ModelFile, netFile } from '../certificates/certified.ts';
import { checkOnGraph } from '../helpers/explicit-check.ts';

const COUNTERS = `byte a = 0; byte b = 0; byte c = 0;
  process P { state s; init s; trans s -> s { effect a = (a + 1) % 40; }; }
  process Q { state s, t; init s; trans s -> t { guard a > 3; effect b = (b + 1) % 40; }, t -> s {}; }
  process R { state s; init s; trans s -> s { guard b > a; effect c = (c + 1) % 5; }; }
  system async;`;

const KANBAN = generateNet('kanban', 3).value!;

const CASES: readonly (readonly [string, Model, readonly string[], ModelFile])[] = [
  [
    'a net',
    netModel(KANBAN),
    ['GF "P1 <= 2" | FG "P1 >= 3"', 'G("Pm1 >= 1" -> F "Pout1 >= 1")', 'G "P1 <= 3"', 'FG "Pout1 <= 0"'],
    netFile(KANBAN),
  ],
  [
    'a DVE model',
    analyse(loadModel('counters.dve', [COUNTERS]).value!),
    ['G F "a == 0" | F G "a > 0"', 'G("b > 3" -> F "c == 4")', 'G "c < 5"', 'F G "b < 7"'],
    { name: 'counters.dve', text: COUNTERS },
  ],
];
const MEMORIES = [
  { memoryBytes: 1 << 24, largestMemory: 1 << 18 },
  { memoryBytes: 1 << 24, largestMemory: 1 << 20 },
  { memoryBytes: 3 << 20 },
];

describe('a search in memories that are too small', () => {
  it.each(CASES)('comes to the same verdict: %s', (_, model, texts, file) => {
    let overflown = 0;
    for (const text of texts) {
      const formula = parseLtl(text);
      const automata = ['tgba', 'ba', 'tgta', 'ta'] as const;
      const expected = check(model, formula, { engine: { kind: 'explicit', search: 'interpreted' } }).verdict.outcome;
      MEMORIES.forEach((memory, i) => {
        const source = new CompiledSource(model, memory);
        const graph = new ModelGraph(model, { deadlock: 'stutter', source });
        const automaton = automata[(i + text.length) % automata.length];
        const { found } = checkOnGraph(graph, formula, { automaton });
        expect(found.outcome, `${text} by ${automaton} in ${JSON.stringify(memory)}`).toBe(expected);
        if (source.space.memories > 1) overflown++;
      });
    }
    expect(overflown).toBeGreaterThan(0);
    // the first one holds, and has levels; a certificate is found in such memories too
    const limits = { memoryBytes: 1 << 24 };
    const engine = { kind: 'explicit' } as const;
    expect(complaintOn(file, parseLtl(texts[0]), { engine, reductions: 'none' }, { limits })).toBeNull();
  });
});
