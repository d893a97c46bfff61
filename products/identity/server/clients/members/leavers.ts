/** What belongs to a member of a company alone, such as saved filters, goes in the night after they have left. */

import type { Purge } from '@calmly/platform/jobs/purge.ts';
import { sql as query } from 'kysely';

/** For a table with `client_id` and `person_id`, named by the module that owns it. Suspended members keep what they have. */
export const leaversPurge = (table: string): Purge => ({
  name: table,
  async deleteSome(sql, limit) {
    const rows = query.raw(table);
    const { numAffectedRows } = await query`
      delete from ${rows} where ctid = any(array(
        select kept.ctid from ${rows} kept
        where kept.person_id is not null and not exists (
          select from identity.membership m where m.client_id = kept.client_id and m.person_id = kept.person_id)
        limit ${limit} for update of kept skip locked))`.execute(sql);
    return Number(numAffectedRows ?? 0n);
  },
});
