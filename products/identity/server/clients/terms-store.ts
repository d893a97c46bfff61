/** SQL of accepted terms: one row per client, product and version, never changed. No decisions here. */
import type { TermsAcceptance } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** Records accepted versions that are new; a version accepted before keeps its first time. */
export async function insertTermsAcceptances(
  sql: Sql,
  accepted: { clientId: string; personId: string; at: Date; products: string[]; versions: string[] },
): Promise<Array<{ product: string; version: string }>> {
  const { rows } = await query<{ product: string; version: string }>`
    insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
    select ${accepted.clientId}, product, version, ${accepted.personId}, ${accepted.at}
    from unnest(${accepted.products}::text[], ${accepted.versions}::text[]) as t (product, version)
    on conflict do nothing
    returning product, version
  `.execute(sql);
  return rows;
}

/** The end of a page of the history. Several products may be accepted at the same moment. */
export type TermsPlace = readonly [acceptedAt: string, product: string, version: string];

/** The client's acceptances, newest first, after a position. */
export async function listAcceptances(
  sql: Sql,
  by: { clientId: string; after: TermsPlace | undefined; limit: number },
): Promise<TermsAcceptance[]> {
  const after = by.after
    ? query`and (t.accepted_at, t.product, t.version) < (${by.after[0]}::timestamptz, ${by.after[1]}, ${by.after[2]})`
    : query``;
  const { rows } = await query<Omit<TermsAcceptance, 'acceptedAt'> & { acceptedAt: Date }>`
    select t.product, t.version, t.accepted_at as "acceptedAt",
      coalesce(nullif(concat_ws(' ', own.first_name, own.last_name), ''), p.email) as "acceptedBy"
    from identity.terms_acceptance t
    join identity.person p on p.id = t.person_id
    left join identity.client own on own.holder_id = p.id
    where t.client_id = ${by.clientId} ${after}
    order by t.accepted_at desc, t.product desc, t.version desc limit ${by.limit}
  `.execute(sql);
  return rows.map((row) => ({ ...row, acceptedAt: row.acceptedAt.toISOString() }));
}
