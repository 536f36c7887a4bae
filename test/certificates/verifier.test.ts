// The verifier is small, stands alone, and reads what Tegata reads.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/base/random.ts';
import { FormulaStore } from '../../src/formula/formula.ts';
import { satisfies } from '../../src/formula/lasso.ts';
import { printFormula } from '../../src/formula/print/print.ts';
import { randomFormulas } from '../../src/formula/random-formula.ts';
import { randomWord } from '../../src/formula/word-enumeration.ts';
import type { Model } from '../../src/models/model.ts';
import { Bytes, readHeader } from '../../verifier/src/certificate.ts';
import { type Formula, Store } from '../../verifier/src/formula.ts';
import { parseFormula } from '../../verifier/src/parse-formula.ts';
import { readModel } from '../../verifier/src/read-model.ts';
import { choices } from '../../verifier/src/tableau.ts';
import { roundsOf, seedFrom } from '../helpers/shared.ts';
import { loaded, type ModelFile } from './certified.ts';

const FOLDER = 'verifier/src';
const files = readdirSync(FOLDER).map((file) => ({ file, text: readFileSync(`${FOLDER}/${file}`, 'utf8') }));
const MOST_LINES = 1500;

const CHANNELS = `
const int N = 2; byte x = 3, a[N] = {1, 2}; int low = -5;
channel meet; channel {byte, int} pair[0]; channel {int} queue[2];
process S {
  byte i = 250;
  state one, two, three; init one;
  trans one -> two { guard not (x < 2) && a[i % N] >= 0; sync meet!; effect i = i + 128; },
        two -> three { sync pair!{i + a[1], 0 - 7}; effect a[0] = a[0] ^ 1; },
        -> two { sync queue!(low << 1) - i; effect low = low / 2; },
        three -> one { sync queue!i; };
}
process R {
  byte got; int v = 1 imply 0;
  state idle, busy; init idle;
  trans idle -> busy { sync meet?; effect got = S->i; },
        busy -> idle { sync pair?{got, a[1]}; },
        busy -> busy { guard S.two or got > 100; sync queue?v; },
        idle -> idle { sync queue?a; effect x = x - 1 & 7; };
}
system async;`;

const COMMIT = `
byte n;
process A { state p, q, r; init p; commit q; trans p -> q {}, q -> r { effect n = n + 1; }, r -> p { guard n < 6; }; }
process B { state p, q; init p; commit q; trans p -> q { guard n > 0; }, q -> p { effect n = n - 1; }; }
process C { byte c; state p; init p; trans p -> p { guard c < 3; effect c = c + 1; }; }
system async;`;

describe('the verifier', () => {
  it('imports nothing but its own files and what Node brings', () => {
    for (const { file, text } of files) {
      for (const [, target] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
        expect(target, file).toMatch(/^(\.\/[\w-]+\.ts|node:\w+)$/);
      }
    }
  });

  it('is imported by nothing in src/', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    expect(sources.filter((file) => /from '[^']*verifier\//.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
  });

  it(`has at most ${MOST_LINES} lines, comments and blank lines aside`, () => {
    const lines = files.flatMap(({ text }) => text.split('\n'));
    const code = lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*|\*)/.test(line));
    expect(code.length).toBeLessThanOrEqual(MOST_LINES);
  });
});

describe('the certificates of the verifier', () => {
  it('have no header without end', () => {
    const zeros = function* (): Iterable<Uint8Array> {
      for (;;) yield new Uint8Array(1 << 20);
    };
    expect(() => readHeader(new Bytes(zeros()))).toThrow('the header is too long');
  });
});

describe('the tableau of the verifier', () => {
  // The lemma: a word that satisfies all obligations follows a choice that postpones a U b only while b is false, and satisfies what it asks.
  it('always has a choice that a word which satisfies the obligations follows', () => {
    const random = new Random(seedFrom(51));
    const store = new FormulaStore();
    const formulas = randomFormulas(store, {
      propositions: ['a', 'b', 'c'],
      seed: seedFrom(52),
      size: { min: 2, max: 14 },
    });
    let round = 0;
    for (const formula of formulas) {
      if (round++ === roundsOf({ usual: 150, long: 5000 })) break;
      const own = parseFormula(printFormula(formula), new Store());
      const word = randomWord(random, {
        propositions: ['a', 'b', 'c'],
        longestPrefix: 3,
        longestCycle: 4,
      });
      const value = valuesOn(word);
      const start = value(own.yes, 0) ? own.yes : own.no;
      expect(value(own.yes, 0)).toBe(satisfies(word, formula));
      expect(value(own.no, 0)).toBe(!satisfies(word, formula));
      let obligations: ReadonlySet<Formula> = new Set([start]);
      for (let i = 0; i < 12; i++) {
        const found = choices(obligations, (atom) => value(atom, i)).filter(
          ({ next, postponed }) =>
            [...next].every((asked) => value(asked, i + 1)) &&
            [...postponed].every((until) => value(until, i) && !value(until.of[1], i)),
        );
        expect(found.length, `${printFormula(formula)} at ${i}`).toBeGreaterThan(0);
        obligations = random.pick(found).next;
      }
    }
  });
});

/** The value of a formula in normal form at a position of a word: by its definition. */
function valuesOn(word: {
  readonly prefix: readonly ReadonlySet<string>[];
  readonly cycle: readonly ReadonlySet<string>[];
}) {
  const letters = [...word.prefix, ...word.cycle];
  const at = (i: number): number =>
    i < letters.length ? i : word.prefix.length + ((i - word.prefix.length) % word.cycle.length);
  const value = (formula: Formula, i: number): boolean => {
    const { kind, of } = formula;
    switch (kind) {
      case 'true':
      case 'false':
        return kind === 'true';
      case 'atom':
        return letters[at(i)].has(formula.name);
      case 'not':
        return !value(of[0], i);
      case 'and':
        return of.every((part) => value(part, i));
      case 'or':
        return of.some((part) => value(part, i));
      case 'next':
        return value(of[0], at(i + 1));
      case 'until':
      case 'release': {
        // all positions are met after as many steps as there are letters
        for (let k = 0, here = at(i); k <= letters.length; k++, here = at(here + 1)) {
          const [left, right] = [value(of[0], here), value(of[1], here)];
          if (kind === 'until' && (right || !left)) return right;
          if (kind === 'release' && (left || !right)) return right;
        }
        return kind === 'release';
      }
    }
  };
  return (formula: Formula, i: number): boolean => value(formula, at(i));
}

describe('the readers of the verifier', () => {
  it.each(examples())('see the states that Tegata sees: $name', (file) => {
    const own = readModel(file.name, file.text);
    const model = loaded(file);
    const shown = model.format === 'kripke' ? 1 : own.variables.length;
    const ours = explored(own.initial, (state, visit) => own.successors(state, visit), shown);
    const theirs = exploredBy(model, shown);
    expect(model.variables.slice(0, shown).map(({ name }) => name)).toEqual(own.variables);
    expect(ours).toEqual(theirs);
  });
});

function exploredBy(model: Model, shown: number): readonly string[] {
  return explored(model.initialStates(), (state, visit) => model.successors(state, (target) => visit(target)), shown);
}

/** All edges, as texts, sorted. */
function explored(
  initial: readonly Int32Array[],
  successors: (state: Int32Array, visit: (target: Int32Array) => void) => void,
  shown: number,
): readonly string[] {
  const key = (state: Int32Array): string => state.subarray(0, shown).join();
  const states = new Map<string, Int32Array>();
  const add = (state: Int32Array): void => {
    if (!states.has(key(state))) states.set(key(state), state.slice());
  };
  for (const state of initial) add(state);
  const edges = new Set<string>();
  for (const state of states.values()) {
    successors(state, (target) => {
      edges.add(`${key(state)} -> ${key(target)}`);
      add(target);
    });
  }
  return [...edges].sort();
}

/** Models of the examples, and small ones with what the examples do not have. */
function examples(): ModelFile[] {
  const found = readdirSync('examples').flatMap((folder): ModelFile[] => {
    if (folder.includes('.')) return [];
    return readdirSync(`examples/${folder}`)
      .filter((name) => /\.(pnml|dve|kripke)$/.test(name))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`examples/${folder}/${name}`, 'utf8') }))
      .filter(({ text }) => !text.includes('symmetricnet')); // coloured nets are not read
  });
  return [...found, { name: 'channels.dve', text: CHANNELS }, { name: 'commit.dve', text: COMMIT }];
}
