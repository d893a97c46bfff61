/** A transfer between own accounts, cards and wallets is booked as two payments and listed as one: "Savings → Everyday". */
import type { Payment } from '@calmly/contract';

/** Leaves out the incoming half of a transfer if its outgoing half is in the list too. A list of one account has only one half. */
export function foldOwnTransfers<Row extends Payment>(payments: readonly Row[]): Row[] {
  const sent = new Set(payments.filter(({ direction }) => direction === 'DEBIT').map(transferOf));
  return payments.filter(
    (payment) =>
      !ownSchemes.includes(payment.scheme) || payment.direction === 'DEBIT' || !sent.has(transferOf(payment)),
  );
}

/** Both halves have the same amount. An exchange has two different amounts, and stays two rows. */
const ownSchemes: readonly Payment['scheme'][] = ['OWN', 'CARD_MOVE', 'CRYPTO_MOVE'];

/** Euro become the same number of EPI, which have more decimals. */
const transferOf = ({ scheme, createdAt, amount, currency, reference }: Payment): string =>
  [scheme, createdAt, Number(amount), scheme === 'CRYPTO_MOVE' || currency, reference].join(' ');
