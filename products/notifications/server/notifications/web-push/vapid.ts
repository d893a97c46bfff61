/** Identifies the sender to a push service (VAPID, RFC 8292): a token signed with the bank's key for the service's origin. */
import { createPrivateKey, type JsonWebKey, sign } from 'node:crypto';

export interface PushKey {
  /** Private, P-256. */
  readonly jwk: JsonWebKey;
  /** The public half in the browsers' form: uncompressed, base64url. */
  readonly publicKey: string;
}

/** RFC 8292 allows a day. */
const validSeconds = 12 * 3_600;

/** The `Authorization` header. `contact` is an address for the service's operators: `mailto:` or `https:`. */
export function vapidHeader(
  { jwk, publicKey }: PushKey,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1_000) + validSeconds,
    sub: contact,
  };
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
