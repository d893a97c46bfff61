/** From the stored payment to what the contract shows: the row of a list and the drawer's details. */
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
  isCancelable,
  type PaymentScheme,
  type PaymentStatus,
  processingStatusOf,
} from '@calmly/domain';
import { uetrOf } from '../../providers/rail/uetr.ts';
import { type Converted, conversionOf, sentOf } from './conversion.ts';
import { type StoredReason, visibleReason } from './reasons.ts';
import type { StoredReturn } from './return-store.ts';

/** A payment as it is kept; money in minor units. */
export interface StoredPayment {
  readonly id: string;
  readonly number: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly scheme: PaymentScheme;
  readonly status: PaymentStatus;
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
  readonly idempotencyKey: string | null;
  readonly railReference: string | null;
  /** `YYYY-MM-DD`. */
  readonly expectedOn: string | null;
  /** In another currency: what the payee gets, or of a return what came back. */
  readonly converted: Converted | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is kept beside a payment. */
export interface More {
  readonly application: string | null;
  readonly orderedBy: string | null;
  readonly purpose: PaymentPurpose | null;
  readonly attachments: readonly Document[];
  /** The failed payment that it replaces, and the one that has replaced it. */
  readonly repairOf: string | null;
  readonly replacedBy: string | null;
  readonly returned: StoredReturn | null;
  /** The other side of an exchange. */
  readonly conversion?: Conversion | undefined;
}

/** One step of a payment's life. */
export interface Step {
  readonly status: PaymentStatus;
  readonly at: Date;
  readonly actor: string | null;
  readonly reason: StoredReason | null;
}

export type Conversion = NonNullable<PaymentDetails['conversion']>;

/** What leaves the account: the fee comes on top of what is paid, and off what is received. */
export function totalMinor(
  payment: Pick<StoredPayment, 'direction' | 'amountMinor' | 'feeMinor' | 'chargeBearer'>,
): bigint {
  const { direction, amountMinor, feeMinor } = payment;
  return direction === 'DEBIT' ? chargesOf(payment).debitedMinor : amountMinor - feeMinor;
}

/** A payment with its part in a return; a payment that was just made has none. */
export type ListedPayment = StoredPayment & Partial<Pick<Payment, 'returnPart'>>;

/** `orderedBy`: the name of the person who ordered it for a company. */
export function toPayment(payment: ListedPayment, orderedBy: string | null): Payment {
  const outgoing = payment.direction === 'DEBIT';
  return {
    id: payment.id,
    number: payment.number,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    version: payment.version,
    amount: formatDecimal(payment.amountMinor, payment.currency),
    currency: payment.currency,
    fee: formatDecimal(payment.feeMinor, payment.currency),
    direction: payment.direction,
    status: payment.status,
    processingStatus: processingStatusOf(payment.status),
    scheme: payment.scheme,
    returnPart: payment.returnPart ?? null,
    reference: payment.reference,
    accountId: payment.accountId,
    counterpartyName: outgoing ? payment.creditorName : payment.debtorName,
    counterpartyAccount: outgoing ? payment.creditorAccount : payment.debtorAccount,
    counterpartyCountry: payment.counterpartyCountry,
    beneficiaryId: payment.beneficiaryId,
    orderedBy,
    converted: payment.converted && {
      amount: formatDecimal(payment.converted.amountMinor, payment.converted.currency),
      currency: payment.converted.currency,
    },
    isRequest: false,
    isCardTransaction: false,
  };
}

const toEvent = ({ status, at, actor, reason }: Step): PaymentEvent => ({
  status,
  at: at.toISOString(),
  actor,
  reason: visibleReason(reason),
});

export function toDetails(
  payment: StoredPayment,
  steps: readonly Step[],
  { orderedBy, ...more }: More,
): PaymentDetails {
  const { debtorName, debtorAccount, creditorName, creditorAccount } = payment;
  const outgoing = payment.direction === 'DEBIT';
  const sent = outgoing ? sentOf(payment) : payment;
  const conversion = more.conversion ?? conversionOf(payment);
  return {
    ...toPayment(payment, orderedBy),
    returnPart: more.returned && (more.returned.paymentId === payment.id ? 'ORIGINAL' : 'CREDIT'),
    debtorName,
    debtorAccount,
    creditorName,
    creditorAccount,
    creditorAgentBic: payment.creditorAgentBic,
    creditorAgentName: payment.creditorAgentName,
    total: formatDecimal(totalMinor(payment), payment.currency),
    sent: formatDecimal(sent.amountMinor, sent.currency),
    sentCurrency: sent.currency,
    description: buildDescription({
      reference: payment.reference,
      sender: debtorName,
      accountNumber: debtorAccount,
      beneficiary: creditorName,
      account: creditorAccount,
    }),
    record: { debtorName, debtorAccount, creditorName, creditorAccount },
    endToEndId: payment.endToEndId,
    uetr: outgoing && payment.scheme === 'SWIFT' ? uetrOf(payment.id) : null,
    chargeBearer: payment.chargeBearer,
    purpose: more.purpose,
    attachments: [...more.attachments],
    application: more.application,
    repairOf: more.repairOf,
    replacedBy: more.replacedBy,
    canSendAgain: outgoing && more.replacedBy === null && canBeSentAgain(payment.status),
    expectedAt: payment.expectedOn,
    accountName: payment.accountName,
    canCancel: outgoing && isCancelable(payment.status),
    returned: more.returned && { ...more.returned, at: more.returned.at.toISOString() },
    ...(conversion && { conversion }),
    timeline: steps.map((step, place) =>
      toEvent(place === 0 && orderedBy !== null ? { ...step, actor: orderedBy } : step),
    ),
  };
}
