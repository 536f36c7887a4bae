// `tegata studio`: who is served, and what.
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { tegata } from '../helpers/tegata.ts';
import { serveStudio } from '../studio/studio.ts';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** A request as it is, without the tidying that browsers do. */
function ask(address: string, path: string, options: { method?: string; host?: string } = {}): Promise<Answer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const headers = options.host === undefined ? {} : { host: options.host };
    const sent = request({ hostname, port, path, method: options.method ?? 'GET', headers }, (response) => {
      let text = '';
      response.on('data', (data) => {
        text += String(data);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('tegata studio', () => {
  it('serves the page and the model to this machine alone, until Ctrl-C', async () => {
    const studio = await serveStudio('examples/lamp/model.kripke', 'GF lit');
    expect(studio.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#open$/);
    const page = await ask(studio.address, '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Tegata studio</title>');
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/,
    );
    // a script may be a worker: those import models in code by addresses of the page, and ask nobody for anything
    const script = await ask(studio.address, `/${/assets\/[\w-]+\.js/.exec(page.text)![0]}`);
    expect(script.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'$/,
    );
    const opened = await ask(studio.address, '/opened.json');
    expect(JSON.parse(opened.text)).toMatchObject({
      model: { name: 'model.kripke', text: expect.stringContaining('lit') as string },
      property: 'GF lit',
    });
    for (const path of ['/../package.json', '/..%2fpackage.json', '/assets', '//etc/passwd', '/nothing.js']) {
      expect((await ask(studio.address, path)).status, path).toBe(404);
    }
    expect((await ask(studio.address, '/opened.json', { host: 'evil.example' })).status).toBe(403);
    expect((await ask(studio.address, '/', { method: 'POST' })).status).toBe(405);
    expect(await studio.end()).toBe(0);
  });

  it('opens nets of the library as text, and nothing where no model is given', async () => {
    const net = await serveStudio('kanban:2');
    expect(JSON.parse((await ask(net.address, '/opened.json')).text)).toMatchObject({
      model: { name: 'kanban-2.net' },
    });
    await net.end();
    const empty = await serveStudio();
    expect(empty.address).not.toContain('#');
    expect((await ask(empty.address, '/opened.json')).status).toBe(404);
    await empty.end();
  });

  it('says what it cannot open', () => {
    expect(tegata(['studio', 'no-such-file.dve'])).toMatchObject({ status: 65, stdout: '' });
    expect(tegata(['studio', '-'])).toMatchObject({ status: 64, stdout: '' });
    expect(tegata(['studio', '--port', '70000'])).toMatchObject({ status: 64, stdout: '' });
  });
});
