/** A transfer between own accounts is booked as two payments and listed as one: "Savings → Everyday". */
import type { Payment } from '@calmly/contract';

/** Leaves out the incoming half of a transfer whose outgoing half is in the list too. A list of one account has one half only. */
export function foldOwnTransfers<Row extends Payment>(payments: readonly Row[]): Row[] {
  const sent = new Set(payments.filter(({ direction }) => direction === 'DEBIT').map(transferOf));
  return payments.filter(
    (payment) => payment.scheme !== 'OWN' || payment.direction === 'DEBIT' || !sent.has(transferOf(payment)),
  );
}

const transferOf = ({ scheme, createdAt, amount, currency, reference }: Payment): string =>
  [scheme, createdAt, amount, currency, reference].join(' ');
