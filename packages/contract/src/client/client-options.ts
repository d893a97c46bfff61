/** Options of the client and of its calls. */

import type { Challenge } from '@calmly/products/identity/contract/identity.ts';
import type { ApiProblem } from '../problems/api-problem.ts';

export interface ClientOptions {
  /** Scheme, host and port; empty for the page's own origin. */
  baseUrl: string;
  getToken: () => string | undefined;
  /** Tries to get a new access token; resolves to whether it succeeded. */
  refresh?: () => Promise<boolean>;
  onUnauthorised?: () => void;
  /** Called before a challenge is shown; settles once no other call shows one. Called once per call, however often the code is asked for. */
  onChallengeStart?: () => Promise<void>;
  /** Returns the code that the person enters; `refusal` says why the previous one was refused. Rejects on Cancel. */
  onChallenge?: (challenge: Challenge, refusal: ApiProblem | undefined) => Promise<string>;
  /** The challenge has ended, successfully or not. */
  onChallengeEnd?: () => void;
  locale?: () => 'en' | 'ru';
  /** Makes proofs for a key-bound session (RFC 9449); without it, the bearer token alone is used. */
  proofs?: ProofMaker;
  /** Whether a person is at the page; if not, all calls are marked as automatic (`X-Background`). */
  isPersonThere?: () => boolean;
  /** Settles when the person interacts with the page again; without it, a read that needs their presence is refused. */
  personReturns?: () => Promise<void>;
  /** Called before each call that needs the session, to exchange a token that is about to expire. */
  renew?: () => Promise<void>;
  /** Schedules an attempt. Without it, attempts are sent at once. */
  inTurn?: (attempt: () => Promise<Response>, turn: Turn) => Promise<Response>;
  fetch?: typeof fetch;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number;
}

export interface ProofMaker {
  /** The `DPoP` header of one request; undefined where this device can keep no key. */
  prove: (call: ProvenCall) => Promise<string | undefined>;
  /** Corrects the clock after the server refused a proof, as the device's clock may be wrong. */
  setClock: (serverTime: Date) => void;
}

export interface ProvenCall {
  method: string;
  /** Without query. */
  url: string;
  /** The access token sent with the request. */
  token: string | undefined;
}

export interface CallOptions {
  /** One per intent: a caller that may retry keeps it. Generated here when an idempotent call has none. */
  idempotencyKey?: string;
  /** Replaces the bearer token: HTTP Basic at sign-in. */
  authorization?: string;
  signal?: AbortSignal;
  /** Not initiated by a person: never opens the popup, never ends the session, and does not keep it alive. */
  background?: boolean;
  /**
   * This call ends the session. It is sent while no other call is in progress, and none follows until this callback has handled its answer. If it is
   * refused, it counts as an ordinary call.
   */
  last?: () => void | Promise<void>;
  /** The bytes, for a call that takes a raw file. */
  file?: Blob;
  /** Used instead of `fetch`, which cannot report upload progress. */
  fetch?: typeof fetch;
  /** Time limit of one attempt; a large file needs longer than other calls. */
  timeoutMs?: number;
}

export interface Turn {
  /** Whether the call needs a session. */
  readonly needsSession: boolean;
  /** For the call that ends the session: see `CallOptions`. */
  readonly last: (() => void | Promise<void>) | undefined;
}
