/**
 * The rail carries payments to other banks and receives theirs. `submit` takes instructions inside the open transaction: the adapter
 * stores them and contacts the other bank later, from its own jobs. So no network call holds a lock, and nothing is sent that was not
 * committed. The adapter's jobs report outcomes of instructions and arrived credits, each at least once.
 */
import type { RailReason } from '@calmly/contract';
import type { CurrencyCode, PaymentPurpose } from '@calmly/domain';
import type { JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';

/** How money travels to another bank. */
export type ExternalScheme = 'SEPA' | 'SEPA_INSTANT' | 'SWIFT';

/** ISO 20022 PostalAddress24 in fields of its own; SEPA takes no free text since November 2026. */
export interface PostalAddress {
  readonly streetName: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly townName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** ISO 20022: one credit transfer of a pain.001. Amounts in minor units, as text so that a job may carry them. */
export interface RailInstruction {
  readonly paymentId: string;
  readonly endToEndId: string;
  readonly scheme: ExternalScheme;
  readonly currency: CurrencyCode;
  /** What is sent: without our fee, for any charge bearer. */
  readonly instructedAmountMinor: string;
  readonly chargeBearer: 'SHA' | 'OUR' | 'BEN';
  readonly debtorName: string;
  readonly debtorAccount: string;
  /** To payees outside the EEA and by SWIFT, where it is known. */
  readonly debtorAddress: PostalAddress | null;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly creditorAgentBic: string | null;
  readonly creditorAddress: PostalAddress | null;
  /** The bank through which the creditor's is reached. */
  readonly intermediaryAgentBic: string | null;
  readonly purpose: PaymentPurpose | null;
  readonly remittanceInformation: string;
  /** The payee's own reference, by ISO 11649 or by the rule of the account's country, without blanks; it is in the text above too. */
  readonly creditorReference: string | null;
}

export type RailReport = { readonly paymentId: string; readonly at: Date } & (
  | { readonly outcome: 'settled' }
  | { readonly outcome: 'rejected'; readonly reason: RailReason }
  /** Settled, and sent back afterwards, perhaps weeks later and perhaps less the other bank's charges. */
  | {
      readonly outcome: 'returned';
      /** It may be of an instruction that another one replaced: perhaps the payment was debited twice, and then the money is the bank's. */
      readonly isOfReplaced?: boolean;
      readonly reason: RailReason;
      /** The rail's name for the credit that brings it back. */
      readonly railReference: string;
      readonly amountMinor: bigint;
      readonly entry?: IncomingCredit['entry'];
      readonly valueOn?: IncomingCredit['valueOn'];
    }
  /** SEPA instant cannot reach the bank now; nothing has moved. */
  | { readonly outcome: 'instant_unavailable' }
);

/** Receives reports inside an open transaction; a report that comes twice must change nothing the second time. */
export type ReportSink = (work: Work, reports: readonly RailReport[]) => Promise<void>;

/** Money from another bank. */
export interface IncomingCredit {
  /** The rail's reference. With the facts below it identifies a credit: the same credit reported twice is booked once. */
  readonly railReference: string;
  /** Where the rail has booked it; absent where nothing is known of that. */
  readonly entry?: {
    /** Our account at the bank. */
    readonly bankAccount: string | null;
    /** `YYYY-MM-DD`. */
    readonly bookedOn: string | null;
    /** Another reference that the rail gives the same credit, in this message or in others. */
    readonly otherReference: string | null;
    /** By which the adapter knows the entry again. */
    readonly key?: string;
  };
  /** It takes an earlier booking back: no client gets it before the desk has looked. */
  readonly isReversal?: boolean;
  readonly scheme: ExternalScheme;
  /** Number or IBAN of our client's account. */
  readonly creditorAccount: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly debtorName: string;
  readonly debtorAccount: string;
  readonly debtorCountry: string | null;
  readonly reference: string;
  readonly endToEndId: string;
  readonly at: Date;
  /** From which day it counts, `YYYY-MM-DD`; null or absent: from that of its booking here. */
  readonly valueOn?: string | null;
}

/**
 * `suspended`: no open account of ours can take it; it waits at the desk. `set_aside`: another credit is booked under its reference; it is
 * not booked, and the desk decides.
 */
export type CreditVerdict = 'booked' | 'known' | 'suspended' | 'set_aside';

/** Receives credits inside an open transaction; one verdict per credit, in order. */
export type CreditSink = (work: Work, credits: readonly IncomingCredit[]) => Promise<CreditVerdict[]>;

export type ExceptionKind =
  /** A credit whose reference is booked with other facts. */
  | 'credit_differs'
  /** A booked credit is reversed. */
  | 'credit_reversed'
  /** A debit of another amount than was instructed. */
  | 'debit_differs'
  /** A second debit for one payment. */
  | 'debit_repeated'
  /** An instruction is carried out that was replaced by another. */
  | 'debit_replaced'
  /** A debit that nothing here instructed. */
  | 'debit_unknown'
  /** The transactions of a sum that is booked already. */
  | 'details_late'
  /** An entry of a bank's file that cannot be booked as it is stated. */
  | 'entry_refused'
  | 'rejected_after_settlement'
  /** About a file or a payment that is not ours. */
  | 'report_unknown'
  /** Settled, though the payment had failed or was never handed over. */
  | 'settled_unexpectedly';

/** What the rail reports and the books contradict. Nothing is booked for it; the desk decides. */
export interface RailException {
  readonly kind: ExceptionKind;
  /** The facts by which it is the same one when it is reported again. */
  readonly fingerprint: readonly string[];
  /** By which the other bank finds it. */
  readonly reference: string;
  readonly paymentId: string | null;
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>;
  /** What our account at the bank lost without the books knowing of it; negative: gained. */
  readonly unbooked: { readonly currency: CurrencyCode; readonly amountMinor: bigint } | null;
  /** The entry at the bank that it is about, by the adapter's key. */
  readonly entryKey?: string;
}

/** Lists exceptions for the desk inside an open transaction; one that comes twice is listed once. */
export type ExceptionSink = (work: Work, exceptions: readonly RailException[]) => Promise<void>;

/** Where an adapter's news goes. */
export interface RailSinks {
  readonly report: ReportSink;
  readonly credit: CreditSink;
  readonly exceptions: ExceptionSink;
}

/** All that a module needs to send a payment. */
export interface Rail {
  submit(work: Work, instructions: readonly RailInstruction[]): Promise<void>;
}

/** One way to other banks. */
export interface RailAdapter extends Rail {
  /** Background jobs by task name; they pass the other banks' news to the sinks. */
  jobs(sinks: RailSinks): Readonly<Record<string, JobHandler>>;
  /** Runs when the server starts. */
  readonly start?: (sql: Sql) => Promise<void>;
}
