// A folder served to a real browser, and a page of it visited there.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import { chromium, chromiumFlags } from './chromium.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface Site {
  /** Without a slash at its end. */
  readonly address: string;
  close(): void;
}

/** Serves the files of a folder, all with these headers. */
export async function serve(folder: string, headers: Readonly<Record<string, string>> = {}): Promise<Site> {
  const server: Server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
      const content = readFileSync(path);
      response.writeHead(200, { ...headers, 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
      response.end(content);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => server.close() };
}

/** One browser for several visits. */
export interface Browser {
  /** What the page shows as JSON in its `pre` once its body is marked as done. */
  visit(address: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'tegata-profile-'));
  const context = await playwright.launchPersistentContext(profile, { executablePath: chromium, args: chromiumFlags });
  return {
    visit: async (address) => {
      const tab = await context.newPage();
      const problems: string[] = [];
      tab.on('pageerror', (error) => problems.push(String(error)));
      tab.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await tab.goto(address);
      await tab.waitForSelector('body[data-done]', { timeout: 100_000 }).catch(() => {
        throw new Error(`the page did not finish: ${problems.join('; ')}`);
      });
      const shown = JSON.parse((await tab.textContent('pre')) ?? '') as unknown;
      await tab.close();
      return shown;
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A page whose module ends with a call of `show`. */
export const HTML =
  '<!doctype html><html><body><pre></pre><script type="module" src="./page.js"></script></body></html>';

/** What a page's module begins with. */
export const SHOW = `
function show(value) {
  document.querySelector('pre').textContent = JSON.stringify(value, null, 2);
  document.body.dataset.done = 'yes';
}
`;
