/**
 * Whose reservation holds a payment's money: its own, under its id, or one that it shares with others (`heldBy`). What ends draws from the
 * shared one first, one sum for all that end together, so that neither a payment of a payout nor its end writes a reservation.
 */
import { chargesOf } from '@calmly/domain';
import type { Sql } from '../../../platform/work.ts';
import { draw, release } from '../../ledger/index.ts';
import type { StoredTransaction } from '../../transactions/index.ts';

/** A payment whose amount and fee are held. */
export type HeldPayment = Pick<
  StoredTransaction,
  'id' | 'amountMinor' | 'feeMinor' | 'chargeBearer' | 'heldBy'
>;

/** Payments, and the reservation that holds what they take, and nothing else. */
export interface Held<Payment> {
  readonly reservationId: string;
  readonly payments: readonly Payment[];
}

/**
 * The payments by the reservation that holds their money alone. The caller has locked them and ends them in this transaction; of a single payment it
 * may be called twice. Throws where a shared reservation holds less: nothing may be written then.
 */
export async function holdingsOf<Payment extends { readonly payment: HeldPayment }>(
  db: Sql,
  ending: readonly Payment[],
): Promise<Array<Held<Payment>>> {
  const own = ending.filter(({ payment }) => !payment.heldBy);
  const shared = Map.groupBy(
    ending.filter(({ payment }) => payment.heldBy),
    ({ payment }) => payment.heldBy ?? '',
  );
  const drawn = [...shared].map(([from, payments]) => ({
    from,
    // The first one's id, which is that of no other reservation.
    reservationId: payments[0]?.payment.id ?? '',
    payments,
  }));
  const verdicts = await draw(
    db,
    drawn.map(({ from, reservationId, payments }) => ({
      id: reservationId,
      reservationId: from,
      amountMinor: payments.reduce((sum, { payment }) => sum + chargesOf(payment).debitedMinor, 0n),
    })),
  );
  for (const verdict of verdicts)
    if (!verdict.ok && verdict.reason !== 'duplicate')
      throw new Error(`the ledger refused to divide a reservation: ${verdict.reason}`);
  return [
    ...own.map((each) => ({ reservationId: each.payment.id, payments: [each] })),
    ...drawn.map(({ reservationId, payments }) => ({ reservationId, payments })),
  ];
}

/** Frees the money of locked payments. Throws where it is not held any more. */
export async function freeMoney(db: Sql, payments: readonly HeldPayment[]): Promise<void> {
  const holdings = await holdingsOf(
    db,
    payments.map((payment) => ({ payment })),
  );
  const verdicts = await release(
    db,
    holdings.map(({ reservationId }) => reservationId),
  );
  for (const [place, verdict] of verdicts.entries())
    if (!verdict.ok) throw new Error(`the reservation ${holdings[place]?.reservationId} is not open`);
}
