import { describe, expect, it } from 'vitest';
import { defineConfig } from '../../src/config/config.ts';
import { diagnoseModule, planJson } from '../../src/config/locate.ts';
import { pathText, planChecks } from '../../src/config/plan.ts';
import { ltl } from '../../src/formula/tagged.ts';

/** The problems of a configuration, as `path: message` or `path: message (hint)`. */
function problems(config: unknown): string[] {
  return planChecks(config).problems.map(({ path, message, hint }) => {
    return `${pathText(path)}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
}

describe('the checks of a configuration', () => {
  it('have what is set for all, unless the model sets it itself', () => {
    const config = defineConfig({
      deadlock: 'drop',
      limits: { seconds: 5, memory: '1.5G' },
      models: [
        'a.pnml',
        {
          model: 'b.ts',
          deadlock: 'error',
          limits: { states: 10 },
          properties: { p: 'G p', q: ltl`F ${ltl`q`}` },
          files: ['r.ltl'],
        },
      ],
    });
    expect(planChecks(config).checks).toEqual([
      {
        model: 'a.pnml',
        properties: [],
        files: [],
        choices: { deadlock: 'drop' },
        limits: { seconds: 5, memoryBytes: 1.5 * 2 ** 30 },
      },
      {
        model: 'b.ts',
        properties: [
          { id: 'p', text: 'G p', path: ['models', 1, 'properties', 'p'] },
          { id: 'q', text: 'Fq', path: ['models', 1, 'properties', 'q'] },
        ],
        files: ['r.ltl'],
        choices: { deadlock: 'error' },
        limits: { seconds: 5, states: 10, memoryBytes: 1.5 * 2 ** 30 },
      },
    ]);
  });

  it('are data that can be sent to another thread', () => {
    const { checks } = planChecks({
      engine: { kind: 'explicit', automaton: 'ta' },
      fairness: { weak: ['p'] },
      models: ['m'],
    });
    expect(structuredClone(checks)).toEqual(checks);
  });

  it.each([
    [42, ': a configuration is an object'],
    [{}, ': the configuration names no models'],
    [{ models: [] }, 'models: `models` is not a list of models'],
    [{ models: [3] }, 'models[0]: a model is a text or an object'],
    [{ models: [{ properties: {} }] }, 'models[0]: `model` is the name of a file or net'],
    [{ models: ['-'] }, 'models[0].model: a model of a configuration is a file'],
    [{ models: ['m'], limit: {} }, 'limit: a configuration has no member `limit` (did you mean `limits`?)'],
    [{ models: ['m'], limits: { seconds: '5' } }, 'limits.seconds: a time is a number of seconds above 0'],
    [{ models: ['m'], limits: { states: 1.5 } }, 'limits.states: a number of states is a whole number'],
    [{ models: ['m'], limits: { memory: 'lots' } }, 'limits.memory: an amount of memory'],
    [{ models: ['m'], deadlock: 'dorp' }, 'deadlock: `dorp` is none of stutter, drop, error (did you mean `drop`?)'],
    [{ models: ['m'], engine: 'quantum' }, 'engine: there is no engine quantum'],
    [
      { models: ['m'], engine: { kind: 'symbolic', emptiness: 'x' } },
      'engine: the symbolic engine has no option emptiness',
    ],
    [{ models: ['m'], reductions: ['lq'] }, 'reductions: there is no reduction lq'],
    [{ models: ['m'], fairness: 'weak' }, 'fairness: `fairness` is an object'],
    [{ models: ['m'], fairness: { weak: 'process' } }, 'fairness.weak: `process` is none of processes, transitions'],
    [{ models: ['m'], watch: 'x' }, 'watch: `watch` is a list of expressions'],
    [
      { models: [{ model: 'm', properties: ['G p'] }] },
      'models[0].properties: `properties` is an object of formulas by name',
    ],
    [
      { models: [{ model: 'm', properties: { 'a b': 1 } }] },
      'models[0].properties["a b"]: the property a b is not a formula',
    ],
    [
      { models: [{ model: 'm', fles: [] }] },
      'models[0].fles: `models[0]` has no member `fles` (did you mean `files`?)',
    ],
  ])('are refused where something is wrong: %j', (config, message) => {
    const [first, ...more] = problems(config);
    expect(first).toContain(message);
    expect(more).toEqual([]);
  });

  it('are refused with all complaints at once', () => {
    expect(problems({ models: [{}, 3], limits: { seconds: -1, stats: 3 } })).toHaveLength(4);
  });
});

describe('complaints about a configuration', () => {
  it('point at their places in JSON', () => {
    const text = '{ "models": ["m"],\n  "limits": { "seconds": "5" }, "trase": "cut" }';
    const { diagnostics } = planJson({ name: 'tegata.config.json', text });
    const marked = diagnostics.map(({ span }) => text.slice(span!.start, span!.end));
    expect(marked).toEqual(['"trase"', '"5"']);
    expect(planJson({ name: 'c.json', text: '{ "models": [' }).diagnostics).toHaveLength(1);
  });

  it('point at a key of a module that occurs once, and name the path in any case', () => {
    const text = "export default { models: [{ model: 'm', deadlock: 'x' }, { model: 'n', limits: { seconds: 0 } }] };";
    const source = { name: 'tegata.config.mjs', text };
    const [deadlock] = diagnoseModule(planChecks({ models: [{ model: 'm', deadlock: 'x' }] }).problems, source);
    expect(deadlock.message).toMatch(/^models\[0\]\.deadlock: /);
    expect(text.slice(deadlock.span!.start, deadlock.span!.end)).toBe('deadlock');
    const [model] = diagnoseModule(planChecks({ models: ['m', { model: 3 }] }).problems, source);
    expect(model.span).toBeUndefined();
    expect(model.message).toMatch(/^tegata\.config\.mjs: models\[1\]\.model: /);
  });
});
