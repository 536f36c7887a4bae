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
import { BadInput } from '../../verifier/src/model.ts';
import { readModel } from '../../verifier/src/read-model.ts';
import { randomGraph } from '../helpers/graph-model.ts';
import { randomConservativeNet } from '../helpers/random-net.ts';
import { longMode, roundsOf, seedFrom } from '../helpers/shared.ts';
import { certified, kripkeFile, loaded, type ModelFile, netFile, verdictOn } from './certified.ts';
import { type Edge, type Opened, open, type Pair, type StateClass, written } from './opened.ts';

const ROUNDS = roundsOf({ usual: 20, long: 350 });
const PROPOSITIONS = ['a', 'b'];
const EXPLICIT = { kind: 'explicit' } as const;

/** The proof with one of its classes changed; without it where states are listed and it has none left. */
function changed({ classes, ...rest }: Opened, i: number, change: Partial<StateClass>): Opened {
  const others = classes.map((one, k) => (k === i ? { ...one, ...change } : one));
  return { ...rest, classes: others.filter(({ records }) => rest.levels !== undefined || records.length > 0) };
}

/** What may be wrong with a proof; null where there is nothing to be made wrong that way. */
const MUTATIONS: Readonly<Record<string, (random: Random, proof: Opened) => Opened | null>> = {
  'a block is missing': (random, { header, classes }) => {
    const [, gone] = random.pick(classes.flatMap(({ pairs }) => pairs));
    return {
      header,
      classes: classes.map(({ pairs, records }) => ({ pairs: pairs.filter(([, block]) => block !== gone), records })),
    };
  },
  'a pair is missing': (random, proof) => {
    const i = random.below(proof.classes.length);
    const { pairs } = proof.classes[i];
    const gone = random.below(pairs.length);
    return changed(proof, i, { pairs: pairs.filter((_, k) => k !== gone) });
  },
  'a mark is changed': (random, { header, ...rest }) => {
    const postponed = [...header.postponed!];
    postponed[random.below(postponed.length)] = random.between(-1, header.nodes!.length - 1);
    return { ...rest, header: { ...header, postponed } };
  },
  'a state is dropped': (random, proof) => {
    const i = random.below(proof.classes.length);
    const { records } = proof.classes[i];
    const gone = random.below(records.length);
    return changed(proof, i, { records: records.filter((_, k) => k !== gone) });
  },
  'a pair is in another block': (random, proof) => {
    const i = random.below(proof.classes.length);
    const k = random.below(proof.classes[i].pairs.length);
    const pairs = proof.classes[i].pairs.map(([set, block], at): Pair => {
      return [set, at === k ? Math.abs(block + random.pick([-1, 1])) : block];
    });
    return changed(proof, i, { pairs });
  },
  'blocks are in another order': (_, { header, classes }) => {
    const all = classes.flatMap(({ pairs }) => pairs.map(([, block]) => block));
    const turns = Math.floor(Math.max(...all) / header.postponed!.length);
    if (turns === 0) return null;
    // As before, each block postpones its formula.
    const turned = (block: number): number => {
      const formula = block % header.postponed!.length;
      return (turns - Math.floor(block / header.postponed!.length)) * header.postponed!.length + formula;
    };
    const others = classes.map(({ pairs, records }) => ({
      pairs: pairs.map(([set, block]): Pair => [set, turned(block)]),
      records,
    }));
    return { header, classes: others };
  },
  'a bit is turned': (random, proof) => {
    const i = random.below(proof.classes.length);
    if (proof.classes[i].records[0].length === 0) return null;
    const records = proof.classes[i].records.map((record) => record.slice());
    const record = random.pick(records);
    record[random.below(record.length)] ^= 1 << random.below(8);
    return changed(proof, i, { records });
  },
  'obligations are forgotten': (random, proof) => {
    const obligations = [...proof.header.obligations!];
    const i = random.below(obligations.length);
    if (obligations[i].length === 0) return null;
    obligations[i] = obligations[i].slice(1);
    return { ...proof, header: { ...proof.header, obligations } };
  },
};

/** The proof with some edges of its diagram changed: those of one node for which `change` gives others. */
function rewired(random: Random, proof: Opened, level: number, change: (edges: readonly Edge[]) => Edge[]): Opened {
  const chosen = random.below(proof.levels![level].length);
  const levels = proof.levels!.map((nodes, i) =>
    nodes.map((edges, node) => (i === level && node === chosen ? change(edges) : edges)),
  );
  return { ...proof, levels };
}

/** What may be wrong with a proof that has a diagram. */
const DIAGRAM_MUTATIONS: typeof MUTATIONS = {
  'an edge is missing': (random, proof) =>
    rewired(random, proof, random.below(proof.levels!.length), (edges) => {
      const gone = random.below(edges.length);
      return edges.filter((_, i) => i !== gone);
    }),
  'a value is another one': (random, proof) =>
    rewired(random, proof, random.below(proof.levels!.length), (edges) => {
      const chosen = random.below(edges.length);
      const other = Math.max(...edges.map(([value]) => value)) + 1;
      return edges.map(([value, target], i) => [i === chosen ? other : value, target]);
    }),
  'an edge leads to another node': (random, proof) => {
    const level = random.below(proof.levels!.length);
    const nodes = (proof.levels![level + 1] ?? proof.classes).length;
    if (nodes === 1) return null;
    return rewired(random, proof, level, (edges) => {
      const chosen = random.below(edges.length);
      const turn = random.between(1, nodes - 1);
      return edges.map(([value, target], i) => [value, i === chosen ? (target + turn) % nodes : target]);
    });
  },
  'a terminal is not there': (random, proof) =>
    rewired(random, proof, proof.levels!.length - 1, (edges) => {
      const wrong = random.pick([proof.classes.length, 2 ** 31, 2 ** 32 - 1, 2 ** 40]);
      return edges.map(([value]) => [value, wrong]);
    }),
  'a node is missing': (random, proof) => rewired(random, proof, random.below(proof.levels!.length), () => []),
  'levels are in another order': (random, proof) => {
    const order = proof.header.order!;
    if (order.length < 2) return null;
    const turn = random.between(1, order.length - 1);
    return { ...proof, header: { ...proof.header, order: [...order.slice(turn), ...order.slice(0, turn)] } };
  },
  'a class has a pair less': MUTATIONS['a pair is missing'],
  'a pair of a class is in another block': MUTATIONS['a pair is in another block'],
  'the mark of a block is changed': MUTATIONS['a mark is changed'],
};

/** A block without steps inside may bear any mark, there may be room between blocks, sets need not occur, and a class may do for more states. */
const MAY_BE_PROOFS = [
  'a mark is changed',
  'a pair is in another block',
  'blocks are in another order',
  'obligations are forgotten',
  'an edge leads to another node',
  'levels are in another order',
  'a pair of a class is in another block',
  'the mark of a block is changed',
];

/** What the verifier says of them, among other things: mostly that something is not there. */
const GAP = /an initial state is missing|a step leads to no pair/;
const REASONS: Readonly<Record<string, RegExp>> = {
  'a mark is changed': /a step inside a block does not postpone/,
  'the mark of a block is changed': /a step inside a block does not postpone/,
  'a pair is in another block': /a step leads to a later block|does not postpone/,
  'a pair of a class is in another block': /a step leads to a later block|does not postpone/,
  'blocks are in another order': /a step leads to a later block/,
};

/** One of a fourth as many proofs as there are rounds: to find them takes longer than to mutate them. */
function poolOf(drawn: (random: Random) => RandomProof): (random: Random) => RandomProof {
  const own = new Random(seedFrom(46));
  const pool: RandomProof[] = [];
  return (random) => {
    if (pool.length < ROUNDS / 4) pool.push(drawn(own));
    return random.pick(pool);
  };
}

const listedPool = poolOf((random) => randomProof(random));
const diagramPool = poolOf(randomDiagramProof);

describe('a mutated proof', () => {
  it.each([
    ...Object.entries(MUTATIONS).map(([name, mutate]) => ({ name, mutate, drawn: listedPool })),
    ...Object.entries(DIAGRAM_MUTATIONS).map(([name, mutate]) => ({ name, mutate, drawn: diagramPool })),
  ])('is refused, or is another proof: $name', ({ name, mutate, drawn }) => {
    const random = new Random(seedFrom(43));
    const reasons = new Map<string, number>();
    for (let round = 0, attempts = 0; round < ROUNDS && attempts < 10 * ROUNDS; attempts++) {
      const { file, text, proof } = drawn(random);
      const mutated = mutate(random, proof);
      if (mutated === null) continue;
      round++;
      const said = verdictOn(file, text, written(mutated));
      const reason = typeof said === 'string' ? said.replace(/\d+/, 'N') : 'accepted';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const mayBeProofs = MAY_BE_PROOFS.includes(name);
    if (longMode || !mayBeProofs) {
      expect([...reasons.keys()]).toEqual(expect.arrayContaining([expect.stringMatching(REASONS[name] ?? GAP)]));
    }
    // Every pair of a proof is reached. But where blocks are made otherwise, what is left may be another proof, of a formula that holds.
    if (!mayBeProofs) expect(reasons.get('accepted') ?? 0).toBe(0);
  });

  it.each([randomProof, randomDiagramProof])('is refused when its tail is cut off, at every place: %o', (drawn) => {
    const { file, text, proof } = drawn(new Random(seedFrom(44)));
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
      const { file, text, proof } = randomProof(random, random.pick(['listed', 'diagram']));
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
    return netFile(builder.build('cycle'));
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
    ['a place that blocks (implicit)', (b: NetBuilder) => b.move('mark', ['p', 'r'], ['r', 'guard'])],
    ['two steps that are seen as one (agglomeration)', (b: NetBuilder) => b.move('markAndHome', ['p'], ['p'])],
    ['a cycle of its own (slicing)', () => undefined],
  ] as const)('is refused on the net as it was given: %s', (_, change) => {
    const reduced = cycle((builder) => void change(builder));
    for (const states of ['listed', 'diagram'] as const) {
      const { result, bytes } = certified(reduced, parseLtl(formula), { reductions: 'none' }, { states });
      expect(result.verdict.outcome).toBe('holds');
      expect(verdictOn(reduced, formula, bytes!)).toMatchObject({ verdict: 'holds' });
      expect(check(loaded(given), parseLtl(formula)).verdict.outcome).toBe('violated');
      expect(verdictOn(given, formula, bytes!)).toMatch('a step leads to no pair');
    }
  });

  // The steps of the hull take (v, G !a) away first or last; (t, G !a) leads there.
  const HULL: ModelFile = { name: 'm.kripke', text: 'initial s\ns : a -> t\nt -> v\nv -> u\nu : a -> s\n' };
  const hullProof = (): Opened => open(certified(HULL, parseLtl('G F a'), {}, { states: 'diagram' }).bytes!);
  const inBlocks = (proof: Opened, blockOf: (block: number) => number | null): Opened => {
    const classes = proof.classes.map(({ pairs, records }) => {
      const others = pairs.map(([set, block]) => [set, blockOf(block)] as const);
      return { pairs: others.filter((pair): pair is Pair => pair[1] !== null), records };
    });
    return { ...proof, classes };
  };

  it('is refused: a hull that forgets what one of its steps takes away', () => {
    const proof = hullProof();
    const blocks = new Set(proof.classes.flatMap(({ pairs }) => pairs.map(([, block]) => block)));
    expect(verdictOn(HULL, 'G F a', written(proof))).toMatchObject({ verdict: 'holds', blocks: 3 });
    for (const gone of blocks) {
      const said = verdictOn(HULL, 'G F a', written(inBlocks(proof, (block) => (block === gone ? null : block))));
      expect(said).toMatch(/leads to no pair|initial state is missing/);
    }
  });

  it('is refused: a hull that takes two steps at once', () => {
    const joined = inBlocks(hullProof(), (block) => (block === 1 ? 0 : block));
    expect(verdictOn(HULL, 'G F a', written(joined))).toMatch('a step inside a block does not postpone');
  });

  it('is refused: a hull whose steps are in the wrong order', () => {
    const turned = inBlocks(hullProof(), (block) => (block < 2 ? 1 - block : block));
    expect(verdictOn(HULL, 'G F a', written(turned))).toMatch('a step leads to a later block');
  });

  it('is refused: an emptiness check that takes all components for such without steps', () => {
    const { file, text, proof } = cyclicProof();
    const header = { ...proof.header, postponed: proof.header.postponed!.map(() => -1) };
    expect(verdictOn(file, text, written({ ...proof, header }))).toMatch('a step inside a block does not postpone');
  });

  it('is refused: one that joins components that lead to each other', () => {
    const { file, text, proof } = cyclicProof();
    const classes = proof.classes.map(({ pairs, records }) => ({
      pairs: pairs.map(([set]) => [set, 0] as const),
      records,
    }));
    expect(verdictOn(file, text, written({ ...proof, classes }))).toMatch('a step inside a block does not postpone');
  });

  it('is refused: obligations that are not there, lists that are none, and variables that share bits', () => {
    const { file, text, proof } = cyclicProof();
    const obligations = proof.header.obligations!.map((set) => set.map((node) => `${node}x`)) as unknown as number[][];
    expect(verdictOn(file, text, written({ ...proof, header: { ...proof.header, obligations } }))).toMatch(
      'obligations',
    );
    for (const part of ['variables', 'nodes', 'obligations', 'postponed', 'rules'] as const) {
      for (const value of [null, 3, [3], ['x'], {}] as never[]) {
        const said = verdictOn(file, text, written({ ...proof, header: { ...proof.header, [part]: value } }));
        expect(typeof said, `${part} ${JSON.stringify(value)}`).toBe('string');
      }
    }
    const { bytes } = certified(given, parseLtl('F true'), { reductions: 'none' });
    const opened = open(bytes!);
    const variables = opened.header.variables.map(([name, least]) => [name, least, 0, 1] as const);
    expect(verdictOn(given, 'F true', written({ ...opened, header: { ...opened.header, variables } }))).toMatch(
      'overlap',
    );
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

interface RandomProof {
  readonly file: ModelFile;
  readonly text: string;
  readonly proof: Opened;
}

/** A formula that holds on a net, and the proof with a diagram. */
function randomDiagramProof(random: Random): RandomProof {
  for (;;) {
    const file = netFile(randomConservativeNet(random));
    const store = new FormulaStore();
    const named = loaded(file).variables.map(({ name }) =>
      printFormula(store.proposition(`'${name.replaceAll("'", "''")}' >= 1`)),
    );
    const [a, b] = [random.pick(named), random.pick(named)];
    const text = random.pick([`G F ${a}`, `G(${a} -> F ${b})`, `F G ${a} | G F ${b}`, `${a} | X F !${a}`]);
    const { result, bytes } = certified(file, parseLtl(text), { engine: EXPLICIT }, { states: 'diagram' });
    if (result.verdict.outcome === 'holds' && bytes !== null) return { file, text, proof: open(bytes) };
  }
}

/** A formula that holds on a graph, and the proof. */
function randomProof(random: Random, states: 'listed' | 'diagram' = 'listed'): RandomProof {
  for (;;) {
    const graph = randomGraph(random, {
      states: random.between(2, 6),
      propositions: PROPOSITIONS,
      degree: 1.6,
      deadlocks: true,
    });
    const file = kripkeFile(graph, PROPOSITIONS);
    const [drawn] = randomFormulas(new FormulaStore(), {
      propositions: PROPOSITIONS,
      seed: random.below(1e9),
      size: { min: 3, max: 9 },
    });
    // Formulas whose proofs have levels are rare among small ones.
    const formula = random.chance(0.5) ? drawn : parseLtl(random.pick(['G F a', 'G(a -> F b)', 'F G a | G F b']));
    const { result, bytes } = certified(file, formula, { engine: EXPLICIT }, { states });
    if (result.verdict.outcome === 'holds' && bytes !== null)
      return { file, text: printFormula(formula), proof: open(bytes) };
  }
}
