/**
 * The gate of the office: who may make a call of the bank's own people, checked before a byte of its body is read.
 *
 * In this order: other origins (`cross_site`), the rate limit, the session's cookie
 * (`staff_session_over`), the roles (`staff_role_needed`), a factor proved lately (`staff_factor_needed`).
 *
 * The session is a cookie that scripts cannot read. Ports do not separate cookies, and the portal on another port of the same host is "the same site", so
 * a call must come from the office's very origin; one that changes something must say so.
 */
import type { EndpointSpec } from '@calmly/contract';
import type { StaffEndpoint } from '@calmly/contract/staff';
import { compile } from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { Actor, StaffActor } from '../../work.ts';
import { networkOf } from '../address.ts';
import type { Gate } from '../calls/gate.ts';
import type { RateLimits } from '../rate-limit.ts';
import { isOwnOrigin, isSecure } from '../security.ts';

export interface OfficeGateOptions {
  /** The signed-in person of a cookie; undefined if the session is over. A call that the page makes by itself does not keep it alive. */
  readonly authenticate: (
    token: string,
    options: { readonly background: boolean },
  ) => Promise<StaffActor | undefined>;
  /** Address of the office as browsers see it, if there is a proxy. */
  readonly publicUrl: string | undefined;
  /** Addresses and networks that may use the office; all if empty. */
  readonly networks: readonly string[];
  /** Calls per minute of an address without a session, and of a person; 0 is no limit. */
  readonly rateLimits: { readonly anonymousPerMinute: number; readonly clientPerMinute: number };
}

/** How long a proved factor counts for acts that need it. */
export const factorMinutes = 10;

const anonymous: Actor = { kind: 'anonymous' };
const safeMethods = new Set(['GET', 'HEAD']);

export function createOfficeGate(
  { authenticate, publicUrl, rateLimits }: OfficeGateOptions,
  { limit }: RateLimits,
): Gate {
  const takeForAddress = limit('office calls of an address', rateLimits.anonymousPerMinute);
  const takeForPerson = limit('office calls of a person', rateLimits.clientPerMinute);

  return async (spec: EndpointSpec, request: FastifyRequest) => {
    const endpoint = spec as StaffEndpoint;
    refuseOtherOrigin(request, publicUrl);
    if (endpoint.roles === 'public') {
      await takeForAddress(networkOf(request.ip));
      return anonymous;
    }
    const token = readOfficeCookie({
      headers: request.headers as Readonly<Record<string, string | undefined>>,
      secure: isSecure(request.protocol, publicUrl),
    });
    const background = request.headers['x-background'] === '1';
    const actor = token === undefined ? undefined : await authenticate(token, { background });
    if (actor === undefined) {
      await takeForAddress(networkOf(request.ip));
      throw new Problem('staff_session_over');
    }
    await takeForPerson(actor.personId);
    if (endpoint.roles !== 'all' && !endpoint.roles.some((role) => actor.roles.includes(role)))
      throw new Problem('staff_role_needed');
    if (endpoint.freshFactor && actor.factorAt.getTime() < Date.now() - factorMinutes * 60_000)
      throw new Problem('staff_factor_needed');
    return actor;
  };
}

/** Whether an address may use the office. */
export function createNetworkCheck(networks: readonly string[]): (ip: string) => boolean {
  if (networks.length === 0) return () => true;
  const isInside = compile([...networks]);
  return (ip) => isInside(ip, 0);
}

/** A browser always sends `Origin` with a call that changes something; one that lacks it is none of the office's pages. */
function refuseOtherOrigin({ method, headers }: FastifyRequest, publicUrl: string | undefined): void {
  const site = headers['sec-fetch-site'];
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (safeMethods.has(method)
      ? headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl)
      : !isOwnOrigin(headers.origin, headers.host, publicUrl));
  if (isForeign) throw new Problem('cross_site');
}

interface Caller {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly secure: boolean;
}

const cookieName = (secure: boolean) => (secure ? '__Host-office' : 'office');

/** The session that the browser sent. */
export function readOfficeCookie({ headers, secure }: Caller): string | undefined {
  const wanted = `${cookieName(secure)}=`;
  return headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted))
    ?.slice(wanted.length);
}

/** A `Set-Cookie` with the session, which lives as long as the browser's own session; without a token it is removed. */
export const officeCookie = ({ secure }: Pick<Caller, 'secure'>, token: string | undefined): string =>
  [
    `${cookieName(secure)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
    ...(token === undefined ? ['Max-Age=0'] : []),
  ].join('; ');
