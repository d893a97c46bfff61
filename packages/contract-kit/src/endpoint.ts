/**
 * One `endpoint()` value describes a call completely. The server registers it, the browser's client calls it and OpenAPI is generated
 * from it, so that no path, field or status is typed twice.
 */
import type { z } from 'zod';
import type { Right } from './rights.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call. `public` needs no token; `client` needs a valid access token; `active` also needs the client's state to be ACTIVE (otherwise 'Your
 * user is not active') and the current main terms to be accepted. `staff` is for the bank's own people only (`staff.ts`).
 */
export type Access = 'public' | 'client' | 'active' | 'staff';

/**
 * What a session that has been idle for 300 s needs for a call (Delegated Regulation (EU) 2018/389, articles 4.3 d and 10).
 * - `open`: nothing. The call needs no session, shows balances or counts, writes harmless data, or removes access.
 * - `required`: a code first, unless the person has already proved their presence since the session went idle.
 * - `own`: the endpoint itself asks for a code on every call.
 * - `recent`: a code when the answer contains a payment older than 90 days.
 */
export type Presence = 'open' | 'required' | 'own' | RecentPayments;

export interface RecentPayments {
  readonly kind: 'recent';
  /** The times of the payments in an answer. */
  readonly timesIn: (output: unknown) => readonly string[];
}

/**
 * What a call may do to money. The ledger refuses to hold or move money in a call that declares nothing.
 * - `leaves`: money, or a claim on it, may leave the client. Approvals and cooling-off must be checked first.
 * - `own`: money moves between the client's own accounts, wallets and cards.
 * - `desk`: third parties' money at the sandbox's desk: credits, purchases, deposits.
 */
export type MoneyEffect = 'leaves' | 'own' | 'desk';

export interface EndpointSpec {
  /** Who the call is for; a client's, unless given. */
  readonly audience?: 'staff';
  /** Unique name: operationId in OpenAPI, label in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Path under `/api`, with `{name}` parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly access: Access;
  /** The right that a company member who is not an administrator also needs. `is_boss`: administrators only. */
  readonly right?: Right;
  /** A connected application that holds this scope may call too. Without a scope, no application may. */
  readonly scope?: Scope;
  /** `always`: the first call answers 203 with a challenge; `maybe`: the server decides from the input. */
  readonly twoFactor?: 'always' | 'maybe';
  /** Whether a session that has been idle for 300 s may make the call without a code. */
  readonly presence: Presence;
  /** The body contains passwords, so the code is bound to a keyed digest of the body instead of a fast hash. */
  readonly secretBody?: true;
  /** The call takes an `Idempotency-Key` and refuses to run without one. */
  readonly idempotent?: true;
  /** If the company's policy requires it, the call waits for approval instead of taking effect: 202 with `zSentForApproval`. */
  readonly approval?: true;
  readonly money?: MoneyEffect;
  /** The body carries a file, which may be large and slow, so only a few run at a time. */
  readonly upload?: true;
  /** The body is a raw file of at most this many bytes, processed as it arrives. Only a few run at a time, like uploads. */
  readonly stream?: number;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The answer's body on success; absent means 204 without a body. */
  readonly response?: z.ZodType;
  /** Media type of a binary answer (then there is no `response`). */
  readonly download?: string;
  /** Success status; by default 200, or 204 without a response. */
  readonly status?: 200 | 201 | 202;
}

/** Declares a call. Keeps the literal types, so that handlers and callers are checked against the schemas. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec;
}

/** Whether the edge may ask for a code because the session was idle. */
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
