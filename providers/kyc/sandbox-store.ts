/** SQL of the sandbox's identity provider: its applicants, the widget's tokens, the secret of its webhooks. */
import { createHash } from 'node:crypto';
import type { SandboxApplicant } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { KnownIdentity } from './kyc.ts';

/** An applicant as the sandbox's provider stores it. */
export interface StoredApplicant extends SandboxApplicant {
  readonly externalId: string;
  /** Null: made before it was told who applies. */
  readonly known: KnownIdentity | null;
  /** Its documents name someone else. */
  readonly provesOther: boolean;
  /** By the sandbox provider's clock, to the millisecond; never twice the same. */
  readonly changedAt: Date;
}

interface ApplicantRow {
  id: string;
  external_id: string;
  kind: SandboxApplicant['kind'];
  review_status: SandboxApplicant['reviewStatus'];
  review_answer: SandboxApplicant['reviewAnswer'];
  reject_type: SandboxApplicant['rejectType'];
  known: KnownIdentity | null;
  proves_other: boolean;
  changed_at: Date;
}

const columns = query`a.id, a.external_id, a.kind, a.review_status, a.review_answer, a.reject_type, a.known, a.proves_other, a.changed_at`;

const toApplicant = (row: ApplicantRow): StoredApplicant => ({
  id: row.id,
  externalId: row.external_id,
  kind: row.kind,
  reviewStatus: row.review_status,
  reviewAnswer: row.review_answer,
  rejectType: row.reject_type,
  known: row.known,
  provesOther: row.proves_other,
  changedAt: row.changed_at,
});

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Made by the migration; throws without it. */
export async function webhookSecret(sql: Sql): Promise<string> {
  const { rows } = await query<{ webhook_secret: string }>`
    select webhook_secret from kyc_sandbox.secret
  `.execute(sql);
  if (!rows[0]) throw new Error('the sandbox has no webhook secret');
  return rows[0].webhook_secret;
}

/** Keeps a token for the applicant of this id, which is made when it is not there yet; its expired tokens go. */
export async function insertToken(
  sql: Sql,
  token: {
    readonly text: string;
    readonly newId: string;
    readonly externalId: string;
    readonly known: KnownIdentity;
    readonly ttlSeconds: number;
  },
): Promise<void> {
  await query`
    with applicant as (
      insert into kyc_sandbox.applicant (id, external_id, kind, known, review_status, changed_at)
      values (${token.newId}, ${token.externalId}, ${token.known.kind}, ${JSON.stringify(token.known)}, 'init', date_trunc('milliseconds', now()))
      on conflict (external_id) do update set known = excluded.known
      returning id
    ), expired as (
      delete from kyc_sandbox.token using applicant
      where token.applicant_id = applicant.id and token.expires_at < now()
    )
    insert into kyc_sandbox.token (hash, applicant_id, expires_at)
    select ${hashOf(token.text)}, id, now() + ${token.ttlSeconds} * interval '1 second' from applicant
  `.execute(sql);
}

/** Whom a live token is for; locked until the transaction ends. */
export async function lockApplicantOfToken(sql: Sql, token: string): Promise<StoredApplicant | undefined> {
  const { rows } = await query<ApplicantRow>`
    select ${columns} from kyc_sandbox.applicant a
    join kyc_sandbox.token t on t.applicant_id = a.id
    where t.hash = ${hashOf(token)} and t.expires_at > now() for update of a
  `.execute(sql);
  return rows[0] && toApplicant(rows[0]);
}

/** By the id that we gave the provider. Reads without a lock. */
export async function findApplicant(sql: Sql, externalId: string): Promise<StoredApplicant | undefined> {
  const { rows } = await query<ApplicantRow>`
    select ${columns} from kyc_sandbox.applicant a where a.external_id = ${externalId}
  `.execute(sql);
  return rows[0] && toApplicant(rows[0]);
}

/**
 * Sets `changedAt` to a later time than before even within one millisecond. Lock the applicant first; throws
 * if it is gone.
 */
export async function updateReview(
  sql: Sql,
  id: string,
  review: Pick<SandboxApplicant, 'reviewStatus' | 'reviewAnswer' | 'rejectType'> & {
    readonly provesOther?: boolean;
  },
): Promise<StoredApplicant> {
  const { rows } = await query<ApplicantRow>`
    update kyc_sandbox.applicant a
    set review_status = ${review.reviewStatus}, review_answer = ${review.reviewAnswer}, reject_type = ${review.rejectType},
      proves_other = ${review.provesOther ?? false},
      changed_at = greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond')
    where id = ${id} returning ${columns}
  `.execute(sql);
  if (!rows[0]) throw new Error('the applicant was locked and is gone');
  return toApplicant(rows[0]);
}
