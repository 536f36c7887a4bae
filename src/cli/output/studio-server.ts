// Serves the studio to this machine alone: the files that the build has made, and the model that the command was given.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { InputError, UsageError } from '../../diagnostics/index.ts';

/** What the page takes over when it is opened with a model. */
export interface OpenedModel {
  readonly tab: 'check';
  readonly model: { readonly name: string; readonly text: string };
  readonly property?: string;
}

const HOST = '127.0.0.1';
/** Where the page finds the model. */
const OPENED = 'opened.json';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Everything from here, nothing from elsewhere, and no text run as a program; the page says the same of itself. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; worker-src 'self'; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
} as const;

/**
 * Of scripts it is heard by workers alone: those that run a model in code import it by an address that the page has made (blob:), and may
 * ask nobody for anything.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src 'self'";

export class StudioServer {
  private readonly server: Server;
  private readonly folder: string;
  private readonly open: (() => OpenedModel) | null;
  /** The paths that are served, and no others. */
  private readonly paths: ReadonlySet<string>;
  private hosts: readonly string[] = [];

  constructor(folder: string, open: (() => OpenedModel) | null) {
    this.folder = folder;
    this.open = open;
    this.paths = new Set(filesIn(folder));
    this.server = createServer((request, response) => this.answer(request, response));
  }

  /** Gives the address once it is served; port 0 is any that is free. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', ({ message }) => reject(new UsageError(`the studio cannot be served: ${message}`)));
      this.server.listen(port, HOST, resolve);
    });
    const address = this.server.address();
    const actual = typeof address === 'object' && address !== null ? address.port : port;
    this.hosts = [`${HOST}:${actual}`, `localhost:${actual}`];
    return `http://${HOST}:${actual}/`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').replace(/[?#].*$/, '').slice(1) || 'index.html';
    const refusal = this.refusalOf(request, path);
    if (refusal !== null) {
      response.writeHead(refusal, HEADERS).end();
    } else if (path === OPENED && this.open !== null) {
      answerModel(this.open, response);
    } else {
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const isScript = extname(path) === '.js';
      const policy = isScript ? { 'content-security-policy': WORKER_POLICY } : {};
      response.writeHead(200, { ...HEADERS, ...policy, 'content-type': type });
      response.end(request.method === 'HEAD' ? undefined : readFileSync(join(this.folder, path)));
    }
  }

  /** The status with which a request is refused; null for one that is answered. */
  private refusalOf({ headers, method }: IncomingMessage, path: string): number | null {
    // A page of elsewhere whose name leads here must not read the model.
    if (!this.hosts.includes(headers.host ?? '')) return 403;
    if (method !== 'GET' && method !== 'HEAD') return 405;
    return this.paths.has(path) || (path === OPENED && this.open !== null) ? null : 404;
  }
}

function answerModel(open: () => OpenedModel, response: ServerResponse): void {
  let text: string;
  try {
    text = JSON.stringify(open());
  } catch (error) {
    // the file is gone; the page then shows what it shows without one
    if (!(error instanceof InputError)) throw error;
    response.writeHead(404, HEADERS).end();
    return;
  }
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(text);
}

/** The files of the studio, by their paths in the folder. */
function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((file) => join(file.parentPath, file.name).slice(folder.length).replaceAll('\\', '/'));
  } catch {
    throw new UsageError('the studio has not been built: npm run build makes it');
  }
}
