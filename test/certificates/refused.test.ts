// Certificates that are wrong are refused: mutated ones, and those of a search or a reduction that is wrong on purpose. The long mode mutates
// 2,000 of them.
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { check } from '../../src/check/check.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { NetBuilder } from '../../src/models/petri/net.ts';
import { BadInput } from '../../verifier/src/problem.ts';
import { readModel } from '../../verifier/src/read-model.ts';
import { randomGraph } from '../helpers/graph-model.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { certified, kripkeFile, loaded, type ModelFile, netFile, verdictOn } from './certified.ts';
import { type Opened, open, written } from './opened.ts';

const ROUNDS = roundsOf({ usual: 20, long: 350 });
const PROPOSITIONS = ['a', 'b'];

/** What may be wrong with a proof; null where there is nothing to be made wrong that way. */
const MUTATIONS: Readonly<Record<string, (random: Random, proof: Opened) => Opened | null>> = {
  'a block is missing': (random, proof) => {
    const gone = random.below(proof.blocks.length);
    return { ...proof, blocks: proof.blocks.filter((_, i) => i !== gone) };
  },
  'a mark is changed': (random, { blocks, ...proof }) => {
    const i = random.below(blocks.length);
    const other = random.below(proof.header.nodes!.length + 1);
    return { ...proof, blocks: blocks.map((block, k) => (k === i ? { ...block, mark: other } : block)) };
  },
  'a state is dropped': (random, { blocks, ...proof }) => {
    const i = random.below(blocks.length);
    const gone = random.below(blocks[i].records.length);
    const left = blocks[i].records.filter((_, k) => k !== gone);
    const others = blocks.map((block, k) => (k === i ? { ...block, records: left } : block));
    return { ...proof, blocks: others.filter(({ records }) => records.length > 0) };
  },
  'blocks are in another order': (_, { blocks, ...proof }) =>
    blocks.length < 2 ? null : { ...proof, blocks: [...blocks].reverse() },
  'a bit is turned': (random, { blocks, ...proof }) => {
    const i = random.below(blocks.length);
    if (blocks[i].records[0].length === 0) return null;
    const records = blocks[i].records.map((record) => record.slice());
    const record = random.pick(records);
    record[random.below(record.length)] ^= 1 << random.below(8);
    return { ...proof, blocks: blocks.map((block, k) => (k === i ? { ...block, records } : block)) };
  },
  'obligations are forgotten': (random, proof) => {
    const obligations = [...proof.header.obligations!];
    const i = random.below(obligations.length);
    if (obligations[i].length === 0) return null;
    obligations[i] = obligations[i].slice(1);
    return { ...proof, header: { ...proof.header, obligations } };
  },
};

describe('a mutated proof', () => {
  it.each(Object.keys(MUTATIONS))('is refused, or is another proof: %s', (name) => {
    const random = new Random(seedFrom(43));
    const reasons = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const { file, text, proof } = randomProof(random);
      const mutated = MUTATIONS[name](random, proof);
      if (mutated === null) continue;
      const said = verdictOn(file, text, written(mutated));
      const reason = typeof said === 'string' ? said.replace(/\d+/, 'N') : 'accepted';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    // What is not needed may go, and what has no steps inside may bear any mark: then the rest is a proof still, and the formula holds.
    expect([...reasons.keys()].filter((reason) => reason !== 'accepted')).not.toEqual([]);
  });

  it('is refused when its tail is cut off, at every place', () => {
    const { file, text, proof } = randomProof(new Random(seedFrom(44)));
    const bytes = written(proof);
    for (let length = 20; length < bytes.length; length++) {
      expect(typeof verdictOn(file, text, bytes.slice(0, length)), `${length} bytes`).toBe('string');
    }
    expect(verdictOn(file, text, Uint8Array.of(...bytes, 0))).toBe('something follows the end of the certificate');
  });

  it('never proves a formula that is violated, whatever it is made of', () => {
    const random = new Random(seedFrom(45));
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { file, text, proof } = randomProof(random);
      const other = kripkeFile(
        randomGraph(random, { states: 4, propositions: PROPOSITIONS, degree: 1.5, deadlocks: false }),
        PROPOSITIONS,
      );
      const [formula] = randomFormulas(new FormulaStore(), { propositions: PROPOSITIONS, seed: random.below(1e9) });
      for (const [model, asked] of [[other, text] as const, [file, printFormula(formula)] as const]) {
        const { result } = certified(model, parseLtl(asked));
        const said = verdictOn(model, asked, written(proof));
        if (result.verdict.outcome === 'violated') expect(typeof said, JSON.stringify({ model, asked })).toBe('string');
        if (typeof said === 'string') refused++;
      }
    }
    expect(refused).toBeGreaterThan(ROUNDS / 4);
  });
});

describe('what is wrong on purpose', () => {
  // p moves to q and back; once r is marked, t may end it. F G !r is wrong for the net, and right where something is left out.
  const cycle = (change: (builder: NetBuilder) => void): ModelFile => {
    const builder = new NetBuilder();
    builder.place('p', { initial: 1 });
    for (const name of ['q', 'r', 'guard']) builder.place(name);
    builder.move('go', ['p'], ['q']);
    builder.move('back', ['q'], ['p']);
    change(builder);
    return netFile(builder.build('cycle'), 'pnml');
  };
  const given = cycle((builder) => {
    builder.move('mark', ['p'], ['r', 'guard']);
    builder.move('home', ['r', 'guard'], ['p']);
  });
  const formula = 'F G !"r >= 1"';

  it.each([
    ['a transition that never fires, but does (dead)', (b: NetBuilder) => b.move('home', ['r', 'guard'], ['p'])],
    ['a transition like another one, but it is not (dominated)', (b: NetBuilder) => b.move('mark', ['p'], ['guard'])],
    ['a place that is taken from (sink)', (b: NetBuilder) => b.move('mark', ['p', 'guard'], ['r'])],
    ['a place that blocks (implicit)', (b: NetBuilder) => b.move('mark', ['p'], ['r'])],
    ['two steps that are seen as one (agglomeration)', (b: NetBuilder) => b.move('markAndHome', ['p'], ['p'])],
    ['a cycle of its own (slicing)', () => undefined],
  ] as const)('is refused on the net as it was given: %s', (_, change) => {
    const reduced = cycle((builder) => void change(builder));
    const { result, bytes } = certified(reduced, parseLtl(formula));
    expect(check(loaded(given), parseLtl(formula)).verdict.outcome).toBe('violated');
    const text = result.verdict.outcome === 'holds' ? formula : `!(${formula})`;
    const proof = result.verdict.outcome === 'holds' ? bytes! : certified(reduced, parseLtl(text)).bytes;
    if (proof !== null) expect(typeof verdictOn(given, formula, proof)).toBe('string');
  });

  it('is refused: an emptiness check that takes all components for one without steps', () => {
    const { file, text, proof } = cyclicProof();
    const blocks = proof.blocks.map((block) => ({ ...block, mark: 0 }));
    expect(verdictOn(file, text, written({ ...proof, blocks }))).toMatch('a step inside does not postpone');
  });

  it('is refused: one that joins components that lead to each other', () => {
    const { file, text, proof } = cyclicProof();
    const records = proof.blocks.flatMap((block) => block.records);
    expect(typeof verdictOn(file, text, written({ ...proof, blocks: [{ mark: 0, records }] }))).toBe('string');
  });

  it('is refused: a lasso that jumps, and one that satisfies the formula', () => {
    const file: ModelFile = { name: 'm.kripke', text: 'initial s\ns : a -> s, t\nt -> t\nu : a -> s\n' };
    const { bytes } = certified(file, parseLtl('G a'));
    expect(verdictOn(file, 'G a', bytes!)).toMatchObject({ verdict: 'violated' });
    expect(verdictOn(file, 'F !a', bytes!)).toBe('the run satisfies the formula');
    const other: ModelFile = { name: 'm.kripke', text: 'initial s\ns : a -> s\nt -> t\nu : a -> s, t\n' };
    expect(verdictOn(other, 'G a', bytes!)).toMatch('there is no step');
  });
});

describe('what the verifier does not know', () => {
  it('is bad input, and says so', () => {
    expect(() => readModel('m.pml', 'active proctype P() { skip }')).toThrow(BadInput);
    expect(() => readModel('m.dve', 'process P { state a; init a; } system async property P;')).toThrow(BadInput);
    const file: ModelFile = { name: 'm.kripke', text: 'initial s\ns : a -> s\n' };
    const { bytes } = certified(file, parseLtl('G a'));
    expect(() => verdictOn(file, 'F[2:3] a', bytes!)).toThrow('bounds are not read');
    expect(() => verdictOn(file, 'G b', bytes!)).toThrow('the model has nothing called `b`');
  });
});

/** A proof with a block that has steps inside. */
function cyclicProof(): { readonly file: ModelFile; readonly text: string; readonly proof: Opened } {
  const file: ModelFile = { name: 'm.kripke', text: 'initial s\ns : a -> t\nt -> u\nu : a -> s\n' };
  const { bytes } = certified(file, parseLtl('G F a'));
  return { file, text: 'G F a', proof: open(bytes!) };
}

/** A formula that holds on a graph, and the proof. */
function randomProof(random: Random): { readonly file: ModelFile; readonly text: string; readonly proof: Opened } {
  for (;;) {
    const graph = randomGraph(random, {
      states: random.between(2, 6),
      propositions: PROPOSITIONS,
      degree: 1.6,
      deadlocks: true,
    });
    const file = kripkeFile(graph, PROPOSITIONS);
    const [formula] = randomFormulas(new FormulaStore(), {
      propositions: PROPOSITIONS,
      seed: random.below(1e9),
      size: { min: 3, max: 9 },
    });
    const { result, bytes } = certified(file, formula);
    if (result.verdict.outcome === 'holds' && bytes !== null)
      return { file, text: printFormula(formula), proof: open(bytes) };
  }
}
