/** SQL of the schema `verification`. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import type { ProvedIdentity } from '@calmly/providers/kyc/kyc.ts';
import { sql as query } from 'kysely';
import type { Check, CheckState, Doubt } from './rules.ts';

/** Records that the client's widget was shown, from now on. `isFirst`: for the first time. */
export async function openCheck(
  sql: Sql,
  clientId: string,
): Promise<Pick<Check, 'state' | 'since'> & { readonly isFirst: boolean }> {
  const { rows } = await query<Pick<Check, 'state' | 'since'> & { isFirst: boolean }>`
    insert into verification.applicant as known (client_id, state, since) values (${clientId}, 'STARTED', now())
    on conflict (client_id) do update set since = case when known.state in ('STARTED', 'RETRY', 'DECLINED') then now() else known.since end
    returning state, since, xmax = 0 as "isFirst"
  `.execute(sql);
  if (!rows[0]) throw new Error('a check that is neither new nor there');
  return rows[0];
}

/** The check of a client, locked until the transaction ends; undefined if none was started. */
export async function lockCheck(sql: Sql, clientId: string): Promise<Check | undefined> {
  const { rows } = await query<{
    applicant_id: string | null;
    state: CheckState;
    reported_at: Date | null;
    since: Date;
  }>`
    select applicant_id, state, reported_at, since from verification.applicant where client_id = ${clientId} for update
  `.execute(sql);
  const row = rows[0];
  return (
    row && { applicantId: row.applicant_id, state: row.state, reportedAt: row.reported_at, since: row.since }
  );
}

/** Stores a report; false if the same one was stored before. */
export async function insertReport(
  sql: Sql,
  report: {
    readonly applicantId: string;
    readonly type: string;
    readonly at: Date;
    readonly clientId: string;
    readonly verdict: string;
  },
): Promise<boolean> {
  const { rows } = await query`
    insert into verification.report (applicant_id, type, created_at, client_id, verdict)
    values (${report.applicantId}, ${report.type}, ${report.at}, ${report.clientId}, ${report.verdict})
    on conflict do nothing returning applicant_id
  `.execute(sql);
  return rows.length > 0;
}

/** Stores the provider's id of the client with its first report; false if the client has another id or another client has this one. */
export async function bindApplicant(sql: Sql, clientId: string, applicantId: string): Promise<boolean> {
  const { rows } = await query`
    update verification.applicant set applicant_id = ${applicantId}
    where client_id = ${clientId} and applicant_id is null
      and not exists (select from verification.applicant where applicant_id = ${applicantId})
    returning client_id
  `.execute(sql);
  return rows.length > 0;
}

/** A check that staff decide on. */
export interface DoubtedCheck {
  readonly clientId: string;
  readonly since: Date;
  readonly doubts: readonly Doubt[] | null;
  readonly proved: ProvedIdentity | null;
  /** For an open account: why the provider withdrew its approval. */
  readonly withdrawn: string | null;
}

const doubted = query`
  select client_id as "clientId", since, doubts, proved, withdrawn from verification.applicant
  where (state = 'REVIEW' or withdrawn is not null)
`;

/** Checks waiting for staff, by client id. */
export async function listDoubted(
  sql: Sql,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<DoubtedCheck[]> {
  const { rows } = await query<DoubtedCheck>`
    ${doubted} ${after === undefined ? query`` : query`and client_id > ${after}`} order by client_id limit ${limit}
  `.execute(sql);
  return rows;
}

/** Records that an approval was withdrawn, or, with null, that staff have decided. Lock the check first. */
export async function setWithdrawn(sql: Sql, clientId: string, reasons: string | null): Promise<void> {
  await query`update verification.applicant set withdrawn = ${reasons} where client_id = ${clientId}`.execute(
    sql,
  );
}

/** Undefined if the client has no waiting check. */
export async function findDoubted(sql: Sql, clientId: string): Promise<DoubtedCheck | undefined> {
  const { rows } = await query<DoubtedCheck>`${doubted} and client_id = ${clientId}`.execute(sql);
  return rows[0];
}

/** `since` is unchanged while the state stays the same; doubts and the data read are kept only until staff have decided. Lock the check first. */
export async function updateCheck(
  sql: Sql,
  clientId: string,
  {
    state,
    reportedAt,
    review,
  }: {
    readonly state: CheckState;
    readonly reportedAt?: Date;
    readonly review?: { readonly doubts: readonly Doubt[]; readonly proved: ProvedIdentity | undefined };
  },
): Promise<void> {
  await query`
    update verification.applicant
    set state = ${state}, reported_at = coalesce(${reportedAt ?? null}, reported_at),
      since = case when state = ${state} then since else now() end,
      doubts = ${review?.doubts ?? null}::text[], proved = ${review?.proved ? JSON.stringify(review.proved) : null}::jsonb
    where client_id = ${clientId}
  `.execute(sql);
}
