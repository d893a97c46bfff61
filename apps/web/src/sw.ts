/**
 * Service worker: caches the portal's hashed files, which never change, and shows its own page when there is no connection. It never
 * touches `/api`, the sandbox, the frame of the identity check or the page itself: figures always come from the bank, the page's nonce
 * from the server.
 */

/** The little of the service worker's world that is used here; its full types clash with those of a page. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
/** Firefox and Safari have no routes yet. */
interface InstallEvent extends WorkerEvent {
  addRoutes?(
    routes: ReadonlyArray<{
      readonly condition: { readonly urlPattern: { readonly pathname: string } };
      readonly source: 'network';
    }>,
  ): Promise<void>;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Worker {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}
const worker = globalThis as unknown as Worker;
/** Addresses of the hashed files; the build puts them in. */
declare const __ASSETS__: readonly string[];

const cacheName = 'calmly-assets';

const offlinePage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Offline - More payments, less stress</title>
<style>body{font:15px/24px system-ui,sans-serif;background:#FAF8F5;color:#000102;display:grid;place-content:center;min-height:100vh;margin:0;text-align:center;padding:24px}
h1{font-size:24px;margin:0 0 8px}a{color:inherit;font-weight:600}@media(prefers-color-scheme:dark){body{background:#0C0C0D;color:#F5F2ED}}</style>
<h1>No connection</h1><p>Your money is safe. Check the connection and <a href="">try again</a>.</p>
<p lang="ru">Нет соединения. С вашими деньгами всё в порядке. Проверьте сеть и <a href="">повторите попытку</a>.</p>`;

worker.addEventListener('install', (event) => {
  // Told so, the browser does not even wake this worker up for them: a payment waits only for the bank.
  const direct = ['/api/*', '/sandbox/*', '/websdk/*'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  if (event.addRoutes) event.waitUntil(event.addRoutes(direct));
  event.waitUntil(keepAssets().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
  else if (request.mode === 'navigate' && !/^\/(api|sandbox|websdk)(\/|$)/.test(pathname))
    event.respondWith(fetch(request).catch(offline));
});

/** Fetches what is new and lets go of what the current build no longer has. */
async function keepAssets(): Promise<void> {
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = new Set(__ASSETS__);
  await Promise.all([...kept].filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
  await cache.addAll(__ASSETS__.filter((path) => !kept.has(path)));
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

function offline(): Response {
  return new Response(offlinePage, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
    },
  });
}
