// Every example that we ship gives the verdicts that its expected.json promises, with every kind of automaton that fits.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.ts';
import { automatonKinds } from '../../src/check/options.ts';
import { readModelOrModule } from '../../src/cli/input/model-input.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { NEXT_FREE } from '../../src/formula/traits.ts';
import { explore } from '../../src/models/explore.ts';
import type { Fairness } from '../../src/models/fairness.ts';

interface Expected {
  /** The same model in one or more formats. */
  readonly models: readonly string[];
  readonly states: number;
  readonly properties: readonly Property[];
}

interface Property {
  readonly formula: string;
  /** Only executions that are fair in this sense count. */
  readonly fairness?: Fairness;
  readonly verdict: string;
  readonly why: string;
}

const expectations = readdirSync('examples', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({
    name,
    ...(JSON.parse(readFileSync(join('examples', name, 'expected.json'), 'utf8')) as Expected),
  }));
const examples = expectations.flatMap(({ name, models, ...rest }) =>
  models.map((model) => ({ path: join('examples', name, model), ...rest })),
);

describe.each(examples)('the example $path', ({ path, states, properties }) => {
  it(`has ${states} states`, async () => {
    expect(explore(await readModelOrModule(path)).states).toBe(states);
  });

  it.each(properties)('$formula: $verdict, since $why', async ({ formula, fairness, verdict }) => {
    const model = await readModelOrModule(path);
    const parsed = parseLtl(formula);
    if (fairness !== undefined) {
      expect(check(model, parsed, { fairness }).verdict.outcome).toBe(verdict);
      return;
    }
    const kinds = parsed.has(NEXT_FREE) ? automatonKinds : (['tgba', 'ba', 'tgta', 'lazy-tgta'] as const);
    for (const automaton of kinds) {
      const engine = { kind: 'explicit', automaton } as const;
      expect(check(model, parsed, { engine }).verdict.outcome, automaton).toBe(verdict);
    }
  });
});
