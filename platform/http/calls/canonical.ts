/**
 * The hash that a two-factor code and an idempotency key are bound to: everything that decides what an HTTP request does.
 *
 * JSON is written canonically (RFC 8785: keys in the order of their UTF-16 units, no spaces, ECMAScript's own numbers and strings), so
 * that texts with the same meaning have the same hash, and any change of meaning changes it.
 */
import { hash } from 'node:crypto';

export interface HashedRequest {
  readonly endpointId: string;
  /** The acting client; empty for anonymous calls. */
  readonly clientId: string;
  /** The acting person, and the application acting for them; empty for anonymous calls. The same body from a colleague is a different request. */
  readonly principal: string;
  readonly params: unknown;
  readonly query: unknown;
  /** The body as received, after validation. */
  readonly body: unknown;
}

/** SHA-256, hex. */
export function requestHash(request: HashedRequest): string {
  const { endpointId, clientId, principal, params, query, body } = request;
  return hash(
    'sha256',
    canonicalJson([endpointId, clientId, principal, params ?? null, query ?? null, body ?? null]),
    'hex',
  );
}

/** Canonical JSON of a parsed value; the schema that accepted it bounds its depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
