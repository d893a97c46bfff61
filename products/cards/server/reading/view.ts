/** Cards in the portal's form: with balances, names and details. Never with a number, code or PIN. */
import type { Card, CardDetails } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findPersonNames, membersAmong } from '../../../identity/server/index.ts';
import { balances } from '../../../ledger/server/index.ts';
import { findDebts } from '../authorizations/money/debt.ts';
import type { StoredCard } from '../card.ts';
import { findBeside, findSuccessors } from '../card-store.ts';
import { expiryOf } from '../expiry.ts';
import { findDelivery } from '../issuing/delivery-store.ts';
import { countMissing } from '../receipts/missing-store.ts';
import { hasPin } from '../secrets/secret-store.ts';
import { readUsage } from './usage-store.ts';

/** One client's cards in a few statements; `personId` is the caller. */
export async function present(sql: Sql, cards: readonly StoredCard[], personId: string): Promise<Card[]> {
  if (cards.length === 0) return [];
  const accountIds = cards.map(({ accountId }) => accountId);
  const [first] = cards;
  const [balanceOf, debts, missing, successors, names, beside, members] = await Promise.all([
    balances(sql, accountIds),
    findDebts(sql, accountIds),
    countMissing(sql, accountIds),
    findSuccessors(
      sql,
      cards.map(({ id }) => id),
    ),
    findPersonNames(sql, [
      ...new Set(cards.flatMap(({ holderId, blockedBy }) => [holderId, blockedBy ?? []].flat())),
    ]),
    findBeside(
      sql,
      cards.map(({ id }) => id),
    ),
    membersAmong(sql, first?.clientId ?? '', [...new Set(cards.map(({ holderId }) => holderId))]),
  ]);
  return cards.map((card): Card => {
    const balance = balanceOf.get(card.accountId);
    if (!balance) throw new Error(`account ${card.accountId} is not in the ledger`);
    const replacedBy = successors.get(card.id) ?? null;
    // The money belongs to the successor once that is in use.
    const isPassed = replacedBy !== null && card.status === 'CLOSED';
    const isToCome =
      card.status === 'ORDERED' && beside.get(card.id)?.some(({ status }) => status !== 'ORDERED');
    const amount = (minor: bigint) => formatDecimal(isPassed || isToCome ? 0n : minor, card.currency);
    const { id, kind, version, name, nameOnCard, design, lastFour, currency } = card;
    // Payments are declined while the holder is not a member; nothing is stored, so the card works again when they return.
    const isLeft = !members.has(card.holderId) && (card.status === 'ACTIVE' || card.status === 'ORDERED');
    const [status, lock] = isLeft ? (['LOCKED', 'holder_left'] as const) : [card.status, card.lock];
    return {
      id,
      kind,
      status,
      version,
      name,
      nameOnCard,
      design,
      lastFour,
      numberAtProcessor: card.atProcessor,
      expiry: expiryOf(card.expiresOn),
      holder: { id: card.holderId, name: names.get(card.holderId) ?? '' },
      isMine: card.holderId === personId,
      currency,
      available: amount(balance.availableMinor),
      booked: amount(balance.postedMinor),
      reserved: amount(balance.reservedMinor),
      owed: amount(debts.get(card.accountId) ?? 0n),
      isSingleUse: card.isSingleUse,
      validUntil: card.validUntil,
      blockedAt: card.blockedAt?.toISOString() ?? null,
      blockedBy:
        card.blockedBy === null ? null : { id: card.blockedBy, name: names.get(card.blockedBy) ?? '' },
      lock,
      receiptsMissing: replacedBy === null ? (missing.get(card.accountId) ?? 0) : 0,
      createdAt: card.createdAt.toISOString(),
      closedAt: card.closedAt?.toISOString() ?? null,
      replacedBy,
      replaces: card.replaces,
    };
  });
}

/** Like `present`, for one card. */
export async function presentOne(sql: Sql, card: StoredCard, personId: string): Promise<Card> {
  const [shown] = await present(sql, [card], personId);
  if (!shown) throw new Error('a card was read and not shown');
  return shown;
}

/** A card with its controls, usage and delivery. */
export async function presentDetails(
  work: Pick<Work, 'sql' | 'now'>,
  card: StoredCard,
  personId: string,
): Promise<CardDetails> {
  const { sql } = work;
  const usage = await readUsage(sql, card.accountId, await businessDay(work));
  const amount = (minor: bigint) => formatDecimal(minor, card.currency);
  const delivery = await findDelivery(sql, card.id);
  return {
    ...(await presentOne(sql, card, personId)),
    controls: {
      ...card.controls,
      limits: { ...card.controls.limits },
      categories: { ...card.controls.categories, items: [...card.controls.categories.items] },
      countries: { ...card.controls.countries, items: [...card.controls.countries.items] },
    },
    usage: {
      day: amount(usage.dayMinor),
      week: amount(usage.weekMinor),
      month: amount(usage.monthMinor),
      total: amount(usage.totalMinor),
    },
    hasPin: await hasPin(sql, card.id),
    delivery: delivery
      ? {
          status: delivery.status,
          address: {
            line: delivery.line,
            postCode: delivery.postCode,
            city: delivery.city,
            country: delivery.country,
          },
          trackingNumber: delivery.trackingNumber,
          expectedOn: delivery.expectedOn,
        }
      : null,
  };
}
