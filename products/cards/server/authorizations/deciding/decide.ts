/**
 * Whether a card payment is approved, or why not: the first reason in the order of `declineReasons`. Pure; amounts are minor units of the card's
 * currency. Source: server page section 10; product page, "Card controls".
 */
import type { CardStatus, DeclineReason } from '@calmly/contract';
import { type CurrencyCode, categoryOf, parseDecimal, zoneOf } from '@calmly/domain';
import type { AuthorizationRequest } from '@calmly/providers/issuer/issuer.ts';
import type { Controls, StoredCard } from '../../card.ts';
import type { Usage } from '../../reading/usage-store.ts';

/** Number of wrong PINs that locks the card. */
export const pinTries = 3;

export interface Facts {
  readonly card: StoredCard;
  /** The bank's day, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether the payment was authorised and has ended, so that nothing can be added to it. */
  readonly isPaymentOver: boolean;
  /** Whether a single-use card has already paid, without a full reversal. */
  readonly isUsed: boolean;
  readonly isClientActive: boolean;
  /** Whether the holder may act for the client. */
  readonly isHolderActive: boolean;
  /** The requested amount in the card's currency; undefined if there is no rate. */
  readonly amountMinor: bigint | undefined;
  /** The amount held in addition; less if some of it is already held. */
  readonly addedMinor: bigint;
  /** Held or collected earlier for the same payment. */
  readonly earlierMinor: bigint;
  /** Spending in the periods of the limits. */
  readonly spent: Usage;
  readonly availableMinor: bigint;
}

/** Undefined: approved. A wrong PIN that locks the card is `pin_tries`. */
export function declineReasonOf(request: AuthorizationRequest, facts: Facts): DeclineReason | undefined {
  const { card } = facts;
  return (
    unusableReason(facts) ??
    checkReason(request, card.pinTries) ??
    (facts.isPaymentOver ? 'payment_over' : undefined) ??
    amountReason(facts) ??
    purposeReason(request, card.controls) ??
    limitReason(facts) ??
    (facts.addedMinor > facts.availableMinor ? 'insufficient_balance' : undefined)
  );
}

/** Why the card cannot pay at all. */
export const unusableReason = (facts: Facts): DeclineReason | undefined =>
  cardReason(facts) ?? (facts.isClientActive && facts.isHolderActive ? undefined : 'client_inactive');

const statusReasons = {
  ACTIVE: undefined,
  CLOSED: 'card_closed',
  EXPIRED: 'card_expired',
  ORDERED: 'card_not_active',
  BLOCKED: 'card_blocked',
  LOCKED: 'card_locked',
} as const satisfies Record<CardStatus, DeclineReason | undefined>;

function cardReason({ card, today, isUsed }: Facts): DeclineReason | undefined {
  if (card.status === 'CLOSED') return 'card_closed';
  if (card.expiresOn < today || (card.validUntil !== null && card.validUntil < today)) return 'card_expired';
  return statusReasons[card.status] ?? (card.isSingleUse && isUsed ? 'card_used_up' : undefined);
}

function checkReason({ checks }: AuthorizationRequest, triesBefore: number): DeclineReason | undefined {
  if (checks.securityCode === 'mismatch') return 'wrong_security_code';
  if (checks.expiry === 'mismatch') return 'wrong_expiry';
  if (checks.pin !== 'mismatch') return undefined;
  return triesBefore + 1 >= pinTries ? 'pin_tries' : 'wrong_pin';
}

/** An amount of zero is a shop's check of whether the card can pay. */
function amountReason({ amountMinor }: Facts): DeclineReason | undefined {
  if (amountMinor === undefined) return 'currency_not_supported';
  return amountMinor >= 0n ? undefined : 'amount_invalid';
}

/** Channels, categories and countries. A merchant without a country counts as abroad. */
function purposeReason(
  { channel, merchant: { mcc, country } }: Pick<AuthorizationRequest, 'channel' | 'merchant'>,
  controls: Controls,
): DeclineReason | undefined {
  const category = categoryOf(mcc);
  if (!controls.online && (channel === 'ONLINE' || channel === 'RECURRING')) return 'online_off';
  if (!controls.contactless && channel === 'CONTACTLESS') return 'contactless_off';
  if (!controls.cash && (channel === 'CASH' || category === 'cash')) return 'cash_off';
  if (!controls.abroad && isAbroad(country)) return 'abroad_off';
  if (!isAllowed(controls.categories, category)) return 'category_blocked';
  return isAllowed(controls.countries, country ?? '') ? undefined : 'country_blocked';
}

/** Outside the European Economic Area. */
export const isAbroad = (country: string | null): boolean => country === null || zoneOf(country) === 'inter';

const isAllowed = <Item>(
  { mode, items }: { readonly mode: 'ALL' | 'ONLY' | 'EXCEPT'; readonly items: readonly Item[] },
  item: Item,
): boolean => mode === 'ALL' || items.includes(item) === (mode === 'ONLY');

function limitReason({ card, addedMinor, earlierMinor, spent }: Facts): DeclineReason | undefined {
  const limits = limitsOf(card.controls, card.currency);
  const exceeds = (limit: bigint | undefined, beforeMinor: bigint) =>
    limit !== undefined && beforeMinor + addedMinor > limit;
  if (exceeds(limits.perPayment, earlierMinor)) return 'limit_payment';
  if (exceeds(limits.perDay, spent.dayMinor)) return 'limit_day';
  if (exceeds(limits.perWeek, spent.weekMinor)) return 'limit_week';
  if (exceeds(limits.perMonth, spent.monthMinor)) return 'limit_month';
  return exceeds(limits.inTotal, spent.totalMinor) ? 'limit_total' : undefined;
}

type Limit = keyof Controls['limits'];

const limitsOf = ({ limits }: Controls, currency: CurrencyCode) =>
  Object.fromEntries(
    Object.entries(limits).map(([name, amount]) => [
      name,
      amount === null ? undefined : parseDecimal(amount, currency),
    ]),
  ) as Record<Limit, bigint | undefined>;
