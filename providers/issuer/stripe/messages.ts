/**
 * Stripe's objects as messages of ours. Pure.
 *
 * An event carries its object as it was, and events arrive in any order. So an authorization is read as sums that only grow (what was
 * approved, what was given up), of which the highest is the newest, and the transactions listed with it are taken first, by their own ids.
 */
import type { CardChannel, DeclineReason } from '@calmly/contract';
import { currencies, isCurrency } from '@calmly/domain';
import type { AuthorizationRequest, Clearing, IssuerEvent, PaymentState, Refund } from '../issuer.ts';
import type { StripeAuthorization, StripeTransaction } from './objects.ts';

/** Our id; undefined for a card that was made in Stripe's dashboard. */
const cardOf = ({ card }: Pick<StripeAuthorization, 'card'>) => card.metadata.calmly_card;

type Charge = Pick<StripeAuthorization, 'merchant_data' | 'amount_details' | 'merchant_currency'>;

const channels: Readonly<Record<string, CardChannel>> = {
  chip: 'CHIP',
  swipe: 'CHIP',
  contactless: 'CONTACTLESS',
  online: 'ONLINE',
  keyed_in: 'ONLINE',
};
const cashMachine = '6011';

/** Cash that a shop pays out counts as cash. */
function channelOf({ merchant_data, amount_details }: Charge, method: string): CardChannel {
  const cash = (amount_details?.cashback_amount ?? 0) + (amount_details?.atm_fee ?? 0);
  return merchant_data.category_code === cashMachine || cash > 0 ? 'CASH' : (channels[method] ?? 'OFFLINE');
}

const messageOf = (charge: Charge, channel: CardChannel) => {
  const { name, city, country, category_code: mcc } = charge.merchant_data;
  return {
    currency: currencyOf(charge.merchant_currency),
    merchant: { name: name ?? 'Unknown merchant', city, country: countryOf(country), mcc },
    channel,
  };
};

const countryOf = (country: string | null): string | null =>
  country !== null && /^[A-Z]{2}$/.test(country) ? country : null;

const totalOf = ({ request_history }: StripeAuthorization, field: 'amount' | 'merchant_amount'): number =>
  request_history.reduce((sum, it) => sum + (it.approved ? it[field] : 0), 0);

const checkOf = { match: 'match', mismatch: 'mismatch', not_provided: 'absent' } as const;

/** Undefined: no card of ours, or nothing is asked for. */
export function requestOf(eventId: string, it: StripeAuthorization): AuthorizationRequest | undefined {
  const cardId = cardOf(it);
  const pending = it.pending_request;
  if (cardId === undefined || pending === null) return undefined;
  const [own, theirs] = [currencyOf(pending.currency), currencyOf(pending.merchant_currency)];
  const charge = { ...it, ...pending };
  return {
    ...messageOf(charge, channelOf(charge, it.authorization_method)),
    id: `stripe ${eventId}`,
    kind: 'authorization',
    reference: it.id,
    cardId,
    amount: decimalOf(pending.merchant_amount, theirs),
    cardAmount: decimalOf(pending.amount, own),
    earlier: decimalOf(totalOf(it, 'amount'), own),
    checks: {
      securityCode: checkOf[it.verification_data.cvc_check],
      expiry: checkOf[it.verification_data.expiry_check],
      // Stripe checks the PIN itself and declines a wrong one.
      pin: 'absent',
    },
  };
}

/** What an authorization says has happened: its transactions, then the payment as a whole. */
export function eventsOf(eventId: string, it: StripeAuthorization): IssuerEvent[] {
  const cardId = cardOf(it);
  if (cardId === undefined) return [];
  const moved = it.transactions.map((transaction) =>
    movementOf({ ...transaction, authorization: it.id }, cardId, it.authorization_method),
  );
  return [...moved, stateOf(eventId, cardId, it)];
}

function stateOf(eventId: string, cardId: string, it: StripeAuthorization): PaymentState {
  const [own, theirs] = [currencyOf(it.currency), currencyOf(it.merchant_currency)];
  const [approved, merchantApproved] = [totalOf(it, 'amount'), totalOf(it, 'merchant_amount')];
  const last = it.request_history.at(-1);
  const [amount, merchantAmount] = it.approved
    ? [approved, merchantApproved]
    : [last?.amount ?? it.amount, last?.merchant_amount ?? it.merchant_amount];
  // Whether a collected part is still in `amount`, Stripe does not say; what is left of it is freed when the payment closes.
  const given = it.transactions.length === 0 ? Math.max(approved - it.amount, 0) : 0;
  return {
    ...messageOf(it, channelOf(it, it.authorization_method)),
    id: `stripe ${eventId}`,
    kind: 'state',
    reference: it.id,
    cardId,
    amount: decimalOf(merchantAmount, theirs),
    cardAmount: decimalOf(amount, own),
    reversed: decimalOf(it.approved ? given : 0, own),
    declineReason: it.approved ? null : declineReasonOf(it, last?.reason),
    isOver: it.status !== 'pending',
  };
}

function declineReasonOf({ verification_data }: StripeAuthorization, reason?: string): DeclineReason {
  if (reason === 'pin_blocked') return 'pin_tries';
  if (verification_data.cvc_check === 'mismatch') return 'wrong_security_code';
  return verification_data.expiry_check === 'mismatch' ? 'wrong_expiry' : 'processor_declined';
}

/** A transaction, by its own id, so that it counts once however it arrives. */
export function movementOf(it: StripeTransaction, cardId: string, method = ''): Clearing | Refund {
  const shared = {
    ...messageOf(it, channelOf(it, method)),
    id: `stripe ${it.id}`,
    reference: it.authorization ?? it.id,
    cardId,
    amount: decimalOf(it.merchant_amount, currencyOf(it.merchant_currency)),
    cardAmount: decimalOf(it.amount, currencyOf(it.currency)),
  };
  // Without an authorization the merchant collects by force, once. With one, the authorization says when it is the last time.
  return it.type === 'refund'
    ? { ...shared, kind: 'refund' }
    : { ...shared, kind: 'clearing', isFinal: it.authorization === null };
}

/** Amounts of Stripe: whole numbers in the currency's smallest unit, with lower-case codes. Source: docs.stripe.com/currencies. */
const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const withThree = new Set('BHD JOD KWD OMR TND'.split(' '));

const currencyOf = (code: string): string => code.toUpperCase();

function digitsOf(code: string): number {
  if (isCurrency(code)) return currencies[code].exponent;
  return withoutDecimals.has(code) ? 0 : withThree.has(code) ? 3 : 2;
}

/** Decimal text without a sign: money that leaves a card has a minus at Stripe. `code` in capitals. */
function decimalOf(amount: number, code: string): string {
  const digits = digitsOf(code);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
