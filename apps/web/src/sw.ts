/**
 * Service worker: keeps the portal's hashed files, which never change, once a page has used them, and shows its own page when there is no
 * connection. It fetches nothing ahead (ADR 75) and never touches `/api`, the sandbox, the frame of the identity check or the page itself:
 * figures always come from the bank, the page's nonce from the server. It also shows the bank's notifications (Web Push); nothing of them
 * is kept.
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
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}
interface ShownNotification {
  readonly data: unknown;
  close(): void;
}
interface ClickEvent extends WorkerEvent {
  readonly notification: ShownNotification;
}
interface PortalWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  readonly registration: { showNotification(title: string, options: object): Promise<void> };
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window' }): Promise<readonly PortalWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  readonly location: Location;
}
const worker = globalThis as unknown as Worker;
/** Paths of the hashed files, inserted by the build. */
declare const __ASSETS__: readonly string[];

const cacheName = 'calmly-assets';
const assets = new Set(__ASSETS__);

const offlinePage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Offline - More payments, less stress</title>
<style>body{font:15px/24px system-ui,sans-serif;background:#FAF8F5;color:#000102;display:grid;place-content:center;min-height:100vh;margin:0;text-align:center;padding:24px}
h1{font-size:24px;margin:0 0 8px}a{color:inherit;font-weight:600}@media(prefers-color-scheme:dark){body{background:#0C0C0D;color:#F5F2ED}}</style>
<h1>No connection</h1><p>Your money is safe. Check the connection and <a href="">try again</a>.</p>
<p lang="ru">Нет соединения. С вашими деньгами всё в порядке. Проверьте сеть и <a href="">повторите попытку</a>.</p>`;

worker.addEventListener('install', (event) => {
  // With these routes the browser does not even start this worker for them: a payment waits only for the bank.
  const direct = ['/api/*', '/sandbox/*', '/websdk/*'].map((pathname) => ({
    condition: { urlPattern: { pathname } },
    source: 'network' as const,
  }));
  if (event.addRoutes) event.waitUntil(event.addRoutes(direct));
  event.waitUntil(worker.skipWaiting());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(dropOldAssets().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || request.method !== 'GET') return;
  if (assets.has(pathname)) event.respondWith(keptOrFetched(event));
  else if (request.mode === 'navigate' && !/^\/(api|sandbox|websdk)(\/|$)/.test(pathname))
    event.respondWith(fetch(request).catch(offline));
});

/**
 * A message from the server (`products/notifications/server/notifications/web-push/push-messages.ts`). Browsers require every message to be shown,
 * even one that is not ours.
 */
worker.addEventListener('push', (event) => {
  const { id, lang, title, body, path } = readMessage(event.data);
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      lang,
      // A repeated message replaces the first.
      tag: id,
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path },
    }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = fieldsOf(event.notification.data);
  event.waitUntil(openPortal(ownAddress(path)));
});

const neutral = { id: 'calmly', lang: 'en', title: 'Calmly', body: '', path: '/dashboard' };
const longestText = 300;

/** Every field is checked: invalid ones are left out, never shown or followed. */
function readMessage(data: PushEvent['data']): typeof neutral {
  let given: Readonly<Record<string, unknown>>;
  try {
    given = fieldsOf(data?.json());
  } catch {
    // Not JSON, so not from this bank.
    return neutral;
  }
  const text = (name: keyof typeof neutral) => {
    const value = given[name];
    return typeof value === 'string' && value !== '' && value.length <= longestText ? value : neutral[name];
  };
  if (typeof given.title !== 'string') return neutral;
  return { id: text('id'), lang: text('lang'), title: text('title'), body: text('body'), path: text('path') };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A path of this portal as an address; anything else is the portal's start. */
function ownAddress(path: unknown): string {
  const { origin } = worker.location;
  const start = new URL(neutral.path, origin);
  if (typeof path !== 'string' || !path.startsWith('/')) return start.href;
  const url = URL.canParse(path, origin) ? new URL(path, origin) : start;
  return url.origin === origin ? url.href : start.href;
}

/** The window that already shows it, or a new one, so that typed text in another window is not lost. */
async function openPortal(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url }) => url === address);
  await (open ? open.focus() : worker.clients.openWindow(address));
}

/** Deletes files that the current build no longer has. */
async function dropOldAssets(): Promise<void> {
  const cache = await caches.open(cacheName);
  const old = (await cache.keys()).filter(({ url }) => !assets.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function keptOrFetched(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // If the device has no room left, the file is fetched again next time.
  if (response.ok) event.waitUntil(cache.put(request, response.clone()).catch(() => undefined));
  return response;
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
