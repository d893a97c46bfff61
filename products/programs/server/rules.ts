/**
 * What may be registered, requested and called. Pure.
 *
 * Redirect URIs are compared character by character (RFC 9700, 2.1), so they are registered in full: https, or http on the same machine.
 * The gate checks scopes at each call; this file checks accounts.
 */
import { type Scope, scopes } from '@calmly/contract';

/** Lifetimes, in seconds. A code is exchanged at once; an access token is refreshed often, so that a stolen one is useful only briefly. */
export const lifetimes = {
  request: 15 * 60,
  code: 60,
  accessToken: 10 * 60,
} as const;

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address may be registered as a redirect URI. */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.includes('#') || username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

/** The known scopes in a text, in fixed order. */
export function scopesOf(text: unknown): Scope[] {
  const named = new Set(typeof text === 'string' ? text.split(' ') : []);
  return scopes.filter((scope) => named.has(scope));
}
