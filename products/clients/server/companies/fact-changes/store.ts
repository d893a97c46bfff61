/** SQL of requests to change a company's facts. No decisions here. */
import type { ChangedFacts } from '@calmly/contract';
import { type DeskRequest, deskRequests, type NewRequest } from '@calmly/platform/desk-requests.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface FactChange extends DeskRequest {
  /** Name of the requester at that time. */
  readonly askedBy: string;
  readonly facts: ChangedFacts;
  /** A hash of the replaced facts; null for older changes. */
  readonly basedOn: string | null;
}

export const factChanges = deskRequests<FactChange>({
  name: 'companies.fact_change',
  client: 'company_id',
  about: query`asked_by as "askedBy", facts, based_on as "basedOn"`,
});

/** Inserts a waiting request; undefined if the company already has one. */
export async function insertChange(
  sql: Sql,
  change: NewRequest<FactChange>,
): Promise<FactChange | undefined> {
  const { rows } = await query<FactChange>`
    insert into companies.fact_change (id, company_id, person_id, asked_by, facts, reason, document_ids, based_on, created_at)
    values (${change.id}, ${change.clientId}, ${change.personId}, ${change.askedBy}, ${JSON.stringify(change.facts)},
      ${change.reason}, ${change.documentIds}::uuid[], ${change.basedOn}, ${change.createdAt})
    on conflict do nothing
    returning ${factChanges.columns}
  `.execute(sql);
  return rows[0];
}
