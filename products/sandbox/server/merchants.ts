/**
 * Merchants played by a tester: they charge cards, collect holds, release them, and refund. Each action takes the path of a card processor's
 * messages.
 */
import type {
  DeskCard,
  DeskMerchant,
  DeskPurchase,
  DisputeOutcome,
  decideDeskPurchase,
  EndpointInput,
  payAtDesk,
} from '@calmly/contract';
import { exponentOf, formatDecimal, parseDecimal } from '@calmly/domain';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { IssuerSink } from '@calmly/providers/issuer/issuer.ts';
import {
  clearingOf,
  offlineClearing,
  refundOf,
  requestFor,
  reversalOf,
} from '@calmly/providers/issuer/sandbox.ts';
import {
  findSandboxMerchant,
  type SandboxMerchant,
  sandboxMerchants,
} from '@calmly/providers/issuer/sandbox-merchants.ts';
import {
  findAuthorization,
  findDispute,
  findLastDisputes,
  heldMinor,
  isUnderWay,
  listPayable,
  listPurchases,
  lockCard,
  maskedNumber,
  type PayableCard,
  readLeft,
  statusOf,
} from '../../cards/server/index.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The cards to pay with. */
export async function deskCards(
  { sql }: Pick<Work, 'sql'>,
  { limit, cursor, search }: Page & { readonly search?: string | undefined },
) {
  const found = await listPayable(sql, { search, before: cursorId(cursor), limit: limit + 1 });
  return pageOf(found.map(toDeskCard), limit);
}

const toDeskCard = (card: PayableCard): DeskCard => ({
  id: card.id,
  number: maskedNumber(card),
  name: card.name,
  nameOnCard: card.nameOnCard,
  status: card.status,
  available: formatDecimal(card.availableMinor, card.currency),
  currency: card.currency,
});

/** The catalogue. */
export const deskMerchants = (): DeskMerchant[] =>
  sandboxMerchants.map(({ id, name, city, country, mcc, currency, usual: [least], channel }) => ({
    id,
    name,
    city,
    country,
    mcc,
    currency,
    amount: formatDecimal(least, currency),
    channel,
  }));

/** Card purchases. */
export async function deskPurchases({ sql }: Pick<Work, 'sql'>, { limit, cursor }: Page) {
  const found = await listPurchases(sql, { before: cursorId(cursor), limit: limit + 1 });
  const disputes = await findLastDisputes(
    sql,
    found.map(({ id }) => id),
  );
  return pageOf(
    found.map((it): DeskPurchase => {
      const money = (minor: bigint) => formatDecimal(minor, it.currency);
      const dispute = disputes.get(it.id);
      return {
        id: it.id,
        createdAt: it.createdAt.toISOString(),
        card: maskedNumber(it),
        status: statusOf(it),
        merchantName: it.merchant.name,
        amount: money(it.authorizedMinor > 0n ? it.authorizedMinor : it.clearedMinor),
        held: money(heldMinor(it)),
        cleared: money(it.clearedMinor),
        currency: it.currency,
        declineReason: it.declineReason,
        dispute: dispute
          ? { id: dispute.id, status: dispute.status, amount: money(dispute.amountMinor) }
          : null,
      };
    }),
    limit,
  );
}

/** `POST /sandbox/desk/purchases`. Errors: not_found (no such merchant or card), amount_precision, amount_zero. */
export async function pay(
  sink: IssuerSink,
  work: Work,
  { id, cardId, merchant: merchantId, amount, channel, mistake }: EndpointInput<typeof payAtDesk>['body'],
) {
  const merchant = findSandboxMerchant(merchantId);
  if (!merchant) throw new Problem('not_found');
  checkAmount(amount, merchant.currency);
  const purchase = { id: `desk-${id}`, cardId, merchant, amount, channel, mistake };
  if (channel !== 'OFFLINE') {
    const { approved, declineReason } = await sink.decide(work, requestFor(purchase));
    return { approved, declineReason };
  }
  const { transactionId } = await sink.take(work, offlineClearing(purchase));
  if (transactionId === null) throw new Problem('not_found');
  return { approved: true, declineReason: null };
}

function checkAmount(amount: string, currency: SandboxMerchant['currency']): bigint {
  const minor = parseDecimal(amount, currency);
  if (minor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency, digits: exponentOf(currency) },
    });
  if (minor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  return minor;
}

/**
 * `PUT /sandbox/desk/purchases/{id}`. A merchant may collect more than is held, but no more than is left of a released hold, and refund no more than
 * it has. Errors: not_found, payment_state (nothing is left), and those of the amount (amount_too_large).
 */
export async function decidePurchase(
  sink: IssuerSink,
  work: Work,
  id: string,
  { action, amount, isPartial }: EndpointInput<typeof decideDeskPurchase>['body'],
): Promise<undefined> {
  const { sql } = work;
  const found = await findAuthorization(sql, id);
  // Of several concurrent decisions, each sees the result of the one before.
  if (found) await lockCard(sql, found.cardId);
  const purchase = found && (await findAuthorization(sql, id));
  if (!purchase || purchase.disputeId !== null) throw new Problem('not_found');
  const status = statusOf(purchase);
  const isPossible = action === 'refund' ? status === 'CLEARED' : status === 'HELD';
  // A merchant may collect a released hold late, in full or in part.
  const isLate = action === 'clear' && status === 'RELEASED';
  if (!isPossible && !isLate) throw new Problem('payment_state');
  const { toCollectMinor, toRefundMinor } = await readLeft(sql, purchase);
  const left = action === 'refund' ? toRefundMinor : toCollectMinor;
  if (left <= 0n) throw new Problem('payment_state');
  // Cards hold euro.
  const currency = 'EUR';
  const part = {
    id: work.newId(),
    currency,
    minor: amount === undefined ? left : checkAmount(amount, currency),
  } as const;
  if ((action === 'refund' || isLate) && part.minor > left)
    throw badFields({ field: 'amount', code: 'amount_too_large' });
  if (action === 'clear') await sink.take(work, clearingOf(purchase, part, !isPartial));
  else await sink.take(work, action === 'reverse' ? reversalOf(purchase, part) : refundOf(purchase, part));
}

/** `PUT /sandbox/desk/disputes/{id}`: the scheme decides. Errors: not_found, dispute_over. */
export async function decideDispute(
  sink: IssuerSink,
  work: Work,
  disputeId: string,
  outcome: DisputeOutcome,
): Promise<undefined> {
  const known = await findDispute(work.sql, disputeId);
  if (known) await lockCard(work.sql, known.cardId);
  const dispute = known && (await findDispute(work.sql, disputeId));
  if (!dispute) throw new Problem('not_found');
  if (!isUnderWay(dispute)) throw new Problem('dispute_over');
  await sink.take(work, { kind: 'dispute', id: work.newId(), disputeId, outcome });
}
