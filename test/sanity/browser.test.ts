// The package in a browser: bundled by vite for the web, then run where there is no Node: no `process`, no `require`, no modules.
import { createContext, runInContext } from 'node:vm';
import { build, type Rollup } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

let code = '';
beforeAll(async () => {
  const bundled = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: 'dist/index.js', formats: ['iife'], name: 'tegata' },
    },
  })) as Rollup.RollupOutput[];
  code = bundled[0].output[0].code;
});

describe('the package without Node', () => {
  it('needs nothing that only Node has', () => {
    expect(code).not.toMatch(/from\s*["']node:|require\(["']|__vite-browser-external/);
  });

  it('checks a model written in TypeScript and finds its counterexample', () => {
    const context = createContext({ performance, TextDecoder, console });
    const result: unknown = runInContext(
      `${code}
      const model = tegata.defineModel({
        initial: { light: 'red' },
        next: ({ light }) => [{ light: light === 'red' ? 'green' : 'red' }, { light }],
        propositions: { green: ({ light }) => light === 'green' },
      });
      const verdictOf = (text) => tegata.check(model, tegata.parseLtl(text)).verdict;
      JSON.stringify([verdictOf('F green').outcome, verdictOf('F green').counterexample.cycle.length, verdictOf('G(green | !green)').outcome]);`,
      context,
    );
    expect(JSON.parse(result as string)).toEqual(['violated', 1, 'holds']);
  });
});
