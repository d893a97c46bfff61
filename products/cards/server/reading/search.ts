/** Cards for the search: by words of the name or the name on the card, or by the last four digits; cards in use first. */

import { beginsWords } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';
import { maskedNumber } from '../audited.ts';

/** How many of the newest cards are searched. */
const lookBack = 3_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly lastFour: string;
  readonly currency: string;
  readonly status: string;
}

export const cardSearch: SearchSource = {
  kind: 'card',
  right: 'can_plast_view',
  async find({ sql, actor }, text, limit) {
    const folded = query`platform.search_text(name || ' ' || name_on_card || ' ' || last_four)`;
    const { rows } = await query<Row>`
      select id, name as title, last_four as "lastFour", currency, status from (
        select * from cards.card where client_id = ${actor.clientId} order by id desc limit ${lookBack}
      ) as looked
      where ${beginsWords(folded, text)}
      order by status = 'CLOSED', id desc limit ${limit}`.execute(sql);
    return { hits: rows.map(({ lastFour, ...row }) => ({ ...row, detail: maskedNumber({ lastFour }) })) };
  },
};
