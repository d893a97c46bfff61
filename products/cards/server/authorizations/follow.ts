/**
 * The processor's report about a payment as a whole. It may have decided in our place, or not have received our answer: then its decision counts,
 * because the merchant has acted on it. Of money that it approved without us, only what is on the card is held.
 */
import { parseDecimal } from '@calmly/domain';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { PaymentState } from '@calmly/providers/issuer/issuer.ts';
import { balances, lockAccounts } from '../../../ledger/server/index.ts';
import type { StoredCard } from '../card.ts';
import type { Amount } from './money/amounts.ts';
import { notifyDeclined } from './notices.ts';
import { holdEnd, paymentOf } from './payment.ts';
import { record } from './record.ts';
import { changed, heldMinor, higherOf, isUnderWay } from './state.ts';
import { raiseReported, type StoredAuthorization } from './store.ts';

interface Of {
  readonly card: StoredCard;
  readonly found: StoredAuthorization | undefined;
}

/** The payment that it changed or made; null: it has no news. */
export async function follow(
  work: Work,
  { card, found }: Of,
  event: PaymentState,
  { minor, rate }: Amount,
): Promise<string | null> {
  // Also for a payment that has ended here: the request of the approved amount may still arrive.
  const reportedMinor = event.declineReason === null ? minor : 0n;
  if (found && reportedMinor > found.reportedMinor)
    await raiseReported(work.sql, { id: found.id, reportedMinor });
  if (found ? !isUnderWay(found) : minor === 0n) return null;
  const bankTime = await businessTime(work);
  const first = found ?? paymentOf(work, card, event, bankTime.toISOString().slice(0, 10));
  if (event.declineReason !== null) {
    if (found) {
      // It was approved here, but the answer came too late.
      const after = { ...found, ...changed(found, { kind: 'reverse', amountMinor: undefined }) };
      await record(work, { card, before: found, after });
      return found.id;
    }
    const { declineReason } = event;
    const after = { ...first, authorizedMinor: minor, rate, approved: false, isOver: true, declineReason };
    await record(work, { card, before: undefined, after });
    await notifyDeclined(work, card, after);
    return after.id;
  }
  const reversedMinor = parseDecimal(event.reversed, card.currency) ?? 0n;
  const told = { kind: 'follow', authorizedMinor: minor, reversedMinor, isOver: event.isOver } as const;
  const sums = changed(first, told);
  const short = await missing(work, card, heldMinor(sums) - heldMinor(first));
  const held = { ...sums, authorizedMinor: sums.authorizedMinor - short };
  if (found && isSame(found, held)) return null;
  const after: StoredAuthorization = {
    ...first,
    ...held,
    reportedMinor: higherOf(first.reportedMinor, reportedMinor),
    merchantAmount: minor > first.authorizedMinor ? event.amount : first.merchantAmount,
    rate: first.rate ?? rate,
    expiresAt: first.expiresAt ?? holdEnd(bankTime, card),
  };
  await record(work, { card, before: found, after });
  return after.id;
}

const isSame = (
  one: StoredAuthorization,
  other: Pick<StoredAuthorization, 'authorizedMinor' | 'reversedMinor' | 'isOver'>,
) =>
  one.authorizedMinor === other.authorizedMinor &&
  one.reversedMinor === other.reversedMinor &&
  one.isOver === other.isOver;

/** The card's shortfall for an amount to be held in addition. */
async function missing({ sql }: Work, { accountId }: StoredCard, addedMinor: bigint): Promise<bigint> {
  if (addedMinor <= 0n) return 0n;
  await lockAccounts(sql, [accountId]);
  const available = (await balances(sql, [accountId])).get(accountId)?.availableMinor ?? 0n;
  const covered = available > 0n ? available : 0n;
  return addedMinor > covered ? addedMinor - covered : 0n;
}
