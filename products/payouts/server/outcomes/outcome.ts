/** Rows with their payments and outcomes, read in batches. */
import type { PaymentReason, PaymentStatus } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import {
  findReasons,
  findTransactions,
  type StoredTransaction,
  visibleReason,
} from '../../../accounts/server/transactions/index.ts';
import { readRows, type StoredRow } from '../row-store.ts';
import { isFailed } from '../view.ts';

/** `refused`: no payment was made; `faulty`: the row was left out. */
export type Outcome = 'paid' | 'pending' | 'failed' | 'refused' | 'faulty';

/** Undefined while the row has not been processed. */
export function outcomeOf(
  { refusal, faults, sameIdAs }: StoredRow,
  status: PaymentStatus | undefined,
): Outcome | undefined {
  if (status === 'EXECUTED') return 'paid';
  if (status !== undefined) return isFailed(status) ? 'failed' : 'pending';
  if (refusal) return 'refused';
  return faults.length > 0 || sameIdAs !== null ? 'faulty' : undefined;
}

export interface RowWithPayment {
  readonly row: StoredRow;
  readonly payment: StoredTransaction | undefined;
  readonly outcome: Outcome | undefined;
  /** Why the payment failed, as far as the client may know. */
  readonly reason: PaymentReason | null;
}

const batchRows = 500;

/** All rows in order, in batches: memory does not grow with the payout. */
export async function* rowsWithPayments(
  sql: Sql,
  payoutId: string,
): AsyncGenerator<readonly RowWithPayment[], void, undefined> {
  for (let from = 1; ; ) {
    const rows = await readRows(sql, payoutId, { from, limit: batchRows });
    const last = rows.at(-1);
    if (!last) return;
    const payments = await findTransactions(
      sql,
      rows.flatMap(({ paymentId }) => paymentId ?? []),
    );
    const failed = [...payments.values()].filter(({ status }) => isFailed(status));
    const reasons = await findReasons(
      sql,
      failed.map(({ id }) => id),
    );
    yield rows.map((row) => {
      const payment = payments.get(row.paymentId ?? '');
      return {
        row,
        payment,
        outcome: outcomeOf(row, payment?.status),
        reason: visibleReason(reasons.get(payment?.id ?? '') ?? null),
      };
    });
    from = last.position + 1;
  }
}
