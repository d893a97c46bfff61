/** SQL of people who are locked out, for any reason, until bank staff decide. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';

export interface LockedOutPerson {
  readonly personId: string;
  /** The person's own profile. */
  readonly clientId: string;
  readonly email: string;
  readonly phone: string | null;
  readonly since: Date;
}

/** A select of `person_id` and `since`: the people locked out for one reason. */
export type LockedOutRows = RawBuilder<unknown>;

const personsIn = (rows: LockedOutRows) => query`
  select p.id as "personId", c.id as "clientId", p.email, p.phone, l.since
  from (${rows}) as l join identity.person p on p.id = l.person_id join identity.client c on c.holder_id = p.id`;

/** Oldest first; starts again if the person `after` is no longer locked out. Staff, who have no profile, are omitted. */
export async function listLockedOut(
  sql: Sql,
  locked: LockedOutRows,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<LockedOutPerson[]> {
  const later =
    after === undefined
      ? query``
      : query`where coalesce((l.since, p.id) > (select a.since, a.person_id from (${locked}) a where a.person_id = ${after}), true)`;
  const { rows } = await query<LockedOutPerson>`
    ${personsIn(locked)} ${later} order by l.since, p.id limit ${limit}
  `.execute(sql);
  return rows;
}

/** Undefined for a person who is not locked out for this reason, and for staff. */
export async function findLockedOut(
  sql: Sql,
  locked: LockedOutRows,
  personId: string,
): Promise<LockedOutPerson | undefined> {
  const { rows } = await query<LockedOutPerson>`${personsIn(locked)} where p.id = ${personId}`.execute(sql);
  return rows[0];
}
