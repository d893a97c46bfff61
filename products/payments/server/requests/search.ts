/** Requests for money for the search: by words of the payer and the description, the reference, or the exact amount, among the newest ones. */
import type { CurrencyCode } from '@calmly/domain';
import { formatDecimal } from '@calmly/domain';
import { accountMeant, beginsOrEnds, beginsWords, matchesAmount } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';

/** How many of the newest requests are looked at. */
const lookBack = 3_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly amountMinor: string;
  readonly currency: CurrencyCode;
  readonly status: string;
  readonly createdAt: Date;
}

export const requestSearch: SearchSource = {
  kind: 'request',
  async find({ sql, actor }, text, limit) {
    const meant = [beginsWords(query`search`, text)];
    // A creditor reference begins with RF, and like an account it may be grouped.
    const reference = accountMeant(text);
    if (reference !== undefined) meant.push(beginsOrEnds(query`reference`, reference));
    const amount = matchesAmount(text);
    if (amount) meant.push(amount);
    const { rows } = await query<Row>`
      select id, payer_name as title, details as detail, amount_minor as "amountMinor", currency, status, created_at as "createdAt" from (
        select * from requests.request where client_id = ${actor.clientId} order by id desc limit ${lookBack}
      ) as looked
      where ${query.join(meant, query` or `)} order by id desc limit ${limit}`.execute(sql);
    return {
      hits: rows.map(({ amountMinor, createdAt, ...row }) => ({
        ...row,
        amount: formatDecimal(BigInt(amountMinor), row.currency),
        at: createdAt.toISOString(),
      })),
    };
  },
};
