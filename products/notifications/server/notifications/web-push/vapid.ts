/** Identifies the sender to a push service (VAPID, RFC 8292): a token signed with the bank's key for the service's origin. */
import { type JWK, SignJWT } from 'jose';

export interface PushKey {
  /** Private, P-256. */
  readonly jwk: JWK;
  /** The public half in the browsers' form: uncompressed, base64url. */
  readonly publicKey: string;
}

/** RFC 8292 allows a day. */
const validSeconds = 12 * 3_600;

/** The `Authorization` header. `contact` is an address for the service's operators: `mailto:` or `https:`. */
export async function vapidHeader(
  { jwk, publicKey }: PushKey,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: Date },
): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(now.getTime() / 1_000) + validSeconds)
    .setSubject(contact)
    .sign(jwk);
  return `vapid t=${token}, k=${publicKey}`;
}
