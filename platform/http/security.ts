/**
 * What protects the edge whatever the call: security headers of every response, requests from other sites and for other hosts. How many calls one
 * caller may make is decided in `rate-limit.ts`.
 *
 * The API is for our own pages, so there is no CORS. A page may run only scripts and styles with its own response's nonce, may connect
 * only to us, and cannot be framed. Source: reliability design 4.2; OWASP ASVS 3.4, 3.5.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../problem.ts';

/** Features denied to all pages, except `lent` for one framed origin. */
const permissions = (lent: string) =>
  `accelerometer=(), camera=${lent}, display-capture=(), geolocation=${lent}, gyroscope=(), magnetometer=(), microphone=${lent}, midi=(), payment=(), usb=(), browsing-topics=()`;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions('()'),
} as const;

/** Headers of API answers: data, never a document, never stored. */
export const apiHeaders = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers of protocol answers: like the API's, but a redirect may carry a line of HTML for agents that do not follow it. */
export const protocolHeaders = {
  ...apiHeaders,
  'content-security-policy': `${apiHeaders['content-security-policy']}; base-uri 'none'; form-action 'none'`,
} as const;

/** Headers of the build's files. The policy matters for the two that run in their own context: the service worker and the print template. */
export const assetHeaders = {
  ...everywhere,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
} as const;

/** Two years, as browsers' preload lists require; sent on https only. */
export const strictTransport = 'max-age=63072000; includeSubDomains';

/** 128 random bits, fresh for each page. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * The portal: everything from our origin, scripts and styles by nonce, no strings as code (Trusted Types). `identityOrigin` may be framed too, and
 * use the camera, microphone and location for a provider's identity check.
 */
export function portalHeaders(nonce: string, identityOrigin?: string) {
  return {
    ...everywhere,
    ...(identityOrigin && { 'permissions-policy': permissions(`(self "${identityOrigin}")`) }),
    'cache-control': 'no-store',
    'content-security-policy': documentPolicy(nonce, {
      frames: ["'self'", identityOrigin].filter(Boolean).join(' '),
      framedBy: "'none'",
    }),
  };
}

/** The sandbox's page of the identity check: like the portal, but the portal may frame it. */
export function widgetHeaders(nonce: string) {
  return {
    ...everywhere,
    'cache-control': 'no-store',
    'content-security-policy': documentPolicy(nonce, { frames: "'none'", framedBy: "'self'" }),
  };
}

function documentPolicy(nonce: string, { frames, framedBy }: { frames: string; framedBy: string }): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames}`,
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types calmly',
  ].join('; ');
}

/** A plain page of the server itself (such as the sandbox's outbox): script and styles by nonce. */
export function pageHeaders(nonce: string) {
  return {
    ...everywhere,
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "font-src 'self'",
      "connect-src 'self'",
      "frame-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
    ].join('; '),
  };
}

/** Policy of the API documentation only, whose viewer needs inline styles. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site makes a browser send: by `Sec-Fetch-Site`, in older browsers by `Origin`, or by `Referer` if that is all they
 * send. Non-browser callers send none of them.
 * Errors: `cross_site`.
 */
export function refuseForeignSite(
  method: string,
  headers: IncomingHttpHeaders,
  publicUrl: string | undefined,
) {
  if (safeMethods.has(method)) return;
  const site = headers['sec-fetch-site'];
  const sender = headers.origin ?? headers.referer;
  const foreign =
    site === undefined
      ? sender !== undefined && !isOwnOrigin(sender, headers.host, publicUrl)
      : site !== 'same-origin' && site !== 'none';
  if (foreign) throw new Problem('cross_site');
}

/**
 * Whether browsers use https: to this server, to a trusted proxy that says so, or to the configured public address. The last holds even if the proxy
 * is not in the list, so that a forgotten variable does not weaken the cookies.
 */
export function isSecure(protocol: string, publicUrl: string | undefined): boolean {
  return protocol === 'https' || (publicUrl !== undefined && new URL(publicUrl).protocol === 'https:');
}

/** Whether a browser's `Origin` is ours: the configured public address, or the host of the request. */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true;
  return url.host === host;
}

/*
 * Our host names. Another site can point its own name at this machine (DNS rebinding) and then read what this server tells callers on
 * this machine. Its requests carry that name, so a foreign name is refused, for any address behind it.
 *
 * Ours are the hosts of `PUBLIC_URL` and of the links in messages, the `HOST` listened on, names of this machine, and plain IP
 * addresses, which no other site can claim. Ports are not compared, because a proxy or container may map them.
 */

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
