/** The ledger accounts of a client's cards. Renewed plastic shares the account of the previous card. */
import type { CurrencyCode } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { clientName } from '../../../identity/server/index.ts';

export interface CardAccount {
  readonly id: string;
  readonly currency: CurrencyCode;
  /** The newest card's name. */
  readonly name: string;
  readonly lastFour: string;
  /** The client who owns the account, not the cardholder. */
  readonly holder: string;
  readonly isClosed: boolean;
  readonly createdAt: Date;
}

/** Oldest first; `id` restricts it to one. */
export async function listCardAccounts(
  sql: Sql,
  { clientId, id }: { readonly clientId: string; readonly id?: string },
): Promise<CardAccount[]> {
  const { rows } = await query<Omit<CardAccount, 'holder'>>`
    select account_id as id, min(currency) as currency, min(created_at) as "createdAt", bool_and(status = 'CLOSED') as "isClosed",
      (array_agg(name order by id desc))[1] as name, (array_agg(last_four order by id desc))[1] as "lastFour"
    from cards.card where client_id = ${clientId} and ${id === undefined ? query`true` : query`account_id = ${id}`}
    group by account_id order by account_id`.execute(sql);
  if (rows.length === 0) return [];
  const holder = await clientName(sql, clientId);
  return rows.map((row) => ({ ...row, holder }));
}
