/**
 * All random secrets that a caller holds: access tokens, refresh cookies, device cookies, live tickets, passkey proofs, emailed links.
 * 256 random bits with a prefix that leak scanners can find and a checksum that refuses garbage without a database query. The database
 * stores only the SHA-256. Codes are not random but derived (RFC 4226's construction on SHA-256), so they are stored nowhere.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefixes = {
  access: 'cal_at_',
  refresh: 'cal_rt_',
  device: 'cal_dv_',
  ticket: 'cal_lt_',
  proof: 'cal_pp_',
  link: 'cal_ml_',
} as const;
type SecretKind = keyof typeof prefixes;

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0');

/** A new secret: `cal_at_` + 43 characters base64url + 8 of CRC-32 in hexadecimal. */
export function newSecret(kind: SecretKind): string {
  const text = prefixes[kind] + randomBytes(32).toString('base64url');
  return text + checksumOf(text);
}

/** The hash to store or look up; undefined if the text cannot be a secret of this kind. */
export function hashSecret(kind: SecretKind, secret: string): Buffer | undefined {
  const text = secret.slice(0, -8);
  const wellFormed =
    secret.length === prefixes[kind].length + 51 &&
    secret.startsWith(prefixes[kind]) &&
    checksumOf(text) === secret.slice(-8);
  return wellFormed ? sha256(secret) : undefined;
}

/** SHA-256 of a text. */
export const sha256 = (text: string) => hash('sha256', text, 'buffer');

/** A new secret with its hash. */
export function issueSecret(kind: SecretKind): { secret: string; hash: Buffer } {
  const secret = newSecret(kind);
  return { secret, hash: sha256(secret) };
}

/** The six digits of a challenge's n-th message. 64 bits modulo a million: the bias is below 10^-13. */
export function codeOf(key: Buffer, challengeId: string, sendNumber: number): string {
  const digest = createHmac('sha256', key).update(`${challengeId}:${sendNumber}`).digest();
  return String(digest.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

/** The stored hash of the proof (code, passkey proof, recovery code) that confirmed a challenge; useless without the key. */
export function proofHashOf(key: Buffer, challengeId: string, proof: string): Buffer {
  return createHmac('sha256', key).update(`proof:${challengeId}:${proof}`).digest();
}

/** Whether this is the stored hash, if there is one. */
export const sameHash = (kept: Buffer | null, hash: Buffer) => kept !== null && timingSafeEqual(kept, hash);

/** Whether two short texts are equal, in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
