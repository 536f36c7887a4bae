// The extension as it is packed, loaded into a small editor.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll } from 'vitest';
import { Editor } from './fake-vscode.ts';

interface Build {
  bundleExtension(folder: string): Promise<void>;
  filesOfExtension(folder: string): Map<string, Buffer>;
  zip(files: ReadonlyMap<string, Buffer>): Buffer;
}
export const build = (await import(resolve('scripts/build-vscode.mjs'))) as Build;

interface Activated {
  readonly editor: Editor;
  /** The threads that run now. */
  readonly threads: ReadonlySet<Worker>;
}

/** To be called at the top of a test file: builds the extension once, and ends what it has started. */
export function builtExtension(): { readonly folder: string; activate(editor?: Editor): Activated } {
  const folder = mkdtempSync(join(tmpdir(), 'tegata-vscode-'));
  const subscriptions: { dispose(): void }[] = [];
  beforeAll(() => build.bundleExtension(folder));
  afterAll(() => {
    for (const one of subscriptions) one.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    activate: (editor = new Editor()) => {
      const { exports, threads } = load(join(folder, 'extension.js'), editor);
      (exports.activate as (context: object) => void)({ subscriptions });
      return { editor, threads };
    },
  };
}

/** The exports of a bundle for which `vscode` is this editor; its threads are counted. */
function load(file: string, editor: Editor): { exports: Record<string, unknown>; threads: Set<Worker> } {
  const require = createRequire(file);
  const threads = new Set<Worker>();
  class CountedWorker extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      threads.add(this);
      this.on('exit', () => threads.delete(this));
    }
  }
  const requireFor = (name: string): unknown => {
    if (name === 'vscode') return editor.vscode;
    return name === 'node:worker_threads' ? { Worker: CountedWorker } : require(name);
  };
  const module = { exports: {} as Record<string, unknown> };
  const parameters = ['require', 'module', 'exports', '__dirname'];
  const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file }) as (
    ...given: unknown[]
  ) => void;
  run(requireFor, module, module.exports, join(file, '..'));
  return { exports: module.exports, threads };
}
