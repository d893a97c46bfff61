/**
 * Writes the effect of a message on a payment: the ledger, the limits' usage, the payment and its row of the payments list, in the open transaction.
 * The caller has locked the card.
 * Lock order: card, the payment's row, the card's account in the ledger, the bank's accounts.
 */
import { publish } from '@calmly/platform/notify/push.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import {
  announce,
  appendSteps,
  bookTransactions,
  lockTransactions,
  restate,
} from '../../../accounts/server/transactions/index.ts';
import { clientName } from '../../../identity/server/index.ts';
import { lockAccounts, release, reserveAll, type Verdict } from '../../../ledger/server/index.ts';
import type { StoredCard } from '../card.ts';
import { scheduleUsedUp } from '../lifecycle/used-up.ts';
import { collect, giveBack } from './money/collect.ts';
import { repayDebt } from './money/debt.ts';
import { convertedOf, hasRow, isDisputeReversal, rowOf, rowState } from './row.ts';
import { addSpent, spreadOverDays } from './spent-store.ts';
import { heldMinor, spentMinor } from './state.ts';
import {
  insertAuthorization,
  rememberCountry,
  type StoredAuthorization,
  updateAuthorization,
} from './store.ts';

export interface Recorded {
  readonly card: StoredCard;
  /** Undefined: this is the first message about the payment. */
  readonly before: StoredAuthorization | undefined;
  readonly after: StoredAuthorization;
}

/** The ledger refusing a payment is an error, not a decline: decide before. Hints `cards`; a job closes a used-up single-use card. */
export async function record(work: Work, { card, before, after }: Recorded): Promise<void> {
  const { sql } = work;
  const { accountId } = card;
  const rows = before && hasRow(before) ? await lockTransactions(sql, [before.id]) : undefined;
  const version = rows?.get(after.id)?.version;
  const held = await moveMoney(work, { card, before, after });
  const counted = countedMinor(after) - countedMinor(before);
  const today = before && counted > 0n ? await businessDay(work) : after.day;
  const { laterDays, changes } = spreadOverDays(after, today, counted);
  const written = { ...after, ...held, laterDays };
  await Promise.all([
    before ? updateAuthorization(sql, written) : insertAuthorization(sql, written),
    rememberCountry(sql, written),
    ...changes.map((change) => addSpent(sql, { accountId, ...change })),
    writeRow(work, { card, before, after: written, version }),
    publish(sql, card.clientId, { topic: 'cards' }),
    isUsedUp(card, after) ? scheduleUsedUp(sql, card.id) : undefined,
  ]);
}

/** A single-use card whose payment was collected; one kept open by a debt is repaid by a refund. */
const isUsedUp = (
  { isSingleUse }: StoredCard,
  { isRefund, refundOf, isOver, clearedMinor }: StoredAuthorization,
): boolean => isSingleUse && isOver && clearedMinor > 0n && (!isRefund || refundOf !== null);

/** The amount that counts against limits. Returned money does not restore a limit, so reversing a dispute's credit does not use it. */
const countedMinor = (it: StoredAuthorization | undefined): bigint =>
  it && !it.isRefund && !isDisputeReversal(it) ? spentMinor(it) : 0n;

type Held = Pick<StoredAuthorization, 'reservationId' | 'expiresAt'>;

/** Takes collections, books refunds, and holds what is still to come. Released money first repays the card's debt. */
async function moveMoney(work: Work, { card, before, after }: Recorded): Promise<Held> {
  const { sql, newId } = work;
  const collectedMinor = after.clearedMinor - (before?.clearedMinor ?? 0n);
  let reservationId = before?.reservationId ?? null;
  const heldBefore = before ? heldMinor(before) : 0n;
  const heldAfter = heldMinor(after);
  if (collectedMinor > 0n || heldBefore !== heldAfter) await lockAccounts(sql, [card.accountId]);
  if (after.isRefund) await giveBack(work, card, after);
  else if (collectedMinor > 0n) {
    await collect(work, card, { id: after.id, collectedMinor, heldMinor: heldBefore, reservationId });
    reservationId = null;
  }
  if (reservationId !== null && heldAfter !== heldBefore) {
    requireAll(await release(sql, [reservationId]));
    reservationId = null;
  }
  if (reservationId === null && heldAfter > 0n) {
    reservationId = newId();
    await reserveAll(sql, [{ id: reservationId, accountId: card.accountId, amountMinor: heldAfter }]);
  }
  if (heldAfter + collectedMinor < heldBefore) {
    const repaidMinor = await repayDebt(work, { accountId: card.accountId, subjectId: after.id });
    // Only its debt kept it open.
    if (card.isSingleUse && repaidMinor > 0n) await scheduleUsedUp(sql, card.id);
  }
  return { reservationId, expiresAt: reservationId === null ? null : after.expiresAt };
}

function requireAll(verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts)
    if (!verdict.ok) throw new Error(`the ledger refused a card payment: ${verdict.reason}`);
}

/** Writes the payment's row if there is one to show, and advances it. */
async function writeRow(
  work: Work,
  { card, before, after, version }: Recorded & { readonly version: number | undefined },
): Promise<void> {
  const { sql, now } = work;
  if (!hasRow(after)) return;
  if (version === undefined || !before) {
    await bookTransactions(work, [rowOf(after, card, await clientName(sql, card.clientId))]);
    return;
  }
  const { id } = after;
  const [was, is] = [rowState(before), rowState(after)];
  const step = { status: is.status, at: now, actor: null, reason: is.reason };
  if (was.status !== is.status) await appendSteps(sql, [{ transaction: { id, version }, steps: [step] }]);
  const converted = convertedOf(after, card.currency);
  await restate(sql, [{ id, amountMinor: is.amountMinor, feeMinor: 0n, converted }], now);
  await announce(sql, [{ id, clientId: card.clientId }]);
}
