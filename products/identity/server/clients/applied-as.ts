/** SQL of the name and birth a person applied with. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface AppliedAs {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string | null;
  /** ISO 3166-1 alpha-2, as is `residence`. */
  readonly citizenship: string | null;
  readonly residence: string | null;
}

/** Of a person's own profile; undefined for a company and before the name is entered. */
export async function findAppliedAs(sql: Sql, clientId: string): Promise<AppliedAs | undefined> {
  const { rows } = await query<AppliedAs>`
    select first_name as "firstName", last_name as "lastName", date_of_birth::text as "bornOn", citizenship, residence
    from identity.client where id = ${clientId} and role = 'INDIVIDUAL' and first_name is not null and last_name is not null
  `.execute(sql);
  return rows[0];
}
