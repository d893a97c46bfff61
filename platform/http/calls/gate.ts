/**
 * The gate: access checks before a byte of the body is read.
 *
 * In this order: requests from another site (`cross_site`), rate limits (`too_many_requests`), the bearer token (`unauthenticated`
 * without one, `session_expired` with an expired one, `proof_refused`), for an application its scope (`insufficient_scope`), if the
 * endpoint needs an active client the client's State (`client_not_active`) and the main terms in force (`terms_not_accepted`), and last
 * the right that a company's member needs (`rightProblems`).
 */
import { type EndpointSpec, holdsRight, problems, rightProblems } from '@calmly/contract';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { ActingApplication, Actor, ClientActor } from '../../work.ts';
import { networkOf } from '../address.ts';
import type { RateLimits } from '../rate-limit.ts';
import { refuseForeignSite } from '../security.ts';

export interface GateOptions {
  /**
   * The owner of an access token; undefined if the token is unknown, expired or revoked. A `background` call (`X-Background: 1`, made by the page
   * itself) does not count as activity of the person. `proven` is the call's `DPoP` header and what it must name; a session bound to a key throws
   * `proof_refused` without a valid one.
   */
  readonly authenticate: (
    token: string,
    options: {
      readonly background: boolean;
      readonly proven: ProvenCall | undefined;
      /** Counts the client's call; throws `too_many_requests`. Called before any state about the call is stored. */
      readonly admit: (clientId: string) => Promise<void> | undefined;
    },
  ) => Promise<ClientActor | undefined>;
  readonly publicUrl: string | undefined;
  readonly rateLimits: {
    /** Calls per minute and address without a valid token; 0 is no limit. */
    readonly anonymousPerMinute: number;
    /** Calls per minute of a client, and of each of its applications; 0 is no limit. */
    readonly clientPerMinute: number;
  };
}

/** A proof of possession of a key, and the call it came with (RFC 9449). */
export interface ProvenCall {
  /** The header's text. */
  readonly proof: string;
  readonly method: string;
  /** From the root, without query. */
  readonly path: string;
  readonly host: string | undefined;
}

const anonymous: Actor = { kind: 'anonymous' };

export type Gate = (endpoint: EndpointSpec, request: FastifyRequest) => Promise<Actor>;

/** A public endpoint ignores the token. A token that is refused with 401 counts against the caller's network. */
export function createGate(
  { authenticate, publicUrl, rateLimits }: GateOptions,
  { limit }: RateLimits,
): Gate {
  const takeForAddress = limit('calls of an address', rateLimits.anonymousPerMinute);
  const takeForClient = limit('calls of a client', rateLimits.clientPerMinute);

  return async (endpoint, request) => {
    refuseForeignSite(request.method, request.headers, publicUrl);
    const token = accessToken(request.headers.authorization);
    if (endpoint.access === 'public' || token === undefined) {
      await takeForAddress(networkOf(request.ip));
      if (endpoint.access === 'public') return anonymous;
      throw new Problem('unauthenticated');
    }
    const actor = await actorOf(token, request);
    if (actor.application && !mayCall(actor.application, endpoint)) throw new Problem('insufficient_scope');
    if (endpoint.access === 'active') {
      if (actor.state !== 'ACTIVE') throw new Problem('client_not_active');
      if (!actor.termsAccepted) throw new Problem('terms_not_accepted');
    }
    const { right } = endpoint;
    if (right !== undefined && !holdsRight(actor, right)) throw new Problem(rightProblems[right]);
    return actor;
  };

  async function actorOf(token: string, request: FastifyRequest): Promise<ClientActor> {
    try {
      let isCounted = false;
      const admit = (clientId: string) => {
        isCounted = true;
        return takeForClient(clientId);
      };
      const background = request.headers['x-background'] === '1';
      const actor = await authenticate(token, {
        background,
        proven: provenCall(request),
        admit,
      });
      if (actor === undefined) throw new Problem('session_expired');
      // An application sends no proof, so nothing about it has been stored before this count.
      if (!isCounted) await takeForClient(callerOf(actor));
      return actor;
    } catch (error) {
      if (error instanceof Problem && problems[error.code].status === 401)
        await takeForAddress(networkOf(request.ip));
      throw error;
    }
  }
}

/** Each application has its own limit, so that it cannot lock out the client, who may want to disconnect it. */
const callerOf = ({ clientId, application }: ClientActor): string =>
  application ? `${clientId} ${application.id}` : clientId;

/** An application may only call endpoints whose scope it was given. */
const mayCall = ({ scopes }: ActingApplication, { scope }: EndpointSpec) =>
  scope !== undefined && scopes.includes(scope);

function provenCall({ headers, method, raw }: FastifyRequest): ProvenCall | undefined {
  const { dpop, host } = headers;
  if (typeof dpop !== 'string') return undefined;
  const [path = ''] = (raw.url ?? '').split('?');
  return { proof: dpop, method, path, host };
}

const longestToken = 512;

/** RFC 6750 and RFC 9449: one of two schemes in any case, one space, a token of visible characters. */
export function accessToken(authorization: string | undefined): string | undefined {
  const token = /^(?:bearer|dpop) ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
  return token !== undefined && token.length <= longestToken ? token : undefined;
}
