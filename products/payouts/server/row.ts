/** Types shared by reading, checking and correcting. */
import type { FieldProblemCode, PayoutField } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { ProblemParams } from '@calmly/platform/problem.ts';
import type { OriginalIds, ReadWarnings } from './files/payout-file.ts';

/** A row's contents by field; empty cells are absent. */
export type Cells = Readonly<Partial<Record<PayoutField, string>>>;

/** A fault or a warning. Its sentence is made when it is read, in the reader's language. */
export interface Remark {
  readonly field: PayoutField;
  readonly code: FieldProblemCode;
  readonly params?: ProblemParams;
  /** Possible meanings of the cell, in the form in which they would be written. */
  readonly suggestions?: readonly string[];
}

/** A row as read or entered. */
export interface RowInput {
  readonly cells: Cells;
  /** Faults found by the reader, kept until their cell is changed. */
  readonly readFaults: Readonly<Partial<Record<PayoutField, FieldProblemCode>>>;
  readonly readWarnings?: ReadWarnings | undefined;
  /** A spreadsheet stores the amount as a number, whose decimal sign is a point. */
  readonly amountIsNumber: boolean;
}

/** The result of checking a row, without relations to other rows. */
export interface RowCheck {
  readonly faults: readonly Remark[];
  readonly warnings: readonly Remark[];
  readonly endToEndId: string | null;
  /** Equal for two rows that pay the same. */
  readonly paymentKey: bigint | null;
  /** Null: not a saved payee. */
  readonly payeeId: string | null;
  /** The key of an account that is to become a payee: account, bank code and currency. Null: a saved payee, or none is needed. */
  readonly newPayee: string | null;
  /** The account to compare the name with. */
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

/** Why no payment was made of a row. `field`: the code is a field's, not a problem's. */
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
