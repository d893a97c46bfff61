/**
 * One row of an account: a payment, an incoming credit, one side of an exchange. The row keeps its own copy of names and accounts, so
 * that changing a payee or an account later changes no history. Types and pure functions of the row, and how
 * the contract shows it; amounts in minor units.
 */
import {
  canBeSentAgain,
  type Document,
  type Payment,
  type PaymentDetails,
  type PaymentEvent,
  type PaymentPurpose,
} from '@calmly/contract';
import {
  buildDescription,
  type CurrencyCode,
  chargesOf,
  formatDecimal,
  isCancellable,
  isOrder,
  type PaymentScheme,
  type PaymentStatus,
  processingStatusOf,
} from '@calmly/domain';
import { uetrOf } from '@calmly/providers/rail/uetr.ts';
import type { Audience } from './confidential/audience.ts';
import { type StoredReason, visibleReason } from './reasons.ts';
import type { StoredReturn } from './return-store.ts';

/** A stored transaction. */
export interface StoredTransaction {
  readonly id: string;
  readonly number: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly scheme: PaymentScheme;
  readonly status: PaymentStatus;
  /** The number of steps. */
  readonly version: number;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly reference: string;
  readonly chargeBearer: 'SHA' | 'OUR' | 'BEN';
  readonly endToEndId: string;
  readonly beneficiaryId: string | null;
  /** The person who ordered it. */
  readonly initiatorId: string | null;
  readonly debtorName: string;
  readonly debtorAccount: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly creditorAgentBic: string | null;
  readonly creditorAgentName: string | null;
  readonly counterpartyCountry: string | null;
  readonly accountName: string;
  readonly creditorAccountId: string | null;
  readonly railReference: string | null;
  /** `YYYY-MM-DD`. */
  readonly expectedOn: string | null;
  /** From which day it counts, `YYYY-MM-DD`, where that is earlier than its booking. */
  readonly valueOn?: string | null;
  /** In another currency: what the payee gets, or what the other bank returned. */
  readonly converted: Converted | null;
  /** The bulk payout that it came from. */
  readonly payoutId?: string | null;
  /** The reservation that holds its money together with that of other payments. Null: its own reservation, under its id. */
  readonly heldBy?: string | null;
  /** Who sees it; ALL unless said. */
  readonly audience?: Audience;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The amount on the other side of a conversion. */
export interface Converted {
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** Units bought per unit sold. */
  readonly rate: string;
}

/** One step of a transaction. */
export interface Step {
  readonly status: PaymentStatus;
  readonly at: Date;
  /** The person who took it; null for the bank. */
  readonly actor: string | null;
  readonly reason: StoredReason | null;
}

export type Steps = readonly [Step, ...Step[]];

/** The person who ordered a transaction, and from where. */
export interface Initiator {
  readonly personId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The conversion that the details show. */
export type Conversion = NonNullable<PaymentDetails['conversion']>;

/** ISO 20022 EndToEndId of what the bank names itself, at most 35 characters: the transaction's id without dashes. The table leaves it out. */
export const ownEndToEndId = (id: string): string => id.replaceAll('-', '').toUpperCase();

/** What leaves the account, or reaches it: a fee is added to a debit and taken off a credit. */
export function totalMinor(
  transaction: Pick<StoredTransaction, 'direction' | 'amountMinor' | 'feeMinor' | 'chargeBearer'>,
): bigint {
  const { direction, amountMinor, feeMinor } = transaction;
  return direction === 'DEBIT' ? chargesOf(transaction).debitedMinor : amountMinor - feeMinor;
}

type Sent = Pick<StoredTransaction, 'currency' | 'amountMinor' | 'feeMinor' | 'chargeBearer' | 'converted'>;

/** What is sent to the payee. */
export function sentOf(transaction: Sent): { readonly currency: CurrencyCode; readonly amountMinor: bigint } {
  const { converted, currency } = transaction;
  return converted ?? { currency, amountMinor: chargesOf(transaction).sentMinor };
}

/** The conversion that the row itself knows of. */
export const conversionOf = ({ converted }: Pick<StoredTransaction, 'converted'>): Conversion | undefined =>
  converted
    ? {
        rate: converted.rate,
        counterAmount: formatDecimal(converted.amountMinor, converted.currency),
        counterCurrency: converted.currency,
        counterPaymentId: null,
      }
    : undefined;

/** What the order said, and the payments before and after it. */
export interface OrderFacts {
  readonly purpose: PaymentPurpose | null;
  readonly attachments: readonly Document[];
  /** The connected application that requested it, by name. */
  readonly application: string | null;
  /** The failed payment that this one replaces. */
  readonly repairOf: string | null;
  /** The payment that replaced this one. */
  readonly replacedBy: string | null;
  /** A payout repeats its row. */
  readonly isRepeated: boolean;
}

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
