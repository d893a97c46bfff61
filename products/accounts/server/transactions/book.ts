/** Numbers, writes and announces new transactions that another module has booked: incoming credits, exchanges, card payments. */

import { spread } from '@calmly/platform/postgres/values.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { announce, type NewTransaction, numbered, recordTransactions, takeNumbers } from './record.ts';
import type { StoredTransaction } from './transaction.ts';

/** In the caller's transaction; moves no money. Hints `payments` and `accounts`. */
export async function bookTransactions(
  { sql }: Pick<Work, 'sql'>,
  transactions: readonly NewTransaction[],
): Promise<void> {
  const numbers = await takeNumbers(
    sql,
    transactions.map(({ createdAt }) => createdAt),
  );
  await Promise.all([recordTransactions(sql, numbered(transactions, numbers)), announce(sql, transactions)]);
}

/** Sets the amounts of locked transactions: a merchant collects more or less than it asked for, an order of the exchange trades again. */
export async function restate(
  sql: Sql,
  restated: ReadonlyArray<Pick<StoredTransaction, 'id' | 'amountMinor' | 'feeMinor' | 'converted'>>,
  now: Date,
): Promise<void> {
  if (restated.length === 0) return;
  const list = (type: string, of: (one: (typeof restated)[number]) => string | null) =>
    query`unnest(${spread(type, restated.map(of))})`;
  await query`
    update transactions.transaction set amount_minor = it.amount, fee_minor = it.fee, updated_at = ${now},
      converted_currency = it.currency, conversion_rate = it.rate, converted_minor = it.converted
    from (
      select ${list('uuid', ({ id }) => id)} as id, ${list('numeric', ({ amountMinor }) => String(amountMinor))} as amount,
        ${list('numeric', ({ feeMinor }) => String(feeMinor))} as fee, ${list('text', ({ converted }) => converted?.currency ?? null)} as currency,
        ${list('text', ({ converted }) => converted?.rate ?? null)} as rate,
        ${list('numeric', ({ converted }) => converted?.amountMinor.toString() ?? null)} as converted
    ) as it
    where transaction.id = it.id`.execute(sql);
}
