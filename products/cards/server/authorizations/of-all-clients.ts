/** Cards and purchases of every client, for the sandbox's merchants. */

import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { balancesIn } from '../../../ledger/server/index.ts';
import type { StoredCard } from '../card.ts';
import { listOfAll, type StoredAuthorization } from './store.ts';

export type PayableCard = Pick<
  StoredCard,
  'id' | 'accountId' | 'name' | 'nameOnCard' | 'status' | 'lastFour' | 'currency'
> & { readonly availableMinor: bigint };

/** Cards that are not closed, newest first, with their available balance. `search`: name on the card, its name or its last four digits. */
export async function listPayable(
  sql: Sql,
  page: { readonly search?: string | undefined; readonly before: string | undefined; readonly limit: number },
): Promise<PayableCard[]> {
  const { search = '', before, limit } = page;
  const { rows } = await query<Omit<PayableCard, 'availableMinor'>>`
    select id, account_id as "accountId", name, name_on_card as "nameOnCard", status, last_four as "lastFour", currency
    from cards.card
    where status <> 'CLOSED' ${andIf(before, (id) => query`id < ${id}`)}
      and strpos(lower(concat_ws(' ', name_on_card, name, last_four)), lower(${search})) > 0
    order by id desc limit ${limit}`.execute(sql);
  const found = await balancesIn(
    sql,
    query`select unnest(${rows.map(({ accountId }) => accountId)}::uuid[])`,
  );
  return rows.map((row) => ({ ...row, availableMinor: found.get(row.accountId)?.availableMinor ?? 0n }));
}

/** Purchases, newest first, with the last four digits of their card. */
export async function listPurchases(
  sql: Sql,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<Array<StoredAuthorization & Pick<StoredCard, 'lastFour' | 'currency'>>> {
  const found = await listOfAll(sql, page);
  const { rows } = await query<Pick<StoredCard, 'id' | 'lastFour' | 'currency'>>`
    select id, last_four as "lastFour", currency from cards.card
    where id = any(${found.map(({ cardId }) => cardId)}::uuid[])`.execute(sql);
  const cards = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap((it) => {
    const card = cards.get(it.cardId);
    return card ? [{ ...it, lastFour: card.lastFour, currency: card.currency }] : [];
  });
}
