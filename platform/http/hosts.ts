/**
 * Our host names. Another site can point its own name at this machine (DNS rebinding) and then read what this server tells callers on
 * this machine. Its requests carry that name, so a foreign name is refused, for any address behind it.
 *
 * Ours are the hosts of `PUBLIC_URL` and of the links in messages, the `HOST` listened on, names of this machine, and plain IP
 * addresses, which no other site can claim. Ports are not compared, because a proxy or container may map them.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../problem.ts';

export interface HostOptions {
  readonly publicUrl: string | undefined;
  /** Further addresses or names that are ours. */
  readonly ownHosts?: readonly string[];
}

/** Probes of load balancers and supervisors use any host name or none, and these paths reveal nothing. */
const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Refuses a request for another host, and one that does not say clearly which.
 *
 * Errors: `invalid_request` for two hosts, none or no HTTP version; `misdirected`.
 */
export type CheckHost = (request: IncomingMessage) => void;

/**
 * Ports and schemes are ignored. Without `publicUrl` and `ownHosts`, only names of this machine and IP
 * addresses pass.
 */
export function createHostCheck({ publicUrl, ownHosts = [] }: HostOptions): CheckHost {
  const own = new Set([publicUrl, ...ownHosts].flatMap((text) => nameIn(text) ?? []));
  return (request) => {
    if (request.httpVersionMajor !== 1) throw new Problem('invalid_request');
    if (openPaths.has(request.url ?? '')) return;
    const name = soleHost(request);
    if (name === undefined) throw new Problem('invalid_request');
    if (own.has(name) || isOfThisMachine(name)) return;
    throw new Problem('misdirected', { params: { address: publicUrl ?? 'http://localhost' } });
  };
}

/** Node drops a second `Host` header and keeps the first; another server on the way may have kept the second. */
function soleHost({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { host } = headers;
  if (host === undefined || !/^[^\s/?#@\\,]+$/.test(host)) return undefined;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? undefined : nameIn(`http://${host}`);
}

function isOfThisMachine(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** The host name in an address or on its own, normalised like a URL's: small letters, no trailing dot. */
function nameIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : undefined;
}

/**
 * `GET http://host/path` means the same as `GET /path` with that `Host`, and the header is ignored (RFC 9112, 3.2.2). Returns the path and stores the
 * target's host where it is checked.
 */
export function originForm(request: {
  url?: string | undefined;
  headers: IncomingMessage['headers'];
}): string {
  const { url = '/' } = request;
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const target = new URL(url);
  request.headers.host = target.host;
  return `${target.pathname}${target.search}`;
}
