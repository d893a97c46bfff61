/**
 * Payees for the search: by words of the name, or by an account or its end. Words of three letters or more are found by the trigram index;
 * shorter ones among the newest payees.
 */

import { accountMeant, beginsWords, containing, hasLongWord } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';
import { seesConfidential } from '../../identity/server/index.ts';
import { isAmong } from './store.ts';

/** How many of the newest payees a short text is looked for in. */
const lookBack = 3_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
  readonly currency: string;
  readonly direction: 'OUTGOING' | 'INCOMING';
}

export const payeeSearch: SearchSource = {
  kind: 'payee',
  async find({ sql, actor }, text, limit) {
    const account = accountMeant(text);
    // The index finds the words anywhere in what a payee is found by; here they must be of the name.
    const named = beginsWords(query`platform.search_text(b.name)`, text);
    const meant = [query`(${beginsWords(query`b.search`, text)} and ${named})`];
    if (account !== undefined) meant.push(query`b.search like ${containing(account.toLowerCase())}`);
    const own = query`beneficiaries.beneficiary b where b.client_id = ${actor.clientId} and b.status = 'ACTIVE'
      and ${isAmong(seesConfidential(actor) ? 'all' : 'open')}`;
    const among =
      hasLongWord(text) || account !== undefined
        ? query`${own} and`
        : query`(select b.* from ${own} order by b.id desc limit ${lookBack}) as b where`;
    const { rows } = await query<Row>`
      select b.id, b.name as title, b.currency, b.direction,
        (select coalesce(d.iban, d.account_number) from beneficiaries.bank_detail d
          where d.client_id = b.client_id and d.beneficiary_id = b.id order by d.index limit 1) as detail
      from ${among} (${query.join(meant, query` or `)})
      order by b.id desc limit ${limit}`.execute(sql);
    return {
      hits: rows.map(({ direction, ...row }) => ({
        ...row,
        direction: direction === 'OUTGOING' ? 'DEBIT' : 'CREDIT',
      })),
    };
  },
};
