/** SQL of which documents belong to which payee. No decisions here. */
import type { DocumentKind } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { BeneficiaryKey } from '../store.ts';

export interface KeptDocument {
  readonly id: string;
  readonly kind: DocumentKind;
}

export async function insertDocument(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
  document: KeptDocument & { readonly addedBy: string },
): Promise<void> {
  await query`
    insert into beneficiaries.document (client_id, beneficiary_id, id, kind, added_by)
    values (${clientId}, ${id}, ${document.id}, ${document.kind}, ${document.addedBy})
  `.execute(sql);
}

/** Without a lock: the caller holds the payee's. */
export async function countDocuments(sql: Sql, { clientId, id }: BeneficiaryKey): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from beneficiaries.document where client_id = ${clientId} and beneficiary_id = ${id}
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listDocuments(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
  { limit, before }: { readonly limit: number; readonly before: string | undefined },
): Promise<KeptDocument[]> {
  const { rows } = await query<KeptDocument>`
    select id, kind from beneficiaries.document
    where client_id = ${clientId} and beneficiary_id = ${id} and ${before === undefined ? query`true` : query`id < ${before}`}
    order by id desc limit ${limit}
  `.execute(sql);
  return rows;
}
