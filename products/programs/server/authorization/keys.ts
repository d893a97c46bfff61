/** The authorization server's own keys: created at first use, stored sealed, shared by all servers of the bank. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findKeys, keepKeys } from './artifact-store.ts';

export interface Keys {
  /** Signs the cookies of pending requests. */
  readonly cookieKey: string;
  /** Private, P-256. */
  readonly signingKey: Readonly<Record<string, unknown>>;
}

/** The place that they are sealed for. */
export const keysPlace = 'connections keys';

/** Creates and stores them if there are none. Throws if `box` cannot open the stored ones. */
export async function loadKeys(sql: Sql, box: SecretBox): Promise<Keys> {
  const sealed = (await findKeys(sql)) ?? (await keepKeys(sql, box.seal(newKeys(), keysPlace)));
  return JSON.parse(box.open(sealed, keysPlace).toString('utf8')) as Keys;
}

function newKeys(): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys: Keys = {
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' },
  };
  return Buffer.from(JSON.stringify(keys));
}
