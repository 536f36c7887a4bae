// The studio as a user has it: `tegata studio` serves it, and a browser opens what it says.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { chromium, chromiumFlags } from '../browser/chromium.ts';

/** Milliseconds for what a slow machine does in seconds. */
const PATIENCE = 100_000;

export interface Served {
  /** What it has printed as its address. */
  readonly address: string;
  /** Sends Ctrl-C; gives the exit status. */
  end(): Promise<number | null>;
}

/** Runs `tegata studio ARGS…`. */
export async function serveStudio(...args: readonly string[]): Promise<Served> {
  const program = resolve('dist/cli/bundle/main.js');
  const child: ChildProcess = spawn(process.execPath, [program, 'studio', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let printed = '';
  const address = await new Promise<string>((found, failed) => {
    const read = (data: unknown): void => {
      printed += String(data);
      const match = /http:\S+/.exec(printed);
      if (match !== null && printed.endsWith('\n')) found(match[0]);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    void ended.then(() => failed(new Error(`tegata studio has ended: ${printed}`)));
  });
  return {
    address,
    end: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Everything that went wrong in a page, and everything that it asked of others than its server. */
export interface Watched {
  readonly page: Page;
  readonly problems: string[];
  close(): Promise<void>;
}

export const launch = (): Promise<Browser> => playwright.launch({ executablePath: chromium, args: chromiumFlags });

/** One browser and one studio for the tests of a suite. */
export function useStudio(): { readonly browser: Browser; readonly studio: Served } {
  let shared: { readonly browser: Browser; readonly studio: Served };
  beforeAll(async () => {
    const [browser, studio] = await Promise.all([launch(), serveStudio()]);
    shared = { browser, studio };
  });
  afterAll(async () => {
    await shared.browser.close();
    await shared.studio.end();
  });
  return {
    get browser() {
      return shared.browser;
    },
    get studio() {
      return shared.studio;
    },
  };
}

/** Opens an address in a fresh profile. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems: string[] = [];
  const { origin, protocol } = new URL(address);
  const own = protocol === 'file:' ? address : origin; // a file may ask for nothing but itself
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
  await page.goto(address);
  return { page, problems, close: () => context.close() };
}

/** Replaces the text of an editor. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`[aria-label="${label}"][contenteditable]`).click();
  await page.keyboard.press('ControlOrMeta+a');
  // text typed over other text would get its style from the browser, of which the page's policy complains
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}
