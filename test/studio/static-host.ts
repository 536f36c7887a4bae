// A static host as plain as they come: files of a folder, their types, and no headers.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  readonly address: string;
  /** Nobody answers any more. */
  end(): Promise<void>;
}

/** Serves the folder under a path of its own, as hosts of many projects do. */
export async function serveFolder(folder: string): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '/').split(/[?#]/);
    const file = join(folder, path.replace(/^\/project\//, '').replace(/(^|\/)$/, '$1index.html'));
    const isThere = path.startsWith('/project/') && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    if (!isThere) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      createReadStream(file).pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}/project/`,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
