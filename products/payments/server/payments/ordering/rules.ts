/**
 * What makes an order a planned payment: pure decisions over what was read, no clock, no database.
 *
 * Refusals in the order checked: account to debit (unknown, closed), its quote (unknown, for another payment, used, expired), whom it
 * pays (`target-rules.ts`), the payment it replaces, amount (precision, zero, limits, other than quoted, eaten up by the fee), charge bearer, documents, text (reserved, SEPA characters), funds with the fee.
 * Fields that are merely wrong are told together. What is not decided here: whether the balance still suffices when
 * several orders race; that verdict is the ledger's. Source: server page section 8; portal sections 5 and 9.
 */
import { canBeSentAgain, holdsRight } from '@calmly/contract';
import {
  type ChargeBearer,
  type CurrencyCode,
  chargesOf,
  checkSepaText,
  displayAmount,
  exponentOf,
  type FeeRule,
  feeOf,
  hasReservedText,
  largestPayment,
  type PaymentScheme,
  parseDecimal,
  staysInside,
  zoneOf,
} from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import type { ActingApplication, ClientActor } from '@calmly/platform/work.ts';
import type { Converted } from '../../../../accounts/server/transactions/index.ts';
import { confirmingSeconds } from './conversion.ts';
import {
  badField,
  type Decision,
  type Facts,
  type HeldQuote,
  type Original,
  type Plan,
  type Refused,
  type Rejection,
  refused,
  type Sketch,
} from './order.ts';
import { isPayable, largestInstant, outgoingFeeRule, smallPayment } from './policy.ts';
import { targetOf } from './target-rules.ts';

/**
 * Decides an order over its facts, all but the funds; of a sketch the text too, where there is none yet. `isConfirmed`: a confirmation
 * code came with it.
 */
export function decidePayment(order: Sketch, facts: Facts, isConfirmed = false): Decision {
  const { debtor } = facts;
  if (!debtor?.active || !isPayable(debtor.currency)) return badField('debtorAccount', 'account_unknown');
  const quoteProblem = checkQuote(order, debtor.id, facts.quote, isConfirmed);
  if (quoteProblem) return quoteProblem;
  const converted = convertedOf(facts.quote);
  const target = targetOf(order, debtor, converted?.currency ?? debtor.currency, facts);
  if ('ok' in target) return target;
  const notAgain = order.repairOf === undefined ? undefined : checkOriginal(facts.original);
  if (notAgain) return refused(notAgain);

  const { chargeBearer } = order;
  const { currency } = debtor;
  const priced = priceOrder(
    order,
    { scheme: target.scheme, country: target.creditor.country, currency },
    facts.quote,
  );
  const { amountMinor, feeMinor, feeRule } = priced;
  const fields = [
    ...priced.fields,
    ...(facts.documentsFree ? [] : [{ field: 'attachments', code: 'document_unknown' } as const]),
    ...(order.reference === undefined ? [] : checkReference(order.reference, target.scheme)),
  ];
  if (fields.length > 0) return refused({ code: 'invalid_request', fields });

  const small = amountMinor <= smallPayment(currency) && target.payee?.trusted === true;
  const needsCode = target.scheme !== 'OWN' && !small;
  const charged = { amountMinor, feeMinor, chargeBearer, converted };
  return { ok: true, plan: { ...target, ...charged, currency, feeRule, debtor, needsCode } };
}

/** Which way an order goes, as far as its price depends on it. */
export interface PricedWay {
  readonly scheme: PaymentScheme;
  /** The country of the payee's bank. */
  readonly country: string | null;
  readonly currency: CurrencyCode;
}

/** What an order's amount and fee come to, and what is wrong with them: everything at once. A wrong amount counts as nothing. */
export function priceOrder(
  { amount: text, chargeBearer }: Pick<Sketch, 'amount' | 'chargeBearer'>,
  { scheme, country, currency }: PricedWay,
  quote?: HeldQuote,
) {
  const feeRule = feeRuleFor(scheme, country, currency, chargeBearer);
  const amount = checkAmount(text, currency, scheme, quote);
  const feeMinor = feeRule ? feeOf(amount.minor, feeRule) : 0n;
  const rejected = amount.rejection ?? checkSent({ amountMinor: amount.minor, feeMinor, chargeBearer });
  const fields: FieldRejection[] = [
    ...(rejected ? [rejected] : []),
    ...checkBearer(chargeBearer, scheme, quote !== undefined),
  ];
  return { amountMinor: amount.minor, feeMinor, feeRule, fields };
}

/** An application orders from the accounts that it was let in to, and to others: between own accounts no approval would be needed. */
export function checkApplication(
  application: ActingApplication | undefined,
  { debtor, scheme }: Plan,
): Rejection | undefined {
  if (!application) return undefined;
  if (!application.accountIds.includes(debtor.id))
    return badField('debtorAccount', 'account_unknown').rejection;
  return scheme === 'OWN' ? badField('creditorAccount', 'own_account').rejection : undefined;
}

/** An account that is no payee's is as good as a new payee: to pay it, a member needs the right to add one. */
export const checkPayeeRight = (
  actor: Pick<ClientActor, 'role' | 'rights'>,
  { payee, scheme }: Pick<Plan, 'payee' | 'scheme'>,
): Rejection | undefined =>
  payee === undefined && scheme !== 'OWN' && !holdsRight(actor, 'can_create_benef')
    ? { code: 'beneficiary_right_missing' }
    : undefined;

/** Only what ended without its money is sent again, and only once: what was sent instead is, should it fail too. */
function checkOriginal(original: Original | undefined): Rejection | undefined {
  if (!original) return { code: 'not_found' };
  if (original.replacedBy !== null || original.isRepeated) return { code: 'already_sent_again' };
  const { direction, status } = original;
  return direction === 'DEBIT' && canBeSentAgain(status) ? undefined : { code: 'payment_state' };
}

/** The quote that an order names is of this account, unused and valid: a little longer for an order that is being confirmed, if the bank loses nothing by it. */
function checkQuote(
  order: Sketch,
  debtorId: string,
  quote: HeldQuote | undefined,
  isConfirmed: boolean,
): Refused | undefined {
  if (order.quoteId === undefined) return undefined;
  if (!quote) return refused({ code: 'not_found' });
  if (quote.toAccountId !== null || quote.fromAccountId !== debtorId)
    return badField('quoteId', 'quote_differs');
  if (quote.executedAt) return refused({ code: 'quote_used' });
  const isKept = isConfirmed && quote.bankLosesNothing && quote.secondsLeft + confirmingSeconds > 0;
  return quote.secondsLeft > 0 || isKept ? undefined : refused({ code: 'quote_expired' });
}

const convertedOf = (quote: HeldQuote | undefined): Converted | null =>
  quote ? { currency: quote.buyCurrency, amountMinor: quote.buyMinor, rate: quote.rate } : null;

function checkAmount(
  text: string,
  currency: CurrencyCode,
  scheme: PaymentScheme,
  quote: HeldQuote | undefined,
) {
  const minor = parseDecimal(text, currency);
  const reject = (code: FieldRejection['code'], params?: FieldRejection['params']) => ({
    minor: 0n,
    rejection: params ? { field: 'amount', code, params } : { field: 'amount', code },
  });
  const aboveLimit = () =>
    reject('payment_limit', { limit: displayAmount(largestPayment(currency), currency).text });
  if (minor === undefined) {
    return (text.split('.')[1]?.length ?? 0) > exponentOf(currency)
      ? reject('amount_precision', { currency, digits: exponentOf(currency) })
      : aboveLimit();
  }
  if (minor <= 0n) return reject('amount_zero');
  if (minor > largestPayment(currency)) return aboveLimit();
  if (quote && minor !== quote.sellMinor) return reject('quote_differs');
  if (scheme === 'SEPA_INSTANT' && (quote?.buyMinor ?? minor) > largestInstant)
    return reject('instant_limit', { limit: displayAmount(largestInstant, 'EUR').text });
  return { minor, rejection: undefined };
}

/** Where the payee bears the charges, something has to be left. */
function checkSent(charged: Pick<Plan, 'amountMinor' | 'feeMinor' | 'chargeBearer'>) {
  return chargesOf(charged).sentMinor > 0n
    ? undefined
    : ({ field: 'amount', code: 'amount_below_fee' } as const);
}

/**
 * Only SWIFT lets the payer choose; SEPA knows shared charges alone, and inside the bank there are none. Our fee is in the payer's
 * currency, so it cannot come off what was converted.
 */
function checkBearer(
  chargeBearer: ChargeBearer,
  scheme: PaymentScheme,
  isConverted: boolean,
): FieldRejection[] {
  if (scheme === 'SWIFT' && chargeBearer === 'BEN' && isConverted)
    return [{ field: 'chargeBearer', code: 'charges_converted' }];
  if (scheme === 'SWIFT' || chargeBearer === 'SHA') return [];
  return [{ field: 'chargeBearer', code: 'charges_shared' }];
}

/** What keeps a text from going this way. */
export function checkReference(reference: string, scheme: PaymentScheme): FieldRejection[] {
  if (hasReservedText(reference)) return [{ field: 'reference', code: 'reserved_text' }];
  if (scheme !== 'SEPA' && scheme !== 'SEPA_INSTANT') return [];
  const text = checkSepaText(reference);
  if (text.ok) return [];
  const characters = text.characters.join(' ');
  return [{ field: 'reference', code: 'sepa_characters', params: { characters } }];
}

function feeRuleFor(
  scheme: PaymentScheme,
  country: string | null,
  currency: CurrencyCode,
  chargeBearer: ChargeBearer,
): FeeRule | undefined {
  if (staysInside(scheme)) return undefined;
  return outgoingFeeRule(zoneOf(country ?? ''), scheme, currency, chargeBearer);
}

/** Refuses what the balance cannot bear, fee included. */
export function checkFunds(plan: Plan, availableMinor: bigint): Rejection | undefined {
  return chargesOf(plan).debitedMinor <= availableMinor ? undefined : shortOfFunds(plan, availableMinor);
}

/** The refusal that names what is needed and what there is. */
export function shortOfFunds(plan: Plan, availableMinor: bigint): Rejection {
  const text = (minor: bigint) => displayAmount(minor, plan.currency).text;
  const params = { needed: text(chargesOf(plan).debitedMinor), available: text(availableMinor) };
  return { code: 'insufficient_funds', params };
}
