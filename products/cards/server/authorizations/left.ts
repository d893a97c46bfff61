/**
 * Amounts that a merchant may still collect or refund for a purchase, in cents. Read them under the card's lock, or another one may change them
 * concurrently.
 */
import type { Sql } from '@calmly/platform/work.ts';
import { sumRefunds } from '../disputes/dispute-store.ts';
import { heldMinor } from './state.ts';
import { listLate, type StoredAuthorization } from './store.ts';

interface Left {
  /** Of what is held, or of what was released and not collected late. */
  readonly toCollectMinor: bigint;
  /** Of what was collected. */
  readonly toRefundMinor: bigint;
}

export async function readLeft(sql: Sql, purchase: StoredAuthorization): Promise<Left> {
  const [late, refunds] = [await listLate(sql, purchase.id), await sumRefunds(sql, [purchase.id])];
  const lateMinor = late.reduce((sum, { clearedMinor }) => sum + clearedMinor, 0n);
  const { authorizedMinor, clearedMinor } = purchase;
  return {
    toCollectMinor: heldMinor(purchase) || authorizedMinor - clearedMinor - lateMinor,
    toRefundMinor: clearedMinor - (refunds.get(purchase.id) ?? 0n),
  };
}
