/** From the stored transaction to the contract: a row of the list, and the details. */
import { canBeSentAgain, type Payment, type PaymentDetails, type PaymentEvent } from '@calmly/contract';
import { buildDescription, formatDecimal, isCancellable, isOrder, processingStatusOf } from '@calmly/domain';
import { uetrOf } from '@calmly/providers/rail/uetr.ts';
import type { OrderFacts } from './products.ts';
import { visibleReason } from './reasons.ts';
import type { StoredReturn } from './return-store.ts';
import {
  type Conversion,
  conversionOf,
  type Step,
  type StoredTransaction,
  sentOf,
  totalMinor,
} from './transaction.ts';

/** What the details show beside the row. */
export interface Besides extends OrderFacts {
  readonly orderedBy: string | null;
  readonly returned: StoredReturn | null;
  /** The other side of an exchange. */
  readonly conversion?: Conversion | undefined;
}

/** A transaction with its part in a return; a new one has none. */
export type ListedTransaction = StoredTransaction & Partial<Pick<Payment, 'returnPart'>>;

/** A row of the list. `orderedBy`: the name of the person who ordered it for a company. */
export function toPayment(transaction: ListedTransaction, orderedBy: string | null): Payment {
  const outgoing = transaction.direction === 'DEBIT';
  return {
    id: transaction.id,
    number: transaction.number,
    createdAt: transaction.createdAt.toISOString(),
    updatedAt: transaction.updatedAt.toISOString(),
    version: transaction.version,
    amount: formatDecimal(transaction.amountMinor, transaction.currency),
    currency: transaction.currency,
    fee: formatDecimal(transaction.feeMinor, transaction.currency),
    direction: transaction.direction,
    status: transaction.status,
    processingStatus: processingStatusOf(transaction.status),
    scheme: transaction.scheme,
    returnPart: transaction.returnPart ?? null,
    reference: transaction.reference,
    accountId: transaction.accountId,
    accountName: transaction.accountName,
    counterpartyName: outgoing ? transaction.creditorName : transaction.debtorName,
    counterpartyAccount: outgoing ? transaction.creditorAccount : transaction.debtorAccount,
    counterpartyCountry: transaction.counterpartyCountry,
    beneficiaryId: transaction.beneficiaryId,
    orderedBy,
    converted: transaction.converted && {
      amount: formatDecimal(transaction.converted.amountMinor, transaction.converted.currency),
      currency: transaction.converted.currency,
    },
    isConfidential: transaction.audience === 'CONFIDENTIAL',
    maskOf: (transaction.audience === 'MASK' && transaction.payoutId) || null,
    isRequest: false,
    isCardTransaction: transaction.scheme === 'CARD',
  };
}

const isPartOfConfidential = ({ audience = 'ALL' }: StoredTransaction): boolean => audience !== 'ALL';

const toEvent = ({ status, at, actor, reason }: Step): PaymentEvent => ({
  status,
  at: at.toISOString(),
  actor,
  reason: visibleReason(reason),
});

/**
 * `total` is what left or reached the account, fees included; `sent` is what was sent, in its own currency.
 * `timeline` names `orderedBy` at the first step.
 */
export function toDetails(
  transaction: StoredTransaction,
  steps: readonly Step[],
  { orderedBy, ...more }: Besides,
): PaymentDetails {
  const { debtorName, debtorAccount, creditorName, creditorAccount } = transaction;
  const outgoing = transaction.direction === 'DEBIT';
  const sent = outgoing ? sentOf(transaction) : transaction;
  const conversion = more.conversion ?? conversionOf(transaction);
  return {
    ...toPayment(transaction, orderedBy),
    returnPart: more.returned && (more.returned.paymentId === transaction.id ? 'ORIGINAL' : 'CREDIT'),
    debtorName,
    debtorAccount,
    creditorName,
    creditorAccount,
    creditorAgentBic: transaction.creditorAgentBic,
    creditorAgentName: transaction.creditorAgentName,
    total: formatDecimal(totalMinor(transaction), transaction.currency),
    sent: formatDecimal(sent.amountMinor, sent.currency),
    sentCurrency: sent.currency,
    description: buildDescription({
      reference: transaction.reference,
      sender: debtorName,
      accountNumber: debtorAccount,
      beneficiary: creditorName,
      account: creditorAccount,
    }),
    record: { debtorName, debtorAccount, creditorName, creditorAccount },
    endToEndId: transaction.endToEndId,
    uetr: outgoing && transaction.scheme === 'SWIFT' ? uetrOf(transaction.id) : null,
    chargeBearer: transaction.chargeBearer,
    purpose: more.purpose,
    attachments: [...more.attachments],
    application: more.application,
    repairOf: more.repairOf,
    replacedBy: more.replacedBy,
    // What is sent again is an ordinary payment; rows of confidential payouts are repeated as a payout.
    canSendAgain:
      outgoing &&
      !isPartOfConfidential(transaction) &&
      more.replacedBy === null &&
      !more.isRepeated &&
      canBeSentAgain(transaction.status),
    expectedAt: transaction.expectedOn,
    canCancel:
      outgoing &&
      transaction.audience !== 'MASK' &&
      isOrder(transaction.scheme) &&
      isCancellable(transaction.status),
    returned: more.returned && { ...more.returned, at: more.returned.at.toISOString() },
    ...(conversion && { conversion }),
    timeline: steps.map((step, place) =>
      toEvent(place === 0 && orderedBy !== null ? { ...step, actor: orderedBy } : step),
    ),
  };
}
