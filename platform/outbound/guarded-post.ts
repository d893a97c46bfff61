/**
 * Posts to an address that a client gave us. The client must not be able to reach our own network with it (server-side request forgery), or
 * to keep us busy:
 *  - https on port 443 to a host name, never to a bare IP address, without a user name;
 *  - the name is resolved once, every address that it has must be public, and the connection goes to what was checked;
 *  - redirects are not followed, the body of the response is not read, and the whole takes ten seconds at most.
 * Origins that the operator trusts may be anywhere and may speak http.
 *
 * Errors: `RefusedAddress` for an address that may not be called; anything else is a failure of the network.
 */
import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

/** The address must never be called. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

export interface PostAnswer {
  readonly status: number;
  /** The `Retry-After` header as received. */
  readonly retryAfter: string | undefined;
}

export interface GuardedPost {
  /** Whether the address has an allowed form. Does not resolve the name. */
  allows(address: string): boolean;
  post(
    address: string,
    request: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
  ): Promise<PostAnswer>;
}

export interface GuardedPostOptions {
  readonly trustedOrigins: readonly string[];
  /** Default: the system's resolver. */
  readonly lookup?: LookupFunction;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const mostHeaderBytes = 8_192;

/** `post` settles with any status, including redirects and server errors. */
export function createGuardedPost({
  trustedOrigins,
  lookup = systemLookup,
  timeoutMs = defaultTimeoutMs,
}: GuardedPostOptions): GuardedPost {
  const isTrusted = (url: URL) => trustedOrigins.includes(url.origin);
  const allows = (address: string) => {
    const url = URL.parse(address);
    return url !== null && (isTrusted(url) || isOutside(url));
  };
  return {
    allows,
    post(address, { headers, body }) {
      if (!allows(address)) return Promise.reject(new RefusedAddress('not an address to be called'));
      const url = new URL(address);
      const { request } = url.protocol === 'https:' ? https : http;
      return new Promise((resolve, reject) => {
        const call = request(url, {
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.byteLength) },
          // A new connection each time, so that no earlier check is reused.
          agent: false,
          maxHeaderSize: mostHeaderBytes,
          signal: AbortSignal.timeout(timeoutMs),
          lookup: isTrusted(url) ? lookup : publicOnly(lookup),
        });
        call.once('error', reject);
        call.once('response', (response) => {
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
          response.once('error', () => undefined);
          response.destroy();
        });
        call.end(body);
      });
    },
  };
}

const isOutside = ({ protocol, port, username, password, hostname }: URL): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  // An IPv6 address is in brackets here; names with one label are on our own network.
  isIP(hostname) === 0 &&
  !hostname.startsWith('[') &&
  hostname.replace(/\.$/, '').includes('.');

/** Resolves a name and refuses it if any of its addresses is not public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '');
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddress('the name leads to an address that is not public'), '');
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
