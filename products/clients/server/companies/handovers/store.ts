/** SQL of offers of the administrator role. Times are the database's. No decisions here. */

import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { handoverSeconds } from '../people/rules.ts';

export interface StoredHandover {
  readonly id: string;
  readonly clientId: string;
  readonly fromPerson: string;
  readonly fromName: string;
  readonly toPerson: string;
  readonly toName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const columns = query.raw(`
  id, client_id as "clientId", from_person as "fromPerson", from_name as "fromName", to_person as "toPerson", to_name as "toName",
  created_at as "createdAt", expires_at as "expiresAt"`);
const open = query.raw(`state = 'OPEN' and expires_at > now()`);

/** Adds an offer, replacing an older one by the same administrator. */
export async function insertHandover(
  sql: Sql,
  handover: Omit<StoredHandover, 'expiresAt'>,
): Promise<StoredHandover> {
  const { clientId, fromPerson } = handover;
  await query`
    update companies.handover set state = 'ENDED'
    where client_id = ${clientId} and from_person = ${fromPerson} and state = 'OPEN'
  `.execute(sql);
  const { rows } = await query<StoredHandover>`
    insert into companies.handover (id, client_id, from_person, from_name, to_person, to_name, created_at, expires_at)
    values (${handover.id}, ${clientId}, ${fromPerson}, ${handover.fromName}, ${handover.toPerson}, ${handover.toName},
      ${handover.createdAt}, now() + ${query.raw(`interval '${handoverSeconds} seconds'`)})
    returning ${columns}
  `.execute(sql);
  if (!rows[0]) throw new Error('the offer was not stored');
  return rows[0];
}

/** A company's open offers, newest first. */
export async function listHandovers(
  sql: Sql,
  page: { readonly clientId: string; readonly before: string | undefined; readonly limit: number },
): Promise<StoredHandover[]> {
  const { rows } = await query<StoredHandover>`
    select ${columns} from companies.handover
    where client_id = ${page.clientId} and ${open} ${andIf(page.before, (id) => query`id < ${id}`)}
    order by id desc limit ${page.limit}
  `.execute(sql);
  return rows;
}

/** An open offer of the company, locked. */
export async function lockHandover(
  sql: Sql,
  by: { readonly id: string; readonly clientId: string },
): Promise<StoredHandover | undefined> {
  const { rows } = await query<StoredHandover>`
    select ${columns} from companies.handover where id = ${by.id} and client_id = ${by.clientId} and ${open} for update
  `.execute(sql);
  return rows[0];
}

/** Ends the open offers that a person made in a company. */
export async function endHandoversFrom(
  sql: Sql,
  by: { readonly clientId: string; readonly personId: string },
): Promise<ReadonlyArray<Pick<StoredHandover, 'id'>>> {
  const { rows } = await query<Pick<StoredHandover, 'id'>>`
    update companies.handover set state = 'ENDED'
    where client_id = ${by.clientId} and from_person = ${by.personId} and ${open} returning id
  `.execute(sql);
  return rows;
}

/** The caller has locked the offer with `lockHandover`, so it is open. */
export async function closeHandover(sql: Sql, id: string, state: 'ACCEPTED' | 'ENDED'): Promise<void> {
  await query`update companies.handover set state = ${state} where id = ${id}`.execute(sql);
}
