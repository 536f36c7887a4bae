// Every example that we ship gives the verdicts that its expected.json promises, with every kind of automaton that fits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { automatonKinds } from '../../src/check/options.ts';
import { readModel } from '../../src/cli/model-input.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { explore } from '../../src/models/explore.ts';

interface Expected {
  readonly model: string;
  readonly states: number;
  readonly properties: readonly { readonly formula: string; readonly verdict: string; readonly why: string }[];
}

const folders = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(folders.map(({ name }) => name))('the example %s', (name) => {
  const expected = JSON.parse(readFileSync(join('examples', name, 'expected.json'), 'utf8')) as Expected;
  const model = readModel(join('examples', name, expected.model));

  it(`has ${expected.states} states`, () => {
    expect(explore(model).states).toBe(expected.states);
  });

  it.each(expected.properties)('$formula: $verdict, since $why', ({ formula, verdict }) => {
    const parsed = parseLtl(formula);
    const kinds = parsed.has(NEXT_FREE) ? automatonKinds : (['tgba', 'ba', 'tgta', 'lazy-tgta'] as const);
    for (const automaton of kinds) expect(check(model, parsed, { automaton }).verdict.outcome, automaton).toBe(verdict);
  });
});
