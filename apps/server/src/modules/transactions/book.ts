/** Numbers, writes and announces new transactions that another module has booked: incoming credits, exchanges, card payments. */
import { sql as query } from 'kysely';
import type { Sql, Work } from '../../platform/work.ts';
import { announce } from './announce.ts';
import { type NewTransaction, numbered, recordTransactions, takeNumbers } from './record.ts';
import type { StoredTransaction } from './transaction.ts';

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

/** Sets the amount of a locked transaction: a merchant collects more or less than it asked for. */
export async function restate(
  sql: Sql,
  { id, amountMinor, converted }: Pick<StoredTransaction, 'id' | 'amountMinor' | 'converted'>,
  now: Date,
): Promise<void> {
  await query`
    update transactions.transaction set amount_minor = ${String(amountMinor)}::numeric, updated_at = ${now},
      converted_currency = ${converted?.currency ?? null}, conversion_rate = ${converted?.rate ?? null},
      converted_minor = ${converted ? String(converted.amountMinor) : null}::numeric
    where id = ${id}`.execute(sql);
}
