/** Rows of payouts against their payments: each paid row has one payment of its payout, from its account and over its amount, and no payment is left over. */

import { inSnapshot } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { countByPayout, findTransactions } from '@calmly/products/accounts/server/transactions/index.ts';
import { listPaidRows, listPayoutCounts, type PaidRow } from '@calmly/products/payouts/server/index.ts';

const rowsAtOnce = 5_000;
const payoutsAtOnce = 100;
const mostFaults = 100;
const nobody = '00000000-0000-0000-0000-000000000000';

/** At most 100 faults, in English; empty if all is right. Each page is read in its own snapshot. */
export async function verifyPayouts(sql: Sql): Promise<string[]> {
  const faults: string[] = [];
  let row: Pick<PaidRow, 'payoutId' | 'position'> | undefined = { payoutId: nobody, position: 0 };
  while (row && faults.length < mostFaults) {
    const after: Pick<PaidRow, 'payoutId' | 'position'> = row;
    row = await inSnapshot(sql, async (snapshot) => {
      const rows = await listPaidRows(snapshot, { after, limit: rowsAtOnce });
      faults.push(...(await rowFaults(snapshot, rows)));
      return rows.at(-1);
    });
  }
  let payout: string | undefined = nobody;
  while (payout !== undefined && faults.length < mostFaults) {
    const after: string = payout;
    payout = await inSnapshot(sql, async (snapshot) => {
      const payouts = await listPayoutCounts(snapshot, { after, limit: payoutsAtOnce });
      const counts = await countByPayout(
        snapshot,
        payouts.map(({ id }) => id),
      );
      for (const { id, payments, differentPayments, forgotten } of payouts) {
        const written = counts
          .filter(({ payoutId }) => payoutId === id)
          .reduce((sum, { count }) => sum + count, 0);
        if (payments !== written || payments !== differentPayments)
          faults.push(
            `payout ${id} has ${written} payments, its rows name ${payments}, ${differentPayments} of them different`,
          );
        if (forgotten > 0)
          faults.push(
            `payout ${id} is finished, ${forgotten} of its rows have neither a payment nor a refusal`,
          );
      }
      return payouts.at(-1)?.id;
    });
  }
  return faults.slice(0, mostFaults);
}

async function rowFaults(sql: Sql, rows: readonly PaidRow[]): Promise<string[]> {
  const payments = await findTransactions(
    sql,
    rows.map(({ paymentId }) => paymentId),
  );
  return rows.flatMap(({ payoutId, position, paymentId, amountMinor, currency, accountId }) => {
    const payment = payments.get(paymentId);
    const isRight =
      payment?.payoutId === payoutId &&
      payment.amountMinor === amountMinor &&
      payment.currency === currency &&
      payment.accountId === accountId;
    return isRight ? [] : [`row ${position} of payout ${payoutId} is not what its payment ${paymentId} paid`];
  });
}
