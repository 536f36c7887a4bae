// The colours of the extension for VS Code: its grammars on real texts, by the editor's own tokeniser.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { prefixLetters, signs, words } from '../../src/formula/syntax/spelling.ts';

const HOME = 'editors/vscode';
const example = (file: string): string => readFileSync(`examples/${file}`, 'utf8');

interface Manifest {
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly extensions: readonly string[] }[];
    readonly grammars: readonly {
      readonly scopeName: string;
      readonly path: string;
      readonly language?: string;
      readonly injectTo?: readonly string[];
    }[];
  };
}
const manifest = JSON.parse(readFileSync(`${HOME}/package.json`, 'utf8')) as Manifest;

/** A stand-in for the grammar of TypeScript, which VS Code brings: comments, strings, and nothing else. */
const TYPESCRIPT = JSON.stringify({
  scopeName: 'source.ts',
  patterns: [
    { name: 'comment.line.ts', match: '//.*$' },
    { name: 'string.quoted.single.ts', begin: "'", end: "'" },
    { name: 'variable.other.ts', match: '\\w+' },
  ],
});

const { loadWASM, OnigScanner, OnigString } = oniguruma;
const wasm = readFileSync(createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm'));
const onigLib = loadWASM(wasm).then(() => ({
  createOnigScanner: (sources: string[]) => new OnigScanner(sources),
  createOnigString: (text: string) => new OnigString(text),
}));
const registry = new textmate.Registry({
  onigLib,
  loadGrammar: (scope) => {
    if (scope === 'source.ts') return Promise.resolve(textmate.parseRawGrammar(TYPESCRIPT, 'ts.json'));
    const found = manifest.contributes.grammars.find(({ scopeName }) => scopeName === scope);
    if (found === undefined) return Promise.resolve(null);
    const path = `${HOME}/${found.path}`;
    return Promise.resolve(textmate.parseRawGrammar(readFileSync(path, 'utf8'), path));
  },
  getInjections: (scope) =>
    manifest.contributes.grammars.filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
});

/** The words of a text, each with the innermost of its scopes. */
async function coloured(scope: string, text: string): Promise<[word: string, scope: string][]> {
  const grammar = (await registry.loadGrammar(scope))!;
  let stack = textmate.INITIAL;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }): [string, string] => {
      return [line.slice(startIndex, endIndex).trim(), scopes.at(-1)!];
    });
  });
}

/** The scopes that a word has in a text. */
async function scopesOf(scope: string, text: string, word: string): Promise<string[]> {
  return [...new Set((await coloured(scope, text)).filter(([found]) => found === word).map(([, of]) => of))];
}

describe('the grammars', () => {
  it.each([
    ['source.dve', 'peterson/model.dve', 'process', 'keyword.other.dve'],
    ['source.dve', 'peterson/model.dve', 'P0', 'entity.name.type.process.dve'],
    ['source.dve', 'peterson/model.dve', 'byte', 'storage.type.dve'],
    ['source.dve', 'peterson/model.dve', 'guard', 'keyword.other.dve'],
    ['source.dve', 'peterson/model.dve', 'or', 'keyword.operator.logical.dve'],
    ['source.dve', 'peterson/model.dve', 'critical', 'variable.other.dve'],
    ['source.dve', 'peterson/model.dve', '0', 'constant.numeric.dve'],
    ['source.tegata-net', 'producer-consumer/model.net', '#place', 'keyword.control.net'],
    ['source.tegata-net', 'producer-consumer/model.net', 'produce', 'entity.name.function.transition.net'],
    ['source.tegata-net', 'producer-consumer/model.net', '#endtr', 'keyword.control.net'],
    ['source.tegata-net', 'producer-consumer/model.net', 'mk', 'keyword.other.net'],
    ['source.tegata-net', 'producer-consumer/model.net', 'in', 'keyword.other.net'],
    ['source.tegata-net', 'producer-consumer/model.net', '2<..>', 'constant.numeric.net'],
    ['source.promela', 'ticket-lock/model.pml', '#define', 'meta.preprocessor.promela'],
    ['source.promela', 'ticket-lock/model.pml', 'active', 'storage.modifier.promela'],
    ['source.promela', 'ticket-lock/model.pml', 'proctype', 'keyword.other.promela'],
    ['source.promela', 'ticket-lock/model.pml', 'byte', 'storage.type.promela'],
    ['source.promela', 'ticket-lock/model.pml', 'atomic', 'keyword.control.promela'],
    ['source.promela', 'ticket-lock/model.pml', 'served', 'entity.name.type.property.promela'],
    ['source.promela', 'ticket-lock/model.pml', '[]', 'keyword.control.temporal.ltl'],
    ['source.promela', 'ticket-lock/model.pml', '<>', 'keyword.control.temporal.ltl'],
    ['source.promela', 'ticket-lock/model.pml', 'shown', 'variable.other.promela'],
    ['source.kripke', 'lamp/model.kripke', 'initial', 'keyword.other.kripke'],
    ['source.kripke', 'lamp/model.kripke', 'lit', 'variable.other.proposition.kripke'],
    ['source.kripke', 'lamp/model.kripke', 'burn', 'entity.name.function.step.kripke'],
    ['source.etf', 'etf-handshake/model.etf', 'trans', 'keyword.other.etf'],
    ['source.etf', 'etf-handshake/model.etf', '"withdraw"', 'string.quoted.double.etf'],
  ])('%s: in %s, `%s` is %s', async (scope, file, word, expected) => {
    expect(await scopesOf(scope, example(file), word)).toEqual([expected]);
  });

  it('tell labels of Promela from the same names elsewhere', async () => {
    const text = example('ticket-lock/model.pml');
    expect(await scopesOf('source.promela', text, 'waiting')).toEqual([
      'entity.name.label.promela',
      'variable.other.promela',
    ]);
    expect(await scopesOf('source.promela', '/* ltl x { [] p } */', '[]')).toEqual([]);
  });

  it('colour formulas as they are read: letters glued together, bounds, quotes, comments', async () => {
    const temporal = 'keyword.control.temporal.ltl';
    const proposition = 'variable.other.proposition.ltl';
    const found = await coloured('source.ltl', 'GFa U "x # 3" & F1 -> F[2:5] Xor.b | TRUE # G a');
    expect(found.filter(([word]) => word !== '')).toEqual([
      ['G', temporal],
      ['F', temporal],
      ['a', proposition],
      ['U', temporal],
      ['"x # 3"', 'string.quoted.double.ltl'],
      ['&', 'keyword.operator.logical.ltl'],
      ['F1', proposition],
      ['->', 'keyword.operator.logical.ltl'],
      ['F', temporal],
      ['[2:5]', 'constant.numeric.bound.ltl'],
      ['X', temporal],
      ['or.b', proposition],
      ['|', 'keyword.operator.logical.ltl'],
      ['TRUE', 'constant.language.ltl'],
      ['# G a', 'comment.line.number-sign.ltl'],
    ]);
  });

  it('know every operator that the library reads', async () => {
    for (const text of [...prefixLetters.keys(), ...words.keys(), ...signs.keys()]) {
      if (text === '(' || text === ')') continue;
      const found = (await coloured('source.ltl', `a ${text} b`)).find(([word]) => word === text);
      expect(found?.[1], text).toMatch(/^(?:keyword|constant\.language)\./);
    }
  });

  it('find formulas in strings of TypeScript, and nothing in other strings or comments', async () => {
    const code = [
      'expect(lock).toSatisfy(\'G "x >= 1" -> F idle\'); done',
      "say('G idle'); // toViolate('F idle')",
      `ltl\`G(\${wait} -> F work)\`; parseLtl("G \\"y = 1\\" & open`,
      'after',
    ].join('\n');
    const found = (await coloured('source.ts', code)).filter(([, scope]) => /^(?!meta).*\.ltl$/.test(scope));
    const kinds = found.map(([word, scope]) => `${scope.split('.')[0]} ${word}`);
    const [first, second, third] = [kinds.slice(0, 5), kinds.slice(5, 9), kinds.slice(9)];
    expect(first).toEqual(['keyword G', 'string "x >= 1"', 'keyword ->', 'keyword F', 'variable idle']);
    expect(second).toEqual(['keyword G', 'keyword ->', 'keyword F', 'variable work']);
    expect(third).toEqual(['keyword G', 'string \\"y = 1\\"', 'keyword &', 'variable open']);
    expect(await scopesOf('source.ts', code, 'after')).toEqual(['variable.other.ts']);
    expect(await scopesOf('source.ts', code, 'wait')).toEqual(['variable.other.ts']);
  });

  it('are there for every language, and every file is named', () => {
    const { languages, grammars } = manifest.contributes;
    const named = grammars.flatMap(({ language }) => (language === undefined ? [] : [language]));
    expect(named.sort()).toEqual(languages.map(({ id }) => id).sort());
    expect(grammars.map(({ path }) => path.replace('./grammars/', '')).sort()).toEqual(
      readdirSync(`${HOME}/grammars`).sort(),
    );
  });
});
