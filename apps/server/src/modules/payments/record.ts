/** Writes payments that other modules have booked: incoming credits, exchanges. Their clients' browsers are told. */
import type { Work } from '../../platform/work.ts';
import { announce } from './announce.ts';
import { insertPayments, type NewPayment, numbered, takeNumbers } from './store.ts';

export async function recordPayments(
  { sql }: Pick<Work, 'sql'>,
  payments: readonly NewPayment[],
): Promise<void> {
  const numbers = await takeNumbers(
    sql,
    payments.map(({ createdAt }) => createdAt),
  );
  await Promise.all([insertPayments(sql, numbered(payments, numbers)), announce(sql, payments)]);
}
