/** Everything stored by a page and its browser that a script, an extension or the next person at the machine could read. */
import type { Page } from '@playwright/test';

export interface Kept {
  /** Outlives the page: storages, databases, caches, readable cookies, address and history. */
  readonly stored: string;
  /** On the page itself: its document and the values of its fields. */
  readonly shown: string;
}

export async function readKept(page: Page): Promise<Kept> {
  const { stored, shown } = await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const values = await settled(database.transaction(store).objectStore(store).getAll());
        databases.push(name, store, values);
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const isText = /json|html|text/.test((await cache.match(request))?.headers.get('content-type') ?? '');
        cached.push(request.url, isText ? ((await (await cache.match(request))?.text()) ?? '') : '');
      }
    }
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
    );
    return {
      stored: JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        databases,
        cached,
        document.cookie,
        window.name,
        location.href,
        history.state,
        performance.getEntriesByType('resource').map(({ name }) => name),
      ]),
      shown: [document.documentElement.outerHTML, ...fields].join('\n'),
    };
  });
  const readable = (await page.context().cookies()).filter(({ httpOnly }) => !httpOnly);
  return { stored: stored + JSON.stringify(readable), shown };
}

/** Tokens, cookies' secrets and mailed links, by their common prefixes. */
export const secrets = (text: string): string[] => text.match(/cal_(at|rt|dv|lt|pp|ml)_[\w-]{6}/g) ?? [];
