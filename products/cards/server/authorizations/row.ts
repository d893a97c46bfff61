/** The row of a card payment in the payments list. Pure. */
import { type CurrencyCode, inverseRate, isCurrency, type PaymentStatus, parseDecimal } from '@calmly/domain';
import type { Converted, NewTransaction, Step } from '../../../accounts/server/transactions/index.ts';
import { maskedNumber } from '../audited.ts';
import type { StoredCard } from '../card.ts';
import { heldMinor, statusOf } from './state.ts';
import type { StoredAuthorization } from './store.ts';

/** A payment known only from a reversal has no row, because nothing was requested yet. */
export const hasRow = ({ approved, authorizedMinor, clearedMinor }: StoredAuthorization): boolean =>
  !approved || authorizedMinor + clearedMinor > 0n;

/** The reversal of a dispute's credit. */
export const isDisputeReversal = ({
  isRefund,
  disputeId,
}: Pick<StoredAuthorization, 'isRefund' | 'disputeId'>): boolean => !isRefund && disputeId !== null;

/** The row's status, and the held or collected amount. */
export function rowState(it: StoredAuthorization): {
  readonly status: PaymentStatus;
  readonly reason: Step['reason'];
  readonly amountMinor: bigint;
} {
  switch (statusOf(it)) {
    case 'HELD':
      return {
        status: 'PENDING_FINANCE_INSTITUTION',
        reason: null,
        amountMinor: heldMinor(it) + it.clearedMinor,
      };
    case 'CLEARED':
    case 'REFUND':
      return {
        status: 'EXECUTED',
        reason: isDisputeReversal(it) ? 'card_dispute_reversed' : null,
        amountMinor: it.clearedMinor,
      };
    case 'DECLINED':
      return { status: 'REJECTED', reason: 'card_declined', amountMinor: it.authorizedMinor };
    case 'RELEASED':
      return { status: 'REJECTED', reason: 'card_released', amountMinor: it.authorizedMinor };
  }
}

/** The merchant's current amount: the collected one, otherwise the requested one. */
export const merchantAmountOf = (it: StoredAuthorization): string =>
  statusOf(it) === 'CLEARED' || it.isRefund ? (it.merchantCleared ?? it.merchantAmount) : it.merchantAmount;

/** The other side of the conversion; null if there is none that a row can show. */
export function convertedOf(it: StoredAuthorization, currency: CurrencyCode): Converted | null {
  const { merchantCurrency, rate, isRefund } = it;
  if (rate === null || merchantCurrency === currency || !isCurrency(merchantCurrency)) return null;
  const amountMinor = parseDecimal(merchantAmountOf(it), merchantCurrency);
  // Units bought per unit sold: a refund sells the merchant's currency, a payment buys it.
  return amountMinor
    ? { currency: merchantCurrency, amountMinor, rate: isRefund ? rate : inverseRate(rate) }
    : null;
}

/** A new row. `clientName`: the card's owner. */
export function rowOf(it: StoredAuthorization, card: StoredCard, clientName: string): NewTransaction {
  const { status, reason, amountMinor } = rowState(it);
  const { merchant, createdAt } = it;
  const own = { name: clientName, account: maskedNumber(card) };
  const shop = { name: merchant.name, account: '' };
  const [debtor, creditor] = it.isRefund ? [shop, own] : [own, shop];
  return {
    id: it.id,
    clientId: card.clientId,
    accountId: card.accountId,
    direction: it.isRefund ? 'CREDIT' : 'DEBIT',
    scheme: 'CARD',
    currency: card.currency,
    amountMinor,
    feeMinor: 0n,
    reference: it.disputeId === null ? (merchant.city ?? '') : 'Dispute',
    chargeBearer: 'SHA',
    endToEndId: it.id.replaceAll('-', '').toUpperCase(),
    beneficiaryId: null,
    debtorName: debtor.name,
    debtorAccount: debtor.account,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    creditorAgentBic: null,
    creditorAgentName: null,
    counterpartyCountry: merchant.country,
    accountName: card.name,
    creditorAccountId: null,
    railReference: it.reference,
    expectedOn: null,
    converted: convertedOf(it, card.currency),
    createdAt,
    // The holder paid; the company's other members see the name.
    initiator:
      it.isRefund || it.disputeId !== null
        ? undefined
        : { personId: card.holderId, ip: null, userAgent: null },
    steps: [{ status, at: createdAt, actor: null, reason }],
  };
}
