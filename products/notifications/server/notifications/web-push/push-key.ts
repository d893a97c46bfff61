/** The key that identifies the bank to push services: created at first use, stored sealed, shared by all servers of the bank. */
import { generateKeyPairSync } from 'node:crypto';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { JWK } from 'jose';
import { findPushKey, keepPushKey } from './store.ts';
import type { PushKey } from './vapid.ts';

/** Values sealed with the server's keys. If the key is gone, it is created again, and browsers resubscribe at their next visit. */
export const sealedPushKey = sealedIn({
  what: 'keys of browser notifications',
  table: 'notifications.push_key',
  column: 'sealed',
  key: ['one'],
  placeOf: () => place,
});

export type LoadPushKey = (sql: Sql) => Promise<PushKey>;

const place = 'push key';

/** Reads the key from the database once. */
export function createPushKeys(secretKeys: readonly Buffer[]): LoadPushKey {
  const box = createSecretBox(secretKeys);
  let known: PushKey | undefined;
  return async (sql) => {
    if (known) return known;
    const sealed = (await findPushKey(sql)) ?? (await keepPushKey(sql, box.seal(newKey(), place)));
    const jwk = JSON.parse(box.open(sealed, place).toString('utf8')) as JWK;
    known = { jwk, publicKey: uncompressed(jwk) };
    return known;
  };
}

function newKey(): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })));
}

function uncompressed({ x = '', y = '' }: JWK): string {
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );
}
