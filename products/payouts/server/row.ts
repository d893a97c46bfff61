/** The shapes that reading, checking and correcting share. */
import type { FieldProblemCode, PayoutField } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { ProblemParams } from '@calmly/platform/problem.ts';
import type { OriginalIds, ReadWarnings } from './files/payout-file.ts';

/** What a row holds, by field; empty cells are missing. */
export type Cells = Readonly<Partial<Record<PayoutField, string>>>;

/** A fault or a warning. Its sentence is made when it is read, in the reader's language. */
export interface Remark {
  readonly field: PayoutField;
  readonly code: FieldProblemCode;
  readonly params?: ProblemParams;
  /** What the cell may mean, as it would be written there. */
  readonly suggestions?: readonly string[];
}

/** A row as it was read or entered. */
export interface RowInput {
  readonly cells: Cells;
  /** Faults that only the reader could see, until their cell is changed. */
  readonly readFaults: Readonly<Partial<Record<PayoutField, FieldProblemCode>>>;
  readonly readWarnings?: ReadWarnings | undefined;
  /** A spreadsheet holds the amount as a number: its decimal sign is a point. */
  readonly amountIsNumber: boolean;
}

/** What the check says of a row, apart from what only other rows say. */
export interface RowCheck {
  readonly faults: readonly Remark[];
  readonly warnings: readonly Remark[];
  readonly endToEndId: string | null;
  /** The same for two rows that pay the same. */
  readonly paymentKey: bigint | null;
  /** Null: none of the client's payees. */
  readonly payeeId: string | null;
  /** What is to become a payee: its account, with the code of its bank, and the currency. Null: a payee of the book, or none is needed. */
  readonly newPayee: string | null;
  /** The account that the name is still to be compared with. */
  readonly nameCheckOf: string | null;
  /** IBAN or number, without blanks. */
  readonly account: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: CurrencyCode | null;
  readonly feeMinor: bigint | null;
  readonly scheme: 'SEPA' | 'SWIFT' | 'INTERNAL' | null;
  readonly debtorAccountId: string | null;
  /** Null: as soon as the payout is confirmed. */
  readonly dueOn: string | null;
}

/** Why no payment was made of a row. `field`: the code is a field's, not the problem's. */
export interface RowRefusal {
  readonly code: string;
  readonly field: boolean;
  readonly params: ProblemParams;
}

export interface PlacedRow extends RowInput {
  readonly position: number;
  readonly line: number | null;
  /** Its ids in the pain.001. */
  readonly original?: OriginalIds | null | undefined;
}

export type CheckedRow = PlacedRow & RowCheck;
