/**
 * One row of an account: a payment, an incoming credit, one side of an exchange. The row keeps its own copy of names and accounts, so
 * that changing a payee or an account later changes no history. Types and pure functions of the row; amounts in minor units.
 */
import type { PaymentDetails } from '@calmly/contract';
import {
  type CurrencyCode,
  chargesOf,
  formatDecimal,
  type PaymentScheme,
  type PaymentStatus,
} from '@calmly/domain';
import type { Audience } from './confidential/audience.ts';
import type { StoredReason } from './reasons.ts';

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
