// The service worker: what the build has made is kept by the browser, so that the page opens without a network. Files whose names carry their hash never
// change, and come from there; everything else is asked for first.

/** Replaced by the build: the files, and a hash of them all. */
const FILES = ['FILES'];
const VERSION = 'VERSION';

const PREFIX = 'tegata-studio-';
const CACHE = `${PREFIX}${VERSION}`;

addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(`./${file}`, { cache: 'reload' })));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const path = pathname.slice(new URL('./', location.href).pathname.length) || 'index.html';
  if (!FILES.includes(path)) return;
  event.respondWith(path.startsWith('assets/') ? keptOrAsked(path, request) : askedOrKept(path, request));
});

const kept = async (path) => (await caches.open(CACHE)).match(`./${path}`);

async function keptOrAsked(path, request) {
  return (await kept(path)) ?? fetch(request);
}

async function askedOrKept(path, request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(path);
    if (found === undefined) throw error;
    return found;
  }
}
