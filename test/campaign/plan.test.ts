// The file of a campaign: what it asks for, and complaints at their places with hints.
import { describe, expect, it } from 'vitest';
import { campaignFromJson, planCampaign } from '../../src/campaign/plan.ts';
import { positionAt } from '../../src/diagnostics/source.ts';

const MODELS = [{ model: 'kanban:2', properties: { live: 'G F p' } }];

/** The strategies of a campaign that is right. */
function strategiesOf(members: object): unknown {
  const { plan, problems } = planCampaign({ models: MODELS, ...members });
  expect(problems).toEqual([]);
  return plan?.strategies.map(({ name, engine, seeds }) => ({ name, engine, seeds }));
}

/** The complaints about a campaign: where, and the hint. */
function complaintsOf(value: unknown): string[] {
  return planCampaign(value).problems.map(({ path, message, hint }) => `${path.join('.')}: ${message} (${hint ?? ''})`);
}

describe('the plan of a campaign', () => {
  it('has one strategy unless some are given: both engines by the rules', () => {
    expect(strategiesOf({})).toEqual([{ name: 'auto', engine: { kind: 'auto' }, seeds: [] }]);
  });

  it('takes strategies as names of engines or as objects, and seeds as a list or a count', () => {
    const strategies = {
      plain: 'explicit',
      diagrams: { engine: { kind: 'symbolic', hull: 'owcty' } },
      swarm: { engine: 'explicit', seeds: 3 },
      ordered: { engine: { kind: 'explicit', successors: 'model' } },
    };
    expect(strategiesOf({ strategies, seeds: [7, 7, 9] })).toEqual([
      { name: 'plain', engine: { kind: 'explicit' }, seeds: [7, 9] },
      { name: 'diagrams', engine: { kind: 'symbolic', hull: 'owcty' }, seeds: [] },
      { name: 'swarm', engine: { kind: 'explicit' }, seeds: [1, 2, 3] },
      { name: 'ordered', engine: { kind: 'explicit', successors: 'model' }, seeds: [] },
    ]);
  });

  it('asks for the first answer and three attempts unless told otherwise', () => {
    expect(planCampaign({ models: MODELS }).plan).toMatchObject({ answers: 'first', attempts: 3 });
    expect(planCampaign({ models: MODELS, answers: 'all', attempts: 1 }).plan).toMatchObject({
      answers: 'all',
      attempts: 1,
    });
  });

  it('keeps what a question means with the models, and limits with both', () => {
    const { plan } = planCampaign({
      models: [{ ...MODELS[0], deadlock: 'drop', limits: { seconds: 5 } }],
      limits: { memory: '1G' },
      strategies: { a: { engine: 'explicit', limits: { states: 10 } } },
    });
    expect(plan?.checks[0]).toMatchObject({
      choices: { deadlock: 'drop' },
      limits: { seconds: 5, memoryBytes: 2 ** 30 },
    });
    expect(plan?.strategies[0].limits).toEqual({ states: 10 });
  });
});

describe('a campaign that is wrong is complained about', () => {
  it.each([
    [[], ': a campaign is an object (write'],
    [{}, ': the configuration names no models (write'],
    [{ models: MODELS, strategis: {} }, 'strategis: a campaign has no member `strategis` (did you mean `strategies`?)'],
    [{ models: MODELS, strategies: {} }, 'strategies: `strategies` is an object of strategies by name (write'],
    [
      { models: MODELS, strategies: { a: 3 } },
      'strategies.a: a strategy is the name of an engine, or an object (write',
    ],
    [
      { models: MODELS, strategies: { a: { engin: 'auto' } } },
      'strategies.a.engin: a strategy has no member `engin` (did you mean `engine`?)',
    ],
    [{ models: MODELS, strategies: { a: 'magic' } }, 'strategies.a.engine: '],
    [{ models: MODELS, strategies: { a: { engine: 'auto', limits: { second: 1 } } } }, 'strategies.a.limits.second: '],
    [
      { models: MODELS, strategies: { a: { engine: 'symbolic', seeds: 2 } } },
      'strategies.a.seeds: the strategy `a` has no use for seeds (seeds are for',
    ],
    [{ models: MODELS, seeds: 0 }, 'seeds: `seeds` is a list of whole numbers, or how many there are (write'],
    [{ models: MODELS, seeds: [1.5] }, 'seeds: '],
    [{ models: MODELS, answers: 'some' }, 'answers: `answers` is "first" or "all" ('],
    [{ models: MODELS, attempts: 0 }, 'attempts: `attempts` is a whole number from 1 to 100 ('],
    [
      { models: MODELS, engine: 'auto' },
      'engine: a campaign has no member `engine` (how questions are answered stands in `strategies`)',
    ],
    [
      { models: [{ ...MODELS[0], vacuity: 'look' }] },
      'models.0.vacuity: a model of a campaign has no member `vacuity` (a campaign does not',
    ],
    [{ models: [{ ...MODELS[0], deadlock: 'maybe' }] }, 'models.0.deadlock: '],
  ])('%j', (value, complaint) => {
    const found = complaintsOf(value);
    expect(
      found.some((one) => one.startsWith(complaint)),
      found.join('\n'),
    ).toBe(true);
  });

  it('at its place in the text', () => {
    const text = '{ "models": ["kanban:2"],\n  "strategies": { "a": { "engine": "magic" } } }';
    const source = { name: 'campaign.json', text };
    const { diagnostics } = campaignFromJson(source);
    const [{ span }] = diagnostics;
    expect(positionAt(source, span?.start ?? 0)).toEqual({
      line: 2,
      column: text.split('\n')[1].indexOf('"magic"') + 1,
    });
    expect(campaignFromJson({ name: 'broken.json', text: '{ "models": [' }).diagnostics).toHaveLength(1);
  });
});
