/** Tokens of applications: 256 random bits with a prefix that leak scanners and our own log can find. Stored only as SHA-256. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const prefixes = { AccessToken: 'cal_ca_', RefreshToken: 'cal_cr_', AuthorizationCode: 'cal_cc_' } as const;

const newText = (prefix: string) => prefix + randomBytes(32).toString('base64url');

/** A new token or code. */
export const newToken = (kind: keyof typeof prefixes): string => newText(prefixes[kind]);

/** A secret for an application that can keep one. */
export const newApplicationSecret = (): string => newText('cal_cs_');

/** Whether a bearer token can be an application's. */
export const isAccessToken = (text: string): boolean => /^cal_ca_[\w-]{43}$/.test(text);

/** Plain SHA-256 is enough: tokens are random, not chosen by people. */
export const tokenHash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a secret matches the stored hash (hexadecimal). */
export const matchesHash = (secret: string, keptHash: string): boolean => {
  const kept = Buffer.from(keptHash, 'hex');
  return kept.length === 32 && timingSafeEqual(tokenHash(secret), kept);
};
