/**
 * The key that this browser's session is bound to (RFC 9449): an ECDSA P-256 key that WebCrypto creates and never exports, not even to
 * this page. It is stored in IndexedDB, so that a reload and other tabs have it, until the person signs out. Each call carries a proof
 * signed by it. For the reasons see `docs/adr/0009-proof-keys.md`.
 *
 * Without WebCrypto (an origin without https) or storage there is no key, and only the token is sent.
 */
import type { ProofMaker } from '@calmly/contract';

const databaseName = 'calmly-session';
const storeName = 'keys';
const recordName = 'proof';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signature = { name: 'ECDSA', hash: 'SHA-256' } as const;

interface ProofKey {
  readonly privateKey: CryptoKey;
  /** First part of each proof, the same for the lifetime of the key. */
  readonly header: string;
}

let opening: Promise<ProofKey | undefined> | undefined;
/** How far the server's clock is ahead of ours. */
let offsetMs = 0;

export const proofs: ProofMaker = {
  async prove({ method, url, token }) {
    opening ??= openKey();
    const key = await opening;
    if (!key) return undefined;
    const claims = {
      htm: method,
      htu: new URL(url, location.href).href,
      iat: Math.floor((Date.now() + offsetMs) / 1000),
      jti: crypto.randomUUID(),
      ...(token !== undefined && { ath: base64url(await digest(token)) }),
    };
    const signed = `${key.header}.${base64url(bytesOf(JSON.stringify(claims)))}`;
    const proof = await crypto.subtle.sign(signature, key.privateKey, bytesOf(signed));
    return `${signed}.${base64url(new Uint8Array(proof))}`;
  },
  setClock(serverTime) {
    offsetMs = serverTime.getTime() - Date.now();
  },
};

/** The session has ended in another tab, which removes the key; the stored one may already be the next session's. */
export function releaseProofKey(): void {
  opening = undefined;
}

/** The session has ended: the next one gets its own key. */
export function removeProofKey(): void {
  releaseProofKey();
  globalThis.indexedDB?.deleteDatabase(databaseName);
}

async function openKey(): Promise<ProofKey | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  try {
    const { privateKey, publicKey } = await storedPair();
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
    return { privateKey, header: base64url(bytesOf(JSON.stringify(header))) };
  } catch {
    // Without storage (a private window of some browsers) a reload would lose the key and with it the session.
    return undefined;
  }
}

/** The browser's key, created if there is none. Two tabs that create one at the same time end up with the same. */
async function storedPair(): Promise<CryptoKeyPair> {
  const database = await openDatabase();
  try {
    const stored = await settled<CryptoKeyPair | undefined>(storeOf(database, 'readonly').get(recordName));
    if (stored) return stored;
    const fresh = await crypto.subtle.generateKey(algorithm, false, ['sign']);
    const store = storeOf(database, 'readwrite');
    const others = await settled<CryptoKeyPair | undefined>(store.get(recordName));
    if (others) return others;
    await settled(store.add(fresh, recordName));
    return fresh;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request);
}

const storeOf = (database: IDBDatabase, mode: IDBTransactionMode) =>
  database.transaction(storeName, mode).objectStore(storeName);

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digest = async (text: string) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text)));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
