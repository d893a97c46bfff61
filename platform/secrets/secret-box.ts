/**
 * Seals values that must be readable again (secrets of authenticator apps, documents) with AES-256-GCM. A sealed value names its key, so
 * that keys can rotate, and is bound to its row: a copy in another row does not open.
 *
 * Layout: version 1 (1 byte), key id (4), nonce (12), tag (16), ciphertext. Errors: a value that does not open is a defect or an attack,
 * never an input error, and throws.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface SecretBox {
  /** `place` names the kind and owner of the value: `totp <person>`, `document <id>`. */
  seal(plain: Uint8Array, place: string): Buffer;
  open(sealed: Uint8Array, place: string): Buffer;
}

const version = 1;
const cipher = 'aes-256-gcm';
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + idBytes + nonceBytes + tagBytes;

/** Identifies a key without revealing it: the first bytes of a hash. Each sealed value carries it, from its second byte on. */
export const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update('key id').update(key).digest().subarray(0, idBytes);

/** A box that seals with the first key and opens with all keys (32 bytes each). */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [first] = keys;
  if (!first) throw new Error('a secret box needs a key');
  const byId = new Map(keys.map((key) => [keyIdOf(key).toString('hex'), key]));
  return {
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, first, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([sealing.update(plain), sealing.final()]);
      return Buffer.concat([Buffer.of(version), keyIdOf(first), nonce, sealing.getAuthTag(), text]);
    },
    open(value, place) {
      const sealed = Buffer.from(value);
      const keyId = sealed.subarray(1, 1 + idBytes).toString('hex');
      const key = byId.get(keyId);
      if (sealed[0] !== version || !key) throw new Error(`no key opens a secret sealed with key ${keyId}`);
      const nonce = sealed.subarray(1 + idBytes, 1 + idBytes + nonceBytes);
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(headBytes - tagBytes, headBytes));
      return Buffer.concat([opening.update(sealed.subarray(headBytes)), opening.final()]);
    },
  };
}

/**
 * A storable digest of something secret, such as a body with passwords: an HMAC with a key derived from the first key, which is not in the database.
 * Without that key, guesses cannot be checked against it.
 */
export function createSecretDigest([first]: readonly Buffer[]): (text: string) => string {
  if (!first) throw new Error('a secret digest needs a key');
  const key = Buffer.from(hkdfSync('sha256', first, '', 'calmly secret digest', 32));
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
