/** Options of the client and of its calls. */

import type { Challenge } from '@calmly/products/identity/contract/identity.ts';
import type { ApiProblem } from '../problems/api-problem.ts';

export interface ClientOptions {
  /** Scheme, host and port; empty for the page's own origin. */
  baseUrl: string;
  getToken: () => string | undefined;
  /** Tries to get a new access token; whether there is one now. */
  refresh?: () => Promise<boolean>;
  onUnauthorised?: () => void;
  /** A call is about to ask for a code: settles once no other call is asking. Once per call, however often it asks. */
  onChallengeStart?: () => Promise<void>;
  /** Returns the code that the person enters; `refusal` says why the last one was refused. Rejects on Cancel. */
  onChallenge?: (challenge: Challenge, refusal: ApiProblem | undefined) => Promise<string>;
  /** The challenge has ended, successfully or not. */
  onChallengeEnd?: () => void;
  locale?: () => 'en' | 'ru';
  /** Makes proofs of a key that the session is bound to (RFC 9449); without it the token alone opens the session. */
  proofs?: ProofMaker;
  /** Whether a person is at the page; otherwise all calls are marked as the page's own (`X-Background`). */
  isPersonThere?: () => boolean;
  /** Settles when the person touches the page again; without it a read that needs them is refused. */
  personReturns?: () => Promise<void>;
  /** Called before each call that needs the session. Exchanges a token that is about to expire. */
  renew?: () => Promise<void>;
  /** Sends an attempt in its turn. Without it attempts are sent at once. */
  inTurn?: (attempt: () => Promise<Response>, turn: Turn) => Promise<Response>;
  fetch?: typeof fetch;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number;
}

export interface ProofMaker {
  /** The `DPoP` header of one request; undefined where this device can keep no key. */
  prove: (call: ProvenCall) => Promise<string | undefined>;
  /** The server refused a proof: perhaps its clock says something else. */
  setClock: (serverTime: Date) => void;
}

export interface ProvenCall {
  method: string;
  /** Without query. */
  url: string;
  /** The access token that goes along. */
  token: string | undefined;
}

export interface CallOptions {
  /** One per intent: the caller who may try again keeps it. Made here when an idempotent call has none. */
  idempotencyKey?: string;
  /** Instead of the bearer token: HTTP Basic at sign-in. */
  authorization?: string;
  signal?: AbortSignal;
  /** Not asked for by a person: never opens the popup, never ends the session, does not keep it alive. */
  background?: boolean;
  /**
   * The session ends with this call: it leaves while no other is on its way, and none follows before its answer has been acted on
   * by what is given here. Refused, it is a call as any other.
   */
  last?: () => void | Promise<void>;
  /** Of a call that takes a file as it is: its bytes. */
  file?: Blob;
  /** Sends this call instead of `fetch`, which can't tell how much of a file has left. */
  fetch?: typeof fetch;
  /** How long one attempt may take: a large file takes longer than any other call. */
  timeoutMs?: number;
}

export interface Turn {
  /** Without a session there is nothing to send. */
  readonly needsSession: boolean;
  /** Of the call that ends the session: see `CallOptions`. */
  readonly last: (() => void | Promise<void>) | undefined;
}
