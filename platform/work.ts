/**
 * Work: the context of an HTTP request or a job.
 *
 * In a write, `sql` is the open transaction; there is no other handle to use by mistake. `now` is fixed for the whole request, so that
 * rules stay deterministic.
 */
import type { Rights, Scope } from '@calmly/contract';
import type { StaffRole } from '@calmly/contract/staff';
import type { Kysely } from 'kysely';
import type { Log } from './log.ts';

/**
 * A database handle. Stores write their statements with Kysely's `sql` tag, so it knows no tables.
 */
// biome-ignore lint/complexity/noBannedTypes: an empty table set is exactly what is meant
export type Sql = Kysely<{}>;

/** Who acts. `person` is the human being, `clientId` the profile (own or company) they act for. */
export type Actor =
  | {
      readonly kind: 'client';
      readonly personId: string;
      readonly clientId: string;
      readonly sessionId: string;
      /** The profile's name; for a company, the company's. */
      readonly displayName: string;
      /** The person's own name. */
      readonly personName: string;
      readonly state: string;
      readonly role: string;
      /** Whether the current main terms are accepted. */
      readonly termsAccepted: boolean;
      readonly rights: Rights;
      /** The session was idle for 300 s and the person has not confirmed their presence since. */
      readonly isStale: boolean;
      /** The connected application that acts for the client; absent if the person acts. */
      readonly application?: ActingApplication;
    }
  | StaffActor
  | { readonly kind: 'system'; readonly name: string }
  | { readonly kind: 'anonymous' };

/** One of the bank's own people, signed in at the office. */
export interface StaffActor {
  readonly kind: 'staff';
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly sessionId: string;
  /** When the session's second factor was last proved. */
  readonly factorAt: Date;
  /** The act is about a suspicion: whatever it leaves in the audit is read only by those who look into suspicions. */
  readonly onSuspicion?: true;
}

/** The access granted to an application. */
export interface ActingApplication {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The accounts that the client chose; the application cannot see others. */
  readonly accountIds: readonly string[];
}

export type ClientActor = Extract<Actor, { kind: 'client' }>;

export type Locale = 'en' | 'ru';

/** What the edge knows about the call itself; absent in jobs. */
export interface RequestContext {
  readonly id: string;
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  /** Endpoint id of the contract. */
  readonly endpointId: string;
  /**
   * SHA-256 (hex) over the content that a two-factor code and an idempotency key are bound to: endpoint, acting client, person and application, path
   * parameters, query, and canonical JSON (RFC 8785) of the validated body.
   */
  readonly hash: string;
  readonly idempotencyKey: string | undefined;
  /** `X-TFA-CODE`. */
  readonly code: string | undefined;
  /** The challenge whose code was correct; set by the edge before the transaction opens, and consumed in it once. */
  readonly approval: { readonly challengeId: string } | undefined;
  /** Header fields as received, with names in lower case; for the few handlers that read Basic credentials or cookies. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether browsers use https, to us or to a proxy: decides names and flags of cookies. */
  readonly secure: boolean;
  /** The file of an upload, taken out of the body; `hash` covers it. */
  readonly file?: Uint8Array | undefined;
  /** The file of a streaming call, as it arrives; fails if the connection breaks. `hash` does not cover it. */
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  /** Whether messages stay on this machine, both emails and SMS: only then may a response show a sent code. */
  readonly sandbox: boolean;
}

export interface Work {
  readonly sql: Sql;
  readonly now: Date;
  readonly actor: Actor;
  /** UUIDv7. */
  readonly newId: () => string;
  readonly log: Log;
  readonly request?: RequestContext;
}
