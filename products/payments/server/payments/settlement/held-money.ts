/**
 * The reservation that holds a payment's money: its own, under its id, or one that it shares with other payments (`heldBy`). When payments
 * settle or are rejected, the sum of those that share one is first drawn into a new reservation. So the payments of a payout need no
 * reservation each.
 */
import { chargesOf } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { StoredTransaction } from '../../../../accounts/server/transactions/index.ts';
import { draw, release } from '../../../../ledger/server/index.ts';

/** A payment whose amount and fee are held. */
export type HeldPayment = Pick<
  StoredTransaction,
  'id' | 'amountMinor' | 'feeMinor' | 'chargeBearer' | 'heldBy'
>;

/** A reservation and the payments whose money it holds. It holds nothing else. */
export interface Held<Payment> {
  readonly reservationId: string;
  readonly payments: readonly Payment[];
}

/**
 * Groups payments by reservations that hold only their money; draws from shared ones. The caller has locked the payments and ends them in this
 * transaction. For a single payment a second call does nothing. Throws if a shared reservation holds too little.
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
    // The id of the first payment: no other reservation has it.
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

/** Frees the money of locked payments. Throws if it is no longer held. */
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
