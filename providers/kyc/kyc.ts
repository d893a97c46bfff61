/**
 * Identity verification: a provider checks a person's document and face in its own widget and reports the result.
 *
 * The provider identifies a person by our client id (`externalId`) and by its own id (`applicantId`). Results come by a signed webhook
 * or as an answer to our query; anything from a browser is ignored. Pictures stay with the provider.
 */
import type { Router, WebhookDelivery } from '@calmly/platform/http/router.ts';
import type { JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';

/** How far a check is: nothing handed in, being looked at, or answered. `retry`: refused, but the person may try again. */
export type KycOutcome = 'not_started' | 'in_review' | 'approved' | 'declined' | 'retry';

export type KycKind = 'individual' | 'company';

/** Who applies, as the bank knows them. Days are `YYYY-MM-DD`, countries ISO 3166-1 alpha-2. */
export type KnownIdentity =
  | {
      readonly kind: 'individual';
      readonly firstName: string;
      readonly lastName: string;
      readonly bornOn: string | null;
      readonly citizenship: string | null;
      readonly residence: string | null;
    }
  | {
      readonly kind: 'company';
      readonly name: string;
      readonly registrationNumber: string;
      readonly country: string;
    };

/** What the provider read from the documents or the register; null or empty where it read nothing. */
export interface ProvedIdentity {
  /** The name, in each spelling that it has. */
  readonly names: readonly string[];
  readonly bornOn: string | null;
  /** That issued the documents, or where the company is registered. */
  readonly countries: readonly string[];
  /** The last day of the document that is valid longest. */
  readonly validUntil: string | null;
  readonly registrationNumber: string | null;
}

/** What the provider says of one applicant. */
export interface KycReport {
  readonly applicantId: string;
  /** Our client id; undefined for an applicant that was not made through us. */
  readonly externalId: string | undefined;
  /** The provider's name of the event. */
  readonly type: string;
  /** Undefined for an event that does not move the check. */
  readonly outcome: KycOutcome | undefined;
  /** Whom the level of this check is for. A report about another, perhaps weaker, level says nothing of a client. */
  readonly kinds: readonly KycKind[];
  /** Of an answer; a webhook has none. */
  readonly proved: ProvedIdentity | undefined;
  /** By the provider's clock, to the millisecond. */
  readonly at: Date;
  /** Why it was refused, in the provider's own codes (`DOCUMENT_DAMAGED`). */
  readonly rejectLabels: readonly string[];
}

/** Whom a widget is for. A company is checked without its owner's own documents: an active client has been checked before. */
export interface KycSubject {
  readonly known: KnownIdentity;
  readonly externalId: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string | null;
}

/** Takes a webhook as it came over the wire, inside an open transaction. */
export type WebhookSink = (work: Work, delivery: WebhookDelivery) => Promise<void>;

export interface Kyc {
  /** Where the widget's page comes from; null: from wherever the portal itself came. */
  readonly widgetOrigin: string | null;
  /**
   * A token that lets one browser show the widget for this person, for `verificationTokenSeconds`. Talks to the outside, so never
   * inside a transaction. Errors: `verification_unavailable`.
   */
  issueToken(subject: KycSubject): Promise<string>;
  /** The current state of the person's check; undefined if the provider does not know the person. Same rule, same error. */
  findReport(externalId: string): Promise<KycReport | undefined>;
  /** The report in a webhook. Errors: `webhook_refused` when it is not the provider's own word. */
  readWebhook(sql: Sql, delivery: WebhookDelivery): Promise<KycReport>;
  /** Calls of the provider's own, in the sandbox. */
  readonly routes?: (router: Router) => void;
  readonly jobs?: Readonly<Record<string, JobHandler>>;
}
