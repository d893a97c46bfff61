/** The sandbox's card processor: writes the messages that a merchant's purchase and what follows it lead to. Pure. */
import type { CardChannel, deskMistakes } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import type { AuthorizationRequest, Clearing, DisputeDesk, Merchant, Refund, Reversal } from './issuer.ts';
import type { SandboxMerchant } from './sandbox-merchants.ts';

export interface SandboxPurchase {
  /** What makes it happen once. */
  readonly id: string;
  readonly cardId: string;
  readonly merchant: SandboxMerchant;
  /** In the merchant's currency. */
  readonly amount: string;
  readonly channel: CardChannel;
  readonly mistake: (typeof deskMistakes)[number];
}

function messageOf({ id, cardId, merchant, amount, channel }: SandboxPurchase, kind: string) {
  const { name, city, country, mcc, currency } = merchant;
  const facts = { name, city, country, mcc };
  return {
    id: `sandbox-${id}-${kind}`,
    reference: `sandbox-${id}`,
    cardId,
    currency,
    amount,
    merchant: facts,
    channel,
  };
}

/** The merchant asks whether it may charge. */
export function requestFor(purchase: SandboxPurchase): AuthorizationRequest {
  const { mistake, channel } = purchase;
  const given = (wrong: typeof mistake, isGiven: boolean) =>
    mistake === wrong ? 'mismatch' : isGiven ? 'match' : 'absent';
  return {
    ...messageOf(purchase, 'authorization'),
    kind: 'authorization',
    checks: {
      securityCode: given('SECURITY_CODE', channel === 'ONLINE'),
      expiry: given('EXPIRY', true),
      pin: given('PIN', channel === 'CHIP' || channel === 'CASH'),
    },
  };
}

/** The merchant was offline, and collects without having asked. */
export const offlineClearing = (purchase: SandboxPurchase): Clearing => ({
  ...messageOf(purchase, 'offline'),
  kind: 'clearing',
  isFinal: true,
});

/** A purchase that the bank knows. */
export interface KnownPurchase {
  readonly reference: string;
  readonly cardId: string;
  readonly channel: CardChannel;
  readonly merchant: Merchant;
  readonly merchantAmount: string;
  readonly merchantCurrency: string;
  readonly authorizedMinor: bigint;
  readonly clearedMinor: bigint;
}

/** A part of it, in the currency of the card. */
interface Part {
  /** Of the message. */
  readonly id: string;
  readonly minor: bigint;
  readonly currency: CurrencyCode;
}

const followUp = (
  { reference, cardId, channel, merchant, merchantCurrency: currency }: KnownPurchase,
  { id }: Pick<Part, 'id'>,
) => ({ id, reference, cardId, channel, merchant, currency });

/**
 * Collects a part of the purchase. Its amount in the merchant's currency is the same share of the whole,
 * rounded down.
 */
export const clearingOf = (purchase: KnownPurchase, part: Part, isFinal: boolean): Clearing => ({
  ...followUp(purchase, part),
  ...amountsOf(purchase, part),
  kind: 'clearing',
  isFinal,
});

/** Gives a part of the authorization back, in the card's currency only. */
export const reversalOf = (purchase: KnownPurchase, part: Part): Reversal => ({
  ...followUp(purchase, part),
  kind: 'reversal',
  cardAmount: formatDecimal(part.minor, part.currency),
});

/** Returns a part of the purchase under the purchase's own reference. */
export const refundOf = (purchase: KnownPurchase, part: Part): Refund => ({
  ...followUp(purchase, part),
  ...amountsOf(purchase, part),
  kind: 'refund',
});

/** The same part of what the merchant charged. */
function amountsOf(
  { merchantAmount, merchantCurrency, authorizedMinor, clearedMinor }: KnownPurchase,
  { minor, currency }: Part,
) {
  const cardAmount = formatDecimal(minor, currency);
  const whole = isCurrency(merchantCurrency) ? parseDecimal(merchantAmount, merchantCurrency) : undefined;
  const wholeMinor = authorizedMinor > 0n ? authorizedMinor : clearedMinor;
  if (merchantCurrency === currency) return { amount: cardAmount };
  if (whole === undefined || !isCurrency(merchantCurrency) || wholeMinor === 0n)
    return { amount: merchantAmount, cardAmount };
  return { amount: formatDecimal((whole * minor) / wholeMinor, merchantCurrency), cardAmount };
}

/** Takes every dispute; a tester decides it at the sandbox desk. */
export const sandboxDisputes: DisputeDesk = { sendDispute: async () => ({ status: 'in_review' }) };
