/** Numbers, writes and announces new transactions that another module has booked: incoming credits, exchanges. */
import type { Work } from '../../platform/work.ts';
import { announce } from './announce.ts';
import { type NewTransaction, numbered, recordTransactions, takeNumbers } from './record.ts';

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
