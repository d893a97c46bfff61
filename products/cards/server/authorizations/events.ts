/**
 * Events that have already happened at the scheme: collected, released, refunded, expired. They are recorded whatever our books say; an event that
 * does not fit an open payment makes a separate row.
 */
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { Clearing, IssuerEvent, Refund, Reversal } from '@calmly/providers/issuer/issuer.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import type { StoredCard } from '../card.ts';
import { lockCard } from '../card-store.ts';
import { sumRefunds } from '../disputes/dispute-store.ts';
import { followRefund } from '../disputes/outcome.ts';
import { follow } from './follow.ts';
import { type Amount, amountOf, type Charged, partMinor, sumOf } from './money/amounts.ts';
import { paymentOf } from './payment.ts';
import { record } from './record.ts';
import { changed, isUnderWay } from './state.ts';
import { findByReference, listLate, type StoredAuthorization } from './store.ts';

/** The row that the event changed or made; null: none. */
export async function takeEvent(
  work: Work,
  prices: PriceProvider,
  event: IssuerEvent,
): Promise<string | null> {
  const card = await lockCard(work.sql, event.cardId);
  if (!card) {
    work.log.warn({ reason: event.kind }, 'an event of the card processor names no card of ours');
    return null;
  }
  const of = { card, found: await findByReference(work.sql, event.reference) };
  switch (event.kind) {
    case 'clearing':
      return clear(work, of, event, await amountIn(work, prices, card, event));
    case 'reversal':
      return reverse(work, of, event);
    case 'refund':
      return refund(work, of, event, await amountIn(work, prices, card, event));
    case 'expiry':
      return expire(work, of);
    case 'state':
      // A shop that only checks a card asks for no amount.
      return follow(work, of, event, await amountIn(work, prices, card, event, 0n));
  }
}

interface Of {
  readonly card: StoredCard;
  /** The payment with the event's reference. */
  readonly found: StoredAuthorization | undefined;
}

/** Money has moved at the scheme, so an amount without a rate cannot be skipped: it is retried later. */
async function amountIn(
  { now }: Work,
  prices: PriceProvider,
  card: StoredCard,
  charged: Charged,
  leastMinor = 1n,
): Promise<Amount> {
  const amount = amountOf(charged, card.currency, await prices.marketRates(now));
  if (!amount || amount.minor < leastMinor)
    throw new Error(`no amount in ${card.currency} for ${charged.amount} ${charged.currency}`);
  return amount;
}

/** After the end of its payment, or without an approved one, it makes a separate row. */
async function clear(
  work: Work,
  { card, found }: Of,
  event: Clearing,
  { minor, rate }: Amount,
): Promise<string> {
  const before = isUnderWay(found) ? found : undefined;
  const first = before ?? {
    ...paymentOf(work, card, event, await businessDay(work)),
    reference: found ? `${event.reference}/${event.id}` : event.reference,
    lateOf: found?.accountId === card.accountId ? found.id : null,
  };
  // Nothing was authorised, so nothing is held for a later clearing, which makes its own row too.
  const isFinal = event.isFinal || first.authorizedMinor === 0n;
  const after = {
    ...first,
    ...changed(first, { kind: 'clear', amountMinor: minor, isFinal }),
    merchantCleared: sumOf(first.merchantCleared, event.amount, event.currency),
    rate: rate ?? first.rate,
  };
  await record(work, { card, before, after });
  return after.id;
}

async function reverse(work: Work, { card, found }: Of, event: Reversal): Promise<string | null> {
  if (found && !isUnderWay(found)) return null;
  const first = found ?? paymentOf(work, card, event, await businessDay(work));
  const amountMinor = partMinor(event, card.currency);
  const after = { ...first, ...changed(first, { kind: 'reverse', amountMinor }) };
  await record(work, { card, before: found, after });
  return after.id;
}

async function refund(
  work: Work,
  { card, found }: Of,
  event: Refund,
  { minor, rate }: Amount,
): Promise<string> {
  const { refundOf = event.reference } = event;
  const named = refundOf === event.reference ? found : await findByReference(work.sql, refundOf);
  // Another card's payment is not locked here and cannot be refunded to this card.
  const origin = named?.accountId === card.accountId ? await collectedOf(work.sql, named, minor) : undefined;
  const first = paymentOf(work, card, event, await businessDay(work));
  const after: StoredAuthorization = {
    ...first,
    // A payment may be refunded in parts, under the payment's own reference.
    reference: `${event.reference}/${event.id}`,
    isRefund: true,
    isOver: true,
    clearedMinor: minor,
    merchantCleared: event.amount,
    rate,
    refundOf: origin && !origin.isRefund ? origin.id : null,
  };
  await record(work, { card, before: undefined, after });
  if (origin && after.refundOf === origin.id) await followRefund(work, card, origin);
  return after.id;
}

/**
 * The row that a refund belongs to. If one reference was collected in several rows, because some came after the payment's end, it is the first row
 * with enough left to refund, otherwise the one with the most left. A refund that arrives before every clearing belongs to the payment itself.
 */
async function collectedOf(
  sql: Sql,
  payment: StoredAuthorization,
  minor: bigint,
): Promise<StoredAuthorization> {
  const late = payment.isRefund ? [] : await listLate(sql, payment.id);
  if (late.length === 0) return payment;
  const rows = [payment, ...late].filter(({ clearedMinor }) => clearedMinor > 0n);
  const refunds = await sumRefunds(
    sql,
    rows.map(({ id }) => id),
  );
  const leftOf = ({ id, clearedMinor }: StoredAuthorization) => clearedMinor - (refunds.get(id) ?? 0n);
  return (
    rows.find((row) => leftOf(row) >= minor) ??
    rows.reduce((most, row) => (leftOf(row) > leftOf(most) ? row : most))
  );
}

/** Ends a payment that has been held for too long. */
export async function expire(work: Work, { card, found }: Of): Promise<string | null> {
  if (!isUnderWay(found)) return null;
  await record(work, { card, before: found, after: { ...found, ...changed(found, { kind: 'expire' }) } });
  return found.id;
}
