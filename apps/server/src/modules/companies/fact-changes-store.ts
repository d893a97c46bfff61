/** SQL of requests for other facts of a company. No decisions here. */
import type { ChangedFacts, CompanyChange } from '@calmly/contract';
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';

export interface FactChange {
  readonly id: string;
  readonly companyId: string;
  readonly personId: string;
  readonly askedBy: string;
  readonly facts: ChangedFacts;
  readonly reason: string | null;
  readonly documentIds: readonly string[];
  readonly state: CompanyChange['state'];
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

const columns = query`
  id, company_id as "companyId", person_id as "personId", asked_by as "askedBy", facts, reason,
  document_ids as "documentIds", state, comment, created_at as "createdAt", decided_at as "decidedAt"`;

/** Writes a waiting request; undefined when the company has one already. */
export async function insertChange(
  sql: Sql,
  change: Omit<FactChange, 'state' | 'comment' | 'decidedAt'>,
): Promise<FactChange | undefined> {
  const { rows } = await query<FactChange>`
    insert into companies.fact_change (id, company_id, person_id, asked_by, facts, reason, document_ids, created_at)
    values (${change.id}, ${change.companyId}, ${change.personId}, ${change.askedBy}, ${JSON.stringify(change.facts)},
      ${change.reason}, ${change.documentIds}::uuid[], ${change.createdAt})
    on conflict do nothing
    returning ${columns}
  `.execute(sql);
  return rows[0];
}

/** Reads a request and locks it: of two decisions at the same moment the second sees the first. */
export async function lockChange(sql: Sql, id: string): Promise<FactChange | undefined> {
  const { rows } = await query<FactChange>`
    select ${columns} from companies.fact_change where id = ${id} for no key update
  `.execute(sql);
  return rows[0];
}

export async function findChange(sql: Sql, id: string): Promise<FactChange | undefined> {
  const { rows } = await query<FactChange>`
    select ${columns} from companies.fact_change where id = ${id}
  `.execute(sql);
  return rows[0];
}

export async function endChange(
  sql: Sql,
  id: string,
  end: { readonly state: 'APPROVED' | 'REJECTED' | 'WITHDRAWN'; readonly comment: string | null },
): Promise<void> {
  await query`
    update companies.fact_change set state = ${end.state}, comment = ${end.comment}, decided_at = now() where id = ${id}
  `.execute(sql);
}

/** A company's requests, newest first. */
export async function listChanges(
  sql: Sql,
  by: { readonly companyId: string; readonly before: string | undefined; readonly limit: number },
): Promise<FactChange[]> {
  const { rows } = await query<FactChange>`
    select ${columns} from companies.fact_change
    where company_id = ${by.companyId} ${by.before === undefined ? query`` : query`and id < ${by.before}`}
    order by id desc limit ${by.limit}
  `.execute(sql);
  return rows;
}

/** What waits for the bank, oldest first. */
export async function listWaiting(
  sql: Sql,
  by: { readonly after: string | undefined; readonly limit: number },
): Promise<FactChange[]> {
  const { rows } = await query<FactChange>`
    select ${columns} from companies.fact_change
    where state = 'WAITING' ${by.after === undefined ? query`` : query`and id > ${by.after}`}
    order by id limit ${by.limit}
  `.execute(sql);
  return rows;
}
