/** Accounts for the search: by words of the name, the currency, or the number or IBAN or its end. A client has only a few. */

import { accountMeant, beginsOrEnds, beginsWords } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly currency: string;
  readonly status: string;
}

export const accountSearch: SearchSource = {
  kind: 'account',
  async find({ sql, actor }, text, limit) {
    const meant = [beginsWords(query`platform.search_text(a.name || ' ' || a.currency)`, text)];
    const account = accountMeant(text);
    if (account !== undefined)
      meant.push(beginsOrEnds(query`a.number`, account), beginsOrEnds(query`a.iban`, account));
    const { rows } = await query<Row>`
      select a.id, a.name as title, coalesce(a.iban, a.number) as detail, a.currency, a.status from accounts.account a
      where a.client_id = ${actor.clientId} and (${query.join(meant, query` or `)})
      order by a.status = 'CLOSED', a.id limit ${limit}`.execute(sql);
    return { hits: rows };
  },
};
