/**
 * A payment on its way through the bank, `PaymentOrder`, then `PlannedPayment`, then `PaymentRow`; what is read for it, and the shapes that
 * the rules speak in.
 */
import type { ChargeBearer, Document, PaymentPurpose, PaymentStatus } from '@calmly/contract';
import { type CurrencyCode, type FeeRule, normaliseIban, type PaymentScheme } from '@calmly/domain';
import type { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { type FieldRejection, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { PostalAddress } from '@calmly/providers/rail/rail.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import type {
  Converted,
  StoredTransaction,
  WrittenTransaction,
} from '../../../../accounts/server/transactions/index.ts';
import type { Need } from '../../../../approvals/server/index.ts';
import type { Confirmed } from '../../../../identity/server/index.ts';

/** What the client asks for; `amount` is decimal text as typed. */
export interface OrderFields {
  readonly debtorAccount: string;
  readonly beneficiaryId?: string | undefined;
  readonly creditorAccount?: string | undefined;
  /** Whose account it is, where it is no payee's. */
  readonly creditorName?: string | undefined;
  /** The account may be at another bank although it is no payee's: an application asks and a person will look at it. */
  readonly mayBeNewPayee?: boolean;
  readonly amount: string;
  /** The price at which the amount is converted, for a payee in another currency. */
  readonly quoteId?: string | undefined;
  readonly reference: string;
  readonly chargeBearer: ChargeBearer;
  readonly instant?: boolean | undefined;
  readonly purpose?: PaymentPurpose | undefined;
  /** The payee's own reference, as it travels; it is part of `reference` too, which is what people see. */
  readonly creditorReference?: string | undefined;
  /** Documents by id. */
  readonly attachments?: readonly string[] | undefined;
  /** The failed payment that this one replaces. */
  readonly repairOf?: string | undefined;
}

/** An order that is only asked about: its text may still be missing. */
export type Sketch = Omit<OrderFields, 'reference'> & {
  readonly reference?: string | undefined;
  /** When it was ordered, for a history that is written afterwards. */
  readonly at?: Date;
};

/** The bank through which the payee's is reached. */
export interface Correspondent {
  readonly bankName: string | null;
  readonly account: string | null;
  readonly bic: string | null;
}

/** What an order says beyond amount, payee and reference. */
export interface Instruction {
  readonly purpose: PaymentPurpose | null;
  readonly creditorReference: string | null;
  readonly creditorAddress: PostalAddress | null;
  readonly correspondent: Correspondent | null;
  readonly repairOf: string | null;
  /** The connected application that requested it, by name. */
  readonly application: string | null;
}

export const plainInstruction: Instruction = {
  purpose: null,
  creditorReference: null,
  creditorAddress: null,
  correspondent: null,
  repairOf: null,
  application: null,
};

/** A quote as payments read it. */
export interface HeldQuote {
  readonly id: string;
  readonly clientId: string;
  readonly fromAccountId: string;
  /** Null where the quote is for a payment. */
  readonly toAccountId: string | null;
  readonly sellCurrency: CurrencyCode;
  readonly sellMinor: bigint;
  readonly buyCurrency: CurrencyCode;
  readonly buyMinor: bigint;
  readonly rate: string;
  /** Below zero once it has expired. */
  readonly secondsLeft: number;
  /** Once it has expired: whether the bank would still lose nothing by its price. */
  readonly bankLosesNothing?: boolean;
  readonly executedAt: Date | null;
}

/** A payment that is to be sent again. */
export interface Original {
  readonly id: string;
  readonly clientId: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly status: PaymentStatus;
  /** The payment that has replaced it. */
  readonly replacedBy: string | null;
  /** A payout repeats its row. */
  readonly isRepeated: boolean;
}

/** An account of this bank: the client's own, or another client's. */
export interface HouseAccount {
  readonly id: string;
  readonly clientId: string;
  readonly number: string;
  readonly iban: string | null;
  readonly name: string;
  readonly holder: string;
  readonly currency: CurrencyCode;
  readonly active: boolean;
}

export interface PayeeAccount {
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly bic: string | null;
  readonly bankName: string | null;
  readonly bankCountry: string | null;
  readonly correspondentBank: string | null;
  readonly correspondentAccount: string | null;
  readonly correspondentBic: string | null;
  readonly currency: string;
}

export interface Payee {
  readonly id: string;
  readonly name: string;
  readonly town: string | null;
  readonly country: string;
  /** Name and address in the letters that travel. */
  readonly latin: {
    readonly name: string;
    readonly street: string | null;
    readonly buildingNumber: string | null;
    readonly postCode: string | null;
    readonly town: string | null;
  };
  readonly deleted: boolean;
  /** Someone who pays the client is never paid. */
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly trusted: boolean;
  readonly confidential: boolean;
  /** Rises with each change of the bank details. */
  readonly version: number;
  readonly accounts: readonly PayeeAccount[];
}

/** What was read for an order; `house` finds any account of this bank by number or IBAN. */
export interface Facts {
  readonly clientId: string;
  readonly debtor: HouseAccount | undefined;
  readonly payee: Payee | undefined;
  readonly house: (numberOrIban: string) => HouseAccount | undefined;
  /** Whether an account with this IBAN would belong to this bank. */
  readonly isOurs: (iban: string) => boolean;
  /** Whether all documents that the order names are the client's and go with nothing yet. */
  readonly documentsFree: boolean;
  /** The client's quote that the order names. */
  readonly quote: HeldQuote | undefined;
  /** The payment that the order replaces. */
  readonly original: Original | undefined;
}

export interface Creditor {
  readonly name: string;
  readonly account: string;
  readonly agentBic: string | null;
  readonly agentName: string | null;
  readonly country: string | null;
}

/** Whom an order pays, and which way. */
export interface Target {
  readonly scheme: Exclude<
    PaymentScheme,
    'EXCHANGE' | 'CARD' | 'CARD_MOVE' | 'CARD_FEE' | 'CRYPTO' | 'CRYPTO_MOVE' | 'TRADE'
  >;
  readonly creditor: Creditor;
  /** The payee's account when the payee banks with us. */
  readonly creditorHouseAccount: HouseAccount | null;
  /** Undefined where the payee is none of the client's beneficiaries. */
  readonly payee: Payee | undefined;
  /** Through which bank theirs is reached. */
  readonly correspondent: Correspondent | null;
}

/** A payment that may be made, if the money is there. */
export interface Plan extends Target {
  /** The debited account's, in which amount and fee are. */
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** What the payee gets in another currency. */
  readonly converted: Converted | null;
  readonly feeMinor: bigint;
  /** What the fee follows from; undefined where it is free. */
  readonly feeRule: FeeRule | undefined;
  readonly chargeBearer: ChargeBearer;
  readonly debtor: HouseAccount;
  readonly needsCode: boolean;
}

export type Rejection =
  | { readonly code: 'invalid_request'; readonly fields: readonly FieldRejection[] }
  | {
      readonly code:
        | 'not_found'
        | 'beneficiary_deleted'
        | 'beneficiary_incoming'
        | 'beneficiary_right_missing'
        | 'payment_state'
        | 'already_sent_again'
        | 'quote_used'
        | 'quote_expired';
    }
  | {
      readonly code: 'insufficient_funds';
      readonly params: { readonly needed: string; readonly available: string };
    };

export type Decision =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly rejection: Rejection };

export const refused = (rejection: Rejection) => ({ ok: false, rejection }) as const;
export type Refused = ReturnType<typeof refused>;

/** A refusal that names one field of the order. */
export const badField = (
  field: keyof OrderFields,
  code: FieldRejection['code'],
  params?: FieldRejection['params'],
): Refused =>
  refused({ code: 'invalid_request', fields: [params ? { field, code, params } : { field, code }] });

/** An account number or IBAN as it is kept. */
export const plainAccount = normaliseIban;

/** The refusal as the problem that the caller gets. */
export function toProblem(rejection: Rejection): Problem {
  const { code, ...details } = rejection;
  return new Problem(code, details);
}

/** What is ordered, with what is known of who orders it and how. */
export interface PaymentCommand extends OrderFields {
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** When it was ordered, for a history that is written afterwards; such payments are processed by the caller. */
  readonly at?: Date;
  /** When its client confirmed it; required for what a client pays without a request. */
  readonly confirmed?: Confirmed;
  /** Since when its order pays this payee; counts where the payee is none of the beneficiaries. */
  readonly orderedSince?: Date;
  /** Of a payment that was confirmed and approved with others. */
  readonly inBulk?: InBulk;
}

/** A payment of a bulk payout: its money is held already, so neither funds nor approval are asked for again. */
export interface InBulk {
  readonly payoutId: string;
  /** Only people with the right see it. */
  readonly isConfidential: boolean;
  readonly paymentId: string;
  /** Instead of one that is made from the payment's id; not inside the bank. */
  readonly endToEndId?: string;
  /** The payout's reservation for the account. */
  readonly drawnFrom: string;
  /** The part's reservation: drawn from the payout's, one for all payments of the account that are submitted together. */
  readonly heldBy: string;
}

/** A payment, first: an order, and the work in which it came. */
export interface PaymentOrder {
  readonly work: Work;
  readonly command: PaymentCommand;
}

/** A payment, second: what its order comes to. Each step of submission fills in its part; the money has not moved. */
export interface PlannedPayment extends PaymentOrder {
  /** Its place in the caller's list. */
  readonly index: number;
  readonly plan: Plan;
  readonly paymentId: string;
  /** Of the payee's side, when the payee banks here. */
  readonly counterpartId: string | undefined;
  readonly at: Date;
  /** The moment by the bank's calendar: from then on the days are counted. */
  readonly calendar: Date;
  readonly documents: readonly Document[];
  /** The approval that it needs. */
  readonly need: Need | undefined;
  /** What it takes of its person's allowance during cooling-off. */
  readonly allowanceMinor: bigint;
  /** What screening said, when it was asked before. */
  readonly screening: ScreeningResult | undefined;
}

/** A payment, third: a row with its number and the steps that brought it there; inside the bank it has one for each side. */
export interface PaymentRow extends Omit<WrittenTransaction, 'transaction'> {
  readonly payment: StoredTransaction;
  readonly instruction: Instruction;
}

/** A planned payment with its payer's row. */
export interface WrittenPayment extends PlannedPayment {
  readonly payment: StoredTransaction;
}

export type Refuse = (index: number, error: Problem | StepUp) => void;
