/** What a camt says was booked on our account at the bank. */
import type { Money } from '@calmly/platform/iso20022/fields.ts';

export type Direction = 'CRDT' | 'DBIT';

/** One movement on the account. */
export interface BookedTransaction extends Money {
  /** The account servicer's own reference where there is one, the same in every message; else one made of the facts. */
  readonly reference: string;
  /** Whether the servicer gave it. */
  readonly isNamed: boolean;
  /** A second reference of the servicer for the same movement. */
  readonly otherReference: string | null;
  readonly direction: Direction;
  /** It reverses an earlier booking. */
  readonly isReversal: boolean;
  /** Our account at the bank. */
  readonly bankAccount: string | null;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string | null;
  /** When the bank credits or debits it for interest, `YYYY-MM-DD`. */
  readonly valueOn: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly debtorName: string | null;
  readonly debtorAccount: string | null;
  readonly debtorAgentBic: string | null;
  readonly creditorAccount: string | null;
  readonly remittanceInformation: string | null;
  /** Why it was sent back, when it is a return. */
  readonly returnReasonCode: string | null;
}

/** Whether a credit brings money of ours back. */
export const isReturn = ({
  returnReasonCode,
  isReversal,
}: Pick<BookedTransaction, 'returnReasonCode' | 'isReversal'>): boolean =>
  returnReasonCode !== null || isReversal;

/** One line of the account: a movement, or several that were booked in one sum. */
export interface BookedEntry extends Money {
  /** By which it is known again: the account servicer's reference of the entry, else that of its first transaction. */
  readonly key: string;
  /** Whether the servicer has given the entry itself a reference: it has it in every message. */
  readonly isNamed: boolean;
  /** So many transactions the message tells; of none the one below is the entry as a whole. */
  readonly told: number;
  readonly account: string | null;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string | null;
  /** The day of the closing balance of the statement that tells it, `YYYY-MM-DD`; null: no statement with one tells it. */
  readonly closedOn: string | null;
  readonly direction: Direction;
  /** Those that move money, at least one. */
  readonly transactions: readonly BookedTransaction[];
}

/** A transaction of an entry that counts, with the key under which the entry is remembered. */
export interface CountedTransaction extends BookedTransaction {
  readonly entryKey: string;
}
