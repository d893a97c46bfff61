/** SQL of the schema `verification`. No decisions here. */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { Check, CheckState } from './rules.ts';

/** Remembers that the client's widget was shown; returns whether that is the first time. */
export async function insertCheck(sql: Sql, clientId: string): Promise<boolean> {
  const { rows } = await query`
    insert into verification.applicant (client_id, state, since) values (${clientId}, 'STARTED', now())
    on conflict do nothing returning client_id
  `.execute(sql);
  return rows.length > 0;
}

/** The check of a client, which stays until the transaction ends; undefined when none was started. */
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

/** Keeps a report; false when the same one was kept before. */
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

/** Keeps the provider's id of the client, from its first report on; false if the client has one already or another client has this one. */
export async function bindApplicant(sql: Sql, clientId: string, applicantId: string): Promise<boolean> {
  const { rows } = await query`
    update verification.applicant set applicant_id = ${applicantId}
    where client_id = ${clientId} and applicant_id is null
      and not exists (select from verification.applicant where applicant_id = ${applicantId})
    returning client_id
  `.execute(sql);
  return rows.length > 0;
}

/** `since` keeps its time while the state stays the same. Lock the check first. */
export async function updateCheck(
  sql: Sql,
  clientId: string,
  check: { readonly state: CheckState; readonly reportedAt: Date },
): Promise<void> {
  await query`
    update verification.applicant
    set state = ${check.state}, reported_at = ${check.reportedAt},
      since = case when state = ${check.state} then since else now() end
    where client_id = ${clientId}
  `.execute(sql);
}
