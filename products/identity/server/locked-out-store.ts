/** SQL of people locked out until the bank's staff decide, for any reason. */

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

/** A select of `person_id` and `since`: whom one reason keeps out. */
export type LockedOutRows = RawBuilder<unknown>;

const personsIn = (rows: LockedOutRows) => query`
  select p.id as "personId", c.id as "clientId", p.email, p.phone, l.since
  from (${rows}) as l join identity.person p on p.id = l.person_id join identity.client c on c.holder_id = p.id`;

/**
 * Oldest first; from the start again if the person `after` is no longer locked out. Staff, who have no profile,
 * are left out.
 */
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

/** Undefined for a person whom this reason does not keep out, and for staff. */
export async function findLockedOut(
  sql: Sql,
  locked: LockedOutRows,
  personId: string,
): Promise<LockedOutPerson | undefined> {
  const { rows } = await query<LockedOutPerson>`${personsIn(locked)} where p.id = ${personId}`.execute(sql);
  return rows[0];
}
