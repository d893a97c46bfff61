/**
 * A story's session is bound to a key of its browser, like a person's: without one, a page that is left while it renews the
 * session may end it. The key is stored where the portal looks for it (`packages/portal-kit/src/session/proof-key.ts`).
 */
import type { Page } from '@playwright/test';

/** A proof for a call, signed by the key of the page's browser. The page must be one of the bank's. */
export const proofOf = (page: Page, call: { readonly htm: string; readonly htu: string }): Promise<string> =>
  page.evaluate(async (claims) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    const part = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));

    const opening = indexedDB.open('calmly-session', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    const database = await settled(opening);
    const store = () => database.transaction('keys', 'readwrite').objectStore('keys');
    let pair = await settled<CryptoKeyPair | undefined>(store().get('proof'));
    if (!pair) {
      pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
      await settled(store().add(pair, 'proof'));
    }
    database.close();
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
    const body = { ...claims, iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() };
    const signed = `${part(header)}.${part(body)}`;
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      pair.privateKey,
      new TextEncoder().encode(signed),
    );
    return `${signed}.${base64url(new Uint8Array(signature))}`;
  }, call);
