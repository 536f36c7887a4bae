// The rules by which certified nets are made smaller: what the verifier takes, and what it refuses. That verdicts stay right is shown by the
// random certificates beside this file.
import { describe, expect, it } from 'vitest';
import { parseLtl } from '../../src/formula/parse.ts';
import { NetModel } from '../../verifier/src/petri.ts';
import { readModel } from '../../verifier/src/read-model.ts';
import { applyRules } from '../../verifier/src/rules.ts';
import { certified, netTextFile, verdictOn } from './certified.ts';
import { open, written } from './opened.ts';

/** A net from lines such as `p:2` for a place, `t: p q -> r 2*s` for a transition and `t: p !q -> r` with an inhibitor; `p:0<3` has a capacity. */
function netText(...lines: readonly string[]): string {
  const arc = (word: string): string => {
    const [, weight = '1', place] = /^(?:(\d+)\*)?(.+)$/.exec(word)!;
    return word.startsWith('!') ? `${word.slice(1)}<1;` : `${place}:${weight}<..>;`;
  };
  return lines
    .map((line) => {
      const [head, rest] = line.split(/:\s*/);
      const [, initial, capacity] = /^(\d+)(?:<(\d+))?$/.exec(rest) ?? [];
      if (initial !== undefined)
        return `#place ${head} mk(${initial}<..>)${capacity === undefined ? '' : ` cp(${capacity})`}\n`;
      const [inputs, outputs] = rest.split('->').map((side) => side.split(' ').filter(Boolean).map(arc).join(' '));
      return `#trans ${head} in { ${inputs} } out { ${outputs} } #endtr\n`;
    })
    .join('');
}

function netOf(lines: readonly string[]): NetModel {
  const { name, text } = netTextFile(netText(...lines));
  const model = readModel(name, text);
  if (!(model instanceof NetModel)) throw new Error('no net');
  return model;
}

function apply(
  lines: readonly string[],
  log: readonly unknown[],
  seen: readonly number[] = [],
  hasNext = false,
): NetModel {
  const model = netOf(lines);
  for (const place of seen) model.seen.add(place);
  return applyRules(model, log, hasNext ? 'as they are' : 'joined');
}

const RING = ['p: 1', 'q: 0', 'go: p -> q', 'back: q -> p'];

describe('a rule is applied', () => {
  it.each([
    ['implicit: always enough', ['p: 2', 'q: 0', 't: p -> p q'], ['implicit', 0, 1, []]],
    [
      'implicit: like another',
      [...RING, 'r: 1', 't: p r -> q', 'u: q -> p r'].slice(0, 2).concat(['r: 1', 't: p r -> q', 'u: q -> p r']),
      ['implicit', 2, 1, [[0, 1]]],
    ],
    [
      'implicit: a sum',
      ['p: 1', 'q: 1', 'r: 2', 't: p r -> ', 'u: q r -> '],
      [
        'implicit',
        2,
        1,
        [
          [0, 1],
          [1, 1],
        ],
      ],
    ],
    ['dead: too few', ['p: 1', 'q: 0', 't: p -> q', 'u: 2*p -> q'], ['dead', 1, [[0, 1]]]],
    [
      'dead: an invariant',
      [...RING, 't: p q -> p q'],
      [
        'dead',
        2,
        [
          [0, 1],
          [1, 1],
        ],
      ],
    ],
    ['like', [...RING, 'again: p -> q'], ['like', 2, 0]],
    ['post', ['p: 1', 'q: 0', 'r: 0', 't: p -> q', 'u: q -> r'], ['post', 1]],
    ['pre', ['p: 1', 'q: 0', 'r: 1', 's: 0', 't: p -> q', 'u: q r -> s'], ['pre', 1]],
  ] as const)('%s', (_, lines, rule) => {
    const before = netOf(lines);
    const after = apply(lines, [rule]);
    expect(after.variables).toEqual(before.variables);
    expect(after.transitions.length).toBeLessThanOrEqual(before.transitions.length);
    expect([after.transitions, after.initial]).not.toEqual([before.transitions, before.initial]);
  });
});

describe('a rule is refused when one of its conditions is broken', () => {
  const post = ['p: 1', 'q: 0', 'r: 0', 't: p -> q', 'u: q -> r'];
  const pre = ['p: 1', 'q: 0', 'r: 1', 's: 0', 't: p -> q', 'u: q r -> s'];
  const hinders = 'may hinder';
  const needed = 'a place away that is needed';
  const steps = 'cannot be joined';
  it.each<[string, readonly string[], readonly unknown[], string, (readonly number[])?]>([
    ['implicit: it is seen', ['p: 2', 'q: 0', 't: p -> p q'], ['implicit', 0, 1, []], needed, [0]],
    ['implicit: it inhibits', ['p: 2', 'q: 0', 't: p -> p q', 'u: !p q -> q'], ['implicit', 0, 1, []], needed],
    ['implicit: it has a capacity', ['p: 2<3', 'q: 0', 't: p -> p q'], ['implicit', 0, 1, []], needed],
    ['implicit: it runs empty', ['p: 2', 'q: 0', 't: p -> q'], ['implicit', 0, 1, []], hinders],
    ['implicit: too few at first', ['p: 1', 'q: 0', 't: 2*p -> 2*p q'], ['implicit', 0, 1, []], hinders],
    [
      'implicit: the other grows apart',
      [...RING, 'r: 0', 't: p -> p r', 'u: r -> '],
      ['implicit', 2, 1, [[0, 1]]],
      hinders,
    ],
    ['implicit: by itself', ['p: 1', 't: p -> '], ['implicit', 0, 1, [[0, 1]]], 'is none'],
    ['implicit: a negative weight', ['p: 1', 'q: 1', 't: p q -> '], ['implicit', 0, 1, [[1, -1]]], 'damaged'],
    ['implicit: a place as a text', ['p: 1', 'q: 1', 't: p q -> '], ['implicit', '0', 1, [[1, 1]]], needed],
    ['implicit: a weight for a text', ['p: 1', 'q: 9', 't: p -> '], ['implicit', 0, 1, [['1', 1]]], 'not there'],
    ['dead: it fires', RING, ['dead', 0, [[0, 1]]], 'may fire'],
    ['dead: others add', ['p: 0', 'q: 1', 't: q -> p', 'u: p -> q'], ['dead', 1, [[0, 1]]], 'may fire'],
    ['like: it does something else', [...RING, 'r: 0', 'again: p -> q r'], ['like', 2, 0], 'is not like'],
    ['like: it needs more', [...RING, 'r: 1', 'again: p r -> q r'], ['like', 0, 2], 'is not like'],
    ['like: it is inhibited', [...RING, 'r: 1', 'again: p !r -> q'], ['like', 0, 2], 'is not like'],
    ['like: itself', RING, ['like', 0, 0], 'is not like'],
    ['post: the place is seen', post, ['post', 1], needed, [1]],
    ['post: what follows is seen', post, ['post', 1], steps, [2]],
    ['post: what follows needs more', ['p: 1', 'q: 0', 'r: 0', 't: p -> q', 'u: q r -> '], ['post', 1], steps],
    ['post: what follows is inhibited', ['p: 1', 'q: 0', 'r: 0', 't: p -> q', 'u: q !r -> '], ['post', 1], steps],
    ['post: what follows fills a place that inhibits', [...post, 'v: p !r -> p'], ['post', 1], steps],
    [
      'post: what follows fills a place with a capacity',
      ['p: 1', 'q: 0', 'r: 0<1', 't: p -> q', 'u: q -> r'],
      ['post', 1],
      steps,
    ],
    ['post: the place is marked', ['p: 1', 'q: 1', 'r: 0', 't: p -> q', 'u: q -> r'], ['post', 1], steps],
    ['post: two tokens', ['p: 1', 'q: 0', 'r: 0', 't: p -> 2*q', 'u: q -> r'], ['post', 1], steps],
    ['post: nobody empties it', ['p: 1', 'q: 0', 't: p -> q'], ['post', 1], steps],
    ['pre: what waits is seen', pre, ['pre', 1], steps, [0]],
    ['pre: others take what it takes', [...pre, 'v: p -> s'], ['pre', 1], steps],
    ['pre: it does more', ['p: 1', 'q: 0', 'r: 1', 's: 0', 't: p -> q s', 'u: q r -> s'], ['pre', 1], steps],
    ['pre: it needs nothing', ['q: 0', 'r: 1', 't: -> q', 'u: q r -> '], ['pre', 0], steps],
    ['pre: it is inhibited', ['p: 1', 'q: 0', 'r: 1', 's: 0', 't: p !s -> q', 'u: q r -> s'], ['pre', 1], steps],
    ['an unknown rule', RING, ['agglomerate', 0], 'is not known'],
    ['no rule', RING, ['dead', 7, []], 'not there'],
  ])('%s', (_, lines, rule, message, seen = []) => {
    expect(() => apply(lines, [rule], seen)).toThrow(message);
  });

  it('where the formula counts steps', () => {
    expect(() => apply(post, [['post', 1]], [], true)).toThrow('not for this formula');
  });
});

describe('a certificate with rules', () => {
  const text = netText('p: 1', 'q: 0', 'r: 0', 's: 0', 't: p -> q', 'u: q -> r', 'v: r -> s', 'w: s -> p');
  const file = netTextFile(text);

  it('is about fewer states, and is verified on the net as it was given', () => {
    const { bytes } = certified(file, parseLtl('G F "s >= 1"'));
    const { header } = open(bytes!);
    expect(header.rules!.map(([name]) => name)).toContain('post');
    const plain = certified(file, parseLtl('G F "s >= 1"'), { reductions: 'none' });
    expect(verdictOn(file, 'G F "s >= 1"', plain.bytes!)).toMatchObject({ verdict: 'holds' });
    expect(bytes!.length - JSON.stringify(header).length).toBeLessThan(
      plain.bytes!.length - JSON.stringify(open(plain.bytes!).header).length,
    );
    expect(verdictOn(file, 'G F "s >= 1"', bytes!)).toMatchObject({ verdict: 'holds' });
  });

  it('is refused for another formula, without its rules, and where deadlocks are asked for', () => {
    const { bytes } = certified(file, parseLtl('G F "s >= 1"'));
    const proof = open(bytes!);
    expect(typeof verdictOn(file, 'G F "q >= 1"', bytes!)).toBe('string');
    const { rules: _, ...header } = proof.header;
    expect(typeof verdictOn(file, 'G F "s >= 1"', written({ ...proof, header }))).toBe('string');
    expect(verdictOn(file, 'G F ("s >= 1" | "dead")', bytes!)).toBe('there are no rules for this model and formula');
    const dead = certified(file, parseLtl('G !dead'));
    expect(open(dead.bytes!).header.rules).toBeUndefined();
  });
});
