// The extension for VS Code, as it is packed, in a small editor that stands for the real one.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../editors/vscode/src/protocol.ts';
import { unwrap } from '../../src/diagnostics/diagnostic.ts';
import { parseLtl } from '../../src/formula/parse.ts';
import { loadModel } from '../../src/models/formats/load.ts';
import { observe } from '../../src/models/observation.ts';
import { temporaryFiles } from '../helpers/temporary-files.ts';
import { builtExtension } from './extension.ts';

const { activate } = builtExtension();
const files = temporaryFiles('tegata-editor-');
const example = (file: string): string => readFileSync(`examples/${file}`, 'utf8');

/** A folder of its own for each test: a model and formulas belong together by their names. */
let folders = 0;
function folderWith(texts: Readonly<Record<string, string>>): (name: string) => string {
  const folder = join(files.folder, String(++folders));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

const LAMP = example('lamp/model.kripke');
/** It has far more states than anybody can visit, in no order that diagrams could use, and never comes to 1 in `found`. */
const ENDLESS = `int a; int b = 1; int c = 2; int d = 3; byte found;
process P {
  state s;
  init s;
  trans
    s -> s { effect a = (a * 13 + b + 1) % 30011; },
    s -> s { effect b = (b * 17 + c + 1) % 30011; },
    s -> s { effect c = (c * 19 + d + 1) % 30011; },
    s -> s { effect d = (d * 23 + a + 1) % 30011; },
    s -> s { guard a == 7 and b == 9 and a + b == 17; effect found = 1; };
}
system async;
`;

describe('mistakes', () => {
  it.each([
    ['model.dve', 'dve', 'process P {\n  state a;\n  init b;\n}\nsystem async;\n', '3:8 b | '],
    ['model.net', 'tegata-net', '#place p mk(<..>)\n#trans t\nin { q:<..>; }\n#endtr\n', '3:6 q | '],
    ['model.pml', 'promela', 'byte x;\nactive proctype P() {\n  x = y + 1\n}\n', '3:7 y | '],
    ['model.pml', 'promela', 'byte x;\nactive proctype P() { x = 1 }\nltl p { [] (x == ) }\n', '3:18 ) | '],
    ['model.kripke', 'kripke', 'initial off\noff => on\n', '2:5 = | '],
    ['model.pnml', 'pnml', '<?xml version="1.0"?>\n<pnml>\n  <net>\n</pnml>\n', '3:3 < | '],
    ['some.ltl', 'ltl', '# of a lamp\n  G(lit -> F )  # soon\nGF "x\n', '2:12 F | '],
  ])('of %s (%s) stand at their place', async (name, language, text, expected) => {
    const { editor } = activate();
    const mistakes = await editor.mistakesOf(editor.open(folderWith({})(name), language, text));
    expect(mistakes[0].slice(0, expected.length)).toBe(expected);
  });

  it('of formulas in strings of TypeScript stand in the string, whatever is escaped there', async () => {
    const code = [
      "import 'tegata/vitest';",
      "expect(lock).toSatisfy('G !(a & b)');",
      "expect(lock).toViolate('G(a -> F )');",
      'check(lock, "G \\"x = 1\\" & & b");',
      `const f = ltl\`G(\${a} -> ) & \${b.c}\`;`,
      "// expect(lock).toSatisfy('G G G')",
      "const other = 'G G G'; const regular = { toSatisfy: 3 };",
      "export const properties = { one: 'F a', two: 'U a' };",
      'check(lock, `F\n  (a`);',
    ].join('\n');
    const { editor } = activate();
    const mistakes = await editor.mistakesOf(editor.open(folderWith({})('lock.test.ts'), 'typescript', code));
    expect(mistakes.map((one) => one.split(' | ')[0])).toEqual(['3:32 F', '4:26 &', '5:22 ->', '8:47 U', '10:3 (']);
  });

  it('leave code alone that has no formulas', async () => {
    const { editor, threads } = activate();
    const document = editor.open(
      folderWith({})('any.ts'),
      'typescript',
      "check(x, 'U U'); const properties = { a: 'U' };",
    );
    expect(await editor.lensesOf(document)).toEqual([]);
    expect(threads.size).toBe(0);
  });

  it('are propositions, too, that the model beside does not know, as it is in the editor now', async () => {
    const path = folderWith({ 'model.kripke': LAMP });
    const { editor } = activate();
    const formulas = editor.open(path('model.ltl'), 'ltl', 'GF lit\nF (burning | "state.of")\n');
    const [first, second] = await editor.mistakesOf(formulas);
    expect(first).toMatch(/^2:4 burning \| .*burning/);
    expect(second).toMatch(/^2:15 state.of \| /);
    const model = editor.open(path('model.kripke'), 'kripke');
    expect(await editor.mistakesOf(formulas)).toHaveLength(2);
    const again = editor.mistakesOf(formulas);
    editor.change(model, LAMP.replace(': lit', ': lit burning'));
    expect((await again).map((one) => one.split(' ')[0])).toEqual(['2:15']);
  });

  it('are forgotten with the document, and mended ones go away', async () => {
    const { editor } = activate();
    const document = editor.open(folderWith({})('a.ltl'), 'ltl', 'G(');
    expect(await editor.mistakesOf(document)).not.toEqual([]);
    editor.change(document, 'G a');
    expect(await editor.mistakesOf(document)).toEqual([]);
    editor.change(document, 'G(');
    await editor.mistakesOf(document);
    editor.close(document);
    expect(editor.hasMistakes(document)).toBe(false);
  });
});

describe('completion', () => {
  it('gives the propositions of the model, so that the model understands them', async () => {
    for (const file of [
      'peterson/model.dve',
      'ticket-lock/model.pml',
      'producer-consumer/model.net',
      'lamp/model.kripke',
    ]) {
      const { editor } = activate();
      const name = file.split('/')[1];
      const path = folderWith({ [name]: example(file) });
      const model = unwrap(loadModel(name, [example(file)]));
      const offered = await editor.completions(path('model.ltl'), 'G ‸');
      expect(offered.length).toBeGreaterThan(4);
      for (const formula of offered) expect(observe(model, parseLtl(formula)).names, formula).toHaveLength(1);
    }
  });

  it('replaces what is begun, in quotes or glued to operators', async () => {
    const { editor } = activate();
    const path = folderWith({ 'model.dve': example('peterson/model.dve') })('model.ltl');
    expect(await editor.completions(path, 'G a\nG !P0.cr‸')).toContain('G !P0.critical');
    expect(await editor.completions(path, 'G "tu‸" & b')).toContain('G "turn >= 1" & b');
    expect(await editor.completions(path, 'G "a" & "fire‸')).toContain('G "a" & "fireable(P0.idle->asking)"');
    const lamp = folderWith({ 'model.kripke': LAMP })('model.ltl');
    expect(await editor.completions(lamp, 'GFli‸')).toContain('GFlit');
    expect(await editor.completions(folderWith({})('alone.ltl'), 'G ‸')).toEqual([]);
  });

  it('remembers the names of a model while it is being changed', async () => {
    const path = folderWith({ 'model.kripke': LAMP });
    const { editor } = activate();
    const model = editor.open(path('model.kripke'), 'kripke');
    await editor.mistakesOf(model);
    editor.change(model, `${LAMP}\non -> -> `);
    expect(await editor.mistakesOf(model)).not.toEqual([]);
    expect(await editor.completions(path('model.ltl'), 'G ‸')).toContain('G lit');
  });
});

/** Waits until all threads but these have ended: a check leaves none behind. */
async function endOfOthers(threads: ReadonlySet<Worker>, kept: readonly Worker[]): Promise<void> {
  for (const thread of threads) {
    if (!kept.includes(thread)) await new Promise((gone) => thread.once('exit', gone));
  }
  expect([...threads]).toEqual(kept);
}

describe('checks', () => {
  it('stand above formulas beside a model; a click gives the verdict, and a counterexample a panel', async () => {
    const path = folderWith({ 'model.kripke': LAMP, 'model.ltl': '# of the lamp\nGF lit\n\nG(lit -> X !lit)\nG(\n' });
    const { editor, threads } = activate();
    const formulas = editor.open(path('model.ltl'), 'ltl');
    const lenses = await editor.lensesOf(formulas);
    const reading = [...threads];
    expect(lenses.map(({ line, title }) => [line, title])).toEqual([
      [2, 'check against model.kripke'],
      [4, 'check against model.kripke'],
    ]);
    const violated = (await lenses[0].click()) as Answer;
    expect(violated.outcome).toBe('violated');
    expect(violated.text).toContain('why: lit never holds from step');
    expect(editor.panels).toHaveLength(1);
    expect(editor.panels[0].html).toContain('A run of <code>model.kripke</code>');
    expect(editor.panels[0].html).toContain('src="data:image/svg+xml;base64,');
    expect(((await lenses[1].click()) as Answer).outcome).toBe('holds');
    expect(editor.messages).toEqual([expect.stringMatching(/^Tegata: holds: G/)]);
    expect((await editor.lensesOf(formulas)).map(({ title }) => title)).toEqual([
      'violated · check against model.kripke again',
      'holds · check against model.kripke again',
    ]);
    await endOfOthers(threads, reading);
    // another model: nothing is known of it
    editor.open(path('model.kripke'), 'kripke', LAMP.replace('burn', 'break'));
    expect((await editor.lensesOf(formulas))[0].title).toBe('check against model.kripke');
  });

  it('stand above the properties of Promela: formulas, assertions and end states', async () => {
    const text = example('ticket-lock/model.pml').replace('assert(inside == 1)', 'assert(inside == 2)');
    const path = folderWith({ 'lock.pml': `/* ltl no { [] x } */\n${text}` });
    const { editor } = activate();
    const lenses = await editor.lensesOf(editor.open(path('lock.pml'), 'promela'));
    const lines = readFileSync(path('lock.pml'), 'utf8').split('\n');
    const outcomes: Record<string, string> = {};
    for (const { line, title, click } of lenses) {
      const name = title.replace('check ', '');
      if (name !== 'end states') expect(lines[line - 1]).toContain(name === 'assertions' ? 'assert(' : `ltl ${name}`);
      outcomes[name] = ((await click()) as Answer).outcome;
    }
    expect(outcomes).toEqual({
      exclusive: 'holds',
      served: 'holds',
      busy: 'holds',
      assertions: 'violated',
      'end states': 'holds',
    });
  });

  it('come from the palette for the model that is open; what is wrong is told', async () => {
    const path = folderWith({ 'model.kripke': LAMP });
    const { editor } = activate();
    expect(await editor.run('tegata.check')).toBeNull();
    expect(editor.messages.pop()).toContain('open a model first');
    editor.active = editor.open(path('model.kripke'), 'kripke');
    expect(await editor.run('tegata.check')).toBeNull(); // nothing was typed
    editor.typed = 'F state.broken';
    expect(((await editor.run('tegata.check')) as Answer).outcome).toBe('violated');
    editor.typed = 'F stat.broken';
    expect(await editor.run('tegata.check')).toBeNull();
    expect(editor.messages.pop()).toMatch(/stat\.broken/);
  });

  it('end when they are cancelled, and their thread with them', async () => {
    const path = folderWith({ 'model.dve': ENDLESS, 'model.ltl': 'G "found = 0"\n' });
    const { editor, threads } = activate();
    editor.settings = { seconds: 1_000_000, megabytes: 1_000_000 };
    const reported: string[] = [];
    editor.onProgress = (message) => reported.push(message) > 0;
    const [lens] = await editor.lensesOf(editor.open(path('model.ltl'), 'ltl'));
    const reading = [...threads];
    expect(await lens.click()).toBeNull();
    expect(reported).toEqual([expect.stringMatching(/^[\d,]+ states$/)]);
    await endOfOthers(threads, reading);
    expect([editor.messages, editor.panels]).toEqual([[], []]);
  });

  it('give up at their limits', async () => {
    const path = folderWith({ 'model.dve': ENDLESS, 'model.ltl': 'G "found = 0"\n' });
    const { editor } = activate();
    editor.settings = { seconds: 0.2 };
    const [lens] = await editor.lensesOf(editor.open(path('model.ltl'), 'ltl'));
    expect(((await lens.click()) as Answer).outcome).toBe('unknown');
    expect(editor.messages).toEqual([expect.stringMatching(/^Tegata: unknown: .*/)]);
  });
});

describe('models in TypeScript', () => {
  const MODEL = `import { writeFileSync } from 'node:fs';
import { defineModel } from 'tegata';
writeFileSync(new URL('./ran', import.meta.url), '');
export default defineModel({
  initial: { light: 'off' as 'off' | 'on' },
  next: { press: ({ light }) => [{ light: light === 'on' ? 'off' as const : 'on' as const }], wait: (state) => [state] },
  propositions: { lit: ({ light }) => light === 'on' },
});
export const properties = { blinks: 'GF lit' };
`;

  it('are run when a check is asked for in a trusted workspace, and never before', async () => {
    const path = folderWith({ 'lamp.ts': MODEL, 'lamp.ltl': 'G(lit -> F !lit)\n' });
    mkdirSync(path('node_modules'));
    symlinkSync(resolve('.'), path('node_modules/tegata'));
    const { editor } = activate();
    editor.isTrusted = false;
    const model = editor.open(path('lamp.ts'), 'typescript', MODEL.replace('GF lit', 'GF'));
    expect((await editor.mistakesOf(model))[0]).toMatch(/^9:39 F /);
    editor.change(model, MODEL);
    expect(await editor.mistakesOf(model)).toEqual([]);
    const formulas = editor.open(path('lamp.ltl'), 'ltl');
    expect(await editor.mistakesOf(formulas)).toEqual([]);
    expect(await editor.completions(path('lamp.ltl'), 'G ‸')).toEqual([]);
    const [own] = await editor.lensesOf(model);
    const [beside] = await editor.lensesOf(formulas);
    expect([own.line, own.title, beside.title]).toEqual([9, 'check', 'check against lamp.ts']);
    expect(await own.click()).toBeNull();
    expect(editor.messages.pop()).toContain('only in a workspace that you trust');
    expect(existsSync(path('ran'))).toBe(false);

    editor.isTrusted = true;
    const answer = (await own.click()) as Answer;
    expect(answer.outcome).toBe('violated');
    expect(existsSync(path('ran'))).toBe(true);
    expect(editor.panels[0].html).toContain('Content-Security-Policy');
    expect(editor.panels[0].html).toContain('src="data:image/svg+xml;base64,');
    expect(((await beside.click()) as Answer).outcome).toBe('violated');
  });

  it('need the package in their project', async () => {
    const path = folderWith({ 'lamp.ts': MODEL, 'lamp.ltl': 'GF lit\n' });
    const { editor } = activate();
    const [lens] = await editor.lensesOf(editor.open(path('lamp.ltl'), 'ltl'));
    expect(await lens.click()).toBeNull();
    expect(editor.messages).toEqual([expect.stringContaining('npm install --save-dev tegata')]);
  });

  it('are ended when the check is cancelled, even where they never end by themselves', async () => {
    const path = folderWith({ 'lamp.ts': `${MODEL}while (true);\n`, 'lamp.ltl': 'GF lit\n' });
    mkdirSync(path('node_modules'));
    symlinkSync(resolve('.'), path('node_modules/tegata'));
    const { editor } = activate();
    editor.settings = { seconds: 1_000_000 };
    editor.cancels = 'at once';
    const [lens] = await editor.lensesOf(editor.open(path('lamp.ltl'), 'ltl'));
    expect(await lens.click()).toBeNull(); // told when the process is gone
    expect([editor.messages, editor.panels]).toEqual([[], []]);
  });
});
