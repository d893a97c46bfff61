/** SQL of people locked out until the bank's staff decide: by id, for any reason. */
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from '../../platform/work.ts';

export interface LockedOutPerson {
  readonly personId: string;
  /** The person's own profile. */
  readonly clientId: string;
  readonly email: string;
  readonly phone: string | null;
  readonly since: Date;
}

/** A select of `person_id` and `since`: whom one reason keeps out. */
export type LockedOutRows = RawBuilder<unknown>;

const personsIn = (rows: LockedOutRows) => query`
  select p.id as "personId", c.id as "clientId", p.email, p.phone, l.since
  from (${rows}) as l join identity.person p on p.id = l.person_id join identity.client c on c.holder_id = p.id`;

export async function listLockedOut(
  sql: Sql,
  locked: LockedOutRows,
  by: { readonly after: string | undefined; readonly limit: number },
): Promise<LockedOutPerson[]> {
  const { rows } = await query<LockedOutPerson>`
    ${personsIn(locked)} ${by.after === undefined ? query`` : query`where p.id > ${by.after}`}
    order by p.id limit ${by.limit}
  `.execute(sql);
  return rows;
}

export async function findLockedOut(
  sql: Sql,
  locked: LockedOutRows,
  personId: string,
): Promise<LockedOutPerson | undefined> {
  const { rows } = await query<LockedOutPerson>`${personsIn(locked)} where p.id = ${personId}`.execute(sql);
  return rows[0];
}
