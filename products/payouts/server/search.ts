/**
 * Payouts for the search: by words of the name and the file's name, or the number, among the newest. Confidential ones are visible only to people
 * with the right.
 */

import { beginsWords } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';
import { seesConfidential } from '../../identity/server/index.ts';
import { finishedStatuses, openStatuses } from './store.ts';

/** How many of the newest payouts are searched, open and finished ones each. */
const lookBack = 1_500;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly status: string;
  readonly createdAt: Date;
}

export const payoutSearch: SearchSource = {
  kind: 'payout',
  right: 'can_request_trans',
  async find({ sql, actor }, text, limit) {
    // Statuses written out, so that the partial indexes serve both parts.
    const newest = [openStatuses, finishedStatuses].map(
      (statuses) => query`(
        select * from payouts.payout
        where client_id = ${actor.clientId} and status in (${query.raw(statuses.map((status) => `'${status}'`).join(', '))})
        order by id desc limit ${lookBack})`,
    );
    const { rows } = await query<Row>`
      select id, name as title, number as detail, status, created_at as "createdAt"
      from (${query.join(newest, query` union all `)}) as looked
      where (not confidential or ${seesConfidential(actor)})
        and ${beginsWords(query`platform.search_text(name || ' ' || file_name || ' ' || number)`, text)}
      order by id desc limit ${limit}`.execute(sql);
    return { hits: rows.map(({ createdAt, ...row }) => ({ ...row, at: createdAt.toISOString() })) };
  },
};
