/**
 * One `endpoint()` value describes a call completely. The server registers it, the browser's client calls it and OpenAPI is generated
 * from it, so that no path, field or status is typed twice.
 */
import type { z } from 'zod';
import type { Right } from './rights.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `public` needs no token, `client` needs a live access token, `active` needs besides that the
 * client's State is ACTIVE ('Your user is not active' otherwise) and that the main terms in force are accepted.
 */
export type Access = 'public' | 'client' | 'active';

/**
 * What a session without activity for 300 s needs for a call (Delegated Regulation (EU) 2018/389, articles 4.3 d and 10).
 *
 * - `open`: nothing. It needs no session, shows balances or counts, writes harmless data, or takes access away.
 * - `required`: a code first, unless the session has proved since then that its person is there.
 * - `own`: it asks for a code by itself whenever that session calls.
 * - `recent`: a code when one of the payments in its answer is older than 90 days.
 */
export type Presence = 'open' | 'required' | 'own' | RecentPayments;

export interface RecentPayments {
  readonly kind: 'recent';
  /** The times of the payments in an answer. */
  readonly timesIn: (output: unknown) => readonly string[];
}

/**
 * What a call may do to money. The ledger neither holds nor moves any in a call that does not say.
 *
 * - `leaves`: it, or a claim on it, may leave the client. Approvals and cooling-off must have been asked first.
 * - `own`: it moves between accounts, wallets and cards of the client.
 * - `desk`: others' money at the sandbox's desk: credits, purchases, deposits.
 */
export type MoneyEffect = 'leaves' | 'own' | 'desk';

export interface EndpointSpec {
  /** Unique name: operationId in OpenAPI, label in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Path under `/api`, with `{name}` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** What a member of a company who is not its administrator needs besides; `is_boss`: only an administrator may. */
  readonly right?: Right;
  /** A connected application that holds this scope may call too; without it none may. */
  readonly scope?: Scope;
  /** `always`: the first call answers 203 with a challenge; `maybe`: the server decides by what is asked. */
  readonly twoFactor?: 'always' | 'maybe';
  /** Whether a session without activity for 300 s may make the call without a code. */
  readonly presence: Presence;
  /** The body holds passwords: what a code is bound to is stored with a keyed digest of the body, never with its fast hash. */
  readonly secretBody?: true;
  /** The call takes an `Idempotency-Key` and refuses to run without one. */
  readonly idempotent?: true;
  /** Where a company's policy says so, the call changes nothing yet but waits for approval: 202 with `zSentForApproval`. */
  readonly approval?: true;
  readonly money?: MoneyEffect;
  /** The body carries a file: it may be large and slow, and only a few are taken in at a time. */
  readonly upload?: true;
  /** The body is a raw file of at most this many bytes, processed while it arrives; few at a time, like uploads. */
  readonly stream?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The answer's body on success; absent means 204 without a body. */
  readonly response?: z.ZodType;
  /** Media type of a binary answer (then there is no `response`). */
  readonly download?: string;
  /** Success status, 200 unless said (204 without a response). */
  readonly status?: 200 | 201 | 202;
}

/** Declares a call. Keeps the literal types, so that handlers and callers are checked against the schemas. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec;
}

/** Whether the edge may ask for a code because the session was without activity. */
export const mayRequirePresence = ({ presence }: EndpointSpec): boolean =>
  presence !== 'open' && presence !== 'own';

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a handler receives. */
export type EndpointInput<E extends EndpointSpec> = {
  params: Out<E['params']>;
  query: Out<E['query']>;
  body: Out<E['body']>;
};

/** What a handler returns and a caller gets. */
export type EndpointOutput<E extends EndpointSpec> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : undefined;
